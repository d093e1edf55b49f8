
# Nothing reads or tells what it may not: rows that the caller may not see, and
# values that no plan asked for.

use strict;
use warnings;

use lib 'test/perl';
use AerStatements;
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

# (plans may be parallel, but one process runs them: without a key, what is read of a
# row depends on which process reads it)
my $node = start_server('rights', 'jit = off', 'max_parallel_workers = 0', 'client_min_messages = error');
make_tables($node);

# Row-level security.  A row in ten is hidden from the nurse by a policy that
# costs more than any function of aer, and poisoned: who looks at it first, fails
# or answers otherwise.  Views of the visible rows have the right answers.
my %poison = (
	points => q{x = '{NaN,NaN,NaN,NaN}', bits = '{NaN,NaN,NaN,NaN}', y = 'NaN'},
	people => q{a = 'NaN', d = 'NaN', kind = 'poison', y = 'NaN'},
	documents => q{j = '{"a": "poison", "b": [], "kind": 3, "y": "poison"}', y = 'NaN'},
	holes => q{a = 'NaN', kind = 'poison'},
	wide => q{x = array_fill('NaN'::real, ARRAY[20000]), y = 'NaN'});
$node->safe_psql('postgres', q{
	CREATE ROLE nurse LOGIN;
	GRANT SELECT ON ALL TABLES IN SCHEMA public TO nurse;
	CREATE SCHEMA visible;
	CREATE FUNCTION visible.is(i int) RETURNS boolean LANGUAGE plpgsql PARALLEL SAFE COST 10000000 AS $$ BEGIN RETURN i % 10 <> 3; END $$;
	GRANT USAGE ON SCHEMA visible TO nurse;
} . join '', map { qq{
	UPDATE $_ SET $poison{$_} WHERE NOT visible.is(i);
	CREATE POLICY visible ON $_ USING (visible.is(i));
	ALTER TABLE $_ ENABLE ROW LEVEL SECURITY;
	CREATE VIEW visible.$_ AS SELECT * FROM $_ WHERE i % 10 <> 3;
} } sort keys %poison);
# (a log is checked by its owner)
my @reading = grep { !$_->{writes} && $_->{query} !~ /aer_check/ } statements();
my $script = join ";\n", map { answer_of($_) } @reading;
my @expected = split /\n/, $node->safe_psql('postgres', "SET search_path = visible, public; $script");
my @found = split /\n/, $node->safe_psql('postgres', $script, extra_params => [ '-U', 'nurse' ]);
is(scalar(@expected), scalar(@reading), 'every statement has an answer');
is($found[$_], $expected[$_], "$reading[$_]{name}: of the rows that the caller sees") for 0 .. $#reading;
is($node->safe_psql('postgres', q{SELECT count(*) FROM people p, models WHERE id = 'rows' AND aer_predict(m, p) > -1000}, extra_params => [ '-U', 'nurse' ]),
	54, 'a function in WHERE comes after the policy');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e' WHERE proleakproof AND proname LIKE 'aer%'}),
	0, 'none says that it leaks nothing: errors tell values');

# Without the right to read a table there is an error, which says nothing of its rows.
$node->safe_psql('postgres', q{REVOKE SELECT ON points, people, holes FROM nurse; GRANT SELECT (i, a) ON people, holes TO nurse});
for my $statement (grep { $_->{query} =~ /'(SELECT [^']*FROM )?(points|people|holes)\b/ } @reading)
{
	my $stderr = '';

	$node->psql('postgres', answer_of($statement), stderr => \$stderr, extra_params => [ '-U', 'nurse' ]);
	like($stderr, qr/^psql:<stdin>:\d+: ERROR:  permission denied for table (points|people|holes)\b/, "$statement->{name}: not without the right to read");
}

