
# Large states of aer_moments in parallel plans, which are handed over where they
# are (src/pg/hand_over.h): the same moments as without workers, to the bit, as all
# sums are of integers; in every shape of plan that hands over, and in those that
# must not.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('handed_over', 'jit = off', "statement_timeout = '60s'", 'max_parallel_workers = 8');

# 150 attributes in 5 folds: sums of 1.8 MB.  "parted" are the same rows in
# partitions, each of which is enough for such sums.
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE TABLE plain (i int, x int[], y int);
	INSERT INTO plain SELECT i, ARRAY(SELECT (hashint8extended(i, j) & 15)::int - 7 FROM generate_series(1, 150) j), (hashint8extended(i, 0) & 15)::int FROM generate_series(1, 6000) i;
	CREATE TABLE parted (LIKE plain) PARTITION BY RANGE (i);
	CREATE TABLE part_1 PARTITION OF parted FOR VALUES FROM (1) TO (3001);
	CREATE TABLE part_2 PARTITION OF parted FOR VALUES FROM (3001) TO (6001);
	INSERT INTO parted SELECT * FROM plain;
	ALTER TABLE plain SET (parallel_workers = 2);
	ALTER TABLE part_1 SET (parallel_workers = 2);
	ALTER TABLE part_2 SET (parallel_workers = 2);
	CREATE TABLE stored AS SELECT aer_moments(x, y, aer_design(budget => 40), i) AS m FROM plain GROUP BY i % 8;
	ALTER TABLE stored SET (parallel_workers = 2);
	ANALYZE;
	-- tells how long the states are that it is given
	CREATE FUNCTION combine(aer_moments, aer_moments) RETURNS aer_moments LANGUAGE plpgsql PARALLEL SAFE AS
		$$ BEGIN RAISE NOTICE 'combined % bytes', pg_column_size($2); RETURN CASE WHEN $1 IS NULL THEN $2 ELSE $1 + $2 END; END $$;
	CREATE AGGREGATE other_moments(anyarray, anycompatiblenonarray, jsonb, bigint) (SFUNC = _aer_moments_array_transition, STYPE = aer_moments, COMBINEFUNC = combine, PARALLEL = SAFE)});

my $keyed = 'x, y, aer_design(budget => 40), i';
my $aggregate = "aer_moments($keyed)";
my %query = (
	'some of each row' => "SELECT ${aggregate}::text FROM plain",
	'two aggregates of one state' => "SELECT ${aggregate}::text || aer_train($keyed)::text FROM plain",
	'two states' => "SELECT ${aggregate}::text || aer_moments(x, y, aer_design(budget => 30), i)::text FROM plain",
	'all of each row' => 'SELECT aer_moments(x, y, aer_design(folds => 40), i)::text FROM plain',
	'stored moments' => 'SELECT aer_moments(m)::text FROM stored',
	'by partition' => "SET enable_partitionwise_aggregate = on; SELECT ${aggregate}::text FROM parted",
	'in a subquery that runs again and again' => "SELECT string_agg(md5(m), ' ') FROM (VALUES (1), (2), (3)) v(n), LATERAL (SELECT ${aggregate}::text AS m FROM plain WHERE i % 5 <> n OFFSET 0) s",
	'below another one' => "SELECT md5(string_agg(m, ' ')) FROM (SELECT ${aggregate}::text AS m FROM plain UNION ALL SELECT ${aggregate}::text FROM parted) s",
	'in groups' => "SELECT md5(string_agg(m::text, ' ' ORDER BY g)) FROM (SELECT i % 3 AS g, $aggregate AS m FROM plain GROUP BY 1) s",
	'combined by another function' => "SELECT other_moments($keyed)::text FROM plain");
my %serial = map { $_ => $node->safe_psql('postgres', $serial . $query{$_}) } keys %query;

# How many bytes travel, where somebody else combines them: none is a note.
my $stderr;
$node->psql('postgres', "$parallel SELECT other_moments($keyed) FROM plain", stderr => \$stderr);
my @bytes = $stderr =~ /combined (\d+) bytes/g;
cmp_ok(scalar @bytes, '>', 1, 'states that another function combines');
is(join(' ', grep { $_ < 1000 } @bytes), '', 'travel whole, also of a worker that came late');

sub check
{
	my ($how) = @_;

	for my $name (sort keys %query)
	{
		for my $leader ('on', 'off')
		{
			is($node->safe_psql('postgres', "$parallel SET parallel_leader_participation = $leader; $query{$name}"), $serial{$name},
				"$name, $how, leader $leader");
		}
	}
}
check('handed over');

