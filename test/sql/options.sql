--
-- Learners as jsonb: constructors, their errors, and values written by hand
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

SELECT aer_ridge(), aer_lasso();
SELECT aer_ridge(budget => 5, radius => 30, step => 0.1, rows => 1000, inner_draws => 2, intercept => true,
	center => 1.5, scale => 2, include => '{a,b}', exclude => '{c}', seed => -7);
SELECT aer_lasso(center => ARRAY[1, 2], scale => '{0.5,2}');
SELECT aer_lasso(center => '{"a": 1, "b b": 2}'::jsonb, scale => '{"a": 1}');
SELECT aer_ridge(center => ARRAY[1.5, 2]::numeric[], scale => ARRAY[1, 2]::real[]);

-- Numbers keep every digit.
SELECT (aer_ridge(step => 0.1::float8 + 0.2::float8)->>'step')::float8 = 0.1::float8 + 0.2::float8 AS exact,
	(aer_ridge(radius => 1.7976931348623157e308)->>'radius')::float8 = 1.7976931348623157e308 AS largest,
	(aer_ridge(radius => 5e-324)->>'radius')::float8 = 5e-324 AS smallest,
	aer_ridge(seed => 9223372036854775807)->>'seed' AS seed;

-- The planner makes one constant of a call.
CREATE FUNCTION plan_lines(query text, pattern text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	line text;
	n int := 0;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF, VERBOSE) ' || query LOOP
		n := n + (line ~ pattern)::int;
	END LOOP;
	RETURN n;
END $$;
SELECT plan_lines(query, '\maer_ridge\M') AS calls, plan_lines(query, '"budget": 5, "center": \[1, 2\]') AS constants
FROM (VALUES ('SELECT aer_ridge(budget => 5, center => ''{1,2}'') FROM generate_series(1, 2)')) v (query);

-- Ranges.
SELECT aer_ridge(budget => 1);
SELECT aer_ridge(budget => 0);
SELECT aer_lasso(budget => -5);
SELECT aer_ridge(radius => -1);
SELECT aer_ridge(radius => 0);
SELECT aer_lasso(radius => 'infinity');
SELECT aer_ridge(step => -0.1);
SELECT aer_ridge(step => 'NaN');
SELECT aer_ridge(rows => 0);
SELECT aer_ridge(budget => 5, inner_draws => 0);
SELECT aer_ridge(budget => 5, inner_draws => 5);
SELECT aer_ridge(center => 'NaN'::float8);
SELECT aer_ridge(center => ARRAY[1, NULL]);
SELECT aer_ridge(center => '{}');
SELECT aer_ridge(center => '{{1,2},{3,4}}'::int[]);
SELECT aer_ridge(center => true);
SELECT aer_ridge(center => point '(1,2)');
SELECT aer_ridge(center => ARRAY['a']);
SELECT aer_ridge(center => 'many');
SELECT aer_ridge(scale => ARRAY[1, 0]);
SELECT aer_ridge(scale => '{"a": -1}');
SELECT aer_ridge(include => '{}');
SELECT aer_ridge(exclude => '{a,NULL}');
SELECT aer_majority(rate => 1);
SELECT aer_majority();
SELECT aer_design(folds => 101);

-- By hand: the same checks.
CREATE TEMP TABLE row_1 AS SELECT '{1,2}'::float8[] AS x, 1 AS y;
SELECT aer_train(x, y, '{"learner": "ridge", "budget": null, "seed": 3}')::text =
	aer_train(x, y, aer_ridge(seed => 3))::text AS null_is_not_given,
	aer_train(x, y, '{"learner": "ridge", "budget": null}')::float8[] = aer_train(x, y, aer_ridge())::float8[] AS null_is_default,
	aer_train(x, y, '{"seed": 3, "learner": "ridge"}')::text = aer_train(x, y, aer_ridge(seed => 3))::text AS same
FROM row_1;
-- (The lists of what is known grow; that they are given is shown once.)
\set VERBOSITY terse
SELECT aer_train(x, y, '{"learner": "ridge", "bugdet": 2}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "tree"}') FROM row_1;
SELECT aer_train(x, y, '{"learner": 5}') FROM row_1;
SELECT aer_train(x, y, '{"budget": 5}') FROM row_1;
SELECT aer_train(x, y, '["ridge"]') FROM row_1;
SELECT aer_train(x, y, '"ridge"') FROM row_1;
\set VERBOSITY default
DO $$
DECLARE
	d text;
