
# Who can install aer and where, and that nobody else's objects change what it
# does.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('installing');

# An ordinary user with CREATE on the database.
$node->safe_psql('postgres', 'CREATE ROLE ordinary LOGIN; CREATE DATABASE theirs OWNER ordinary');
my @as_ordinary = (extra_params => [ '-U', 'ordinary' ]);
is($node->psql('theirs', 'CREATE EXTENSION aer', @as_ordinary), 0, 'an ordinary user installs it');
is($node->safe_psql('theirs', q{SELECT aer_predict(aer_train(ARRAY[1, i], i, aer_ridge(radius => 5)), '{1,2}'::int[]) > 0 FROM generate_series(1, 9) i}, @as_ordinary), 't', 'and uses it');
is($node->psql('theirs', 'DROP EXTENSION aer', @as_ordinary), 0, 'and removes it');
is($node->safe_psql('theirs', q{SELECT count(*) FROM pg_proc WHERE proname ~ '^aer_'}), 0, 'leaving nothing');

# The library's name and version, from PostgreSQL 18 on.
my ($version) = slurp_file('aer.control') =~ /^default_version = '([\d.]+)'$/m;
is($node->safe_psql('postgres', "LOAD 'aer'; SELECT version FROM pg_get_loaded_modules() WHERE module_name = 'aer'"), $version, 'the library has the version of aer.control')
	if $node->safe_psql('postgres', 'SHOW server_version_num') >= 180000;

# The script is read in the encoding of the database, whichever that is.
chomp(my $sharedir = `pg_config --sharedir`);
unlike(slurp_file("$sharedir/extension/aer--$version.sql"), qr/[^\x00-\x7f]/, 'the script is ASCII');

# Any schema, chosen once.
my $use = q{SELECT %1$s.aer_predict(m, '{1,2,3}'::int[]), m::text, named::text,
		(SELECT (%1$s.aer_evaluate(m, x, y ORDER BY i)).mse FROM data.numbers),
		(SELECT pg_catalog.string_agg(w::text, ';') FROM %1$s.aer_weights(%1$s.aer_trim(m)) w)
	FROM (SELECT %1$s.aer_train(x, y, %1$s.aer_lasso(budget => 2, radius => 3, intercept => true, scale => '{2,3,4}') ORDER BY i) AS m,
			%1$s.aer_train(r, 'y', %1$s.aer_ridge(budget => 2, scale => 9, include => '{i,j}') ORDER BY i) AS named
		  FROM data.numbers r) s};
my $data = q{CREATE SCHEMA data; CREATE TABLE data.numbers AS
	SELECT i, i % 4 AS j, ARRAY[i % 3, i % 5, i % 7] AS x, (i % 3 - i % 7)::float8 AS y FROM generate_series(1, 50) i};
$node->safe_psql('postgres', "CREATE SCHEMA one; CREATE SCHEMA two; CREATE EXTENSION aer SCHEMA one; $data");
my $expected = $node->safe_psql('postgres', "SET search_path = ''; " . sprintf($use, 'one'));
like($expected, qr/weights/, 'in a schema that is not on the search path');
$node->safe_psql('postgres', 'CREATE TABLE kept AS SELECT one.aer_train(x, y, one.aer_ridge(step => 0.01) ORDER BY i) AS m FROM data.numbers');
my $kept = $node->safe_psql('postgres', 'SELECT m FROM kept');
my $refused;
isnt($node->psql('postgres', 'ALTER EXTENSION aer SET SCHEMA two', stderr => \$refused), 0, 'which cannot be changed');
like($refused, qr/does not support SET SCHEMA/, 'for its functions name each other by it');
is($node->safe_psql('postgres', 'SELECT m FROM kept'), $kept, 'models are as they were');

# Somebody else's functions, operators, types and casts before ours.
my $hostile = q{
	CREATE SCHEMA hostile;
	SET search_path = hostile, pg_catalog, one;
	CREATE DOMAIN hostile.float8 AS pg_catalog.text;
	CREATE DOMAIN hostile.jsonb AS pg_catalog.text;
	CREATE DOMAIN hostile.int4 AS pg_catalog.text;
	CREATE FUNCTION hostile.sqrt(pg_catalog.float8) RETURNS pg_catalog.float8 LANGUAGE sql AS 'SELECT 0::pg_catalog.float8';
	CREATE FUNCTION hostile.array_length(anyarray, pg_catalog.int4) RETURNS pg_catalog.int4 LANGUAGE sql AS 'SELECT 1';
	CREATE FUNCTION hostile.jsonb_in(pg_catalog.cstring) RETURNS pg_catalog.jsonb LANGUAGE internal IMMUTABLE AS 'jsonb_in';
	CREATE FUNCTION hostile.wrong(pg_catalog.float8, pg_catalog.float8) RETURNS pg_catalog.float8 LANGUAGE sql AS 'SELECT 42::pg_catalog.float8';
	CREATE FUNCTION hostile.never(pg_catalog.jsonb, pg_catalog.jsonb) RETURNS pg_catalog.bool LANGUAGE sql AS 'SELECT false';
	CREATE FUNCTION hostile.never(pg_catalog.text, pg_catalog.text) RETURNS pg_catalog.bool LANGUAGE sql AS 'SELECT false';
	CREATE OPERATOR hostile.+ (LEFTARG = pg_catalog.float8, RIGHTARG = pg_catalog.float8, PROCEDURE = hostile.wrong);
	CREATE OPERATOR hostile.* (LEFTARG = pg_catalog.float8, RIGHTARG = pg_catalog.float8, PROCEDURE = hostile.wrong);
	CREATE OPERATOR hostile.= (LEFTARG = pg_catalog.jsonb, RIGHTARG = pg_catalog.jsonb, PROCEDURE = hostile.never);
	CREATE OPERATOR hostile.= (LEFTARG = pg_catalog.text, RIGHTARG = pg_catalog.text, PROCEDURE = hostile.never);
	CREATE FUNCTION hostile.aer_predict(one.aer_model, pg_catalog.int4[]) RETURNS pg_catalog.float8 LANGUAGE sql AS 'SELECT 42::pg_catalog.float8';
};
$node->safe_psql('postgres', $hostile);
is($node->safe_psql('postgres', 'SET search_path = hostile, pg_catalog, one; ' . sprintf($use, 'one')), $expected, 'a hostile search path changes nothing');

# Installed under such a path, everything is of the catalog's types.
$node->safe_psql('postgres', 'DROP TABLE kept; DROP EXTENSION aer CASCADE; CREATE SCHEMA safe; SET search_path = hostile, pg_catalog; CREATE EXTENSION aer SCHEMA safe');
is($node->safe_psql('postgres', 'SET search_path = hostile, pg_catalog, safe; ' . sprintf($use, 'safe')), $expected, 'nor when it is installed under one');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_depend WHERE refobjid IN (SELECT oid FROM pg_type WHERE typnamespace = 'hostile'::regnamespace) AND classid = 'pg_proc'::regclass
	AND objid IN (SELECT oid FROM pg_proc WHERE pronamespace = 'safe'::regnamespace)}), 0, 'no function takes a hostile type');

# Objects that are in the way are not taken over.
$node->safe_psql('postgres', 'DROP EXTENSION aer');
my $stderr;
$node->safe_psql('postgres', 'CREATE TYPE safe.aer_model AS (a int)');
isnt($node->psql('postgres', 'CREATE EXTENSION aer SCHEMA safe', stderr => \$stderr), 0, 'an object of the same name is an error');
like($stderr, qr/already exists/, 'that says so');

stop_server($node);
