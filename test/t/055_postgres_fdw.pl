
# A table that is split over three servers by postgres_fdw: aggregates run where
# the rows are, and say of all what they say of one table on one server.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# The first one is where statements are given, too, and has the whole table.
my @node = map { start_server($_, 'jit = off', 'autovacuum = off', 'fsync = off', 'client_min_messages = warning') } 'north', 'south', 'west';
my ($north, $south, $west) = @node;
my $people = q{
	SELECT i % 3 AS shard, i AS id, sin(i) AS a, cos(i * 1.3) AS b, i % 4 AS c, i % 3 = 1 AS flag, sin(i) * 2 + i % 4 + sin(i * 1.7) AS y,
		x AS x_integer, x::real[] AS x_real, x::float8[] AS x_float8, x::smallint[] AS x_smallint, x::bigint[] AS x_bigint, x::numeric[] AS x_numeric,
		x::boolean[] AS x_boolean, ARRAY[sin(i), cos(i * 1.3), i % 4, i % 5 * sin(i * 2.1)] AS x, jsonb_build_object('a', sin(i), 'b', cos(i * 1.3), 'c', i % 4, 'y', i % 5) AS j, judged
	FROM generate_series(1, 3000) i, LATERAL (SELECT ARRAY[i % 2, i / 7 % 2, i / 3 % 2, i * i % 5 % 2]) s(x),
		LATERAL (SELECT aer_judgments(a, (i * a + k) % 5) FROM generate_series(1, 2) a, generate_series(1, 2) k) o(judged)};
my $study = q{aer_moments(p, 'y', aer_design(budget => 2, include => '{a,b,c,flag}'), p.id)};

for my $shard (0 .. 2)
{
	$node[$shard]->safe_psql('postgres', qq{
		CREATE EXTENSION aer;
		CREATE TABLE part AS SELECT * FROM ($people) s WHERE shard = $shard ORDER BY id;
		ANALYZE part;
		CREATE VIEW study AS SELECT $study AS m FROM part p});
}
$north->safe_psql('postgres', qq{
	CREATE TABLE whole AS SELECT * FROM ($people) s ORDER BY id;
	CREATE EXTENSION postgres_fdw;
	CREATE TABLE split (LIKE part) PARTITION BY LIST (shard);
	ALTER DATABASE postgres SET enable_partitionwise_aggregate = on});
for my $shard (0 .. 2)
{
	my ($host, $port) = ($node[$shard]->host, $node[$shard]->port);

	$north->safe_psql('postgres', qq{
		CREATE SERVER s$shard FOREIGN DATA WRAPPER postgres_fdw
			OPTIONS (host '$host', port '$port', dbname 'postgres', extensions 'aer', async_capable 'true', fdw_tuple_cost '1');
		CREATE USER MAPPING FOR PUBLIC SERVER s$shard;
		CREATE FOREIGN TABLE split$shard PARTITION OF split FOR VALUES IN ($shard) SERVER s$shard OPTIONS (table_name 'part');
		CREATE FOREIGN TABLE study$shard (m aer_moments) SERVER s$shard OPTIONS (table_name 'study');
		ANALYZE split$shard});
}
$north->safe_psql('postgres', q{CREATE TABLE models AS SELECT aer_train(x, y, aer_design(budget => 2), id) AS m FROM whole});

# An aggregate of all rows from those of the parts: by the key of the partitions, or
# of each part by itself.
sub of_parts
{
	my ($call) = @_;
	my $merge = $call =~ /^aer_judgment_moments\(/ ? 'aer_judgment_moments' : 'aer_moments';

	return "(SELECT $merge(m) FROM (SELECT shard, $call AS m FROM split p GROUP BY shard) s)";
}

sub of_each
{
	my ($call, @part) = @_;

	return '(SELECT aer_moments(m) FROM (' . join(' UNION ALL ', map { "SELECT $call AS m FROM $_" } @part) . ') s)';
}

# Returns how often a query computes something on another server, and whether these are asked
# without waiting for one another.
$north->safe_psql('postgres', q{
	CREATE FUNCTION sent(query text, what text) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE
		line text;
		n int := 0;
		at_once boolean := false;
	BEGIN
		FOR line IN EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF) ' || query LOOP
			n := n + (line ~ ('Remote SQL: SELECT .*\m' || what || '\('))::int;
			at_once := at_once OR line ~ 'Async Foreign Scan';
		END LOOP;
		RETURN n || CASE WHEN at_once THEN ' at once' ELSE '' END;
	END $$});

