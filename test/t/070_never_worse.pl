
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

# A name for the table of results, the call, and its kind.
my @learners = (
	[ 'moments, all',     'aer_design(%s)',                                    'moments' ],
	[ 'moments, 3',       'aer_design(budget => 3, %s)',                       'moments' ],
	[ 'moments, learned', q{aer_design(budget => 3, sampling => 'learned', %s)}, 'moments' ],
	[ 'ridge, all',       'aer_ridge(%s)',                                     'streaming' ],
	[ 'ridge, 3',         'aer_ridge(budget => 3, %s)',                        'streaming' ],
	[ 'lasso, all',       'aer_lasso(%s)',                                     'streaming' ],
	[ 'lasso, 3',         'aer_lasso(budget => 3, %s)',                        'streaming' ],
	[ 'svr, 3',           'aer_svr(budget => 3, %s)',                          'streaming' ]);

# What r2 must reach.  Streaming learners are promised rows that come in no order
# that has to do with the target: sorted is shown only.
sub bound
{
	my ($kind, $rows, $table) = @_;

	return $rows <= 100 ? -0.15 : $rows <= 1000 ? -0.07 : -0.02 if $kind eq 'moments';
	return $rows >= 2000 && $table ne 'sorted' ? -0.05 : undef;
}

# Tables of two rows and of one cannot be split: they are learned and predicted.
my @tables = $node->safe_psql('postgres', q{
	SELECT relname FROM pg_class WHERE relnamespace = 'ordinary'::regnamespace AND relkind = 'r' AND relname NOT IN ('base', 'one_row', 'two_rows', 'as_stored', 'given_heart_words')
	ORDER BY oid}) =~ /^(\S+)$/mg;
