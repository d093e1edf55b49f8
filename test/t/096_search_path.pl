
# Who puts a schema of his own before pg_catalog in somebody's search_path makes aer call
# nothing of his: each function that runs SQL is called under a path whose first schema has
# functions, operators and types of all the names that this SQL has, and each of
# them is an error.  The names are those of the sources.  Nor does who makes functions in
# aer's own schema that are like its internal ones, but for a type.
use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use File::Find;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('search_path');
$node->safe_psql('postgres', q{
	CREATE SCHEMA aer;
	CREATE EXTENSION aer SCHEMA aer;
	CREATE SCHEMA data;
	CREATE SCHEMA hostile;
	CREATE TYPE data.mood AS ENUM ('low', 'fair', 'high');
	CREATE DOMAIN data.score AS float8;
	CREATE TABLE data.patients (id int PRIMARY KEY, code text UNIQUE NOT NULL, age int, score data.score, region text, mood data.mood, seen date, f jsonb, x float8[], y float8, good boolean);
	INSERT INTO data.patients SELECT i, 'c' || i, NULLIF(20 + i * 7 % 41, 30), i * 11 % 13, (ARRAY['north', 'south'])[1 + i % 2], (ARRAY['low', 'high'])[1 + i / 3 % 2]::data.mood, date '2020-01-01' + i * 5 % 70,
		jsonb_build_object('a', i % 5, 'b', i % 7), ARRAY[i % 5, NULLIF(i % 7, 3)], i % 5 + i % 7, i % 3 = 0 FROM generate_series(1, 60) i;
	CREATE VIEW data.seen AS SELECT id, age, score, region, y FROM data.patients;
	CREATE TABLE data.uneven AS SELECT 1 AS id, ARRAY[1.5, 2] AS x UNION ALL SELECT 2, ARRAY[3.5];
	CREATE DOMAIN data.lengths AS float8[];
	CREATE DOMAIN data.document AS jsonb;
	CREATE TABLE data.lists (id int PRIMARY KEY, n int[], x data.lengths, f data.document, age int, score data.score, part numeric, seen date, code varchar, mood data.mood);
	INSERT INTO data.lists SELECT id, ARRAY[id % 5, id % 7], ARRAY[id % 5, id % 7], f, id % 9, score, id % 11, seen, region, mood FROM data.patients;
	CREATE TABLE data.visits (id int PRIMARY KEY, a float8, b float8, y float8);
	CREATE TABLE data.models AS SELECT aer.aer_train(x, y, aer.aer_design(missing => 'available')) AS model FROM data.patients;
	ANALYZE;
});

# Functions that run SQL: written in SQL or calling such a function, and those whose C file queries the server.
my %runs_sql = map { $_ => 1 } split /\n/, $node->safe_psql('postgres', q{
	SELECT DISTINCT proname FROM pg_proc JOIN pg_language l ON l.oid = prolang WHERE pronamespace = 'aer'::regnamespace AND (lanname IN ('sql', 'plpgsql') OR prosrc ~ '^aer_as_owner') AND proname ~ '^aer_'});
my %word;
find(sub {
	return unless /\.c$/ && $File::Find::dir =~ m{src/pg};
	my $source = slurp_file($_);

	if ($source =~ /\bSPI_|\binner_call\b/)
	{
		$runs_sql{$_} = 1 foreach $source =~ /PG_FUNCTION_INFO_V1\((aer_\w+)\)/g;
	}
	# of a string that is SQL every word
	foreach my $string ($source =~ /"((?:[^"\\\n]|\\.)*)"/g)
	{
		next unless $string =~ /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|LOCK|FROM|WHERE)\b/;
		$word{ lc $_ } = 1 foreach $string =~ /\w+/g;
	}
}, 'src/pg');
$word{$_} = 1 foreach split /\n/, $node->safe_psql('postgres', q{
	SELECT DISTINCT lower(w[1]) FROM pg_proc JOIN pg_language l ON l.oid = prolang, regexp_matches(prosrc, '\w+', 'g') w WHERE pronamespace = 'aer'::regnamespace AND lanname IN ('sql', 'plpgsql')});
