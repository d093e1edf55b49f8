
# Following is right after any history of statements: random ones against tables
# of every kind that can be followed, and after every hundred of them what the
# log says is held against the table (test/perl/StudyOracle.pm). Every fourth row of a log
# folds it; partitions come and go, and rights.  AER_SEED and
# AER_STATEMENTS change which, and how many.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use List::Util qw(shuffle);
use PostgreSQL::Test::Utils;
use StudyOracle;
use Test::More;

my $seed = $ENV{AER_SEED} || 17;
my $statements = $ENV{AER_STATEMENTS} || 2000;
my $node = start_server('trials', 'max_prepared_transactions = 4', 'autovacuum = off', 'fsync = off', 'jit = off');

diag("AER_SEED=$seed") if $ENV{AER_SEED};
srand($seed);

# A number as people type it: now and then there is none, and now and then it is
# a typo, up to 1e4 times too large.
sub number
{
	my $r = rand;

	return 'NULL' if $r < 0.08;
	return sprintf('%.3fe%d', rand(10) - 5, 1 + rand(4)) if $r < 0.11;
	return sprintf('%.3f', rand(10) - 5);
}

sub one_of { return $_[ rand @_ ] }
sub key { return 1 + int rand 120 }
sub hole { my ($value) = @_; return rand() < 0.1 ? 'NULL' : $value }

# Possible values of each column.  The first column is the key.
my %value = (
	float8  => \&number,
	int     => sub { hole(int rand 9) },
	boolean => sub { hole(one_of(qw(true false))) },
	text    => sub { hole(one_of("'north'", "'south'", "'west'", "'nowhere'")) },
	office  => sub { hole(1 + int rand 5) },
	'real[]' => sub { hole('ARRAY[' . join(', ', map { number() } 1 .. 6) . ']::real[]') },
	'float8[]' => sub { 'ARRAY[' . join(', ', map { sprintf '%.2f', rand 4 } 1 .. 4) . (rand() < 0.01 ? ', NULL' : ', 1') . ']::float8[]' },
	jsonb   => sub {
		hole("'{" . join(', ', map { '"' . $_ . '": ' . ($_ eq 'flag' ? one_of(qw(true false null)) : lc number()) }
				grep { rand() < 0.8 } qw(p q r s flag other)) . "}'::jsonb");
	});

my %study = (
	people => {
		columns => [ [ y => 'float8' ], [ a => 'float8' ], [ b => 'float8' ], [ n => 'int' ], [ flag => 'boolean' ], [ region => 'text' ],
			[ office => 'office' ], [ note => 'text' ] ],
		create => 'CREATE TABLE people (id bigint PRIMARY KEY, gone int, y float8, a float8, b float8, n smallint, flag boolean, region text,
				office int REFERENCES offices ON UPDATE CASCADE ON DELETE CASCADE, note text);
			ALTER TABLE people DROP COLUMN gone',
		design => q{aer_design(budget => 3, folds => 3, include => '{a,b,n,flag,region,office}', columns => '{"region": ["north", "south", "west"]}')} },
	vectors => {
		columns => [ [ y => 'boolean' ], [ x => 'real[]' ] ], features => 'x', real => 1,
		create => 'CREATE TABLE vectors (id int PRIMARY KEY, y boolean, x real[])',
		design => 'aer_design(budget => 3, folds => 2, center => 0.5)' },
	whole => {
		columns => [ [ y => 'float8' ], [ x => 'float8[]' ] ], features => 'x',
		create => 'CREATE TABLE whole (id smallint PRIMARY KEY, y float8, x float8[])',
		design => 'aer_design(folds => 2)' },
	documents => {
		columns => [ [ y => 'float8' ], [ features => 'jsonb' ] ], features => 'features',
		create => 'CREATE TABLE documents (id bigint PRIMARY KEY, y float8, features jsonb)',
		design => q{aer_design(budget => 2, include => '{p,q,r,s,flag}')} },
	# the partitions have their columns in other places, and are partitioned again
	parts => {
		columns => [ [ y => 'float8' ], [ a => 'float8' ], [ b => 'float8' ], [ n => 'int' ] ],
		create => 'CREATE TABLE parts (id bigint PRIMARY KEY, y float8, a float8, b float8, n int) PARTITION BY RANGE (id);
			CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (MINVALUE) TO (40);
			CREATE TABLE parts_middle (gone int, n int, b float8, id bigint PRIMARY KEY, gone_too text, a float8, y float8);
			ALTER TABLE parts_middle DROP COLUMN gone, DROP COLUMN gone_too;
			ALTER TABLE parts ATTACH PARTITION parts_middle FOR VALUES FROM (40) TO (80);
			CREATE TABLE parts_high PARTITION OF parts FOR VALUES FROM (80) TO (1000) PARTITION BY HASH (id);
			CREATE TABLE parts_high_0 PARTITION OF parts_high FOR VALUES WITH (MODULUS 2, REMAINDER 0);
			CREATE TABLE parts_high_1 PARTITION OF parts_high FOR VALUES WITH (MODULUS 2, REMAINDER 1)',
		leaves => [ qw(parts_low parts_middle parts_high parts_high_0 parts_high_1) ],
		design => q{aer_design(budget => 2, folds => 1, include => '{a,b,n}')} });

