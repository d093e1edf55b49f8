
# From an older release to this version by ALTER EXTENSION aer UPDATE: stored values are the same
# to the bit and give the answers of that release, a followed table is followed on, views on every
# function keep working, and the extension has the objects that CREATE EXTENSION makes.
#
# scripts/test-upgrade gives the older version (AER_OLD_VERSION), an installation of PostgreSQL with
# it (AER_OLD), and the stored values of its tests (AER_OLD_FORMATS).  If the server is of an older
# major, pg_upgrade leads to the new one.

use strict;
use warnings;

use lib 'test/perl';
use AerMembers;
use AerTest;
use Cwd;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use StudyOracle;
use Test::More;

my ($version) = slurp_file('aer.control') =~ /^default_version = '(.*)'$/m;
my ($old_version, $old_install, $old_formats) = @ENV{qw(AER_OLD_VERSION AER_OLD AER_OLD_FORMATS)};

plan skip_all => 'scripts/test-upgrade runs this' if !defined $old_version;

my @types = qw(model moments judgments judgment_moments);
my $study = { table => 'people', key => 'id', target => 'y', log => 'people_log' };

# Fills the database of the old version.
sub populate
{
	my ($node) = @_;

	$node->safe_psql('postgres', qq{
		CREATE EXTENSION aer;
		CREATE TABLE forms (type text, name text, how text, value text, bytes text);
		CREATE TABLE answers (name text, question text, tolerance float8, answer float8[]);
		CREATE TABLE plans (design jsonb, attributes int, names text[], key bigint, plan text);
		\\copy forms FROM '$old_formats/values.tsv'
		\\copy answers FROM '$old_formats/answers.tsv'
		\\copy plans FROM '$old_formats/plans.tsv'
	} . join('', map { qq{
		CREATE TABLE kept_$_ AS SELECT name, value::aer_$_ AS v FROM forms WHERE type = 'aer_$_';
		CREATE INDEX ON kept_$_ USING hash (v);
	} } @types) . 'CREATE VIEW made AS ' . join(' UNION ALL ', map { "SELECT 'aer_$_' AS type, name, v::text AS value FROM kept_$_" } @types) . q{;
		CREATE TABLE people (id bigint PRIMARY KEY, y float8, a float8, b int, "C" boolean, region text);
		INSERT INTO people SELECT i, i % 7, sqrt(i), i % 3, i % 2 = 0, (ARRAY['north', 'south'])[1 + i % 2] FROM generate_series(1, 200) i;
		SELECT aer_follow('people', 'y', aer_design(budget => 3, folds => 2, include => '{a,b,C,region}', columns => '{"region": ["north", "south"]}'), 'id', 'people_log');
		CREATE VIEW model AS SELECT aer_fit_ridge(aer_followed('people_log')) AS model;
		CREATE TABLE of_its_types (e aer_evaluation, m aer_model[], b aer_calibration_bin);
		INSERT INTO of_its_types SELECT aer_evaluate(model, p, 'y'), array_agg(model), NULL FROM model, people p;
		CREATE VIEW operators AS SELECT count(*) FROM kept_moments a JOIN kept_moments b ON a.v = b.v;
		CREATE VIEW casts AS SELECT name, v::jsonb, CASE WHEN NOT v::jsonb ? 'classes' THEN v::float8[] ELSE '{}' END AS weights FROM kept_model;

		-- A view on every function that SQL can call; on polymorphic ones by a type that no other takes.
		CREATE VIEW callable AS
			SELECT p.oid::regprocedure AS f, prokind, (SELECT string_agg('NULL::' || CASE t::regtype::text
					WHEN '"any"' THEN 'text' WHEN 'anyarray' THEN 'date[]' WHEN 'anycompatiblenonarray' THEN 'date'
					WHEN 'record' THEN 'people' ELSE t::regtype::text END, ', ' ORDER BY place)
				FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a(t, place)) AS arguments
			FROM pg_proc p JOIN pg_depend ON objid = p.oid AND classid = 'pg_proc'::regclass AND refclassid = 'pg_extension'::regclass
			WHERE proname ~ '^aer_' AND 'internal'::regtype <> ALL (proargtypes::oid[]) AND prorettype NOT IN ('internal'::regtype, 'trigger'::regtype);
		DO $$
		DECLARE
			c record;
			n int := 0;
		BEGIN
			FOR c IN SELECT * FROM callable ORDER BY f::text COLLATE "C" LOOP
				n := n + 1;
				EXECUTE format(CASE c.prokind WHEN 'a' THEN 'CREATE VIEW function_%s AS SELECT %s(%s)::text AS answer'
					ELSE 'CREATE VIEW function_%s AS SELECT x::text AS answer FROM %s(%s) x' END, n, c.f::oid::regproc, c.arguments);
			END LOOP;
		END $$;
		-- What it answers; what an error says may change.
		CREATE FUNCTION answer(view regclass) RETURNS text LANGUAGE plpgsql AS $$
		DECLARE
			answer text;
		BEGIN
			EXECUTE format('SELECT string_agg(answer, '';'') FROM %s', view) INTO answer;
			RETURN answer;
		EXCEPTION WHEN OTHERS THEN
			RETURN 'an error';
		END $$;
	});
}

my $views = q{SELECT oid::regclass, answer(oid) FROM pg_class WHERE relname ~ '^function_' ORDER BY relname COLLATE "C"};
my $stored = join ' UNION ALL ', map { "SELECT '$_', name, md5(_aer_${_}_send(v)), md5(v::text) FROM kept_$_" } @types;
$stored .= q{ UNION ALL SELECT 'log', '', md5(string_agg(l::text, ';' ORDER BY id)), '' FROM people_log l UNION ALL SELECT 'its types', '', md5(t::text), '' FROM of_its_types t ORDER BY 1, 2};

