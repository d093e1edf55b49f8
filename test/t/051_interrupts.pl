
# Interrupts during long computations: those that let the query go on do not
# make it begin anew, and a cancel is answered and leaves nothing behind.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

my $node = start_server('interrupts', 'jit = off', 'max_parallel_workers_per_gather = 0');
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE FUNCTION noise(i bigint, j bigint) RETURNS float8 IMMUTABLE RETURN hashint8extended(i, j) / 2.0 ^ 63;
	CREATE FUNCTION moments(d int) RETURNS aer_moments LANGUAGE sql AS $$
		SELECT aer_moments(ARRAY(SELECT noise(i, j) + noise(i, 0) FROM generate_series(1, d) j), noise(i, 0), aer_design(budget => 40), i)
		FROM generate_series(1, 500) i $$;
	CREATE TABLE wide AS SELECT moments(900) AS m;
	CREATE TABLE narrow AS SELECT moments(150) AS m;
});

sub seconds
{
	my $query = shift;
	my $start = time;
	my $result = $node->safe_psql('postgres', $query);

	return (time - $start, $result);
}

# What lets a query go on: a look whether the client is still there, a reload of
# the configuration, a request to log memory contexts.  A solver that began anew
# would never end, as they come more often than it takes.
my $fit = q{SELECT md5(array_send(m::float8[])) FROM (SELECT aer_fit_lasso(m) AS m FROM narrow) f};
my ($whole, $expected) = seconds($fit);
cmp_ok($whole, '>', 0.03, sprintf('a fit of %.2f s', $whole));
my $limit = "SET statement_timeout = '${PostgreSQL::Test::Utils::timeout_default}s'";
my ($seconds, $result) = seconds("SET client_connection_check_interval = '10ms'; $limit; $fit");
is($result, $expected, sprintf('goes on when the connection is checked every 10 ms: %.2f s', $seconds));

my ($in, $out, $err) = ('', '', '');
my $storm = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-c', q{
	DO $$ BEGIN
		LOOP
			PERFORM pg_stat_clear_snapshot();
			PERFORM pg_reload_conf(), pg_log_backend_memory_contexts(pid) FROM pg_stat_activity WHERE query LIKE '%aer_fit_lasso%' AND pid <> pg_backend_pid();
			PERFORM pg_sleep(0.01);
		END LOOP;
	END $$ } ], \$in, \$out, \$err);
($seconds, $result) = seconds("$limit; $fit");
$storm->kill_kill;
is($result, $expected, sprintf('goes on in a storm of other interrupts: %.1f s', $seconds));
like(slurp_file($node->logfile), qr/logging memory contexts/, 'which it did meet');

# Cancel.  Without polls each would take much longer, or for ever.  The
# generator of the first is about to draw 63, which with the smoothing is as
# many means of 2^31 draws.
$node->safe_psql('postgres', q{
	CREATE TABLE svr AS SELECT jsonb_set(jsonb_set(jsonb_set(m::jsonb, '{learner,smoothing}', '4.3159e-5'),
		'{state,generator_0}', '3060936903666290811'), '{state,generator_1}', '16249253562500541366')::text::aer_model AS m
	FROM (SELECT aer_train(ARRAY[1, 1], 1, aer_svr(budget => 2, inner_draws => 1, radius => 1, smoothing => 1)) AS m) s;
});
my %long = (
	'a plan of 1e11 draws'             => 'SELECT aer_next(m) FROM svr',
	'learning from a row of so many'   => 'SELECT aer_continue(ARRAY[1, 1], 1, m) IS NULL FROM svr',
	'a plan of 19,000,000 attributes'  => 'SELECT cardinality(aer_plan(aer_design(budget => 19000000), 40000000, 1))',
	'a design of 6,000,000 numbers'    => 'SELECT length(aer_design(spread => array_agg(i::numeric))::text) FROM generate_series(1, 6000000) i',
	'a summary of 134,217,727 looks'   => 'SELECT count(*) FROM aer_design_summary(aer_design(budget => 3), 134217727)',
	'a fit, chosen by folds'           => 'SELECT aer_fit_lasso(m) IS NULL FROM wide',
	'a path'                           => q{SELECT count(*) FROM wide, aer_path(m, 'lasso')},
	'a path of 1,000 penalties'        => q{SELECT count(*) FROM wide, aer_path(m, 'lasso', array_fill(1e-9::float8, ARRAY[1000]))},
	'choosing among 900 attributes'    => 'SELECT count(*) FROM wide, aer_choose(m)');
