--
-- The budget holds: what a model did not announce by aer_next() is never
-- looked at, so it does not matter what is there.
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET client_min_messages = error;	-- of targets that nothing explains, the mean would be better

CREATE FUNCTION pg_temp.value(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1023) / 512.0::float8 - 1';
CREATE TEMP TABLE full_rows AS
	SELECT i::int, ARRAY(SELECT pg_temp.value(i, j) FROM generate_series(1, 12) j ORDER BY j) AS x,
		pg_temp.value(i, 0) AS y
	FROM generate_series(1, 2000) i;

-- Before each row, ask for the plan; then give the row with other values
-- everywhere else.  The first row trains, having no plan to ask for.
CREATE FUNCTION pg_temp.run(learner jsonb, other float8) RETURNS aer_model LANGUAGE plpgsql AS $$
DECLARE
	m aer_model;
	plan int[];
	x float8[];
	r record;
BEGIN
	FOR r IN SELECT * FROM full_rows ORDER BY i LOOP
		IF m IS NULL THEN
			SELECT aer_train(r.x, r.y, learner) INTO m;
			CONTINUE;
		END IF;
		plan := ARRAY(SELECT attribute FROM aer_next(m));
		IF cardinality(plan) > (learner->>'budget')::int THEN
			RAISE 'row %: plan % is over the budget', r.i, plan;
		END IF;
		x := array_fill(other, ARRAY[12]);
		FOR j IN 1..cardinality(plan) LOOP
			x[plan[j]] := r.x[plan[j]];
		END LOOP;
		SELECT aer_continue(x, r.y, m) INTO m;
	END LOOP;
	RETURN m;
END $$;
SELECT l->>'learner' AS learner, l->>'budget' AS budget, other,
	pg_temp.run(l, other)::text = (SELECT aer_train(x, y, l ORDER BY i) FROM full_rows)::text AS same
FROM (VALUES (aer_ridge(budget => 3, intercept => true), NULL::float8), (aer_ridge(budget => 3), 'NaN'), (aer_ridge(budget => 6, inner_draws => 3), 1e300),
			 (aer_lasso(budget => 3, intercept => true), NULL), (aer_lasso(budget => 3), 'NaN'), (aer_lasso(budget => 6, inner_draws => 3), 1e300)) o(l, other);

-- Rows too: every column that is not planned is NULL, NaN or 1e300 in turn.
CREATE TEMP TABLE named AS
	SELECT i, x[1]::real AS a, x[2] AS b, x[3]::numeric AS c, x[4] > 0 AS d, (x[5] * 512)::int AS e,
		x[6] AS f, x[7] AS "G h", x[8]::real AS k, y FROM full_rows;
CREATE FUNCTION pg_temp.run_rows(learner jsonb) RETURNS aer_model LANGUAGE plpgsql AS $$
DECLARE
	m aer_model;
	p bool[];
	r named;
	z float8;
BEGIN
	FOR r IN SELECT * FROM named ORDER BY i LOOP
		IF m IS NULL THEN
			SELECT aer_train(r, 'y', learner) INTO m;
			CONTINUE;
		END IF;
		p := array_fill(false, ARRAY[8]);
		FOR j IN 1..8 LOOP
			p[j] := j = ANY (ARRAY(SELECT attribute FROM aer_next(m)));
		END LOOP;
		z := (ARRAY[NULL, 'NaN', 1e300])[r.i % 3 + 1];
		r.a := CASE WHEN p[1] THEN r.a ELSE nullif(z, 1e300)::real END;
		r.b := CASE WHEN p[2] THEN r.b ELSE z END;
		r.c := CASE WHEN p[3] THEN r.c ELSE z::numeric END;
		r.d := CASE WHEN p[4] THEN r.d END;
		r.e := CASE WHEN p[5] THEN r.e END;
		r.f := CASE WHEN p[6] THEN r.f ELSE z END;
		r."G h" := CASE WHEN p[7] THEN r."G h" ELSE z END;
		r.k := CASE WHEN p[8] THEN r.k END;
		r.i := NULL;	-- excluded
		SELECT aer_continue(r, 'y', m) INTO m;
	END LOOP;
	RETURN m;
END $$;
SELECT l->>'learner' AS learner,
	pg_temp.run_rows(l)::text = (SELECT aer_train(n, 'y', l ORDER BY i) FROM named n)::text AS same
FROM (VALUES (aer_ridge(budget => 3, exclude => '{i}', scale => '{"e": 512}')), (aer_lasso(budget => 4, exclude => '{i}', scale => '{"e": 512}'))) o(l);

-- A planned attribute is looked at: it is an error that it is NULL.
DO $$
DECLARE
	m aer_model := aer_train(x, y, aer_ridge(budget => 3)) FROM full_rows;
	plan int[] := ARRAY(SELECT attribute FROM aer_next(m));
	x float8[];
BEGIN
	FOR j IN 1..cardinality(plan) LOOP
		x := array_fill(0::float8, ARRAY[12]);
		x[plan[j]] := NULL;
		BEGIN
			PERFORM aer_continue(x, 1, m);
			RAISE 'attribute % of the plan was not read', plan[j];
		EXCEPTION WHEN null_value_not_allowed THEN
			IF sqlerrm <> format('attribute %s of row 1 is NULL', plan[j]) THEN
				RAISE;
			END IF;
		END;
	END LOOP;
END $$;

-- The plan is ascending, without repeats, asks for nothing twice, and asking
-- changes nothing; seeds give other plans.
SELECT bool_and(plan = ARRAY(SELECT DISTINCT unnest(plan) ORDER BY 1)) AS ascending,
	bool_and(plan = ARRAY(SELECT attribute FROM aer_next(m))) AS repeatable, count(DISTINCT plan) > 10 AS vary
FROM (SELECT m, ARRAY(SELECT attribute FROM aer_next(m)) AS plan FROM
	(SELECT aer_train(x, y, aer_ridge(budget => 4, seed => s) ORDER BY i) AS m FROM full_rows, generate_series(1, 30) s WHERE i < 9 GROUP BY s) a) b;
SELECT ARRAY(SELECT attribute FROM aer_next((SELECT aer_train(x, y, aer_ridge()) FROM full_rows))) = ARRAY[1,2,3,4,5,6,7,8,9,10,11,12] AS all_without_budget;
-- The ledger is the sum of the plans.
SELECT sum(cardinality(plan)) = max(reads) FILTER (WHERE n = 31) - max(reads) FILTER (WHERE n = 1) AS reads_are_plans
FROM (SELECT n, CASE WHEN n < 31 THEN ARRAY(SELECT attribute FROM aer_next(m)) ELSE '{}' END AS plan, (SELECT reads FROM aer_summary(m)) AS reads
	  FROM (SELECT n, aer_train(x, y, aer_lasso(budget => 5) ORDER BY i) AS m
			FROM generate_series(1, 31) n JOIN full_rows ON i <= n GROUP BY n) a) b;