for my $table (keys %study)
{
	@{ $study{$table} }{qw(table target key log largest)} = ($table, 'y', 'id', "${table}_log", 5e4);
}

sub columns { my ($of) = @_; return join ', ', 'id', map { $_->[0] } @{ $of->{columns} } }
sub row { my ($of, $key) = @_; return join ', ', $key, map { $value{ $_->[1] }->() } @{ $of->{columns} } }

sub some_rows
{
	my ($of, $n) = @_;
	my %key = map { key() => 1 } 1 .. $n;

	return join ', ', map { '(' . row($of, $_) . ')' } shuffle sort { $a <=> $b } keys %key;
}

# Assignments: of one column or all, to other values or to the same ones.
sub setting
{
	my ($of, $t) = @_;
	my @columns = @{ $of->{columns} };
	my $set = sub { my ($c) = @_; "$c->[0] = " . (rand() < 0.1 ? "$t.$c->[0]" : $value{ $c->[1] }->()) };

	return join ', ', map { $set->($_) } rand() < 0.3 ? @columns : one_of(@columns);
}

sub keys_between { my $key = key(); return "id BETWEEN $key AND " . ($key + int rand 6) }

# The same of a row given as columns of v.
sub from_v { my ($of) = @_; return join ', ', map { "$_->[0] = v.$_->[0]" } @{ $of->{columns} } }

# A query of rows with the columns' types, made of values.
sub typed_rows
{
	my ($of, $n) = @_;

	return "(SELECT * FROM (SELECT " . columns($of) . " FROM $of->{table} WHERE false) t UNION ALL VALUES " . some_rows($of, $n) . ')';
}