cancelled($node, $_, $long{$_}, 1000) for sort keys %long;

# Calls that once took many seconds or never ended.
my %short = (
	'100,000 options by name' => q{
		SELECT cardinality(aer_plan(aer_design(budget => 3, spread => spread), names, 1))
		FROM (SELECT jsonb_object_agg('n' || i, i) AS spread, array_agg('n' || i ORDER BY -i) AS names FROM generate_series(1, 100000) i) s},
	'100,000 names to include' => q{
		SELECT cardinality(aer_plan(aer_design(budget => 3, include => names, exclude => ARRAY(SELECT 'n' || i FROM generate_series(5, 100000) i)), names, 1))
		FROM (SELECT array_agg('n' || i ORDER BY -i) AS names FROM generate_series(1, 100000) i) s},
	'Baseline of attributes of 1e-90' => q{SELECT 3 FROM (SELECT aer_train(ARRAY[noise(i, 1), noise(i, 2), noise(i, 3)]::float8[], noise(i, 1), aer_baseline(budget => 2, radius => 3, scale => 1e90)) AS m FROM generate_series(1, 100) i) s WHERE m IS NOT NULL},
	'Baseline of targets of 1e12'     => q{SELECT 3 FROM (SELECT aer_train(ARRAY[noise(i, 1), noise(i, 2), noise(i, 3)]::float8[], noise(i, 1) * 1e12, aer_baseline(budget => 2, radius => 1e-6)) AS m FROM generate_series(1, 100) i) s WHERE m IS NOT NULL},
	'Baseline within 1e-17'           => q{SELECT 3 FROM (SELECT aer_train(ARRAY[noise(i, 1), noise(i, 2), noise(i, 3)]::float8[], noise(i, 1), aer_baseline(budget => 2, radius => 1e-17)) AS m FROM generate_series(1, 100) i) s WHERE m IS NOT NULL});
for my $name (sort keys %short)
{
	my ($stdout, $stderr) = ('', '');

	$node->psql('postgres', "$limit; $short{$name}", stdout => \$stdout, stderr => \$stderr);
	is("$stdout$stderr", '3', "$name: ends");
}

# A fit that is cancelled many times in one session, at any step, leaves nothing behind: no
# memory contexts (a fit's scratch is 700 kB here), and no slot of BLAS, of 32 MB of addresses.
my $held = q{SELECT 'held', (SELECT sum(used_bytes) / 1024 FROM pg_backend_memory_contexts)::bigint, (regexp_match(pg_read_file('/proc/self/status'), 'VmSize:\s+(\d+)'))[1]};
my $longest = int(700 * $whole);
my $cancelled = join ' ', map { 'SET statement_timeout = ' . (1 + 17 * $_ % $longest) . "; $fit; SET statement_timeout = 0;" } 1 .. 50;
my $stderr = '';
my $stdout = '';
$node->psql('postgres', "$cancelled $held; $cancelled $held; $fit", stdout => \$stdout, stderr => \$stderr, on_error_stop => 0);
my ($kb, $addresses, $kb_after, $addresses_after) = $stdout =~ /held\|(\d+)\|(\d+)/g;
cmp_ok(scalar(() = $stderr =~ /canceling statement/g), '>', 10, 'a fit is cancelled again and again');
cmp_ok($kb_after - $kb, '<', 500, 'no memory is left from it');
cmp_ok($addresses_after - $addresses, '<', 30000, 'and no slot of BLAS');
like($stdout, qr/\Q$expected\E$/, 'and the next one is right');

stop_server($node);