BEGIN
	PERFORM aer_train(x, y, '{"learner": "ridge", "bugdet": 2}') FROM row_1;
EXCEPTION WHEN invalid_parameter_value THEN
	GET STACKED DIAGNOSTICS d = PG_EXCEPTION_DETAIL;
	IF d !~ '"ridge" are: .*budget.*radius.*seed' THEN
		RAISE 'no list of options: %', d;
	END IF;
END $$;
SELECT aer_train(x, y, NULL) FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "budget": 2.5}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "budget": "2"}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "budget": 1e300}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "seed": 9223372036854775808}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "seed": -9223372036854775809}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "radius": 1e400}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "radius": [1]}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "intercept": 1}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "center": "1"}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "center": [[1]]}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "include": "a"}') FROM row_1;
SELECT aer_train(x, y, '{"learner": "ridge", "include": [1]}') FROM row_1;

-- Against the rows.
SELECT aer_train(x, y, aer_ridge(budget => 3)) FROM row_1;
SELECT aer_train(x, y, aer_ridge(center => '{1,2,3}')) FROM row_1;
SELECT aer_train(x, y, aer_ridge(scale => '{"a": 1}')) FROM row_1;
SELECT aer_train(r, 'y', aer_ridge(scale => '{"a": 1}')) FROM (SELECT 1 AS b, 2 AS y) r;
SELECT aer_train(x, y, aer_ridge(include => '{a}')) FROM row_1;
SELECT aer_train(x, y, aer_ridge(exclude => '{a}')) FROM row_1;

-- One number serves all attributes; a list and names give each its own.
CREATE TEMP TABLE units AS
	SELECT i, i % 7 AS a, (i * 5) % 11 AS b, i % 7 - (i * 5) % 11 AS y FROM generate_series(1, 50) i;
SELECT aer_train(ARRAY[a, b], y, aer_ridge(center => 3, scale => 4) ORDER BY i)::float8[] =
	aer_train(ARRAY[a, b], y, aer_ridge(center => '{3,3}', scale => '{4,4}') ORDER BY i)::float8[] AS one_for_all,
	aer_train(ARRAY[a, b], y, aer_ridge(center => '{3,5}', scale => '{1,4}') ORDER BY i)::float8[] =
	aer_train(u, 'y', aer_ridge(exclude => '{i}', center => '{"b": 5, "a": 3}', scale => '{"b": 4}') ORDER BY i)::float8[] AS by_name,
	aer_train(ARRAY[(a - 3) / 4.0, (b - 3) / 4.0], y, aer_ridge() ORDER BY i)::float8[] =
	ARRAY(SELECT v * 4 FROM unnest(aer_train(ARRAY[a, b], y, aer_ridge(center => 3, scale => 4) ORDER BY i)::float8[]) v) AS in_user_units
FROM units u;

-- The constructors have the arguments that the tables of options name, in that
-- order, of the types that the tables say, all with a default.
CREATE TEMP TABLE options AS SELECT * FROM aer_options() WITH ORDINALITY o(learner, option, type, range, unset, meaning, place);
SELECT learner, names IS DISTINCT FROM argnames AS names_differ, types IS DISTINCT FROM argtypes AS types_differ
FROM (SELECT learner, array_agg(option ORDER BY place) AS names, array_agg(type ORDER BY place) AS types
	  FROM options GROUP BY learner) o
	FULL JOIN (SELECT substr(proname, 5) AS learner, proargnames AS argnames,
					  ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) WITH ORDINALITY u(t, n) ORDER BY n) AS argtypes
			   FROM pg_proc WHERE proname ~ '^aer_' AND prorettype = 'jsonb'::regtype AND pronargs = pronargdefaults AND pronargs > 0) p USING (learner)
