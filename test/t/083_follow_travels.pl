
# A study outlives a server that is killed, goes on in another cluster, and
# forgets a record that was withdrawn.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use StudyOracle;
use Test::More;
use Time::HiRes qw(usleep);

my $node = start_server('travels', 'jit = off', 'max_prepared_transactions = 2');
my %study = (
	people => { table => 'people', key => 'id', target => 'y', log => 'people_log' },
	days => { table => 'days', key => 'id', target => 'y', log => 'days_log', features => 'x' });

sub equal
{
	my ($server, $when) = @_;

	for my $table (sort keys %study)
	{
		my @wrong = eval { differences_of_followed($server, $study{$table}) };
		push @wrong, $@ if $@;
		ok(!@wrong, "$table: the log says what the table does $when") or diag(join "\n", @wrong[ 0 .. ($#wrong < 9 ? $#wrong : 9) ]);
	}
}

$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE TABLE people (gone int, id bigint PRIMARY KEY, y float8, a float8, b int, "C" boolean, region text) WITH (autovacuum_enabled = off);
	CREATE TABLE days (gone int, id int PRIMARY KEY, y float8, x float8[]) PARTITION BY RANGE (id);
	ALTER TABLE people DROP gone;
	ALTER TABLE days DROP gone;
	CREATE TABLE days_early PARTITION OF days FOR VALUES FROM (MINVALUE) TO (5000);
	CREATE TABLE days_late PARTITION OF days FOR VALUES FROM (5000) TO (MAXVALUE);
	INSERT INTO people SELECT i, i % 7, sqrt(i), i % 3, i % 2 = 0, (ARRAY['north', 'south'])[1 + i % 2] FROM generate_series(1, 100) i;
	INSERT INTO days SELECT i * 100, sqrt(i), ARRAY[i % 3, i % 5, 1.5 * i, NULL] FROM generate_series(1, 100) i;
	SELECT aer_follow('people', 'y', aer_design(budget => 3, folds => 2, include => '{a,b,C,region}', columns => '{"region": ["north", "south"]}'), 'id', 'people_log');
	SELECT aer_follow('days', 'y', aer_design(budget => 3, folds => 2, center => 1), 'id', 'days_log', 'x');
});
equal($node, 'at first');

# All processes of the server are killed in the middle of writing and compacting;
# what was committed is in both, what was not in neither.
my %script = (
	write => q{
		\set id random(1, 100000)
		\set x random(1, 100)
		BEGIN;
		INSERT INTO people VALUES (:id, :x, :x / 3.0, 2, true, 'south') ON CONFLICT (id) DO UPDATE SET a = people.a + 1;
		INSERT INTO days VALUES (:id % 10000, :x, ARRAY[:x, NULL, 2, :x]) ON CONFLICT (id) DO UPDATE SET x = excluded.x;
		COMMIT;
		DELETE FROM people WHERE id < :id AND id > :id - 50;
		},
	compact => q{
		SELECT aer_compact('people_log'), aer_compact('days_log', true);
		});
my $folder = PostgreSQL::Test::Utils::tempdir;
append_to_file("$folder/$_", $script{$_} =~ s/^\s+//mgr) for keys %script;

for my $round (1 .. 2)
{
	my @bench = map { IPC::Run::start([ 'pgbench', '-n', '-M', 'prepared', '-c', $_->[1], '-T', 100, '-f', "$folder/$_->[0]", $node->connstr('postgres') ],
			'>', '/dev/null', '2>', '/dev/null') } [ 'write', 4 ], [ 'compact', 1 ];
	my ($postmaster) = slurp_file($node->data_dir . '/postmaster.pid') =~ /^(\d+)/;
	my $written = 0;

	# until there is something to be found after the end
	for (1 .. 600)
	{
		$written = $node->safe_psql('postgres', 'SELECT max(id) FROM people_log');
		last if $written > 300 * $round;
		usleep(100_000);
	}
	cmp_ok($written, '>', 300 * $round, 'a log was being written');
	my @children = split /\s+/, slurp_file("/proc/$postmaster/task/$postmaster/children");
	kill 'KILL', $postmaster, @children;
	for (1 .. 600)
	{
		last unless grep { -d "/proc/$_" } $postmaster, @children;
		usleep(50_000);
	}
	$_->finish for @bench;
	$node->kill9;
	$node->start;
	equal($node, 'after the server was killed');
}

# A transaction that was prepared before the server ends is there when it is over.
$node->safe_psql('postgres', q{
	BEGIN; INSERT INTO people VALUES (200001, 1, 2, 3, false, 'north'); DELETE FROM days WHERE id = 300; PREPARE TRANSACTION 'p';
});
equal($node, 'before a prepared transaction ends');
$node->restart;
$node->safe_psql('postgres', q{SELECT aer_compact('people_log', true), aer_compact('days_log', true)});
equal($node, 'with it prepared, after a compaction');
$node->safe_psql('postgres', q{COMMIT PREPARED 'p'});
equal($node, 'after it');

# The contents of the study, to the bit: its rows, its logs, their moments.
my $everything = join ' UNION ALL ', map { "SELECT '$_', count(*), md5(string_agg(t::text, ';' ORDER BY t::text COLLATE \"C\")) FROM $_ t" } qw(people days people_log days_log);
$everything .= join '', map { " UNION ALL SELECT '$_', 0, md5(_aer_moments_send(aer_followed('$_')))" } qw(people_log days_log);
my $before = $node->safe_psql('postgres', $everything);

# The trigger functions go with aer, wherever they came from.
my $goes_with_aer = q{SELECT proname FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
	WHERE deptype = 'x' AND extname = 'aer' ORDER BY 1};
is($node->safe_psql('postgres', $goes_with_aer), "days_log_follow\npeople_log_follow", 'the trigger functions go with aer');

# Into another database, by two processes at once.
$node->safe_psql('postgres', 'CREATE DATABASE copy');
command_ok([ 'pg_dump', '-Fd', '-j2', '-d', $node->connstr('postgres'), '-f', "$folder/dump.d" ], 'pg_dump of a directory');
command_ok([ 'pg_restore', '-e', '-j2', '-d', $node->connstr('copy'), "$folder/dump.d" ], 'pg_restore');
is($node->safe_psql('copy', $everything), $before, 'every row and every sum is the same to the bit');
is($node->safe_psql('copy', $goes_with_aer), "days_log_follow\npeople_log_follow", 'where they were restored the trigger functions go with aer, too');
$node->safe_psql('copy', q{SELECT aer_refollow('people_log')});
is($node->safe_psql('copy', $goes_with_aer), "days_log_follow\npeople_log_follow", 'and when the table is followed anew');
$node->safe_psql('copy', q{
	DROP EXTENSION aer CASCADE;
	UPDATE people SET a = 3 WHERE id < 50;
	INSERT INTO days VALUES (10001, 3, ARRAY[1, 2, 3, 4]);
	DELETE FROM days_early;
	TRUNCATE people, days;
});
is($node->safe_psql('copy', q{SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'days_log'::regclass AND attnum > 0 AND NOT attisdropped}), 'id at problem study', 'without aer tables can be written to, and logs are plain tables');

# To a fresh cluster, where the study continues.
my $other = PostgreSQL::Test::Cluster->new('other');
$other->init(extra => [ '--locale=C.UTF-8', '--encoding=UTF8' ]);
$other->start;
command_ok([ 'pg_dump', '-d', $node->connstr('postgres'), '-f', "$folder/dump" ], 'pg_dump');
command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $other->connstr('postgres'), '-f', "$folder/dump" ], 'restore into a fresh cluster');
is($other->safe_psql('postgres', q{SELECT sound FROM aer_check('people_log', true) UNION ALL SELECT sound FROM aer_check('days_log', true)}), "t\nt", 'sound');
equal($other, 'where it was restored');
is($other->safe_psql('postgres', $everything), $before, 'the same to the bit');
$other->safe_psql('postgres', q{
	DELETE FROM people WHERE id < 50;
	UPDATE people SET region = 'north', a = a + 0.1 WHERE id % 3 = 0;
	UPDATE days SET id = id + 100000, y = 4.5 WHERE id BETWEEN 4000 AND 4999;
	INSERT INTO days_late SELECT i, 3, ARRAY[1, 2, 3, i] FROM generate_series(20000, 20100) i;
	SELECT aer_compact('people_log'), aer_compact('days_log', true);
	DELETE FROM days_early;
});
equal($other, 'and goes on');
$other->stop;

