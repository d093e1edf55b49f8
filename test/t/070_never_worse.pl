
# With default options no learner loses to the mean: the ordinary tables of
# test/never_worse/tables.sql, and those of AER_DATA (docs/development.md), each
# in ten splits, by every learner and design.  Prints the r2 of all.
#
# r2 is of the rows that were not learned from: 0 is what the mean has.  Where
# nothing can be learned weights of d attributes cost some d/rows of it, so the
# bounds depend on the number of rows.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('never_worse');
$node->safe_psql('postgres', 'CREATE EXTENSION aer');
$node->safe_psql('postgres', slurp_file('test/never_worse/tables.sql'));
load_given($ENV{AER_DATA}) if $ENV{AER_DATA};

# A name for the table of results, the call, and what it is.
my @learners = (
	[ 'moments, all',     'aer_design(%s)',                                    'moments' ],
	[ 'moments, 3',       'aer_design(budget => 3, %s)',                       'moments' ],
	[ 'moments, learned', q{aer_design(budget => 3, sampling => 'learned', %s)}, 'moments' ],
	[ 'ridge, all',       'aer_ridge(%s)',                                     'streaming' ],
	[ 'ridge, 3',         'aer_ridge(budget => 3, %s)',                        'streaming' ],
	[ 'lasso, all',       'aer_lasso(%s)',                                     'streaming' ],
	[ 'lasso, 3',         'aer_lasso(budget => 3, %s)',                        'streaming' ],
	[ 'svr, 3',           'aer_svr(budget => 3, %s)',                          'streaming' ]);

sub bound
{
	my ($kind, $rows) = @_;

	return $rows <= 100 ? -0.15 : $rows <= 1000 ? -0.07 : -0.02 if $kind eq 'moments';
	return $rows >= 2000 ? -0.05 : undef;
}

# Tables of two rows and of one cannot be split: they are learned and predicted.
my @tables = $node->safe_psql('postgres', q{
	SELECT relname FROM pg_class WHERE relnamespace = 'ordinary'::regnamespace AND relkind = 'r' AND relname NOT IN ('base', 'one_row', 'two_rows')
	ORDER BY oid}) =~ /^(\S+)$/mg;
my $table_of_results = sprintf("%-20s %6s" . ' %10s' x @learners . "\n", 'r2', 'rows', map { $_->[0] =~ s/moments/m./r } @learners);
for my $table (@tables)
{
	my $arrays = $node->safe_psql('postgres', "SELECT count(*) FROM pg_attribute WHERE attrelid = 'ordinary.$table'::regclass AND attname = 'x'");
	my $query = $arrays ? "SELECT x AS features, y AS target, id AS key FROM ordinary.$table" : "SELECT t AS features, ''y'' AS target, id AS key FROM ordinary.$table t";
	my $options = $arrays ? 'seed => 1' : q{exclude => '{id}'};
	my ($rows, $variance) = split /\|/, $node->safe_psql('postgres',
		"SELECT count(*), var_pop(CASE pg_typeof(y)::text WHEN 'boolean' THEN 2 * (y::text = 'true')::int - 1 ELSE y::text::float8 END) FROM ordinary.$table");
	my @row;

	for my $learner (@learners)
	{
		my ($name, $call, $kind) = @$learner;
		my $learner_call = sprintf($call, $options);
		my $drawn = $call =~ /learned/ ? $query =~ s/, id AS key//r : $query;	# as rows come
		my ($status, $out, $error) = $node->psql('postgres',
			"SET client_min_messages = warning; SELECT sum(mse * rows) / sum(rows), bool_and(mse < 'infinity') FROM aer_cross_validate('$drawn ORDER BY id', ARRAY[$learner_call], 10)");

		if ($kind eq 'streaming' && $error =~ /is NULL/ && $table =~ /^(holes|given_heart)$/)
		{
			push @row, 'NULL';
			next;
		}
		is($status, 0, "$table: $name") or diag($error), push(@row, 'error'), next;
		my ($mse, $finite) = split /\|/, $out;
		my $limit = bound($kind, $rows);
		is($finite, 't', "$table: $name: a number");
		if ($variance == 0)
		{
			cmp_ok($mse, '<', 1e-9, "$table: $name: a constant target is predicted");
			push @row, 'constant';
			next;
		}
		my $r2 = 1 - $mse / $variance;
		push @row, sprintf '%.3f', $r2;
		cmp_ok($r2, '>=', $limit, "$table: $name is not worse than the mean") if defined $limit;
	}
	$table_of_results .= sprintf("%-20s %6d" . ' %10s' x @row . "\n", $table, $rows, @row);
}
note($table_of_results);

