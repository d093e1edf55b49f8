
# Work lists shared by several, and the job of a night, with the statements of
# docs/howto.md: nothing is handed out twice, nothing is lost, nothing is learned
# twice, whoever waits, gives up or goes away in the middle.
use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::BackgroundPsql;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('worklist');
$node->safe_psql('postgres', 'CREATE EXTENSION aer');

# A statement of a section of the page, which begins so.
my $page = slurp_file('docs/howto.md');
sub statement
{
	my ($section, $begin) = @_;
	my ($text) = $page =~ /^##+ \Q$section\E\n(.*?)(?:^##+ |\z)/ms or die "no section $section";
	my $code = join "\n", $text =~ /^```sql\n(.*?)^```$/msg;
	my ($statement) = $code =~ /^(\Q$begin\E.*?(?:;|\\gset)$)/ms or die "no statement $begin";

	$statement =~ s/^--.*\n//mg;
	return $statement =~ s/\s*(?:;|\\gset)$//r;
}

sub session
{
	return $node->background_psql('postgres', on_error_stop => 0);
}

# Start a statement that has to wait for another session.
sub start_waiting
{
	my ($session, $statement) = @_;

	$session->query_until(qr/started/, "\\echo started\n$statement;\n");
	$node->poll_query_until('postgres', "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock'") or die 'nobody waits';
}

# Its output, after it was allowed to continue.
sub answer
{
	my ($session) = @_;
	my $answer = $session->query('\echo');

	return $answer =~ s/\s+$//r;
}

sub go_away
{
	my ($session) = @_;
	my $pid = $session->query('SELECT pg_backend_pid()');

	$node->safe_psql('postgres', "SELECT pg_terminate_backend($pid, 60000)");
	$session->{run}->kill_kill;
}

my $records = 12;
$node->safe_psql('postgres', qq{
	CREATE TABLE patients AS SELECT id, 20 + id AS age, id % 3 = 0 AS smoker, (100 + id)::real AS systolic, (60 + id)::real AS glucose, (15 + id % 9)::real AS body_mass
		FROM generate_series(1, $records) id;
	CREATE TABLE cohort (id integer PRIMARY KEY, age integer, smoker boolean, systolic real, glucose real, body_mass real);
	CREATE TABLE bill AS SELECT aer_design(2, include => '{systolic,glucose,body_mass}') AS design;
	CREATE TABLE done (key integer, worker text);	-- what was handed out and finished
});
sub begin_again
{
	$node->safe_psql('postgres', "TRUNCATE cohort, done; INSERT INTO cohort (id) SELECT generate_series(1, $records)");
}

my $left = "SELECT count(*) FROM bill, aer_worklist(design, 'cohort', 'id')";
sub finish
{
	my ($key, $worker) = @_;
	return "UPDATE cohort c SET systolic = p.systolic, glucose = p.glucose, body_mass = p.body_mass FROM patients p WHERE c.id = p.id AND c.id = $key;
		INSERT INTO done VALUES ($key, '$worker')";
}

# ---- for minutes: locks

my $take = statement('Share the work', 'SELECT s.id FROM cohort s');
my $list = statement('Share the work', 'SELECT name, cost FROM bill');
like($take, qr/FOR UPDATE OF s SKIP LOCKED$/, 'records are locked');
my ($ann, $bob) = (session(), session());

# A worker's way through one record, in which others can do something.
sub work_at
{
	my ($session, $worker, $between) = @_;
	$session->query('BEGIN');
	my $key = $session->query($take);

	$between->() if $between;
	my $what = $key eq '' ? '' : $session->query($list =~ s/:'id'/'$key'/r);
	$session->query(finish($key, $worker)) if $what ne '';
	$session->query('COMMIT');
	return ($key, $what);
}

begin_again();
$ann->query('BEGIN');
$bob->query('BEGIN');
is($ann->query($take), 1, 'Ann is at the first record');
is($bob->query($take), 2, 'Bob at the next one');
$ann->query(finish(1, 'ann'));
$ann->query('COMMIT');
is($ann->query($take), 3, 'and Ann, who has finished, at the third');
go_away($bob);
$bob = session();
my ($key) = work_at($bob, 'bob');
is($key, 2, 'what somebody left is handed out again');

# All of it by two who take turns in every step.
while (1)
{
	my $bobs = '';
	my ($anns) = work_at($ann, 'ann', sub { ($bobs) = work_at($bob, 'bob') });

	last if $anns eq '';
	isnt($bobs, $anns, "not both at $anns");
}
is($node->safe_psql('postgres', $left), 0, 'all is done');
is($node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT key), count(DISTINCT worker) FROM done'), "$records|$records|2", 'every record once, by both');

