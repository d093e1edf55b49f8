
# Killed by SIGKILL in the middle of work: a backend, a parallel worker, the
# server.  It recovers, what was committed is there, the same statement then
# answers as if nothing had been, and no temporary file is left.

use strict;
use warnings;

use lib 'test/perl';
use AerStatements;
use AerTest;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(usleep);

my $node = start_server('killed', 'jit = off', 'restart_after_crash = on', 'work_mem = 64kB', 'autovacuum = off');
make_tables($node);
$node->safe_psql('postgres', q{
	CREATE TABLE many AS SELECT n * 60 + i AS i, x, y, label FROM points, generate_series(0, 499) n;
	ALTER TABLE many SET (parallel_workers = 2);
	CREATE TABLE stored (n int PRIMARY KEY, model aer_model, moments aer_moments);
	ANALYZE;
});
my $directory = $node->data_dir;

# In the middle of each of these: what is killed, and what it is doing, with an
# ORDER BY that sorts on disk where it may.  %d: so often the same again, so that
# it is still at work when the signal comes.
my $again = 400;
my %work = (
	'training, with a sort on disk'   => [ 'client backend', q{SELECT md5(aer_train(x, y, aer_ridge(budget => 2, rows => 1000) ORDER BY i, n)::text) FROM many, generate_series(1, %d) n} ],
	'training several learners'       => [ 'client backend', q{SELECT md5(ARRAY[aer_train(x, y, aer_ridge(budget => 2)), aer_train(x, y, aer_lasso(budget => 3)), aer_train(x, y, aer_design())]::text) FROM (SELECT * FROM many ORDER BY i) m, generate_series(1, %d)} ],
	'cross-validation'                => [ 'client backend', q{SELECT md5(string_agg(c::text, ' ' ORDER BY c::text)) FROM aer_cross_validate('SELECT x AS features, y AS target, i AS key FROM many, generate_series(1, %d) ORDER BY i', ARRAY[aer_ridge(), aer_lasso(budget => 2)], 3) c} ],
	'parallel moments'                => [ 'parallel worker', q{SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SELECT md5(aer_moments(x, y, aer_design(budget => 3), i)::text) FROM many, generate_series(1, %d)} ],
	'parallel evaluation'             => [ 'parallel worker', q{SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SELECT (aer_evaluate((SELECT m FROM models WHERE id = 'label'), x, label)).rows FROM many, generate_series(1, %d)} ],
	'a server that trains and stores' => [ 'server', q{INSERT INTO stored SELECT -1, aer_train(x, y, aer_ridge(budget => 2)), aer_moments(x, y, aer_design(budget => 3), i) FROM many, generate_series(1, %d)} ],
);

sub psql_start
{
	my ($query) = @_;
	my ($in, $out, $err) = ('', '', '');

	return IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-c', $query ], \$in, \$out, \$err);
}

# The process of a kind that is at work with aer.
sub at_work
{
	my ($kind) = @_;

	for (1 .. 200)
	{
		my $pid = $node->safe_psql('postgres', qq{SELECT pid FROM pg_stat_activity WHERE backend_type = '$kind' AND state = 'active'
			AND query LIKE '%FROM many%' AND pid <> pg_backend_pid() AND now() - query_start > '300 ms' LIMIT 1});
		return $pid if $pid;
		usleep(20_000);
	}
	die "no $kind is at work";
}

# A process of a session dies.  The session may know before the server does.
sub kill_one
{
	my ($pid, $session) = @_;
	my $logged = -s $node->logfile;

	kill 'KILL', $pid;
	$session->finish;
	$node->wait_for_log(qr/all server processes terminated; reinitializing/, $logged);
}

sub recovered
{
	$node->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'the server did not recover';
	is_deeply([ grep { !/^\.{1,2}$/ } map { slurp_dir($_) } grep { -d } "$directory/base/pgsql_tmp" ], [], 'no temporary file is left');
	is($node->safe_psql('postgres', 'SELECT count(*) FROM stored WHERE n < 0'), 0, 'nothing is stored by halves');
}

my $everything = q{SELECT (SELECT md5(string_agg(m::text, '' ORDER BY id)) FROM models) || (SELECT md5(string_agg(m::text, '' ORDER BY id)) FROM moments)};
my $values = $node->safe_psql('postgres', $everything);
for my $name (sort keys %work)
{
	my ($kind, $query) = @{ $work{$name} };
	my $answer = $kind eq 'server' ? '' : $node->safe_psql('postgres', sprintf $query, 1);
	my $session = psql_start(sprintf $query, $again);
	my $pid = at_work($kind eq 'server' ? 'client backend' : $kind);

	if ($name =~ /sort/)
	{
		ok(scalar(grep { /^pgsql_tmp/ } slurp_dir("$directory/base/pgsql_tmp")), "$name: there are temporary files");
	}
	if ($kind eq 'server')
	{
		my ($postmaster) = slurp_file("$directory/postmaster.pid") =~ /^(\d+)/;
		my @all = ($postmaster, split ' ', slurp_file("/proc/$postmaster/task/$postmaster/children"));

		kill 'KILL', @all;
		$session->finish;
		usleep(20_000) while kill 0, @all;
		$node->{_pid} = undef;
		$node->start;
	}
	else
	{
		kill_one($pid, $session);
	}
	isnt($session->result(0), 0, "$name: the session of the $kind is gone");
	recovered();
	is($node->safe_psql('postgres', sprintf $query, 1), $answer, "$name: then it answers as if undisturbed") if $kind ne 'server';
	is($node->safe_psql('postgres', $everything), $values, "$name: stored values are as they were");
}

# Data that was committed before a crash is there after it, whole and equal.
my $store = q{INSERT INTO stored SELECT %d, (SELECT aer_train(x, y, aer_ridge(budget => 2, seed => %d) ORDER BY i) FROM points),
	(SELECT aer_moments(x, y, aer_design(budget => 3, seed => %d), i) FROM points)};
my $script = PostgreSQL::Test::Utils::tempdir . '/store.sql';
append_to_file($script, join '', map { sprintf("$store;\n\\echo stored %d\n", $_, $_, $_, $_) } 1 .. 20000);
my ($out, $err) = ('', '');
my $session = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-f', $script ], '>', \$out, '2>', \$err);
$node->poll_query_until('postgres', 'SELECT count(*) > 100 FROM stored') or die 'nothing is stored';
kill_one($node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'INSERT INTO stored%'}), $session);
recovered();
my ($last) = $out =~ /stored (\d+)\n\z/;
cmp_ok($last // 0, '>', 90, 'models are stored until a crash');
is($node->safe_psql('postgres', q{SELECT count(*) - max(n) FROM stored}), 0, 'all without a gap');
cmp_ok($node->safe_psql('postgres', 'SELECT max(n) FROM stored'), '>=', $last, 'all that were committed');
is($node->safe_psql('postgres', q{SELECT count(*) FROM stored s WHERE model <> (SELECT aer_train(x, y, aer_ridge(budget => 2, seed => s.n) ORDER BY i) FROM points)
	OR moments <> (SELECT aer_moments(x, y, aer_design(budget => 3, seed => s.n), i) FROM points)}), 0, 'and equal to those made undisturbed');

unlike(slurp_file($node->logfile), qr/TRAP:|refcount leak|reference leak|PANIC/, 'nothing else happened');
$node->stop;
done_testing();
