
# Training by chunks that is cancelled, killed with the server, met by another
# session: at most the chunk at work is lost, nothing is counted twice, and the end
# is that of a run undisturbed.  A view stops at a row of its sixth chunk, until a
# lock is let go.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(usleep);

my $node = start_server('chunks', 'jit = off', 'restart_after_crash = on', 'autovacuum = off');
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE TABLE t AS SELECT i AS id, i % 7 AS a, (i::bigint * i % 11)::int AS b, i % 3 = 0 AS c, (i % 7) * 2 - (i::bigint * i % 11)::int AS y FROM generate_series(1, 10000) i;
	ALTER TABLE t ADD PRIMARY KEY (id);
	ALTER TABLE t SET (parallel_workers = 2);
	ANALYZE t;
	CREATE FUNCTION gate(id int, b int) RETURNS int LANGUAGE plpgsql STABLE AS $$
	BEGIN
		IF id = 5500 THEN PERFORM pg_advisory_lock_shared(7); PERFORM pg_advisory_unlock_shared(7); END IF;
		RETURN b;
	END $$;
	CREATE VIEW gated AS SELECT id, a, gate(id, b) AS b, c, y FROM t;
	CREATE FUNCTION slow(id int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT id % 3 FROM pg_sleep(0.06)';
	CREATE VIEW slow AS SELECT id, slow(id) AS a, y FROM t WHERE id <= 100;
});

my %learner = (stream => 'aer_ridge(budget => 2)', design => 'aer_design(budget => 2)');
my %value = (stream => 'model', design => 'moments');

sub call
{
	my ($kind, $progress, $source) = @_;

	return "CALL aer_train_chunks('$source', 'y', $learner{$kind}, 'id', '$progress', chunk_rows => 1000)";
}

# A session in the background; the notices and errors that it has are in $err.
sub begin
{
	my ($out, $err, @statements) = @_;
	my $in = '';

	return IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), map { ('-c', $_) } @statements ], \$in, $out, $err);
}

# Somebody keeps the gate shut as long as his input is open.
sub shut
{
	my ($in) = @_;
	my ($out, $err) = ('', '');
	my $session = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres') ], '<', $in, '>', \$out, '2>', \$err);

	$$in = "SELECT pg_advisory_lock(7), 'shut';\n";
	$session->pump until $out =~ /shut/;
	return $session;
}

# No lock of everybody's own choice stops a beginning, and of two that begin at a time one waits for the other's table.
{
	my ($key, $out, $err) = ('', '', '');
	my $keeper = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres') ], '<', \$key, '>', \$out, '2>', \$err);

	$key = "SELECT pg_advisory_lock(1634038376), 'kept';\n";
	$keeper->pump until $out =~ /kept/;
	my ($call_out, $call_err) = ('', '');
	my $begun = begin(\$call_out, \$call_err, "SET lock_timeout = '20 s'", call('design', 'unlocked', 't'));
	$begun->finish;
	is($call_err, '', 'an advisory lock of another role keeps nobody from beginning');
	($out, $call_err) = ('', '');
	$key = "BEGIN; CREATE TABLE raced (LIKE unlocked INCLUDING ALL); INSERT INTO raced (chunk, rows, rows_left, seconds, at) VALUES (0, 0, 1, 0, now()); SELECT 'made';\n";
	$keeper->pump until $out =~ /made/;
	$begun = begin(\$call_out, \$call_err, call('design', 'raced', 't'));
	$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'CALL%'}) or die $call_err;
	$key = "COMMIT;\n\\q\n";
	$keeper->finish;
	$begun->finish;
	is($call_err, '', 'who finds a table that was made meanwhile works on with it');
	is($node->safe_psql('postgres', 'SELECT count(*) FROM raced r JOIN unlocked u USING (chunk) WHERE r.moments = u.moments AND r.model = u.model AND r.rows = 10000'), 1, 'to the same end');
}

my $waits = q{SELECT pid FROM pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE 'CALL%'};
my $done = q{SELECT string_agg(chunk || ':' || coalesce(last_key, 0) || ':' || rows || ':' || (rows_left BETWEEN 1 AND 11000) || ':' || (moments IS NOT NULL OR model IS NOT NULL), ' ' ORDER BY chunk) FROM };
my $five = '0:0:0:true:false 1:1000:1000:true:false 2:2000:2000:true:false 3:3000:3000:true:false 4:4000:4000:true:false 5:5000:5000:true:true';

# Long, and beside all the rest: it tells how far it is.
my ($told, $slow_out) = ('', '');
my $slow = begin(\$slow_out, \$told, 'SET aer.progress = on', "CALL aer_train_chunks('slow', 'y', aer_design(), 'id', 'slowly', chunk_rows => 10)");