WHERE names IS DISTINCT FROM argnames OR types IS DISTINCT FROM argtypes;
SELECT count(DISTINCT learner) > 8 AS learners, count(*) > 80 AS options, bool_and(range <> '' AND unset <> '' AND meaning <> '') AS said FROM options;
-- Every default that is a value is the value that it says.
SELECT learner FROM (
	SELECT learner, jsonb_object_agg(option, unset::jsonb) AS defaults
	FROM options WHERE unset ~ '^(-?[0-9.]+|true|false|".*")$' AND option <> 'inner_draws' AND learner <> 'design' GROUP BY learner) o,
	LATERAL (SELECT jsonb_build_object('learner', learner) || CASE learner WHEN 'majority' THEN '{"rows": 3}'::jsonb ELSE '{}' END AS least) l,
	LATERAL (SELECT aer_train(x, 1, least)::text AS a, aer_train(x, 1, least || defaults)::text AS b FROM (VALUES ('{1,0}'::float8[])) v(x)) m
WHERE a <> b;

-- A model carries its options with the defaults written out: later defaults
-- must not change what aer_continue does.  null: the rule of aer_options().
CREATE TEMP TABLE given(n, l) AS VALUES
	(1, aer_ridge()), (2, aer_ridge(budget => 2)), (3, aer_lasso(budget => 2, seed => -7)), (4, aer_svr(budget => 3)),
	(5, aer_svr(budget => 2, biased => true, radius => 0.1, step => 1e-10)), (6, aer_pegasos(budget => 2, rows => 9223372036854775807)),
	(7, aer_baseline()), (8, aer_perceptron()), (9, aer_winnow()), (10, aer_majority(rows => 3)),
	(11, aer_ridge(budget => 2, warmup_rows => 1, warmup_center => true)), (12, aer_ridge(budget => 2, sampling => 'two-phase', rows => 25)),
	(13, aer_lasso(budget => 2, second_moments => '{1,2,0}', center => 0.1, scale => '{1,2,3}')),
	(14, '{"learner": "winnow", "rate": null, "balanced": null, "scale": 2.0}');
CREATE TEMP TABLE carried AS
	SELECT n, l, m, s.learner AS learner
	FROM given, LATERAL (SELECT aer_train(x, 1, l) AS m FROM (VALUES ('{1,0,1}'::float8[]), ('{0,0,1}'), ('{1,1,0}')) v(x)) t, aer_summary(m) s;
SELECT n, learner FROM carried ORDER BY n;
-- All options and nothing else.
SELECT n, array_agg(key) FROM (
		SELECT n, key FROM carried, jsonb_object_keys(learner) key WHERE key <> 'learner'
		EXCEPT SELECT n, option FROM carried c JOIN options o ON o.learner = c.l ->> 'learner') more GROUP BY n;
SELECT n, array_agg(option) FROM (
		SELECT n, option FROM carried c JOIN options o ON o.learner = c.l ->> 'learner'
		EXCEPT SELECT n, key FROM carried, jsonb_object_keys(learner) key) less GROUP BY n;
-- The stored learner means the same as the given one, and is stored unchanged.
SELECT n FROM carried,
	LATERAL (SELECT aer_train(x, 1, learner) AS again, aer_continue(x, 1, m)::text AS on FROM (VALUES ('{1,0,1}'::float8[]), ('{0,0,1}'), ('{1,1,0}')) v(x)) t
WHERE again::text <> m::text OR (t.on::jsonb -> 'learner') <> learner;
-- Whole rows: options by name, and the columns.
SELECT s.learner FROM (SELECT aer_train(r, 'y', aer_ridge(exclude => '{c}', scale => '{"b": 2}', center => '{"a": 0.5}')) AS m
	FROM (VALUES (1, 2, 3, 4), (2, 3, 4, 5)) r(a, b, c, y)) t, aer_summary(m) s;
-- A model of a release that stored only the given options can be continued.
SELECT n, old <> s.learner AS completed, more::text = (SELECT aer_continue(x, 1, m)::text FROM (VALUES ('{1,0,1}'::float8[])) v(x)) AS same
FROM (SELECT n, m, l AS old, (SELECT aer_continue(x, 1, replace(m::text, learner::text, l::text)::aer_model) FROM (VALUES ('{1,0,1}'::float8[])) v(x)) AS more FROM carried WHERE n IN (4, 9)) t,
	aer_summary(more) s ORDER BY n;