my @kinds = (
	[ 14, sub { my ($of, $t) = @_; "INSERT INTO $t (" . columns($of) . ') VALUES ' . some_rows($of, 1 + rand 3) . ' ON CONFLICT DO NOTHING' } ],
	[ 3, sub { my ($of, $t) = @_; "INSERT INTO $t (" . columns($of) . ') VALUES ' . some_rows($of, 2) } ],
	[ 22, sub { my ($of, $t) = @_; "UPDATE $t SET " . setting($of, $t) . ' WHERE ' . keys_between() } ],
	[ 4, sub { my ($of, $t) = @_; "UPDATE $t SET y = " . one_of('NULL', $value{ $of->{columns}[0][1] }->()) . ' WHERE ' . keys_between() } ],
	[ 4, sub { my ($of, $t) = @_; "UPDATE $t SET id = " . one_of('id + 1000', 'id % 1000', '121 - id', 'id + 40') . ' WHERE ' . one_of(keys_between(), 'id > 1000') } ],
	[ 9, sub { my ($of, $t) = @_; "DELETE FROM $t WHERE " . keys_between() } ],
	[ 8, sub { my ($of, $t) = @_; "INSERT INTO $of->{table} (" . columns($of) . ') VALUES ' . some_rows($of, 1 + rand 5)
			. ' ON CONFLICT (id) DO UPDATE SET ' . one_of(from_v($of) =~ s/\bv\./excluded./gr, setting($of, $of->{table})) } ],
	[ 8, sub { my ($of, $t) = @_; "MERGE INTO $t t USING " . typed_rows($of, 5) . ' v ON t.id = v.id'
			. ' WHEN MATCHED AND v.id % 3 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET ' . from_v($of)
			# what PostgreSQL shows of both on a partitioned table may be wrong (test/sql/follow_statements.sql)
			. ($of->{leaves} ? '' : ' WHEN NOT MATCHED AND v.id % 4 > 0 THEN INSERT (' . columns($of) . ') VALUES (' . columns($of) =~ s/(\w+)/v.$1/gr . ')') } ],
	[ 3, \&copy ],
	[ 4, sub { my ($of, $t) = @_; 'WITH gone AS (DELETE FROM ' . $t . ' WHERE ' . keys_between() . ' RETURNING *), made AS (INSERT INTO '
			. "$of->{table} (" . columns($of) . ') VALUES ' . some_rows($of, 3) . ' ON CONFLICT DO NOTHING RETURNING id) '
			. "UPDATE $t SET " . setting($of, $t) . ' WHERE id NOT IN (SELECT id FROM gone) AND ' . keys_between() } ],
	[ 3, sub { my ($of, $t) = @_; "WITH gone AS (DELETE FROM $t WHERE " . keys_between() . ' RETURNING ' . columns($of) . ") INSERT INTO $of->{table} ("
			. columns($of) . ') SELECT ' . columns($of) =~ s/^id/id + 500/r . ' FROM gone ON CONFLICT DO NOTHING' } ],
	[ 2, sub { one_of('DELETE FROM offices WHERE id = ' . (1 + int rand 5), 'UPDATE offices SET id = id % 5 + 6 WHERE id < 6',
			'UPDATE offices SET id = id - 5 WHERE id > 5') . '; INSERT INTO offices SELECT generate_series(1, 5) ON CONFLICT DO NOTHING' } ],
	[ 1, sub { my ($of, $t) = @_; "DO \$\$ BEGIN UPDATE $t SET " . setting($of, $t) . ' WHERE ' . keys_between() . '; RAISE division_by_zero; '
			. "EXCEPTION WHEN division_by_zero THEN DELETE FROM $t WHERE " . keys_between() . '; END $$' } ],
	[ 3, sub { my ($of) = @_; "SELECT aer_compact('$of->{log}', " . one_of('false', 'false', 'true') . ')' } ]);

sub copy
{
	my ($of, $t) = @_;
	my $name = 'copied_' . int rand 1e9;

	# out of made-up rows and in again, as a program does
	return "CREATE TEMPORARY TABLE $name AS " . typed_rows($of, 20) . "; DELETE FROM $t WHERE id IN (SELECT id FROM $name);\n"
		. "\\copy $name TO '$PostgreSQL::Test::Utils::tmp_check/$name'\n\\copy $of->{table} (" . columns($of) . ") FROM '$PostgreSQL::Test::Utils::tmp_check/$name'\nDROP TABLE $name";
}

sub statement
{
	my ($may_compact) = @_;
	my $of = $study{ one_of(sort keys %study) };
	my $table = $of->{leaves} && rand() < 0.3 ? one_of(@{ $of->{leaves} }) : $of->{table};

	return 'TRUNCATE ' . ($of->{leaves} && rand() < 0.5 ? one_of(@{ $of->{leaves} }) : $of->{table}) if rand() < 0.006;
	for (;;)
	{
		my $r = rand 86;

		for (@kinds)
		{
			$r -= $_->[0];
			next if $r >= 0;
			last if !$may_compact && $_->[1]->($of, $table) =~ /aer_compact/;
			return $_->[1]->($of, $table);
		}
	}
}