# Planned values, cell by cell.  One value of one row is poisoned at a time.
# If that is an error, or another answer, it was read; if it was not to be read,
# the answer stays.
$node->safe_psql('postgres', q{
	CREATE TABLE cells AS SELECT i, ARRAY[sin(i), cos(3 * i), sin(7 * i), cos(i * i)] AS x, sin(2 * i) + i % 3 AS y, sin(5 * i) > 0 AS label FROM generate_series(1, 12) i;
	CREATE VIEW of_arrays AS SELECT i, x, y, label FROM cells;
	CREATE VIEW of_rows AS SELECT i, x[1] AS a, x[2]::numeric AS b, x[3]::real AS c, x[4] AS d, y FROM cells;
	CREATE VIEW of_documents AS SELECT i, jsonb_build_object('a', x[1], 'b', x[2], 'c', x[3], 'd', x[4]) AS j, y FROM cells;
	CREATE TABLE cell_models AS
		SELECT 'sparse' AS id, '{"weights":[1,0,-2,0],"intercept":0.5,"learner":{},"rows":0,"draws":0,"reads":0,"skipped":0,"format":2}'::aer_model AS m
		UNION ALL SELECT 'sparse names', '{"weights":[1,0,-2,0],"columns":[{"name":"a","kind":"number"},{"name":"b","kind":"number"},{"name":"c","kind":"number"},{"name":"d","kind":"number"}],"intercept":0.5,"learner":{},"rows":0,"draws":0,"reads":0,"skipped":0,"format":2}'
		UNION ALL SELECT 'streaming', aer_train(x, y, aer_ridge(budget => 2, radius => 2, warmup_rows => 3) ORDER BY i) FROM points WHERE i NOT IN (3, 13, 23, 33, 43, 53)
		UNION ALL SELECT 'restricted', aer_restrict(aer_fit_ridge(aer_moments(x, y), partial => true), ARRAY[2, 4]) FROM cells
		UNION ALL SELECT 'link', aer_fit_ridge(aer_moments(ARRAY[x[1], 0, x[3], 0], label)) FROM cells;
	-- The cells that a query reads; it reads from DATA.
	CREATE FUNCTION cells_read(query text, kind text) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE
		clean text;
		answer text;
		data text;
		cells text[];
		columns text[];
	BEGIN
		EXECUTE replace(query, 'DATA', 'of_' || kind) INTO STRICT clean;
		IF clean IS NULL THEN
			RAISE 'no answer';
		END IF;
		FOR r IN 1..12 LOOP
			FOR k IN 1..4 LOOP
				columns := ARRAY(SELECT CASE WHEN k = n THEN format('CASE WHEN i = %s THEN ''NaN'' ELSE %2$s END AS %2$s', r, chr(96 + n)) ELSE chr(96 + n) END FROM generate_series(1, 4) n);
				data := CASE kind
					WHEN 'arrays' THEN format('SELECT i, CASE WHEN i = %s THEN x[:%s] || ''NaN''::float8 || x[%s:] ELSE x END AS x, y, label FROM of_arrays', r, k - 1, k + 1)
					WHEN 'rows' THEN format('SELECT i, %s, y FROM of_rows', array_to_string(columns, ', '))
					ELSE format('SELECT i, CASE WHEN i = %s THEN j || ''{"%s": "poison"}'' ELSE j END AS j, y FROM of_documents', r, chr(96 + k)) END;
				BEGIN
					EXECUTE replace(query, 'DATA', '(' || data || ')') INTO STRICT answer;
					IF answer IS DISTINCT FROM clean THEN
						cells := cells || format('%s.%s changed', r, k);
					END IF;
				EXCEPTION WHEN data_exception OR datatype_mismatch THEN
					cells := cells || format('%s.%s', r, k);
				END;
			END LOOP;
		END LOOP;
		RETURN array_to_string(cells, ' ');
	END $$;
});

