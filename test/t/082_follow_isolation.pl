
# Who follows, writes, reads and compacts at the same time: the specs in
# test/isolation, in every isolation level of those who write and read; the
# answers are the same in all.  And without a script: eight writers, a compaction
# and a reader for some seconds.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use File::Basename;
use IPC::Run;
use PostgreSQL::Test::Utils;
use StudyOracle;
use Test::More;

my $node = start_server('isolation', 'jit = off', 'max_prepared_transactions = 4');
my $isolation = dirname($ENV{PG_REGRESS}) . '/../isolation';
my $outputs = PostgreSQL::Test::Utils::tempdir;

# seen: how many rows the table has, and whether the log says the same of them, but for
# rounding: it adds in another order.
$node->safe_psql('postgres', q{
	CREATE DATABASE isolation;
	\c isolation
	CREATE EXTENSION aer;
	CREATE FUNCTION study_design() RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$ SELECT aer_design(budget => 1, folds => 2, include => '{a,b}') $$;
	CREATE FUNCTION same(a float8, b float8) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
		SELECT abs(a - b) <= 1e-7 * (1 + abs(a)) OR num_nulls(a, b) = 2 $$;
	CREATE FUNCTION same(a aer_moments, b aer_moments) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS $$
		SELECT bool_and((one.name, one.reads, one.missing) IS NOT DISTINCT FROM (other.name, other.reads, other.missing)
			AND coalesce(same(one.mean, other.mean) AND same(one.sd, other.sd) AND same(one.correlation, other.correlation), false))
		FROM aer_attributes(a) one FULL JOIN aer_attributes(b) other USING (attribute) $$;
	CREATE FUNCTION follow_study() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
		PERFORM aer_follow('study', 'y', study_design(), 'id', 'study_log');
	END $$;
	CREATE FUNCTION start_study() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
		CREATE TABLE study (id bigint PRIMARY KEY, y float8, a float8, b float8);
		INSERT INTO study SELECT i, i % 3, i % 5, sqrt(i) FROM generate_series(1, 10) i;
		PERFORM follow_study();
		CREATE VIEW seen AS SELECT count(*) AS rows, same(aer_followed('study_log'::text::regclass), aer_moments(study, 'y', study_design(), id)) AS equal FROM study;
	END $$;
	CREATE FUNCTION end_study() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE study, study_log CASCADE; END $$;
});

my $options = '-c client_min_messages=warning -c default_transaction_isolation=';

# Orders in which a session waits: their output is recorded.
sub recorded
{
	local $ENV{PGOPTIONS} = $options . 'read\ committed';

	ok(run_log([ "$isolation/pg_isolation_regress", '--use-existing', '--dbname=isolation', '--inputdir=test/isolation', "--outputdir=$outputs",
			'--host=' . $node->host, '--port=' . $node->port, @_ ]), "@_: as recorded")
		or diag(slurp_file("$outputs/regression.diffs"));
}

# Those in which nobody waits and nobody fails: all orders of the steps, of which there are
# so many; in each the log is looked at so often, and is always as the table is.
sub nobody_waits
{
	my ($level, $spec, $orders, $looks, $wrong) = @_;
	local $ENV{PGOPTIONS} = $options . $level =~ s/ /\\ /gr;
	my ($out, $error);

	IPC::Run::run([ "$isolation/isolationtester", $node->connstr('isolation') ], '<', "test/isolation/specs/$spec.spec", '>', \$out, '2>', \$error);
	my (undef, @order) = split /^starting permutation: /m, $out;
	my @bad = grep {
		my @looked = /^(?:rows\|)?equal\n[-+]+\n(?: *\d+\|)?(\S)/mg;
		/ERROR|FATAL|<waiting/ || @looked != $looks || grep({ $_ ne 't' } @looked) || ($wrong && $wrong->($_))
	} @order;

	is(scalar @order, $orders, "$spec, $level: all orders of its steps") or diag($error);
	is($bad[0], undef, "$spec, $level: nobody waits, nobody fails, and the log is as the table") or diag(scalar @bad . ' orders are wrong');
}

# Who compacts while the other has not ended does nothing; who is first does something.
sub wrong_compactions
{
	my @step = split ' ', (split /\n/, $_[0])[0];
	my %folded = $_[0] =~ /^step (fold\d): .*\n.*\n.*\n(\S)/mg;
	my ($first, $second) = grep { /fold/ } @step;
	my $end = $first =~ s/fold/end/r;

	return $folded{$first} ne 't' || ("@step" !~ /\b$end\b.*\b$second\b/ && $folded{$second} ne 'f');
}

recorded(qw(truncate following locks));
nobody_waits('read committed', 'compactions', 30, 2, \&wrong_compactions);
for ('read committed', 'repeatable read', 'serializable')
{
	nobody_waits($_, 'writers', 90, 1);
	nobody_waits($_, 'reader', 90, 3);
}

# So it is if each statement folds the log, two at once among them; in the other levels none does.
fold_every($node, 1, 'isolation');
nobody_waits('read committed', 'compactions', 30, 2);
nobody_waits('read committed', 'writers', 90, 1);
nobody_waits('read committed', 'reader', 90, 3);
nobody_waits($_, 'folds', 60, 2) for 'read committed', 'repeatable read';
nobody_waits('read committed', 'prepared', 30, 2);