# Tests that everything works, and changes the followed table.
my ($changes, %there) = (0);
sub works
{
	my ($node, $when) = @_;

	is($node->safe_psql('postgres', $stored), $there{stored}, "$when: stored values are the same to the bit");
	is($node->safe_psql('postgres', $views), $there{views}, "$when: views on every function answer as before");
	is($node->safe_psql('postgres', 'SELECT count(*) FROM kept_moments'), $node->safe_psql('postgres', 'TABLE operators'), "$when: operators");
	is($node->safe_psql('postgres', 'SELECT count(weights) = count(*) FROM casts'), 't', "$when: casts");
	is($node->safe_psql('postgres', 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off;
		SELECT count(DISTINCT a.name) FROM kept_model a JOIN kept_model b ON b.v = a.v::text::aer_model'),
		$node->safe_psql('postgres', 'SELECT count(*) FROM kept_model'), "$when: values are found by their index");
	is($node->safe_psql('postgres', q{SELECT sound FROM aer_check('people_log', true)}), 't', "$when: the log is sound");
	$changes++;
	$node->safe_psql('postgres', qq{
		INSERT INTO people SELECT 1000 * $changes + i, i % 5, i, i % 4, i % 2 = 0, 'north' FROM generate_series(1, 50) i;
		UPDATE people SET a = a + 1 WHERE id % 10 = $changes;
		DELETE FROM people WHERE id % 17 = $changes;
	});
	is(join("\n", differences_of_followed($node, $study)), '', "$when: the table is followed on");
	is($node->safe_psql('postgres', 'SELECT aer_predict(model, p) IS NOT NULL FROM model, people p LIMIT 1'), 't', "$when: its model predicts");
	$there{stored} = $node->safe_psql('postgres', $stored);
}

my $node = PostgreSQL::Test::Cluster->new('upgraded', install_path => $old_install);
$node->init(extra => [ '--locale=C.UTF-8', '--encoding=UTF8' ]);
$node->start;
populate($node);
is($node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'aer'}), $old_version, "values and tables of $old_version");
my $old_major = int($node->safe_psql('postgres', 'SHOW server_version_num') / 10000);
%there = (stored => $node->safe_psql('postgres', $stored), views => $node->safe_psql('postgres', $views));

# The server of the new library.
my ($new_major) = `pg_config --version` =~ /(\d+)/;
$node->stop;
if ($new_major == $old_major)
{
	delete $node->{_install_path};
}
else
{
	my $new = PostgreSQL::Test::Cluster->new('new');
	chomp(my $bindir = `pg_config --bindir`);

	$new->init(extra => [ '--locale=C.UTF-8', '--encoding=UTF8' ], no_data_checksums => 1);
	local $ENV{LC_ALL} = 'C.UTF-8';
	my $checkout = getcwd();	# pg_upgrade writes where it stands
	chdir PostgreSQL::Test::Utils::tempdir or die $!;
	command_ok([ 'pg_upgrade', '--no-sync', '-b', "$old_install/bin", '-B', $bindir, '-d', $node->data_dir, '-D', $new->data_dir,
			'-p', $node->port, '-P', $new->port, '-s', PostgreSQL::Test::Utils::tempdir_short ], "pg_upgrade from $old_major to $new_major");
	chdir $checkout or die $!;
	$node = $new;
}
$node->start;

is($node->safe_psql('postgres', "SELECT string_agg(f::text, ' ') FROM callable WHERE f NOT IN (SELECT refobjid FROM pg_depend
	WHERE classid = 'pg_rewrite'::regclass AND refclassid = 'pg_proc'::regclass)"), '', 'there is a view on every function');
cmp_ok(scalar(() = $there{views} =~ /^function_/mg), '>', 100, 'that SQL can call');
works($node, 'the new library with the old objects');
$node->safe_psql('postgres', 'ALTER EXTENSION aer UPDATE');
is($node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'aer'}), $version, "updated to $version");
works($node, 'after the update');
formats_answer($node, 'postgres');

# Its objects equal those of a new extension.
$node->safe_psql('postgres', 'CREATE DATABASE fresh');
$node->safe_psql('fresh', 'CREATE EXTENSION aer');
my $fresh = members($node, 'fresh', 'aer');
my $upgraded = members($node, 'postgres', 'aer');
cmp_ok(scalar keys %$fresh, '>', 250, 'an extension of many objects');
is(join("\n", grep { !exists $upgraded->{$_} } sort keys %$fresh), '', 'nothing is missing');
is(join("\n", grep { !exists $fresh->{$_} } sort keys %$upgraded), '', 'nothing is left over');
is(join("\n", map { "$upgraded->{$_}\n\tshould be $fresh->{$_}" } grep { exists $upgraded->{$_} && $upgraded->{$_} ne $fresh->{$_} } sort keys %$fresh), '', 'everything is as in a new one');

# Dumped and restored it is the same.
my $dump = PostgreSQL::Test::Utils::tempdir . '/dump';
$node->safe_psql('postgres', 'CREATE DATABASE restored');
$node->command_ok([ 'pg_dump', '-Fc', '-d', $node->connstr('postgres'), '-f', $dump ], 'pg_dump');
$node->command_ok([ 'pg_restore', '-e', '-d', $node->connstr('restored'), $dump ], 'pg_restore');
is($node->safe_psql('restored', $stored), $there{stored}, 'restored, it is the same');

stop_server($node);
