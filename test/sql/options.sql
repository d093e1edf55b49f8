--
-- Learners as jsonb: constructors, what they refuse, and hand-written values
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
SELECT aer_ridge(center => current_date);
SELECT aer_ridge(center => ARRAY['a']);
SELECT aer_ridge(center => 'many');
SELECT aer_ridge(scale => ARRAY[1, 0]);
SELECT aer_ridge(scale => '{"a": -1}');
SELECT aer_ridge(include => '{}');
SELECT aer_ridge(exclude => '{a,NULL}');

-- By hand: the same checks.
CREATE TEMP TABLE row_1 AS SELECT '{1,2}'::float8[] AS x, 1 AS y;
SELECT aer_train(x, y, '{"learner": "ridge", "budget": null, "seed": 3}')::text =
	aer_train(x, y, aer_ridge(seed => 3))::text AS remembered_as_written,
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