# Eight writers, each with rows of its own, in every isolation level; every fourth row of the
# log folds it, compactions all the time; a reader that finds the same in log and table whenever it looks.
# AER_SECONDS changes how long.
my $seconds = $ENV{AER_SECONDS} || 20;
my %script = (
	insert => q{
		INSERT INTO busy VALUES (:id, :x, :x / 7.0, 3, NULL, :x % 5) ON CONFLICT DO NOTHING;
		},
	upsert => q{
		INSERT INTO busy VALUES (:id, :x, :x / 7.0, 3, NULL, :x % 5), (:id + 1, :x + 1, 1, NULL, :x, :x) ON CONFLICT (id) DO UPDATE SET a = excluded.a + 1, y = excluded.y;
		},
	update => q{
		UPDATE busy SET b = :x, y = nullif(:x % 10, 0) WHERE id BETWEEN :id AND :id + 3;
		},
	move => q{
		BEGIN;
		UPDATE busy SET id = id + 500 WHERE id = :id AND NOT EXISTS (SELECT FROM busy WHERE id = :id + 500);
		SAVEPOINT s;
		DELETE FROM busy WHERE id = :id + 2;
		ROLLBACK TO s;
		UPDATE busy SET c = :x WHERE id = :id + 1;
		COMMIT;
		},
	delete => q{
		DELETE FROM busy WHERE id BETWEEN :id AND :id + 5;
		},
	repeatable => q{
		BEGIN ISOLATION LEVEL REPEATABLE READ;
		UPDATE busy SET a = :x WHERE id = :id;
		DELETE FROM busy WHERE id = :id + 1;
		INSERT INTO busy VALUES (:id + 1, :x, 1, 2, 3, 4);
		COMMIT;
		},
	serializable => q{
		BEGIN ISOLATION LEVEL SERIALIZABLE;
		INSERT INTO busy VALUES (:id, :x, 1, 2, 3, 4) ON CONFLICT DO NOTHING;
		COMMIT;
		},
	undone => q{
		BEGIN;
		MERGE INTO busy USING (SELECT :id::bigint AS key) v ON id = v.key WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (v.key, 1, 2, 3, 4, 5);
		ROLLBACK;
		});
my $mine = q{
	\set id :client_id * 1000 + random(0, 490)
	\set x random(1, 1000)
	};
my %other = (
	compact => q{
		SELECT aer_compact('busy_log', random() < 0.3);
		\sleep 20 ms
		},
	read => q{
		BEGIN ISOLATION LEVEL REPEATABLE READ;
		SELECT 1 / same(aer_followed('busy_log'), aer_moments(busy, 'y', study_design(), id))::int FROM busy;
		COMMIT;
		\sleep 100 ms
		});
my $of = { table => 'busy', key => 'id', target => 'y', log => 'busy_log', database => 'isolation' };
my $folder = PostgreSQL::Test::Utils::tempdir;
append_to_file("$folder/$_", ($mine . $script{$_}) =~ s/^\s+//mgr) for keys %script;
append_to_file("$folder/$_", $other{$_} =~ s/^\s+//mgr) for keys %other;
fold_every($node, 4, 'isolation');
$node->safe_psql('isolation', q{
	CREATE OR REPLACE FUNCTION study_design() RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$ SELECT aer_design(budget => 2, folds => 2, include => '{a,b,c,d}') $$;
	CREATE TABLE busy (id bigint PRIMARY KEY, y float8, a float8, b float8, c float8, d float8);
	INSERT INTO busy SELECT 1000 * client + i, i % 7, i % 3, i % 5, sqrt(i), NULL FROM generate_series(0, 7) client, generate_series(0, 400, 3) i;
	SELECT aer_follow('busy', 'y', study_design(), 'id', 'busy_log');
});
my @pgbench = ('pgbench', '-n', '-T', $seconds, '-M', 'prepared', $node->connstr('isolation'));
my %output;
my @bench = (
	IPC::Run::start([ @pgbench, '-c', 8, map { ('-f', "$folder/$_") } sort keys %script ], '>', \$output{writers}, '2>&1'),
	map { my $who = $_; IPC::Run::start([ @pgbench, '-c', 1, '-f', "$folder/$who" ], '>', \$output{$who}, '2>&1') } sort keys %other);
for (@bench)
{
	ok($_->finish, 'pgbench');
}
for (sort keys %output)
{
	like($output{$_}, qr/number of transactions actually processed: [1-9]\d*\b.*number of failed transactions: 0 /s, "$_: no transaction failed");
	unlike($output{$_}, qr/ERROR|aborted/, 'nor any statement');
	note($output{$_} =~ /number of transactions actually processed: (\d+)/);
}
is($node->safe_psql('isolation', q{SELECT sound FROM aer_check('busy_log', true)}), 't', 'and in the end all is sound');
my @wrong = differences_of_followed($node, $of);
ok(!@wrong, 'the log says what the table does') or diag(join "\n", @wrong);

stop_server($node);