# One finishes a record after the other's statement has begun: the other one gets it,
# and finds that nothing is left to do there.
begin_again();
$ann->query('BEGIN');
$ann->query(finish(1, 'ann'));
my $slow = $take =~ s/WHERE /WHERE pg_advisory_xact_lock_shared(7) IS NOT NULL AND /r;
my $guard = session();
$guard->query('BEGIN; SELECT pg_advisory_xact_lock(7)');
$bob->query('BEGIN');
start_waiting($bob, $slow);
$ann->query('COMMIT');
$guard->query('COMMIT');
is(answer($bob), '1', 'a record that was finished just then');
is($bob->query($list =~ s/:'id'/'1'/r), '', 'has nothing left to do, which a statement of its own sees');
$bob->query('COMMIT');

# ---- for hours: claims

my $claim = statement('Share the work', 'INSERT INTO claims');
my $evening = statement('Share the work', 'DELETE FROM claims');
my $hers = statement('Share the work', 'SELECT w.* FROM bill, aer_worklist(design, \'cohort\', \'id\', ARRAY(');
sub claim_for { my ($worker) = @_; return $claim =~ s/'ann'/'$worker'/r }
$node->safe_psql('postgres', statement('Share the work', 'CREATE TABLE claims'));
begin_again();

$ann->query('BEGIN');
is($ann->query(claim_for('ann')), "1\n2", 'Ann claims two records');
start_waiting($bob, claim_for('bob'));
$ann->query('COMMIT');
is(answer($bob), '', 'Bob, who wanted the same, waited and got none');
is($bob->query(claim_for('bob')), "3\n4", 'and then others');
# Ann goes away before she has committed: nothing was hers
my $carol = session();
$carol->query('BEGIN');
is($carol->query(claim_for('carol')), "5\n6", 'Carol claims two more');
start_waiting($bob, claim_for('bob'));
go_away($carol);
is(answer($bob), "5\n6", 'goes away, and Bob gets them');
is($node->safe_psql('postgres', "SELECT string_agg(key || worker, ' ' ORDER BY key) FROM claims"), '1ann 2ann 3bob 4bob 5bob 6bob', 'each claim is of one');
is($ann->query("SELECT string_agg(DISTINCT key, ' ' ORDER BY key) FROM ($hers) s"), '1 2', 'a list for Ann');

# The evening: finished and old claims are deleted.
$node->safe_psql('postgres', finish(1, 'ann') . "; UPDATE claims SET at = at - interval '25 h' WHERE key = 4");
$node->safe_psql('postgres', $evening);
is($node->safe_psql('postgres', "SELECT string_agg(key::text, ' ' ORDER BY key) FROM claims"), '2 3 5 6', 'finished and old claims are gone');
is($ann->query(claim_for('ann')), "4\n7", 'what was left is handed out again, what is finished is not');

# All of it by both at a time, in many sessions, by pgbench.
begin_again();
$node->safe_psql('postgres', "TRUNCATE claims; INSERT INTO cohort (id) SELECT generate_series($records + 1, 200); INSERT INTO patients SELECT id, 1, true, 1, 1, 1 FROM generate_series($records + 1, 200) id");
$node->safe_psql('postgres', q{CREATE FUNCTION claim_some(who text) RETURNS SETOF bigint LANGUAGE sql AS $$ } . ($claim =~ s/'ann'/who/r) . q{ $$;
	CREATE FUNCTION finish(k bigint, who text) RETURNS void LANGUAGE sql AS $$ } . (finish('k', 'who') =~ s/'who'/who/r) . q{ $$});
$node->pgbench('--no-vacuum --client=4 --transactions=300', 0, [qr{processed: 1200/1200}], [qr{^$}], 'claiming in four sessions',
	# whoever loses has lost to one who won: 300 of them win at least
	{ '082_claim' => q{SELECT claim_some(:client_id::text) AS k \aset
		SELECT finish(key, :client_id::text) FROM claims WHERE worker = :client_id::text AND key NOT IN (SELECT key FROM done); } });
is($node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT key), count(DISTINCT worker) > 1 FROM done'), '200|200|t', 'every record is finished, once');
is($node->safe_psql('postgres', $left), 0, 'all is done');

# ---- a few keys are found by index, of any type