my $cells = sub { "SELECT string_agg(i || '.' || j, ' ' ORDER BY i, j) FROM ($_[0]) s(i, j)" };
my $ridge = q{aer_ridge(budget => 2, radius => 2, warmup_rows => 3)};
my $own = q{aer_ridge(budget => 3, include => '{a,b,c,d}')};
my $money = q{aer_design(2.5, '{"cost": {"1": 1, "2": 0.5, "3": 2, "4": 1.125}, "panels": {"p": {"fee": 0.5, "attributes": ["2", "4"]}}}')};
my $named = q{aer_design(budget => 2, include => '{a,b,c,d}')};
my $planned = sub { $cells->("SELECT i, j FROM cells, unnest(aer_plan($_[0], 4, i)) j") };
my $streamed = sub { $cells->("SELECT c.i, j FROM cells c, LATERAL aer_next(coalesce((SELECT aer_train(x, y, $_[0] ORDER BY i) FROM cells b WHERE b.i < c.i), aer_start($_[0], 4))) u(j)") };
my $weighted = sub { $cells->("SELECT i, attribute FROM cells, cell_models, aer_weights(m) WHERE id = '$_[0]' AND attribute > 0 AND weight <> 0") };
my $some = sub { my $set = shift; $cells->("SELECT i, j FROM cells, unnest(ARRAY[$set]) j") };
my $order = 'ORDER BY i';
my @calls = (
	# learners: what aer_next said
	[ 'aer_train', 'arrays', "SELECT aer_train(x, y, $ridge $order) FROM DATA v", $streamed->($ridge) ],
	[ 'aer_train, two-phase', 'arrays', "SELECT aer_train(x, y, aer_lasso(budget => 3, radius => 2, warmup_rows => 5) $order) FROM DATA v", $streamed->('aer_lasso(budget => 3, radius => 2, warmup_rows => 5)') ],
	[ 'aer_train, svr', 'arrays', "SELECT aer_train(x, y, aer_svr(budget => 3, radius => 2, biased => true, smoothing => 1) $order) FROM DATA v", $streamed->('aer_svr(budget => 3, radius => 2, biased => true, smoothing => 1)') ],
	[ 'aer_train, pegasos', 'arrays', "SELECT aer_train(x, y, aer_pegasos(budget => 2, radius => 2) $order) FROM DATA v", $streamed->('aer_pegasos(budget => 2, radius => 2)') ],
	[ 'aer_train, baseline', 'arrays', "SELECT aer_train(x, y, aer_baseline(budget => 2, radius => 2) $order) FROM DATA v", $streamed->('aer_baseline(budget => 2, radius => 2)') ],
	[ 'aer_continue', 'arrays', "SELECT aer_continue(x, y, m $order) FROM DATA v, cell_models WHERE id = 'streaming'",
		$cells->("SELECT c.i, j FROM cells c, cell_models, LATERAL aer_next(coalesce((SELECT aer_continue(x, y, m ORDER BY i) FROM cells b WHERE b.i < c.i), m)) u(j) WHERE id = 'streaming'") ],
	[ 'aer_train of rows', 'rows', "SELECT aer_train(v, 'y', $own $order) FROM DATA v",
		$cells->("SELECT c.i, j FROM cells c, LATERAL aer_next(coalesce((SELECT aer_train(o, 'y', $own ORDER BY i) FROM of_rows o WHERE o.i < c.i), aer_start($own, '{a,b,c,d}'::text[]))) u(j)") ],
	[ 'aer_train of documents', 'documents', "SELECT aer_train(j, y, $own $order) FROM DATA v",
		$cells->("SELECT c.i, n FROM cells c, LATERAL aer_next(coalesce((SELECT aer_train(j, y, $own ORDER BY i) FROM of_documents b WHERE b.i < c.i), aer_start($own, '{a,b,c,d}'::text[]))) u(n)") ],
	# designs: what aer_plan said
	[ 'aer_moments with a key', 'arrays', 'SELECT aer_moments(x, y, aer_design(budget => 2), i) FROM DATA v', $planned->('aer_design(budget => 2)') ],
	[ 'aer_moments by spread', 'arrays', 'SELECT aer_moments(x, y, aer_design(budget => 2, spread => ARRAY[1, 2, 3, 4]), i) FROM DATA v', $planned->('aer_design(budget => 2, spread => ARRAY[1, 2, 3, 4])') ],
	[ 'aer_moments, deep', 'arrays', 'SELECT aer_moments(x, y, aer_design(budget => 2, deep_budget => 4), i) FROM DATA v', $planned->('aer_design(budget => 2, deep_budget => 4)') ],
	[ 'aer_moments in money', 'arrays', "SELECT aer_moments(x, y, $money, i) FROM DATA v", $planned->($money) ],
	[ 'aer_moments of rows', 'rows', "SELECT aer_moments(v, 'y', $named, i) FROM DATA v", $planned->('aer_design(budget => 2)') ],
	[ 'aer_moments of documents', 'documents', "SELECT aer_moments(j, y, $named, i) FROM DATA v", $planned->('aer_design(budget => 2)') ],
	[ 'aer_train by a design', 'arrays', 'SELECT aer_train(x, y, aer_design(budget => 2), i) FROM DATA v', $planned->('aer_design(budget => 2)') ],
	[ 'aer_train of rows by a design', 'rows', "SELECT aer_train(v, 'y', $named, i) FROM DATA v", $planned->('aer_design(budget => 2)') ],
	[ 'aer_train of documents by a design', 'documents', "SELECT aer_train(j, y, $named, i) FROM DATA v", $planned->('aer_design(budget => 2)') ],
	# models: attributes with a weight
	(map { [ $_, 'arrays', "SELECT array_agg($_(m, x) $order) FROM DATA v, cell_models WHERE id = 'sparse'", $weighted->('sparse') ] } qw(aer_predict aer_score)),
	[ 'aer_probability', 'arrays', "SELECT array_agg(aer_probability(m, x) $order) FROM DATA v, cell_models WHERE id = 'link'", $weighted->('link') ],
	[ 'aer_predict of rows', 'rows', "SELECT array_agg(aer_predict(m, v) $order) FROM DATA v, cell_models WHERE id = 'sparse names'", $weighted->('sparse names') ],
	[ 'aer_predict of documents', 'documents', "SELECT array_agg(aer_predict(m, j) $order) FROM DATA v, cell_models WHERE id = 'sparse names'", $weighted->('sparse names') ],
	[ 'aer_predict, restricted', 'arrays', "SELECT array_agg(aer_predict(m, x) $order) FROM DATA v, cell_models WHERE id = 'restricted'", $some->('2, 4') ],
	[ 'aer_evaluate', 'arrays', "SELECT aer_evaluate(m, x, y) FROM DATA v, cell_models WHERE id = 'sparse'", $weighted->('sparse') ],
	[ 'aer_evaluate of rows', 'rows', "SELECT aer_evaluate(m, v, 'y') FROM DATA v, cell_models WHERE id = 'sparse names'", $weighted->('sparse names') ],
	[ 'aer_evaluate of documents', 'documents', "SELECT aer_evaluate(m, j, y) FROM DATA v, cell_models WHERE id = 'sparse names'", $weighted->('sparse names') ],
	# columns that are listed
	[ 'aer_train of some columns', 'rows', "SELECT aer_train(v, 'y', aer_ridge(include => '{a,d}') $order) FROM DATA v", $some->('1, 4') ],
	[ 'aer_train of other columns', 'rows', "SELECT aer_train(v, 'y', aer_lasso(exclude => '{i,a,d}') $order) FROM DATA v", $some->('2, 3') ],
	[ 'two aer_train of one column each', 'rows', "SELECT ARRAY[aer_train(v, 'y', aer_ridge(include => '{a}') $order), aer_train(v, 'y', aer_design(include => '{b}') $order)] FROM DATA v", $some->('1, 2') ],
	[ 'aer_moments of some columns', 'rows', "SELECT aer_moments(v, 'y', aer_design(include => '{a,d}')) FROM DATA v", $some->('1, 4') ],
	[ 'aer_moments of some keys', 'documents', "SELECT aer_moments(j, y, aer_design(include => '{a,d}')) FROM DATA v", $some->('1, 4') ]);