for my $kind (sort keys %learner)
{
	$node->safe_psql('postgres', call($kind, "undisturbed_$kind", 't'));
	# the name of the source is in the table, so that of the view differs
	my $as_undisturbed = sub { "SELECT count(*) FROM undisturbed_$kind u, $_[0] d WHERE u.model = d.model AND d.model IS NOT NULL AND u.chunk = 10 AND d.chunk = 10 AND d.rows = 10000 AND d.rows_left = 0"
		. ($kind eq 'design' ? ' AND u.moments = d.moments' : '') };

	for my $how ('cancelled', 'killed with the server')
	{
		my $progress = "${kind}_" . substr($how, 0, 6);
		my ($gate, $out, $err) = ('', '', '');
		my $keeper = shut(\$gate);
		my $session = begin(\$out, \$err, call($kind, $progress, 'gated'));

		$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM ($waits) s") or die "nobody waits: $err";
		is($node->safe_psql('postgres', "$done $progress"), $five, "$kind: others see five chunks, while it is at the sixth");
		cmp_ok($node->safe_psql('postgres', "SELECT seconds_left FROM $progress WHERE chunk = 5"), '>', 0, 'and how long the rest may take');
		like(($node->psql('postgres', call($kind, $progress, 'gated')))[2], qr/ERROR:  another session is training by chunks into public\.$progress/, 'another session cannot count the same rows');
		if ($how eq 'cancelled')
		{
			$node->safe_psql('postgres', "SELECT pg_cancel_backend(pid) FROM ($waits) s");
			$session->finish;
			like($err, qr/canceling statement due to user request.*chunk 6 .*'5000'/s, 'cancelled in the sixth');
			$gate = "\\q\n";
			$keeper->finish;
		}
		else
		{
			my ($postmaster) = slurp_file($node->data_dir . '/postmaster.pid') =~ /^(\d+)/;
			my @all = ($postmaster, split ' ', slurp_file("/proc/$postmaster/task/$postmaster/children"));

			kill 'KILL', @all;
			$session->finish;
			$gate = "\\q\n";
			$keeper->finish;
			usleep(20_000) while kill 0, @all;
			$node->{_pid} = undef;
			$node->start;
		}
		is($node->safe_psql('postgres', "$done $progress"), $five, "$kind, $how: one chunk is lost");
		$node->safe_psql('postgres', call($kind, $progress, 'gated'));
		is($node->safe_psql('postgres', $as_undisturbed->($progress)), 1, 'the next call goes on, and the end is as undisturbed');
		if ($slow && $how eq 'cancelled' && $kind eq 'design')
		{
			# before any server is killed
			$slow->finish;
			like($told, qr/^NOTICE:  aer_train_chunks: learning, \d+ of 100 rows \(\d+ %\), about \d+ s left/m, 'it tells how far it is') or diag($told);
			undef $slow;
		}
	}

	# Two at a time, again and again: each row is learned from once.
	my @sessions = map { my ($out, $err) = ('', ''); [ begin(\$out, \$err, ("CALL aer_train_chunks('t', 'y', $learner{$kind}, 'id', 'both_$kind', chunk_rows => 100)") x 3), \$err ] } 1 .. 2;
	$_->[0]->finish foreach @sessions;
	my %seen = map { $_ => 1 } map { ${ $_->[1] } =~ /ERROR:  ([^\n]*)/g } @sessions;
	is_deeply([ grep { !/^another session is training by chunks into/ } keys %seen ], [], 'two at a time: one of them is told');
	$node->safe_psql('postgres', "CALL aer_train_chunks('t', 'y', $learner{$kind}, 'id', 'both_$kind', chunk_rows => 100)");
	is($node->safe_psql('postgres', "SELECT max(chunk), max(rows), count(*) FROM both_$kind"), '100|10000|101', 'each chunk once');
	is($node->safe_psql('postgres', "SELECT u.$value{$kind} = b.$value{$kind} FROM undisturbed_$kind u, both_$kind b WHERE u.chunk = 10 AND b.chunk = 100"), 't', 'and the same in the end');
}

# A chunk is read by the index of the key; a design's in parallel, if that pays.
my ($code, $out, $plans) = $node->psql('postgres', "LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on; SET auto_explain.log_analyze = on;
	SET client_min_messages = log; SET min_parallel_index_scan_size = 0; $parallel CALL aer_train_chunks('t', 'y', aer_design(budget => 2), 'id', 'planned', chunk_rows => 5000)");
is(scalar(() = $plans =~ /Finalize Aggregate.*?Workers Launched: [12].*?Parallel (?:Index|Bitmap|Seq)/gs), 2, 'both chunks are read in parallel') or diag($plans);
like($plans, qr/Index Only Scan using t_pkey/, 'keys by the index');
is($node->safe_psql('postgres', q{SELECT p.moments = u.moments FROM planned p, undisturbed_design u WHERE p.chunk = 2 AND u.chunk = 10}), 't', 'and teaches the same');

# Memory does not grow with chunks: the last row of the last one looks at it.
$node->safe_psql('postgres', q{
	CREATE FUNCTION look() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN pg_temp.look(); END $$;
	CREATE VIEW looked AS SELECT * FROM t WHERE id < 10000 OR look()});
for my $kind (sort keys %learner)
{
	cmp_ok(grown_kb($node, map { "CALL aer_train_chunks('looked', 'y', $learner{$kind}, 'id', 'memory_${kind}_$_', chunk_rows => $_)" } 5000, 50), '<', 500,
		"$kind: memory of 200 chunks as of 2");
}

stop_server($node);