# One row, two rows: an answer that is a number.
for my $table ('one_row', 'two_rows')
{
	for my $learner (@learners)
	{
		my ($name, $call, $kind) = @$learner;
		my $learner_call = sprintf($call, q{exclude => '{id}'});
		my $key = $call =~ /learned/ ? '' : ', id';
		my $model = $kind eq 'moments' ? "aer_fit_ridge(aer_moments(t, 'y', $learner_call$key))" : "aer_train(t, 'y', $learner_call)";
		my ($status, $out, $error) = $node->psql('postgres',
			"SELECT bool_and(abs(aer_predict(m, t)) < 'infinity') FROM ordinary.$table t, (SELECT $model AS m FROM ordinary.$table t) s");
		is($out, 't', "$table: $name") or diag($error);
	}
}
stop_server($node);

# The tables of a folder that is laid out as docs/development.md says.
sub load_given
{
	my ($folder) = @_;
	my $lines = sub { open my $f, '-|', @_ or die "@_: $!\n"; my @l = <$f>; chomp @l; return @l };
	my $load = sub {
		my ($name, $separator, $columns, $y, @lines) = @_;
		my $types = join ', ', map { "$_ float8" } @$columns;

		$node->safe_psql('postgres', "CREATE TABLE ordinary.raw ($types);\nCOPY ordinary.raw FROM STDIN (FORMAT csv, DELIMITER E'$separator', NULL '?');\n" .
			join("\n", @lines) . "\n\\.\n" .
			"CREATE TABLE ordinary.given_$name AS SELECT (row_number() OVER ())::int AS id, r.*, $y AS y FROM ordinary.raw r;" .
			"DROP TABLE ordinary.raw; " . ($y =~ /^(\w+) *[>=]|^(\w+)$/ ? "ALTER TABLE ordinary.given_$name DROP COLUMN " . ($1 // $2) : ''));
	};
	my @heart = qw(age sex cp trestbps chol fbs restecg thalach exang oldpeak slope ca thal num);

	$load->('heart', ',', \@heart, '(num > 0)::int', $lines->('cat', "$folder/medical_costs/heart/processed.cleveland.data"));
	$node->safe_psql('postgres', 'ALTER TABLE ordinary.given_heart DROP COLUMN num;
		CREATE TABLE ordinary.given_heart_whole AS SELECT * FROM ordinary.given_heart h WHERE NOT EXISTS (SELECT FROM jsonb_each(to_jsonb(h)) e WHERE e.value = \'null\')');
	my (undef, @diabetes) = $lines->('cat', "$folder/diabetes/diabetes.tab.txt");
	$load->('diabetes', '\t', [ qw(age sex bmi bp s1 s2 s3 s4 s5 s6 progression) ], 'progression', @diabetes);
	my (undef, @headlines) = $lines->('cat', "$folder/emotion_headlines/truth_wide.csv");
	$load->('headlines', ',', [ qw(headline anger disgust fear joy sadness surprise valence) ], 'valence', @headlines);
	$node->safe_psql('postgres', 'ALTER TABLE ordinary.given_headlines DROP COLUMN headline');
	my ($names, @trees) = $lines->('gzip', '-dc', "$folder/covertype/covtype_sample_92962.csv.gz");
	$load->('covertype', ',', [ split /,/, lc $names ], '(cover_type = 2)::int', @trees[ map { 4 * $_ } 0 .. 4999 ]);
	$node->safe_psql('postgres', 'ALTER TABLE ordinary.given_covertype DROP COLUMN cover_type');
}