for my $call (@calls)
{
	my ($name, $kind, $statement, $planned) = @$call;
	my $read = $node->safe_psql('postgres', "SELECT cells_read(\$q\$$statement\$q\$, '$kind')");

	# a prediction of NaN is NULL
	$read =~ s/ changed//g if $statement =~ /array_agg/;
	is($read, $node->safe_psql('postgres', $planned), "$name: reads what was planned, and nothing else");
}

# Where no plan is told beforehand: as many cells as the ledger counts; within the
# budget, where there is no ledger.
for my $call (
	[ 'aer_moments, learned', "SELECT aer_moments(x, y, aer_design(budget => 2) $order) FROM DATA v", 'SELECT sum(reads) FROM aer_attributes((%s))' ],
	[ 'aer_train, learned', "SELECT aer_train(x, y, aer_design(budget => 2) $order) FROM DATA v", 'SELECT reads FROM aer_summary((%s))' ],
	[ 'aer_evaluate with a budget', "SELECT aer_evaluate(m, x, y, 2 $order) FROM DATA v, cell_models WHERE id = 'streaming'", undef ])
{
	my ($name, $statement, $ledger) = @$call;
	my $read = $node->safe_psql('postgres', "SELECT cells_read(\$q\$$statement\$q\$, 'arrays')");
	my $cells = () = $read =~ /\./g;

	unlike($read, qr/changed/, "$name: what is not read changes nothing");
	is($cells, $node->safe_psql('postgres', sprintf $ledger, $statement =~ s/DATA/of_arrays/r), "$name: reads as many values as it counts") if $ledger;
	cmp_ok($cells, '<=', 2 * 12, "$name: reads as many values as it may");
	cmp_ok($cells, '>', 12, "$name: which are some");
}