delete $runs_sql{$_} foreach 'aer_as_owner', 'aer_as_owner_for_reader', 'aer_as_owner_of_table';
cmp_ok(scalar keys %word, '>', 300, 'words of the sources');

my $words = join ',', map { "'$_'" } sort grep { !/^\d/ } keys %word;
my $made = $node->safe_psql('postgres', qq{
	CREATE TEMP TABLE word AS SELECT unnest(ARRAY[$words]) AS word;
	CREATE TEMP TABLE made (kind text);
	CREATE FUNCTION pg_temp.try(kind text, statement text) RETURNS void LANGUAGE plpgsql AS \$\$
	BEGIN
		EXECUTE statement;
		INSERT INTO made VALUES (kind);
	EXCEPTION WHEN OTHERS THEN	-- a pseudotype, two of the same
	END \$\$;
	-- An aggregate or a window function of that name is none, which is an error, too.
	SELECT count(pg_temp.try('function', format('CREATE FUNCTION hostile.%I(%s) RETURNS %s LANGUAGE plpgsql AS ''BEGIN RAISE \$r\$hostile function %s\$r\$; END''', proname,
		(SELECT string_agg(CASE WHEN t = '"any"'::regtype THEN 'anyelement' ELSE format_type(t, NULL) END, ', ' ORDER BY place) FROM unnest(proargtypes::oid[]) WITH ORDINALITY a (t, place)),
		CASE WHEN proretset THEN 'SETOF ' ELSE '' END || CASE WHEN prorettype = 'record'::regtype THEN 'text' ELSE format_type(prorettype, NULL) END, proname)))
	FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname IN (SELECT word FROM word);
	-- Those of any arguments: with so many.
	SELECT count(pg_temp.try('variadic', format('CREATE FUNCTION hostile.%I(%s) RETURNS text LANGUAGE plpgsql AS ''BEGIN RAISE \$r\$hostile function %s\$r\$; END''', name, array_to_string(array_fill(type, ARRAY[n]), ', '), name)))
	FROM (SELECT DISTINCT proname AS name FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND provariadic <> 0 AND proname IN (SELECT word FROM word)) p, generate_series(1, 12) n, unnest(ARRAY['text', 'anyelement', 'anycompatible']) type;
	SELECT count(pg_temp.try('operator', format('CREATE FUNCTION hostile.op_%s(%s) RETURNS %s LANGUAGE plpgsql AS ''BEGIN RAISE \$r\$hostile operator %s\$r\$; END''; CREATE OPERATOR hostile.%s (%s RIGHTARG = %s, FUNCTION = hostile.op_%1\$s)', oid,
		concat_ws(', ', NULLIF(oprleft, 0)::regtype, oprright::regtype), oprresult::regtype, replace(oprname, '%', '%%'), oprname, CASE WHEN oprleft <> 0 THEN format('LEFTARG = %s,', oprleft::regtype) END, oprright::regtype)))
	FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace;
	-- Types, those of catalogs among them: so there are no tables of these names.
	SELECT count(pg_temp.try('type', format('CREATE TYPE hostile.%I AS (hostile int)', typname))) FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typname IN (SELECT word FROM word);
	-- and of aer itself, as it were
	SELECT count(pg_temp.try('aer', format('CREATE FUNCTION hostile.%I(%s) RETURNS %s LANGUAGE plpgsql AS ''BEGIN RAISE \$r\$hostile function %s\$r\$; END''', proname,
		(SELECT string_agg(CASE WHEN t = '"any"'::regtype THEN 'anyelement' ELSE format_type(t, NULL) END, ', ' ORDER BY place) FROM unnest(proargtypes::oid[]) WITH ORDINALITY a (t, place)), CASE WHEN proretset OR prorettype = 'record'::regtype THEN 'text' ELSE format_type(prorettype, NULL) END, proname)))
	FROM pg_proc WHERE pronamespace = 'aer'::regnamespace AND prokind = 'f' AND 'internal'::regtype <> ALL (proargtypes::oid[]);
	SELECT string_agg(format('%s %s', kind, count >= CASE kind WHEN 'operator' THEN 700 WHEN 'function' THEN 100 WHEN 'variadic' THEN 20 WHEN 'aer' THEN 50 ELSE 5 END), ' ' ORDER BY kind) FROM (SELECT kind, count(*) FROM made GROUP BY kind) s;
});
my ($kinds) = $made =~ /(aer .*)$/m;
is($kinds, 'aer t function t operator t type t variadic t', 'a hostile schema') or diag($made);
# it is: who calls by name calls it
my $path = 'SET search_path = hostile, pg_catalog, aer';
foreach my $call ('SELECT count(*) FROM pg_catalog.pg_class', 'SELECT 1 + 1', 'SELECT format(\'%s\', 1)', "SELECT string_agg('a', 'b')", 'SELECT 1::int8 = 1', 'SELECT FROM pg_index WHERE indisunique', "SELECT 'a'::text || 'b'", "SELECT aer_report(NULL)")
{
	isnt(($node->psql('postgres', "$path; $call"))[0], 0, "hostile: $call");
}

