
# Following a table with several sessions: the first reading waits for writers,
# prepared transactions, a statement that is cancelled, and a record that is
# withdrawn, of which nothing stays in the log's file.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('follow', 'max_prepared_transactions = 5', 'autovacuum = off', 'client_min_messages = warning');

$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE TABLE readings (id int PRIMARY KEY, a float8, b float8, y float8);
	INSERT INTO readings SELECT i, i % 7, i % 5, i % 3 FROM generate_series(1, 5) i;
	SET check_function_bodies = off;
	CREATE FUNCTION differs() RETURNS bigint LANGUAGE sql AS $$
		SELECT count(*) FROM aer_attributes(aer_followed('readings_log')) f
		FULL JOIN aer_attributes((SELECT aer_moments(r.*, 'y', aer_design(include => '{a,b}'), id) FROM readings r)) m USING (attribute)
		WHERE (f.name, f.reads) IS DISTINCT FROM (m.name, m.reads) OR f.mean IS DISTINCT FROM m.mean $$;
});

# A query in a session of its own, which continues while others work.
sub session
{
	my ($application) = @_;
	my $session = { in => '', out => '' };
	$session->{run} = IPC::Run::start([ 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=0', '-d', $node->connstr('postgres') . " application_name=$application" ],
		'<', \$session->{in}, '>', \$session->{out}, '2>&1', IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	return $session;
}

sub say_to
{
	my ($session, $query) = @_;
	$session->{in} .= "$query\n";
	$session->{run}->pump_nb;
}

sub wait_for
{
	my ($session, $pattern) = @_;
	$session->{run}->pump until $session->{out} =~ $pattern;
}

sub waits
{
	my ($application) = @_;
	return $node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = '$application' AND wait_event_type = 'Lock'");
}

# Rows of a writer that was first are read by aer_follow, those of a later one are followed.
my $writer = session('writer');
say_to($writer, q{BEGIN; INSERT INTO readings VALUES (6, 1, 2, 3), (7, 1, 2, 3); SELECT 'written';});
wait_for($writer, qr/written/);
my $follower = session('follower');
say_to($follower, q{SELECT aer_follow('readings', 'y', aer_design(include => '{a,b}'), 'id', 'readings_log'); SELECT 'following';});
ok(waits('follower'), 'aer_follow waits for a writer');
my $late = session('late');
say_to($late, q{INSERT INTO readings VALUES (8, 3, 2, 1); SELECT 'late';});
ok(waits('late'), 'a writer waits for aer_follow');
say_to($writer, q{COMMIT; SELECT 'done';});
wait_for($_->[0], $_->[1]) for [ $writer, qr/done/ ], [ $follower, qr/following/ ], [ $late, qr/late/ ];
is($node->safe_psql('postgres', 'SELECT differs(), count(*) FROM readings'), '0|8', 'all rows are in the log');

# So for aer_refollow.
say_to($writer, q{BEGIN; DELETE FROM readings WHERE id = 6; SELECT 'deleted';});
wait_for($writer, qr/deleted/);
say_to($follower, q{SELECT aer_refollow('readings_log'); SELECT 'again';});
ok(waits('follower'), 'aer_refollow waits too');
say_to($writer, q{COMMIT; SELECT 'gone';});
wait_for($_->[0], $_->[1]) for [ $writer, qr/gone/ ], [ $follower, qr/again/ ];
is($node->safe_psql('postgres', 'SELECT differs(), count(*) FROM readings'), '0|7', 'what went before it is not in the log');

# Two writers at a time, neither of which waits; each snapshot sees a log that fits its rows.
say_to($writer, q{BEGIN ISOLATION LEVEL REPEATABLE READ; UPDATE readings SET a = 10 WHERE id = 1; SELECT 'one';});
wait_for($writer, qr/one/);
is($node->safe_psql('postgres', 'UPDATE readings SET a = 20 WHERE id = 2; SELECT differs()'), '0', 'a writer does not wait for another');
say_to($writer, q{SELECT 'differs ' || differs(); COMMIT;});
wait_for($writer, qr/differs 0/);
is($node->safe_psql('postgres', 'SELECT differs()'), '0', 'both are in the log');

# Prepared transactions, over a restart.
$node->safe_psql('postgres', q{BEGIN; UPDATE readings SET b = 5; INSERT INTO readings VALUES (20, 1, 1, 1); PREPARE TRANSACTION 'later'});
$node->safe_psql('postgres', q{BEGIN; DELETE FROM readings WHERE false; INSERT INTO readings VALUES (21, 1, 1, 1); PREPARE TRANSACTION 'never'});
is($node->safe_psql('postgres', 'SELECT differs(), count(*) FROM readings'), '0|7', 'prepared');
$node->restart;
$node->safe_psql('postgres', q{COMMIT PREPARED 'later'; ROLLBACK PREPARED 'never'});
is($node->safe_psql('postgres', 'SELECT differs(), count(*) FROM readings'), '0|8', 'committed');

# A statement that is cancelled in the trigger is cancelled, and says nothing of problems.
my (undef, undef, $error) = $node->psql('postgres', q{
	SET work_mem = '100MB';
	BEGIN; INSERT INTO readings SELECT i, i, i, i FROM generate_series(100, 150000) i; ROLLBACK;
	SET statement_timeout = 100;
	INSERT INTO readings SELECT i, i, i, i FROM generate_series(100, 3000000) i;
});
like($error, qr/canceling statement due to statement timeout/, 'cancelled');
is($node->safe_psql('postgres', 'SELECT differs(), (SELECT count(problem) FROM readings_log)'), '0|0', 'without a problem');

# A record is withdrawn: after it was deleted, the log compacted in full and rewritten, its values
# are nowhere, but one that was the largest ever, a bound, until the table is read anew.
my ($inside, $largest) = (3.1415926535, 1234567.875);	# bytes that no other value has
sub found
{
	my ($value) = @_;
	$node->safe_psql('postgres', 'CHECKPOINT');
	my @files = split /\n/, $node->safe_psql('postgres', q{
		SELECT pg_relation_filepath(c.oid) FROM pg_class c JOIN pg_class l ON c.oid IN (l.oid, l.reltoastrelid) WHERE l.relname = 'readings_log'});
	return scalar grep { index(slurp_file($node->data_dir . "/$_"), pack('d', $value)) >= 0 } @files;
}
$node->safe_psql('postgres', "INSERT INTO readings VALUES (30, $inside, $largest, 1)");
is(found($inside) . found($largest), '11', 'the log has the values of a single record');
$node->safe_psql('postgres', $_) for 'DELETE FROM readings WHERE id = 30', q{SELECT aer_compact('readings_log', everything => true)}, 'VACUUM FULL readings_log';
is(found($inside) . found($largest), '01', 'when it is withdrawn, only bounds');
$node->safe_psql('postgres', $_) for q{SELECT aer_refollow('readings_log')}, 'VACUUM FULL readings_log';
is(found($inside) . found($largest), '00', 'and nothing when the table is read anew');
is($node->safe_psql('postgres', 'SELECT differs()'), '0', 'and the log goes on');

$_->{run}->finish for map { $_->{in} .= "\\q\n"; $_ } $writer, $follower, $late;
stop_server($node);