# Changes of tables, after which a log is followed anew: a partition of parts that comes, empty
# or with rows, and goes; one that is away for a time; and rights, which change nothing.
sub change
{
	my $parts = $study{parts};
	my $low = 'parts_low FOR VALUES FROM (MINVALUE) TO (40)';
	my $rows = sub { 'INSERT INTO parts_far (' . columns($parts) . ') VALUES ' . join(', ', map { '(' . row($parts, 1000 + $_) . ')' } 1 .. 1 + rand 9) };
	my @maybe = rand() < 0.4 ? statement(0) : ();
	my $table = one_of(sort keys %study);

	return one_of(
		[ 'DROP TABLE IF EXISTS parts_far', "SELECT aer_refollow('parts_log')" ],
		[ 'CREATE TABLE parts_far PARTITION OF parts FOR VALUES FROM (1000) TO (MAXVALUE)', @maybe, "SELECT aer_refollow('parts_log')" ],
		[ 'BEGIN', 'CREATE TABLE parts_far (LIKE parts INCLUDING ALL)', $rows->(),
			'ALTER TABLE parts ATTACH PARTITION parts_far FOR VALUES FROM (1000) TO (MAXVALUE)', @maybe, "SELECT aer_refollow('parts_log')", one_of('COMMIT', 'COMMIT', 'ROLLBACK') ],
		[ 'BEGIN', 'CREATE TABLE parts_far (LIKE parts INCLUDING ALL)', 'ALTER TABLE parts ATTACH PARTITION parts_far FOR VALUES FROM (1000) TO (MAXVALUE)',
			'SAVEPOINT s', "UPDATE parts SET id = id + 1000 WHERE id < 1000 AND " . keys_between(), one_of('ROLLBACK TO s', 'RELEASE s'), "SELECT aer_refollow('parts_log')", 'COMMIT' ],
		[ 'BEGIN', 'ALTER TABLE parts DETACH PARTITION parts_low', (rand() < 0.5 ? 'ALTER TABLE parts_low DISABLE TRIGGER ALL' : ()),
			'UPDATE parts_low SET a = 1.5 WHERE ' . keys_between(), "ALTER TABLE parts ATTACH PARTITION $low", "SELECT aer_refollow('parts_log')", one_of('COMMIT', 'COMMIT', 'ROLLBACK') ],
		[ one_of("GRANT ALL ON $table TO PUBLIC", "REVOKE ALL ON $table FROM PUBLIC") ],
		[ one_of("GRANT SELECT (y, id) ON $table TO PUBLIC", "REVOKE SELECT (y, id) ON $table FROM PUBLIC"), "SELECT aer_refollow('${table}_log')" ]);
}

# A transaction of some statements, savepoints among them, which ends in one of
# the ways that there are.
my $prepared = 0;
sub transaction
{
	my $level = one_of('READ COMMITTED', 'READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE');
	my @script = ("BEGIN ISOLATION LEVEL $level");
	my $n = 1 + int rand 4;

	for (1 .. $n)
	{
		my $savepoint = rand() < 0.4;

		push @script, 'SAVEPOINT s' if $savepoint;
		push @script, statement($level eq 'READ COMMITTED');
		push @script, one_of('ROLLBACK TO s', 'RELEASE s', 'ROLLBACK TO s; ' . statement(0)) if $savepoint;
	}
	return ($n, @script, one_of('COMMIT', 'COMMIT', 'ROLLBACK')) if rand() < 0.7 || "@script" =~ /copied_/;
	$prepared++;
	my $meanwhile = one_of(sort keys %study) . '_log';
	return ($n, @script, "PREPARE TRANSACTION 'p$prepared'", "SELECT aer_compact('$meanwhile'), aer_followed('$meanwhile') IS NULL",
		one_of('COMMIT', 'COMMIT', 'ROLLBACK') . " PREPARED 'p$prepared'");
}