# What is shared does not grow when a plan runs again and again: aggregates that share a
# state write two notes of it, and a worker may combine what it has made itself.
$node->safe_psql('postgres', q{
	CREATE AGGREGATE one(anyarray, anycompatiblenonarray, jsonb, bigint) (SFUNC = _aer_moments_array_transition, STYPE = aer_moments, FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE);
	CREATE AGGREGATE another(anyarray, anycompatiblenonarray, jsonb, bigint) (SFUNC = _aer_moments_array_transition, STYPE = aer_moments, FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE);
	CREATE FUNCTION shared() RETURNS numeric LANGUAGE sql PARALLEL SAFE VOLATILE AS
		$$ SELECT sum(('x' || lpad(m[2], 16, '0'))::bit(64)::bigint - ('x' || lpad(m[1], 16, '0'))::bit(64)::bigint)
		FROM regexp_matches(pg_read_file('/proc/self/maps'), '([0-9a-f]+)-([0-9a-f]+) [^\n]*/dev/shm/PostgreSQL', 'g') m $$;
	CREATE TABLE times AS SELECT generate_series(1, 10) AS n;
	ALTER TABLE part_1 RESET (parallel_workers);
	ALTER TABLE part_2 RESET (parallel_workers)});
my $again = 'SET enable_material = off; SET enable_hashjoin = off; SET enable_mergejoin = off;';
my $forced = $node->pg_version < 16 ? 'force_parallel_mode' : 'debug_parallel_query';
my %again = (
	'two aggregates of one state' => [ $parallel, qr/Gather.*Partial Aggregate/s, "one($keyed) AS a, another($keyed) AS b FROM plain" ],
	'combined by the worker' => [
		"SET enable_partitionwise_aggregate = on; SET parallel_setup_cost = 1e9; SET parallel_tuple_cost = 1e6; SET $forced = on;",
		qr/Single Copy: true.*Partial Aggregate/s, "$aggregate AS a, NULL::aer_moments AS b FROM parted" ]);
for my $name (sort keys %again)
{
	my ($settings, $plan, $what) = @{ $again{$name} };
	my $query = "SELECT n, length(a::text), length(b::text), shared() FROM times LEFT JOIN (SELECT $what) s ON length(a::text) > n";

	like($node->safe_psql('postgres', "$settings $again EXPLAIN (COSTS OFF) $query"), $plan, "$name: its plan");
	my @shared = $node->safe_psql('postgres', "$settings $again $query") =~ /\|(\d+)$/mg;
	cmp_ok($shared[9], '<', 2 * $shared[1], "$name, ten times: $shared[9] bytes shared, twice $shared[1]");
}

# The leader holds its own state, the result, and for a while what a worker shares; when
# states went through tuples it held four and a half.
$node->safe_psql('postgres', q{
	CREATE TABLE wide AS SELECT i, ARRAY(SELECT (hashint8extended(i, j) & 15)::int - 7 FROM generate_series(1, 500) j) AS x, i % 7 AS y FROM generate_series(1, 2000) i;
	ALTER TABLE wide SET (parallel_workers = 1)});
my $peak = q{SELECT (regexp_match(pg_read_file('/proc/self/status'), 'VmHWM:\s+(\d+)'))[1]};
my ($before, $size, $after) = $node->safe_psql('postgres', "$parallel SELECT sum(x[7]) FROM wide; $peak; SELECT pg_column_size(aer_moments(x, y, aer_design(budget => 100), i)) / 1024 FROM wide; $peak") =~ /^(\d{3,})$/mg;
cmp_ok($size, '>', 15000, "a state of $size kB");
cmp_ok($after - $before, '<', 3 * $size, 'the leader held ' . ($after - $before) . ' kB more');

# Stored ones are merged one after the other: the sum and one value are held, beside the
# buffers that they are read through.
$node->safe_psql('postgres', 'CREATE TABLE wide_stored AS SELECT aer_moments(x, y, aer_design(budget => 100), i) AS m FROM wide GROUP BY i % 4');
my $own = q{SELECT (regexp_match(s, 'VmHWM:\s+(\d+)'))[1]::int - (regexp_match(s, 'RssShmem:\s+(\d+)'))[1]::int + 1000000 FROM pg_read_file('/proc/self/status') s};
($before, $after) = $node->safe_psql('postgres', "$serial SELECT aer_moments(NULL::aer_moments); $own; SELECT aer_moments(m) IS NULL FROM wide_stored; $own") =~ /^(\d{3,})$/mg;
cmp_ok($after - $before, '<', 2.6 * $size, 'merging held ' . ($after - $before) . ' kB');

# Where shared memory stands in no /dev/shm, workers' states travel whole.
$node->append_conf('postgresql.conf', 'dynamic_shared_memory_type = mmap');
$node->restart;
check('not shared');

stop_server($node);