my $table_of_results = sprintf("%-20s %6s" . ' %10s' x @learners . "\n", 'r2', 'rows', map { $_->[0] =~ s/moments/m./r } @learners);
for my $table (@tables)
{
	my $arrays = $node->safe_psql('postgres', "SELECT count(*) FROM pg_attribute WHERE attrelid = 'ordinary.$table'::regclass AND attname = 'x'");
	my $query = $arrays ? "SELECT x AS features, y AS target, id AS key FROM ordinary.$table" : "SELECT t AS features, ''y'' AS target, id AS key FROM ordinary.$table t";
	my $options = $arrays ? 'seed => seed' : q{exclude => '{id}', seed => seed};
	my ($rows, $variance) = split /\|/, $node->safe_psql('postgres',
		"SELECT count(*), var_pop(CASE pg_typeof(y)::text WHEN 'boolean' THEN 2 * (y::text = 'true')::int - 1 ELSE y::text::float8 END) FROM ordinary.$table");
	my @row;

	for my $learner (@learners)
	{
		my ($name, $call, $kind) = @$learner;
		my $learner_call = sprintf($call, $options);
		my $drawn = $call =~ /learned/ ? $query =~ s/, id AS key//r : $query;	# as rows come
		my $seeds = $rows <= 100 ? 8 : 1;	# few rows: which looks are drawn decides much
		my ($status, $out, $error) = $node->psql('postgres',
			"SET client_min_messages = warning; SELECT sum(mse * rows) / sum(rows), bool_and(mse < 'infinity')
			FROM generate_series(1, $seeds) seed, aer_cross_validate('$drawn ORDER BY id', ARRAY[$learner_call], 10, seed)");

		if ($kind eq 'streaming' && $error =~ /is NULL/ && $table =~ /^(holes|given_heart)$/ && $error =~ /missing => 'skip'|"missing"/)
		{
			push @row, 'NULL';
			next;
		}
		is($status, 0, "$table: $name") or diag($error), push(@row, 'error'), next;
		my ($mse, $finite) = split /\|/, $out;
		my $limit = bound($kind, $rows, $table);
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

# Columns as people store them: words, holes, dates.  Every seed gives a model,
# as good as that of indicators made by hand, and not much worse than without
# holes: some of 300 rows go.
for my $table ('as_stored', $ENV{AER_DATA} ? 'given_heart_words' : ())
{
	my $words = join ', ', map { "('$_')" } split /\s+/, $node->safe_psql('postgres', qq{SELECT string_agg(attname, ' ') FROM pg_attribute
		WHERE attrelid = 'ordinary.$table'::regclass AND atttypid = 'text'::regtype AND attname <> 'note'});
	my $learn = sub {
		my ($source, $budget) = @_;

		return $node->safe_psql('postgres', qq{SET client_min_messages = warning; SELECT round(avg(r2)::numeric, 3) FROM (SELECT r2
			FROM generate_series(1, 10) seed, aer_compare('SELECT t AS features, ''y'' AS target, id AS key FROM $source t ORDER BY id',
				ARRAY[aer_suggest('$source', 'y', $budget) - 'exclude' || jsonb_build_object('seed', seed)], 10, seed)) s});
	};

	is($node->safe_psql('postgres', qq{SET client_min_messages = warning; SELECT count(m) FROM generate_series(1, 100) seed,
			LATERAL (SELECT aer_train(t, 'y', (SELECT aer_suggest('ordinary.$table', 'y', 3)) || jsonb_build_object('seed', seed) ORDER BY id) AS m FROM ordinary.$table t) s}),
		100, "$table: a model of every seed");
	$node->safe_psql('postgres', qq{
		DO \$\$
		DECLARE
			made text := (SELECT string_agg(format('(%1\$I = %2\$L)::int AS %3\$I', name, value, name || ' ' || value), ', ')
				FROM (VALUES $words) w(name), LATERAL jsonb_array_elements_text(aer_suggest('ordinary.$table', 'y')->'columns'->name) v(value) WHERE value IS NOT NULL);
			words text := (SELECT string_agg(format('DROP COLUMN %I', name), ', ') FROM (VALUES $words) w(name));
		BEGIN
			EXECUTE format('CREATE TABLE ordinary.by_hand AS SELECT t.*, %s FROM ordinary.$table t', made);
			EXECUTE 'ALTER TABLE ordinary.by_hand ' || words;
			CREATE TABLE ordinary.whole AS SELECT * FROM ordinary.$table t WHERE NOT EXISTS (SELECT FROM jsonb_each(to_jsonb(t)) e WHERE e.value = 'null');
			ALTER TABLE ordinary.by_hand ADD PRIMARY KEY (id);
			ALTER TABLE ordinary.whole ADD PRIMARY KEY (id);
		END \$\$});
	for my $budget (3, 'NULL')
	{
		my ($as_stored, $by_hand, $whole) = map { $learn->("ordinary.$_", $budget) } $table, 'by_hand', 'whole';

		note("$table, budget $budget: r2 $as_stored as stored, $by_hand indicators by hand, $whole complete rows only");
		cmp_ok($as_stored, '>', 0.2, "$table: learns");
		# a look at a column of words tells more than one at an indicator: no worse than by a twentieth
		cmp_ok($as_stored, '>', $by_hand - 0.05, "$table, budget $budget: as by indicators made by hand");
		cmp_ok($as_stored, '>', $whole - 0.1, "$table, budget $budget: as without holes");
	}
	$node->safe_psql('postgres', 'DROP TABLE ordinary.by_hand, ordinary.whole');
}

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
	$node->safe_psql('postgres', q{
		CREATE TABLE ordinary.given_heart_words AS SELECT id, age, sex = 1 AS sex, chr(96 + cp::int) AS cp, trestbps, chol, fbs = 1 AS fbs, chr(97 + restecg::int) AS restecg,
			thalach, exang = 1 AS exang, oldpeak, chr(96 + slope::int) AS slope, ca, CASE thal WHEN 3 THEN 'a' WHEN 6 THEN 'b' WHEN 7 THEN 'c' END AS thal, y FROM ordinary.given_heart;
		ALTER TABLE ordinary.given_heart_words ADD PRIMARY KEY (id)});
	my (undef, @diabetes) = $lines->('cat', "$folder/diabetes/diabetes.tab.txt");
	$load->('diabetes', '\t', [ qw(age sex bmi bp s1 s2 s3 s4 s5 s6 progression) ], 'progression', @diabetes);
	my (undef, @headlines) = $lines->('cat', "$folder/emotion_headlines/truth_wide.csv");
	$load->('headlines', ',', [ qw(headline anger disgust fear joy sadness surprise valence) ], 'valence', @headlines);
	$node->safe_psql('postgres', 'ALTER TABLE ordinary.given_headlines DROP COLUMN headline');
	my ($names, @trees) = $lines->('gzip', '-dc', "$folder/covertype/covtype_sample_92962.csv.gz");
	$load->('covertype', ',', [ split /,/, lc $names ], '(cover_type = 2)::int', @trees[ map { 4 * $_ } 0 .. 4999 ]);
	$node->safe_psql('postgres', 'ALTER TABLE ordinary.given_covertype DROP COLUMN cover_type');
}