# Errors that the statements above may end with.
my $usual = qr/duplicate key|violates foreign key|violates partition constraint|no partition of relation|ON CONFLICT DO UPDATE command cannot affect row a second time|current transaction is aborted|prepared transaction with identifier|transaction is aborted|no transaction in progress|smallint out of range|savepoint "s" does not exist|cannot PREPARE a transaction that has operated on temporary|relation "parts_far" already exists/;

sub run_statements
{
	my @script = @_;
	my (undef, undef, $errors) = $node->psql('postgres', join(";\n", 'SET client_min_messages = error', "SET lock_timeout = '20s'", @script, ''), on_error_stop => 0);
	my @unusual = grep { /ERROR|FATAL|PANIC/ && $_ !~ $usual } split /\n/, $errors;

	diag(join "\n", 'unusual:', @unusual[ 0 .. ($#unusual < 9 ? $#unusual : 9) ]) if @unusual;
	return !@unusual;
}

# All studies against their tables.
sub all_equal
{
	my ($when) = @_;
	my @wrong;

	for my $table (sort keys %study)
	{
		push @wrong, map { "$table: $_" } eval { differences_of_followed($node, $study{$table}) };
		push @wrong, "$table: $@" if $@;
	}
	ok(!@wrong, "the log says what the tables do $when") or diag(join "\n", "AER_SEED=$seed", @wrong[ 0 .. ($#wrong < 19 ? $#wrong : 19) ]);
	return !@wrong;
}

$node->safe_psql('postgres', 'CREATE EXTENSION aer');
fold_every($node, 4);
$node->safe_psql('postgres', 'CREATE TABLE offices AS SELECT generate_series(1, 5) AS id; ALTER TABLE offices ADD PRIMARY KEY (id)');
for my $table (sort keys %study)
{
	my $of = $study{$table};
	my $features = $of->{features} ? ", '$of->{features}'" : '';

	$node->safe_psql('postgres', "$of->{create}; INSERT INTO $table (" . columns($of) . ') VALUES ' . some_rows($of, 60)
		. "; SELECT aer_follow('$table', 'y', $of->{design}, 'id', '$of->{log}'$features)");
}
all_equal('at first');

my ($done, $good) = (0, 1);
while ($done < $statements && $good)
{
	my @script;

	for (my $n = 0; $n < 100; )
	{
		my ($more, @statements) = rand() < 0.03 ? (1, @{ change() }) : rand() < 0.15 ? transaction() : (1, statement(1));

		push @script, @statements;
		$n += $more;
		$done += $more;
	}
	$good = run_statements(@script);
	ok($good, "$done statements") or diag("AER_SEED=$seed");
	$good &&= all_equal('typos and all');
	# typos are found, and what was emptied fills again
	@script = map {
		my $of = $study{$_};
		("UPDATE $_ SET y = 1.5 WHERE abs(y) > 1000") x ($of->{columns}[0][1] eq 'float8'),
		(map { "UPDATE $of->{table} SET $_->[0] = 2.25 WHERE abs($_->[0]) > 1000" } grep { $_->[1] eq 'float8' } @{ $of->{columns} }[ 1 .. $#{ $of->{columns} } ]),
		"INSERT INTO $_ (" . columns($of) . ') VALUES ' . some_rows($of, 20) . ' ON CONFLICT DO NOTHING' } sort keys %study;
	push @script, 'UPDATE vectors SET x = ARRAY(SELECT CASE WHEN abs(e) > 1000 THEN 1 ELSE e END FROM unnest(x) WITH ORDINALITY u(e, i) ORDER BY i) WHERE 1000 < ANY(x) OR -1000 > ANY(x)',
		q{UPDATE documents SET features = '{"p": 1, "q": 2.5}' WHERE features::text ~ '\d{4}'};
	$good &&= run_statements(@script) && all_equal('when typos are corrected');
}

is($node->safe_psql('postgres', join ' UNION ALL ', map { "SELECT max(id) > 100 AND count(*) < 100 FROM $study{$_}{log}" } sort keys %study),
	join("\n", ('t') x keys %study), 'the logs have folded themselves');

stop_server($node);