# A view whose columns raise an error if they are evaluated without need.
$node->safe_psql('postgres', q{
	CREATE FUNCTION poisoned(i int) RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RAISE 'evaluated'; END $$;
	CREATE VIEW poison AS SELECT i, x[1] AS a, x[2] AS b, poisoned(i)::json AS c, poisoned(i)::bytea AS d, y FROM cells;
	CREATE VIEW poisoned_numbers AS SELECT i, x[1] AS a, x[2] AS b, poisoned(i)::float8 AS c, y FROM cells;
});
is($node->safe_psql('postgres', q{SELECT aer_suggest('poison', 'y') ->> 'include'}), '["i", "a", "b"]', 'aer_suggest evaluates columns that can be attributes');
is($node->safe_psql('postgres', q{SELECT count(*) FROM aer_worklist(aer_design(include => '{a,b}'), 'poisoned_numbers', 'i')}), 0, 'aer_worklist evaluates the columns of the design');
for my $function (qw(aer_compare aer_cross_validate))
{
	my $answers = sub { $node->safe_psql('postgres', "SELECT c.* FROM $function('SELECT v AS features, ''y'' AS target, i AS key FROM $_[0] v', ARRAY[aer_ridge(include => '{a,b}'), aer_design(budget => 1, include => '{a,b}')], 2) c") };

	is($answers->(q{(SELECT i, a, b, ''NaN''::float8 AS c, y FROM of_rows)}), $answers->('of_rows'), "$function reads the columns that are listed");
}
my $curve = sub { $node->safe_psql('postgres', "SELECT c.* FROM aer_learning_curve('SELECT v AS features, ''y'' AS target FROM $_[0] v', 'SELECT v AS features, ''y'' AS target FROM $_[0] v', ARRAY[aer_lasso(include => '{a,b}')], '{5, 9}') c") };
is($curve->(q{(SELECT i, a, b, ''NaN''::float8 AS c, y FROM of_rows)}), $curve->('of_rows'), 'aer_learning_curve reads the columns that are listed');

stop_server($node);