# Each is called under that path, and gives the same result as under another.
my $query = q{'SELECT p.x AS features, p.y AS target, p.id AS key FROM data.patients p'};
my $learners = q{ARRAY[aer.aer_design(missing => 'available'), aer.aer_design(1)]};
my $design = q{aer.aer_design(2, include => '{age,score,region,mood,seen}', columns => '{"region": ["north", "south"], "mood": ["low", "high"]}', prices => NULL)};
my $priced = q{aer.aer_design(6, '{"cost": {"age": 1, "score": 2, "region": 3}, "panels": {"p": {"fee": 2, "attributes": ["age", "score"]}}}', include => '{age,score,region}', columns => '{"region": ["north", "south"]}')};
my @calls = (
	[ aer_cross_validate => "SELECT * FROM aer.aer_cross_validate($query, $learners, 3)" ],
	[ aer_compare => "SELECT * FROM aer.aer_compare($query, $learners, 3)" ],
	[ aer_compare => "SELECT * FROM aer.aer_compare('SELECT l AS features, ''age'' AS target, l.id AS key FROM data.lists l', ARRAY[aer.aer_design(exclude => '{id}')], 3) UNION ALL SELECT * FROM aer.aer_compare('SELECT l.n AS features, l.mood AS target FROM data.lists l', ARRAY[aer.aer_design()], 3) UNION ALL SELECT * FROM aer.aer_compare('SELECT l.x AS features, l.seen AS target FROM data.lists l', ARRAY[aer.aer_design()], 3)" ],
	[ aer_compare => "SELECT * FROM aer.aer_compare('data.patients', 'y', exclude => '{id,f}')" ],
	[ aer_compare => "SELECT * FROM aer.aer_compare('data.patients', 'mood', '{1,NULL}'::pg_catalog.float8[], features => 'x') UNION ALL SELECT * FROM aer.aer_compare('data.patients', 'a', 1, features => 'f')" ],
	[ aer_choose => "SELECT * FROM aer.aer_choose('data.patients', 'y', 3, exclude => '{id,f}')" ],
	[ aer_choose => "SELECT * FROM aer.aer_choose('data.patients', 'y', 3, features => 'x') UNION ALL SELECT * FROM aer.aer_choose('data.patients', 'region', features => 'f')" ],
	[ aer_learning_curve => "SELECT * FROM aer.aer_learning_curve($query, $query, $learners, '{20,60}')" ],
	[ aer_suggest => "SELECT aer.aer_suggest('data.patients', 'y', 2), aer.aer_suggest('data.seen', 'y'), aer.aer_suggest('data.patients', 'good'), aer.aer_suggest('data.patients', 'region', features => 'f'), aer.aer_suggest('data.patients', 'a=1', features => 'f')" ],
	[ aer_learn => "SELECT aer.aer_learn('data.patients', 'y', keep_rows => 30), aer.aer_learn('data.patients', 'region=north', key => 'code', keep_rows => 30)" ],
	[ aer_drift => "SELECT * FROM aer.aer_drift(aer.aer_learn('data.patients', 'y', exclude => '{f,x}'), 'data.patients', 'good') UNION ALL SELECT * FROM aer.aer_drift(aer.aer_trim(aer.aer_learn('data.lists', 'age')), 'data.lists') UNION ALL SELECT * FROM aer.aer_drift(aer.aer_learn('data.patients', 'mood', features => 'f'), 'data.patients', features => 'f') UNION ALL SELECT * FROM aer.aer_drift(aer.aer_learn('data.lists', 'age', features => 'x'), 'data.lists', features => 'x') UNION ALL SELECT * FROM aer.aer_drift((SELECT aer.aer_fit_ridge(m) FROM (SELECT aer.aer_moments(p, 'y', $design, p.id) AS m FROM data.patients p) s), (SELECT aer.aer_moments(p, 'y', $design, p.id) FROM data.patients p))" ],
	[ aer_learn => "SELECT aer.aer_learn('data.patients', 'y', 2), aer.aer_learn('data.seen', 'y'), aer.aer_learn('data.patients', 'region=north', key => 'code'), aer.aer_learn('data.patients', 'mood', features => 'f'), aer.aer_learn('data.patients', 'good', features => 'x')" ],
	[ aer_worklist => "SELECT * FROM aer.aer_worklist($design, 'data.patients', 'id')" ],
	[ aer_worklist => "SELECT * FROM aer.aer_worklist($priced, 'data.patients', 'id', '{1,2,3}')" ],
	[ aer_calibration => "SELECT * FROM aer.aer_calibration((SELECT aer.aer_train(q, 'good', aer.aer_design(include => '{age,score}')) FROM data.patients q), 'data.patients', 'good')" ],
	[ aer_roc => "SELECT * FROM aer.aer_roc((SELECT aer.aer_train(q, 'good', aer.aer_design(include => '{age,score}')) FROM data.patients q), 'data.patients', 'good')" ],
	[ aer_worklist => "SELECT * FROM aer.aer_worklist(aer.aer_design(1, include => '{a,c}'), 'data.patients', 'id', features => 'f')" ],
	[ aer_worklist => "SELECT * FROM aer.aer_worklist(aer.aer_design(1), 'data.patients', 'id', features => 'x')" ],
	[ aer_worklist => "DO \$\$ BEGIN PERFORM FROM aer.aer_worklist(aer.aer_design(1), 'data.uneven', 'id', features => 'x');\n EXCEPTION WHEN array_subscript_error THEN NULL;\n END \$\$" ],
	[ aer_evaluate => "SELECT aer.aer_evaluate((SELECT aer.aer_train(q, 'y', aer.aer_design(include => '{age,score}')) FROM data.patients q), 'data.patients', 'y')" ],
	[ aer_confusion => "SELECT * FROM aer.aer_confusion((SELECT aer.aer_train(q, 'good', aer.aer_design(include => '{age,score}')) FROM data.patients q), 'data.patients', 'good')" ],
	(map { my $x = $_; map { [ aer_learn => "SELECT aer.aer_learn('data.lists', '$_', features => '$x'), aer.aer_learn('data.lists', '$_', 1, features => '$x')" ] } qw(age score part seen code mood code=north) } qw(n x)),
	[ aer_learn => "SELECT " . join(', ', map { "aer.aer_learn('data.lists', '$_', features => 'f')" } qw(age score part code mood code=north a)) ],
	[ aer_evaluate => "SELECT aer.aer_evaluate(aer.aer_learn('data.lists', 'age'), 'data.lists', 'age')" ],
	[ aer_confusion => "SELECT * FROM aer.aer_confusion(aer.aer_learn('data.lists', 'code'), 'data.lists', 'code')" ],
	[ aer_compare => "SELECT * FROM aer.aer_compare('data.lists', 'seen', '{1,NULL}'::pg_catalog.float8[], features => 'x') UNION ALL SELECT * FROM aer.aer_compare('data.lists', 'age', 1, features => 'f')" ],
	[ aer_choose => "SELECT * FROM aer.aer_choose('data.lists', 'age', features => 'n') UNION ALL SELECT * FROM aer.aer_choose('data.lists', 'score', features => 'f')" ],
	[ aer_evaluate => "SELECT aer.aer_evaluate(aer.aer_learn('data.lists', 'age', features => 'n'), 'data.lists', 'age', 'n'), aer.aer_evaluate(aer.aer_learn('data.lists', 'seen', features => 'x'), 'data.lists', 'seen', 'x'), aer.aer_evaluate(aer.aer_learn('data.lists', 'part', features => 'f'), 'data.lists', 'part', 'f')" ],
	[ aer_confusion => "SELECT * FROM aer.aer_confusion(aer.aer_learn('data.lists', 'mood', features => 'n'), 'data.lists', 'mood', 'n') UNION ALL SELECT * FROM aer.aer_confusion(aer.aer_learn('data.lists', 'code', features => 'f'), 'data.lists', 'code', 'f')" ],
	[ aer_calibration => "SELECT * FROM aer.aer_calibration((SELECT aer.aer_train(q, 'good', aer.aer_design(include => '{age,score}')) FROM data.patients q), 'data.patients', 'good')" ],
	[ aer_roc => "SELECT * FROM aer.aer_roc((SELECT aer.aer_train(q, 'good', aer.aer_design(include => '{age,score}')) FROM data.patients q), 'data.patients', 'good')" ],
	[ aer_worklist => "SELECT * FROM aer.aer_worklist(aer.aer_design(1, include => '{a,c}'), 'data.lists', 'id', features => 'f')" ],
	[ aer_report => 'SELECT r.* FROM data.models m, aer.aer_report(m.model) r' ],
	[ aer_page => "SELECT aer.aer_page(m.model) FROM data.models m UNION ALL SELECT aer.aer_page(aer.aer_train(q, 'y', aer.aer_design(include => '{age,score,region}', columns => '{\"region\": [\"north\"]}', interactions => '[[\"age\", \"score\"]]'), id)) FROM data.patients q" ],
	[ aer_explain => q{WITH m AS MATERIALIZED (SELECT aer.aer_train(q, 'y', aer.aer_design(include => '{age,score}')) AS named, aer.aer_fit_ridge(aer.aer_moments(q.x, q.y)) AS plain FROM data.patients q)
		SELECT e.* FROM m, data.patients p, LATERAL (SELECT * FROM aer.aer_explain(named, p) UNION ALL SELECT * FROM aer.aer_explain(named, p.f) UNION ALL SELECT * FROM aer.aer_explain(plain, p.x)) e WHERE p.id OPERATOR(pg_catalog.=) 1} ],
	(map { [ "aer_$_" => "WITH m AS MATERIALIZED (SELECT aer.aer_train(q, 'good', aer.aer_design(include => '{age,score}')) AS model FROM data.patients q) SELECT r FROM m, aer.aer_$_(model, '{\"age\": 30}') r" ] }
		qw(predict score probability class probabilities forecast ask)),
	[ aer_key => q{SELECT aer.aer_key('a'::pg_catalog.text), aer.aer_key('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::pg_catalog.uuid)} ],
	[ aer_follow => q{SELECT aer.aer_follow('data.visits', 'y', aer.aer_design(1), 'id', 'data.visits_log') IS NULL; INSERT INTO data.visits VALUES (1, 1, 2, 3), (2, 2, 1, 4); UPDATE data.visits SET a = 7; DELETE FROM data.visits WHERE id OPERATOR(pg_catalog.=) 2} ],
	[ aer_followed => q{SELECT aer.aer_followed('data.visits_log')} ],
	[ aer_compact => q{SELECT aer.aer_compact('data.visits_log')} ],
	[ aer_check => q{SELECT * FROM aer.aer_check('data.visits_log', true)} ],
	[ aer_logs => q{SELECT * FROM aer.aer_logs()} ],
	[ aer_refollow => q{SELECT aer.aer_refollow('data.visits_log') IS NULL; SELECT aer.aer_followed('data.visits_log'); TRUNCATE data.visits} ],
	[ aer_unfollow => q{SELECT aer.aer_unfollow('data.visits_log', true)} ],
	[ aer_follow => q{SELECT aer.aer_follow('data.patients', 'y', aer.aer_design(1), 'code', 'patients_log', 'x') IS NULL; SELECT aer.aer_refollow('data.patients_log') IS NULL; SELECT aer.aer_unfollow('data.patients_log', true)} ],
);
my %called = map { $_->[0] => 1 } @calls;
is_deeply([ sort grep { !$called{$_} } keys %runs_sql ], [], 'every function that runs SQL is called');

# Functions beside aer's internal ones, whose arguments are the same but for one, of another
# type: where aer's SQL gives a value of no type, or of that, they are closer. Beside its aggregates
# those of the types that tables and columns have, and beside that of aer_suggest one of a view's columns.
my $closer = q{
	CREATE FUNCTION pg_temp.is_made(statement text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN EXECUTE statement; RETURN true; EXCEPTION WHEN duplicate_function OR invalid_function_definition OR feature_not_supported THEN RETURN false; END $$;
	SELECT count(*) FILTER (WHERE pg_temp.is_made(format('CREATE FUNCTION aer.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L', proname,
		(SELECT string_agg(format('%s%s', CASE WHEN place = other THEN given ELSE t END, CASE WHEN place > pronargs - pronargdefaults THEN ' DEFAULT NULL' END), ', ' ORDER BY place) FROM unnest(proargtypes::oid[]::regtype[]) WITH ORDINALITY a (t, place)),
		CASE WHEN proretset THEN 'SETOF ' ELSE '' END || CASE WHEN prorettype = 'record'::regtype THEN 'text' ELSE format_type(prorettype, NULL) END, 'BEGIN RAISE ''a closer function''; END'))) > 2000
	FROM pg_proc, unnest(proargtypes::oid[]::regtype[]) WITH ORDINALITY o (declared, other), unnest('{oid,regclass,regtype,regprocedure,int2,int4,int8,float8,numeric,text,varchar,name,json,jsonb,bool,_text,_varchar,_int4,_numeric,data.document}'::regtype[]) given
	WHERE pronamespace = 'aer'::regnamespace AND proname LIKE E'\\\\_%' AND prokind = 'f' AND 'internal'::regtype <> ALL (proargtypes::oid[]) AND declared NOT IN ('"any"', 'anyarray', given);
	SELECT count(*) FILTER (WHERE pg_temp.is_made(format('CREATE FUNCTION aer.%I(%s) RETURNS text LANGUAGE plpgsql AS ''BEGIN RAISE $r$a closer function$r$; END''',
		proname, replace(oidvectortypes(proargtypes), 'record, text', format('%s, %s', features, target))))) > 500
	FROM pg_proc, unnest('{data.lists,data.seen,_float8,_int4,data.lengths,jsonb,data.document}'::regtype[]) features, unnest('{text,varchar,bool,int4,float8,numeric,date,data.score,data.mood}'::regtype[]) target
	WHERE pronamespace = 'aer'::regnamespace AND prokind = 'a' AND oidvectortypes(proargtypes) ~ 'record, text';
	SELECT pg_temp.is_made('CREATE FUNCTION aer._aer_column_decisions(int, float8, bool, bool, bool, bool[], float8, float8, int, int, data.score, text) RETURNS text LANGUAGE plpgsql AS ''BEGIN RAISE $r$a closer function$r$; END''')};

my %answer;
foreach my $under ('a path of its own', 'a hostile path', 'a path of its own, beside closer functions')
{
	my $where = $under eq 'a hostile path' ? $path : 'SET search_path = pg_catalog';

	is($node->safe_psql('postgres', $closer), "t\nt\nt", $under) if $under =~ /closer/;
	$node->safe_psql('postgres', 'TRUNCATE data.visits');
	foreach my $i (0 .. $#calls)
	{
		my ($function, $call) = @{ $calls[$i] };
		my ($code, $out, $error) = (0, '', '');

		foreach my $statement (split /; /, $call)
		{
			my @result = $node->psql('postgres', undef, extra_params => [ '-c', $where, '-c', $statement ]);

			$code ||= $result[0];
			$out .= "$result[1]\n";
			$error .= $result[2];
		}
		if (!exists $answer{$i})
		{
			is($code, 0, "$function: under $under") or diag($error);
			$answer{$i} = $out;
			next;
		}
		is($code, 0, "$function: nothing hostile is called under $under") or diag($error);
		is($out, $answer{$i}, "$function: and it says the same");
	}
}

stop_server($node);