# Are two fits the same?  Of sums in another order: each of 3,000 terms is rounded
# 3,000 times at most, so they differ by 3e-13, and the attributes are nearly independent.
sub close_fits
{
	my ($split, $whole, $fit, $more) = @_;
	my ($p, $q) = map { ($fit // 'aer_fit_ridge') . "($_" . ($more // '') . ')' } $split, "($whole)";

	return "(SELECT max(abs(p.weight - q.weight)) < 1e-11 * max(abs(q.weight)) AND count(p) > 2 AND count(p) = count(q)"
	  . " FROM aer_weights($p) p FULL JOIN aer_weights($q) q ON p.attribute = q.attribute AND p.name IS NOT DISTINCT FROM q.name)";
}

# Queries of one session, because each session has to connect to all servers.
my @checks;
sub check
{
	my ($query, $answer, $name) = @_;

	push @checks, [ $query, $answer, $name ];
}

sub checked
{
	my @answers = split /\n/, $north->safe_psql('postgres', join '', map { "SELECT $_->[0];\n" } @checks);

	is(shift @answers, $_->[1], $_->[2]) for @checks;
	@checks = ();
}

sub check_sent
{
	my ($query, $what, $answer, $name) = @_;

	check("sent(\$x\$SELECT $query\$x\$, '$what')", $answer, "$name: sent");
}

# Arrays of every type: with whole numbers sums are exact, so the values are the same.
for my $type ('integer', 'real', 'float8', 'smallint', 'bigint', 'numeric', 'boolean')
{
	my $call = "aer_moments(x_$type, c, aer_design(budget => 2), id)";

	check_sent(of_parts($call), 'aer_moments', '3 at once', "moments of $type");
	check(of_parts($call) . " = (SELECT $call FROM whole)", 't', 'and as of one table');
}
my $keyed = 'aer_moments(x, y, aer_design(budget => 2), id)';
for my $call ($keyed, 'aer_moments(x, flag, (SELECT aer_design(budget => 2)), id)',
	q{aer_moments(j, y, aer_design(budget => 2, include => '{a,b,c}'), id)}, 'aer_moments(ARRAY[a, b], y, aer_design(budget => 2), id)')
{
	check_sent(of_parts($call), 'aer_moments', '3 at once', $call);
	check(close_fits(of_parts($call), "SELECT $call FROM whole"), 't', 'and fits as one table');
}
# without a key folds follow the order of rows, and what is chosen by them too
# pairs of columns, of whole rows and of rows that are seen in part
for my $design (q{aer_design(include => '{a,b,c}', columns => '{"b": [-0.5, 0, 0.5]}', interactions => '[["a", "c"], ["b", "c"]]')},
	q{aer_design(budget => 2, include => '{a,b,c}', columns => '{"b": [-0.5, 0, 0.5]}', interactions => '[["a", "c"], ["b", "c"]]')})
{
	my $call = "aer_moments(j, y, $design, id)";

	check_sent(of_parts($call), 'aer_moments', '3 at once', $call);
	check(close_fits(of_parts($call), "SELECT $call FROM whole", 'aer_fit_ridge', ', interactions => 2'), 't', 'and pairs fit as one table');
}
check_sent(of_parts('aer_moments(x, y)'), 'aer_moments', '3 at once', 'moments without a key');
check(close_fits(of_parts('aer_moments(x, y)'), 'SELECT aer_moments(x, y) FROM whole', 'aer_fit_ols'), 't', 'and fit as one table');
check_sent(of_each($keyed, map { "split$_" } 0 .. 2), 'aer_moments', '3 at once', 'UNION ALL of foreign tables');
check(close_fits(of_each($keyed, map { "split$_" } 0 .. 2), "SELECT $keyed FROM whole"), 't', 'and fits as one table');
my $judged = 'aer_judgment_moments(judged, y, 2)';
check_sent(of_parts($judged), 'aer_judgment_moments', '3 at once', 'judgments');
check(close_fits(of_parts($judged), "SELECT $judged FROM whole", 'aer_fit_repeats', q{, '{1,2}'}), 't', 'and fit as of one table');

# Results of one server have the same bits, if rows are in order or numbers are whole.
for my $call ('aer_train(x_integer, c, aer_design(budget => 2), id)::text', 'aer_train(x, y, aer_ridge(budget => 2) ORDER BY id)::text',
	'aer_evaluate((SELECT m FROM models), x, y)::text', 'sum(aer_predict((SELECT m FROM models), x))::text')
{
	my ($function) = $call =~ /.*\b(aer_train|aer_evaluate|aer_predict)\b/;

	check_sent("shard, $call FROM split GROUP BY shard", $function, '3 at once', $call);
	check("count(*) FROM (SELECT shard, $call AS c FROM split GROUP BY shard) s JOIN (SELECT shard, $call AS c FROM whole GROUP BY shard) w USING (shard, c)", 3,
		'and the same');
}

# Whole rows, and targets by name, are not sent; moments that a view makes there are.
for my $call ($study, q{aer_moments(j, 'y', aer_design(budget => 2, include => '{a,b,c}'), id)})
{
	check_sent(of_parts($call), 'aer_moments', '0', "not $call");
	check(close_fits(of_parts($call), "SELECT $call FROM whole p"), 't', 'but right');
}
check(close_fits(of_each('m', map { "study$_" } 0 .. 2), "SELECT $study FROM whole p"), 't', 'whole rows in views of the other servers');
checked();

# A server dies in the middle of its rows: the statement fails, nothing is half
# written, and the session goes on.
$south->safe_psql('postgres', q{
	CREATE FUNCTION waits(id int) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$BEGIN
		IF id / 3 = 500 THEN PERFORM pg_advisory_xact_lock_shared(1); END IF; RETURN true; END$$;
	CREATE VIEW slow AS SELECT * FROM part WHERE waits(id)});
$north->safe_psql('postgres', q{
	CREATE TABLE log (m aer_moments);
	CREATE FOREIGN TABLE slow1 (shard int, id int, x float8[], y float8) SERVER s1 OPTIONS (table_name 'slow')});
my $answer = of_each($keyed, 'split0', 'slow1', 'split2');
my $write = "INSERT INTO log SELECT $answer";
my $waiting = q{pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND wait_event = 'advisory'};
check_sent($answer, 'aer_moments', '3 at once', 'slow ones');
checked();
for my $death ('a session', 'a server')
{
	my ($holds, $out, $err) = ('', '', '');
	my $holder = IPC::Run::start([ 'psql', '-XAtq', '-d', $south->connstr('postgres'), '-c', 'SELECT pg_advisory_lock(1)', '-c', 'SELECT pg_sleep(600)' ],
		'>', \$holds, '2>', '/dev/null', IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	$south->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND granted}) or die;
	my $statement = IPC::Run::start([ 'psql', '-XAtq', '-d', $north->connstr('postgres'), '-c', $write, '-c', 'SELECT count(*) FROM log', '-c', 'SELECT count(*) FROM split2' ],
		'>', \$out, '2>', \$err, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	$south->poll_query_until('postgres', "SELECT count(*) = 1 FROM (SELECT $waiting) s") or die;
	if ($death eq 'a server')
	{
		$south->stop('immediate');
		$statement->finish;
		$holder->finish;
		$south->start;
	}
	else
	{
		$south->safe_psql('postgres', "SELECT pg_terminate_backend(pid) FROM (SELECT $waiting) s");
		$statement->finish;
		$south->safe_psql('postgres', q{SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted});
		$holder->finish;
	}
	like($err, qr/^ERROR:  (FATAL:  )?(terminating connection|server closed the connection unexpectedly|could not receive data)/m, "$death dies in the middle");
	is($out, "0\n1000\n", 'nothing is written, and the session goes on');
}
is($north->safe_psql('postgres', "$write; SELECT count(*) FROM log"), '1', 'the same statement once it is back');

# Servers with other releases: what cannot be read is an error of the side that
# reads, which is the older one.
sub fails
{
	my ($query, $error, $name) = @_;
	my ($status, $out, $err) = $north->psql('postgres', $query);

	like($err, $error, $name);
}
my $later = qr/ was written by a later release of aer\nDETAIL:  It has format 3; this release reads format 2\.\nHINT:  Install that release or a later one\.\nCONTEXT:  /;
$west->safe_psql('postgres', q{
	CREATE VIEW later AS SELECT regexp_replace(m::text, ' 0{7}2', ' 00000003') AS m FROM study;
	CREATE FUNCTION read_later() RETURNS boolean LANGUAGE sql AS $$SELECT format('{"weights":[1],"format":%s}', 3)::public.aer_model IS NULL$$;
	CREATE VIEW earlier AS SELECT * FROM part WHERE read_later()});
$north->safe_psql('postgres', q{
	CREATE FOREIGN TABLE later (m aer_moments) SERVER s2;
	CREATE FOREIGN TABLE earlier (id int, x float8[], y float8) SERVER s2});
fails('SELECT ' . of_each('m', 'study0', 'later'), qr/ERROR:  this value of aer_moments${later}column "m" of foreign table "later"/, 'a server with a later release');
fails('SELECT ' . of_each($keyed, 'split0', 'earlier'), qr/ERROR:  this value of aer_model${later}.*remote SQL command: SELECT /s, 'a server with an older release');

# A server without rows, and none with rows.
$west->safe_psql('postgres', 'TRUNCATE part');
check(close_fits(of_parts($keyed), "SELECT $keyed FROM whole WHERE shard < 2"), 't', 'a part without rows');
check(close_fits(of_each($keyed, map { "split$_" } 0 .. 2), "SELECT $keyed FROM whole WHERE shard < 2"), 't', 'by itself, too');
check('(' . of_each($keyed, 'split2', 'split2') . ') IS NULL', 't', 'no rows: NULL');
checked();

for my $node ($south, $west)
{
	unlike(slurp_file($node->logfile), qr/terminated by signal|TRAP:/, 'no backend crashed');
	$node->stop;
}
stop_server($north);