# A record that was withdrawn.  Its values have bytes that nothing else has; the
# files of the database that have them, by what they are of.
sub found
{
	my @numeral = map { quotemeta pack 'd', $_ } @_;
	my $base = $node->data_dir . '/base/' . $node->safe_psql('postgres', 'SELECT oid FROM pg_database WHERE datname = current_database()');
	my @found;

	$node->safe_psql('postgres', 'CHECKPOINT');
	opendir my $folder, $base or die $!;
	for my $file (sort grep { /^\d+(\.\d+)?$/ } readdir $folder)
	{
		my $bytes = slurp_file("$base/$file");
		my ($number) = $file =~ /^(\d+)/;

		push @found, $node->safe_psql('postgres', "SELECT pg_filenode_relation(0, $number)") || $file
			if grep { $bytes =~ /$_/ } @numeral;
	}
	return join ' ', @found;
}

# Plain VACUUM leaves old values in the free space of pages.
sub vacuum { $node->safe_psql('postgres', "VACUUM FULL $_") for 'people', 'people_log' }

my @secret = (7.0987654321, 5.4321012345);
my @extreme = (-4321.0987654321, 8765.4321012345);
my $tell = sub {
	my ($x, $y) = @_;

	$node->safe_psql('postgres', qq{
		INSERT INTO people VALUES (300000, 3, $x, 1, true, 'south');
		UPDATE people SET y = $y WHERE id = 300000;
		UPDATE people SET y = 2 WHERE id = 300000;
		SELECT aer_compact('people_log');
		UPDATE people SET y = $y WHERE id = 300000;
	});
};
is(found(@secret, @extreme), '', 'a secret that nobody has told');
$tell->(@secret);
isnt(found(@secret), '', 'a secret told');
$node->safe_psql('postgres', 'DELETE FROM people WHERE id = 300000');
vacuum();
isnt(found(@secret), '', 'is in the log when the record is deleted');
$node->safe_psql('postgres', q{SELECT aer_compact('people_log', true)});
vacuum();
is(found(@secret), '', 'and nowhere when it is compacted');
equal($node, 'without the record');

# The largest value remains as a bound until the table is read again.
$tell->(@extreme);
$node->safe_psql('postgres', 'DELETE FROM people WHERE id = 300000');
$node->safe_psql('postgres', q{SELECT aer_compact('people_log', true)});
vacuum();
isnt(found(@extreme), '', 'the largest values there ever were are bounds');
$node->safe_psql('postgres', q{SELECT aer_refollow('people_log')});
vacuum();
is(found(@extreme), '', 'until the table is followed anew');
equal($node, 'anew');

stop_server($node);
