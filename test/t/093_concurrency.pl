
# Sessions that train, score and fit while others alter, rewrite, drop and make
# again the tables that these read: each statement has an answer or an error of
# its own making, never an internal one, a deadlock or a crash; then everything
# answers as before.

use strict;
use warnings;

use lib 'test/perl';
use AerStatements;
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my ($sessions, $seconds) = $ENV{AER_FAULTS} ? (50, 15) : (8, 5);
my $seed = 20261122;

my $node = start_server('concurrency', 'jit = off', 'client_min_messages = error', 'log_min_messages = error', 'deadlock_timeout = 100ms', 'max_connections = 100');
make_tables($node);

# The statements, and what happens to their tables; a column that is gone comes back.
my @reading = statements();
my @changes = (
	'ALTER TABLE people ADD COLUMN extra float8 DEFAULT 3', 'ALTER TABLE people DROP COLUMN extra',
	'ALTER TABLE people ALTER d TYPE float8', 'ALTER TABLE people ALTER d TYPE numeric',
	'ALTER TABLE people ALTER a TYPE real', 'ALTER TABLE people ALTER a TYPE text', 'ALTER TABLE people ALTER a TYPE float8 USING a::float8',
	'ALTER TABLE people RENAME a TO b', 'ALTER TABLE people RENAME b TO a',
	'ALTER TABLE people DROP COLUMN kind', q{ALTER TABLE people ADD COLUMN kind text DEFAULT 'low'},
	'ALTER TABLE points ALTER x TYPE real[]', 'ALTER TABLE points ALTER x TYPE numeric[]', 'ALTER TABLE points ALTER x TYPE float8[]',
	'ALTER TABLE points ALTER label TYPE int USING label::int', 'ALTER TABLE points ALTER label TYPE boolean USING label::int > 0',
	'UPDATE points SET x = x[4:] || x[:3]', 'UPDATE wide SET x = x || 0', 'ALTER TABLE wide ALTER x SET STORAGE EXTENDED', 'ALTER TABLE wide ALTER x SET STORAGE EXTERNAL',
	'ALTER TABLE documents DROP COLUMN j', q{ALTER TABLE documents ADD COLUMN j jsonb DEFAULT '{"a": 1, "b": 2, "y": 3}'}, 'ALTER TABLE documents ALTER j TYPE text', 'ALTER TABLE documents ALTER j TYPE jsonb USING j::jsonb',
	'DELETE FROM documents WHERE i % 7 = 0', 'ALTER TABLE holes ALTER i TYPE bigint', 'ALTER TABLE holes RENAME TO gone', 'ALTER TABLE gone RENAME TO holes',
	(map { "DROP TABLE $_; CREATE TABLE $_ AS TABLE before.$_" } qw(points people documents holes)),
	(map { "TRUNCATE $_; INSERT INTO $_ TABLE before.$_" } qw(points wide models moments)));
my $literal = sub { "\$q\$$_[0]\$q\$" };
my $list = sub { my $n = 0; join ', ', map { '(' . ++$n . ', ' . $literal->($_) . ')' } @_ };
$node->safe_psql('postgres', q{
	CREATE SCHEMA before;
} . join('', map { "CREATE TABLE before.$_ AS TABLE $_;\n" } qw(points people documents holes wide models moments)) . q{
	CREATE TABLE reading (n int PRIMARY KEY, query text);
	INSERT INTO reading VALUES } . $list->(map { answer_of($_) } @reading) . q{;
	CREATE TABLE change (n int PRIMARY KEY, query text);
	INSERT INTO change VALUES } . $list->(@changes) . q{;
	CREATE TABLE outcome (query text, sqlstate text, message text);
	CREATE FUNCTION attempt(query text) RETURNS void LANGUAGE plpgsql AS $$
	BEGIN
		EXECUTE query;
		INSERT INTO outcome VALUES (query, '00000', NULL);
	EXCEPTION WHEN OTHERS THEN
		INSERT INTO outcome VALUES (query, SQLSTATE, SQLERRM);
	END $$;
});
my $answers = join ";\n", map { answer_of($_) } grep { !$_->{writes} } @reading;
my $expected = $node->safe_psql('postgres', $answers);

my $directory = PostgreSQL::Test::Utils::tempdir;
append_to_file("$directory/read.sql", '\set n random(1, ' . @reading . ")\nSELECT attempt(query) FROM reading WHERE n = :n;\n");
append_to_file("$directory/change.sql", '\set n random(1, ' . @changes . ")\nSELECT attempt(query) FROM change WHERE n = :n;\n");
append_to_file("$directory/rewrite.sql", "VACUUM FULL wide;\nREINDEX TABLE wide;\nVACUUM points;\n");
$node->command_ok([ 'pgbench', '-n', '-c', $sessions, '-j', 2, '-T', $seconds, "--random-seed=$seed", '-d', $node->connstr('postgres'),
	'-f', "$directory/read.sql\@30", '-f', "$directory/change.sql\@6", '-f', "$directory/rewrite.sql\@1" ], "$sessions sessions for $seconds s (seed $seed)");

note($node->safe_psql('postgres', q{SELECT sqlstate, count(*) FROM outcome GROUP BY 1 ORDER BY 2 DESC}));
for my $what ([ 'reading', 100 ], [ 'change', 30 ])
{
	my ($table, $least) = @$what;
	cmp_ok($node->safe_psql('postgres', "SELECT count(*) FROM outcome JOIN $table USING (query) WHERE sqlstate = '00000'"), '>', $least, "$table: many succeeded");
	cmp_ok($node->safe_psql('postgres', "SELECT count(*) FROM outcome JOIN $table USING (query) WHERE sqlstate <> '00000'"), '>', 0, "$table: some did not");
}
# What a table that is not as it was can say: of its columns, types and values; and
# that it has no rows, if all of them are newer than the statement's snapshot, which
# is older than the lock that a query within it waits for (TRUNCATE, and rewriting).
is($node->safe_psql('postgres', q{SELECT DISTINCT sqlstate, message, left(query, 300) FROM outcome WHERE sqlstate !~ '^(00|22|42|21|0A|P0002)'}), '', 'no other error than of what was changed');

$node->safe_psql('postgres', 'DROP TABLE IF EXISTS gone; ' . join '', map { "DROP TABLE IF EXISTS $_; ALTER TABLE before.$_ SET SCHEMA public;\n" } qw(points people documents holes wide models moments));
is($node->safe_psql('postgres', $answers), $expected, 'then everything answers as before');

# Upkeep of a log beside TRUNCATE, which locks the table before the log.
$node->safe_psql('postgres', q{
	CREATE TABLE emptied (i int PRIMARY KEY, a float8, y float8);
	SELECT aer_follow('emptied', 'y', aer_design(include => '{a}'), 'i');
});
append_to_file("$directory/empty.sql", "\\set i random(1, 1000000)\nTRUNCATE emptied;\nINSERT INTO emptied VALUES (:i, 1, 1) ON CONFLICT DO NOTHING;\n");
append_to_file("$directory/keep.sql", "SELECT aer_compact('emptied_log'), aer_check('emptied_log');\n");
$node->command_ok([ 'pgbench', '-n', '-c', 4, '-j', 2, '-T', 2, '-d', $node->connstr('postgres'), '-f', "$directory/empty.sql", '-f', "$directory/keep.sql" ],
	'a log is kept up while its table is emptied');
is($node->safe_psql('postgres', q{SELECT sound FROM aer_check('emptied_log', true)}), 't', 'then it says what the table does');

stop_server($node);