for my $type ('smallint', 'integer', 'bigint')
{
	my $scans = "SELECT seq_scan, idx_scan > 0 FROM pg_stat_user_tables WHERE relname = 'many_$type'";

	$node->safe_psql('postgres', "CREATE TABLE many_$type (id $type PRIMARY KEY, a float8, b float8); INSERT INTO many_$type SELECT generate_series(1, 20000); ANALYZE many_$type; SELECT pg_stat_force_next_flush()");
	my ($before) = split /\|/, $node->safe_psql('postgres', $scans);
	is($node->safe_psql('postgres', "SELECT string_agg(key, ' ' ORDER BY key::int) FROM aer_worklist(aer_design(1, include => '{a,b}'), 'many_$type', 'id', '{7,19999,30000}')"), '7 19999', "some keys of $type");
	is($node->safe_psql('postgres', $scans), "$before|t", 'are found by index');
}

# ---- the job of a night

my $night = 'Continue a stream every night';
$node->safe_psql('postgres', statement($night, $_)) for 'CREATE TABLE admissions', 'CREATE INDEX', 'CREATE TABLE streams', 'INSERT INTO streams';
my ($job) = $page =~ /^(CREATE PROCEDURE learn_tonight.*?^\$\$;)/ms;
$node->safe_psql('postgres', $job);
sub admit
{
	my ($from, $to) = @_;
	return "INSERT INTO admissions (age, smoker, systolic, glucose, body_mass, days) SELECT 20 + i % 7, i % 2 = 0, 100 + i % 11, 60 + i % 13, 20 + i % 5, i % 7 + i % 11 FROM generate_series($from, $to) i";
}
my $rows = 'SELECT nights, s.rows, skipped FROM streams, aer_summary(model) s';

$ann->query('CALL learn_tonight()');
is($ann->query($rows), '1|0|0', 'a night before anything has come');
$ann->query(admit(1, 100));
# Bob's transaction comes late, with smaller ids than others that are learned before
$bob->query('BEGIN; ' . admit(101, 110));
$ann->query(admit(111, 300));
$ann->query('BEGIN; CALL learn_tonight()');
is($ann->query($rows), '2|290|0', 'a job learns what is there');
start_waiting($guard, 'CALL learn_tonight()');
$node->safe_psql('postgres', admit(301, 320));
$ann->query('COMMIT');
is($guard->query($rows), '3|310|0', 'a second one has waited, and learns what has come since');
$bob->query('COMMIT');
$node->safe_psql('postgres', "INSERT INTO admissions (age, smoker, systolic, glucose, body_mass) VALUES (30, true, 100, 60, 20); INSERT INTO admissions (days) VALUES (3)");
$ann->query('CALL learn_tonight()');
is($ann->query($rows), '4|320|1', 'a row that came late is learned from, one with holes left out, one without target waits');
$node->safe_psql('postgres', 'UPDATE admissions SET days = 4 WHERE days IS NULL');
# one goes away in the middle: nothing has happened
$carol = session();
$carol->query('BEGIN; CALL learn_tonight()');
is($carol->query($rows), '5|321|1', 'a job that ends');
go_away($carol);
is($ann->query($rows), '4|320|1', 'without commit has done nothing');
$ann->query('CALL learn_tonight()');
$ann->query('CALL learn_tonight()');
is($ann->query($rows), '6|321|1', 'the next ones learn it once');
is($node->safe_psql('postgres', "SELECT s.model::text = (SELECT aer_train(a.*, 'days', learner ORDER BY learned, id) FROM admissions a)::text FROM streams s, aer_summary(model)"), 't',
	'the model is that of all rows in the order of the nights');

# The started model travels.
$node->safe_psql('postgres', "CREATE TABLE starts AS SELECT n, aer_start(l, 5) AS model FROM unnest(ARRAY[aer_ridge(3), aer_lasso(2, units => 'standardized'), aer_baseline(4), aer_winnow()]) WITH ORDINALITY u(l, n)
	UNION ALL SELECT 9, aer_start(aer_ridge(2), ARRAY['age', 'B \"b', 'smoker'])");
travels_unchanged($node, 'SELECT n, model, ARRAY(SELECT attribute FROM aer_next(model)), (SELECT aer_continue(ARRAY[age, smoker::int, systolic, glucose, body_mass], 2 * (id % 2) - 1, model ORDER BY id) FROM patients) FROM starts WHERE n < 9 ORDER BY n', 'starts');

$_->quit for $ann, $bob, $guard;
stop_server($node);
