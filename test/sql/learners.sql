--
-- Every streaming learner of the papers: trained, continued, within its budget,
-- and what it refuses.  Only what is wrong is printed.
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
CREATE TEMP TABLE points AS
	SELECT i, x, 2 * x[1] - x[2] + 0.5 * x[4] + 0.1 * pg_temp.noise(i, 9) + 0.3 AS y
	FROM (SELECT i, ARRAY(SELECT pg_temp.noise(i, j) / (1 + j / 3) FROM generate_series(1, 8) j ORDER BY j) AS x
		  FROM generate_series(1, 600) i) s;

CREATE TEMP TABLE learners AS
	SELECT n, learner, (learner->>'budget')::int AS budget
	FROM unnest(ARRAY[
		aer_ridge(budget => 4, radius => 3, step => 0.02, second_moments => ARRAY[1, 1, 0.3, 0.3, 0.3, 0.1, 0, 0.1]),
		aer_ridge(budget => 6, radius => 3, inner_draws => 3, second_moments => 0.5, rows => 600),
		aer_ridge(budget => 4, radius => 3, warmup_rows => 100),
		aer_ridge(budget => 6, radius => 3, inner_draws => 3, sampling => 'two-phase', rows => 600,
			warmup_center => true, smooth_moments => true, intercept => true),
		aer_lasso(budget => 4, radius => 3, step => 0.02, second_moments => ARRAY[1, 1, 0.3, 0.3, 0.3, 0.1, 0, 0.1]),
		aer_lasso(budget => 4, radius => 3, warmup_rows => 100, warmup_center => true, intercept => true),
		aer_svr(budget => 5, radius => 3, step => 0.01, insensitivity => 0.1),
		aer_svr(budget => 5, radius => 3, step => 0.01, max_draws => 3),
		aer_svr(budget => 6, radius => 3, step => 0.05, biased => true, smoothing => 0.2, intercept => true),
		aer_svr(radius => 3, step => 0.1, smoothing => 0.2),
		aer_pegasos(budget => 4, radius => 3, lambda => 1),
		aer_pegasos(budget => 5, radius => 3, rows => 600, intercept => true),
		aer_pegasos(radius => 3, lambda => 1, center => 0.1, scale => 2),
		aer_baseline(budget => 6, radius => 4),
		aer_baseline(budget => 5, radius => 3, intercept => true),
		aer_baseline(radius => 3, center => 0.1, scale => 2)])
	WITH ORDINALITY l(learner, n);
CREATE TEMP TABLE models AS
	SELECT n, learner, budget, aer_train(x, y, learner ORDER BY i) AS model
	FROM learners, points GROUP BY n, learner, budget;

-- All learn something: better than the best constant.
SELECT n, learner, round((e).r2::numeric, 2) AS r2 FROM (
	SELECT n, learner, aer_evaluate(model, x, y) AS e FROM models, points GROUP BY n, learner) s
WHERE (e).r2 IS NULL OR (e).r2 < 0.05 ORDER BY n;

-- Draws and reads are within the budget; svr without "max_draws" and "biased"
-- on the average, and with "max_draws" within that.
SELECT n, learner, draws, reads FROM models, aer_summary(model) s(l, a, r, sk, draws, reads)
WHERE reads > draws OR r <> 600 OR draws > 600 *
	CASE WHEN learner ? 'max_draws' THEN budget - 2 + (learner->>'max_draws')::int ELSE coalesce(budget, 8) END;

-- Attributes that are not planned are never read, row by row.
DO $$
DECLARE
	l record;
	r record;
	m aer_model;
	full_m aer_model;
	wanted int[];
BEGIN
	FOR l IN SELECT * FROM learners WHERE budget IS NOT NULL LOOP
		m := NULL;
		FOR r IN SELECT * FROM points WHERE i <= 150 ORDER BY i LOOP
			IF m IS NULL THEN
				SELECT aer_train(r.x, r.y, l.learner) INTO m;
			ELSE
				wanted := ARRAY(SELECT attribute FROM aer_next(m));
				SELECT aer_continue(ARRAY(SELECT CASE WHEN j = ANY (wanted) THEN r.x[j] WHEN j % 2 = 0 THEN 'NaN' ELSE 1e300 END
					FROM generate_series(1, 8) j ORDER BY j), r.y, m) INTO m;
			END IF;
		END LOOP;
		SELECT aer_train(x, y, l.learner ORDER BY i) INTO full_m FROM points WHERE i <= 150;
		IF full_m::text <> m::text THEN
			RAISE 'learner % looked elsewhere: %', l.n, l.learner;
		END IF;
	END LOOP;
END $$;

-- Continued after any row, through text, as if it had never stopped: also
-- within a warm-up, at its end, and between two settlings.
DO $$
DECLARE
	l record;
	split int;
	m aer_model;
	whole aer_model;
BEGIN
	FOR l IN SELECT learner, model FROM models LOOP
		FOREACH split IN ARRAY ARRAY[1, 7, 59, 60, 99, 100, 101, 333, 599] LOOP
			SELECT aer_train(x, y, l.learner ORDER BY i)::text::aer_model INTO m FROM points WHERE i <= split;
			SELECT aer_continue(x, y, m ORDER BY i) INTO whole FROM points WHERE i > split;
			IF whole::text <> l.model::text THEN
				RAISE 'differs after a split at %: %', split, l.learner;
			END IF;
		END LOOP;
	END LOOP;
END $$;

-- A warm-up longer than the table: the uniform learner with the step of so many rows.
SELECT aer_train(x, y, aer_ridge(budget => 4, radius => 3, warmup_rows => 5000) ORDER BY i)::float8[] =
	aer_train(x, y, aer_ridge(budget => 4, radius => 3, rows => 5000) ORDER BY i)::float8[] AS ridge,
	aer_train(x, y, aer_lasso(budget => 4, radius => 3, warmup_rows => 5000) ORDER BY i)::float8[] =
	aer_train(x, y, aer_lasso(budget => 4, radius => 3, rows => 5000) ORDER BY i)::float8[] AS lasso
FROM points;

-- "sampling" follows from what is given; moments by name are those of the array.
SELECT aer_train(x, y, aer_ridge(budget => 4, radius => 3, sampling => 'moments', second_moments => 0.5) ORDER BY i)::float8[] =
	aer_train(x, y, aer_ridge(budget => 4, radius => 3, second_moments => array_fill(0.5, ARRAY[8])) ORDER BY i)::float8[] AS moments,
	aer_train(x, y, aer_ridge(budget => 4, radius => 3, sampling => 'two-phase', rows => 600) ORDER BY i)::float8[] =
	aer_train(x, y, aer_ridge(budget => 4, radius => 3, warmup_rows => 60, rows => 600) ORDER BY i)::float8[] AS two_phase
FROM points;
CREATE TEMP VIEW named AS SELECT i, x[1] AS a, x[2] AS b, x[4] AS c, y FROM points;
SELECT aer_train(v, 'y', aer_ridge(budget => 2, radius => 3, exclude => '{i}', second_moments => '{"c": 0.1, "a": 2, "b": 1}') ORDER BY i)::float8[] =
	aer_train(v, 'y', aer_ridge(budget => 2, radius => 3, exclude => '{i}', second_moments => ARRAY[2, 1, 0.1]) ORDER BY i)::float8[] AS by_name
FROM named v;

-- Constant attributes and rows of zeros.
SELECT n, learner FROM (
	SELECT n, learner, aer_train(CASE WHEN i % 2 = 0 THEN array_fill(0::float8, ARRAY[8]) ELSE ARRAY[1, 1, 1, 1, 1, 1, 1, x[8]] END, y, learner ORDER BY i) AS model
	FROM learners, points GROUP BY n, learner) s
WHERE 'NaN' = ANY (model::float8[]);
SELECT n, learner FROM (
	SELECT n, learner, aer_train(array_fill(0::float8, ARRAY[8]), y, learner ORDER BY i) AS model
	FROM learners, points WHERE NOT learner ? 'center' GROUP BY n, learner) s
WHERE array_fill(0::float8, ARRAY[8]) <> model::float8[];

-- Mistake-driven learners: boolean and +-1 targets are the same; the bounds.
CREATE TEMP TABLE separable AS
	SELECT i, x, dot > 0 AS label, (dot > 0)::int AS bit FROM (
		SELECT i, ARRAY(SELECT v / norm FROM unnest(x) WITH ORDINALITY u(v, j) ORDER BY j) AS x, (x[1] - x[2]) / norm AS dot
		FROM points, LATERAL (SELECT sqrt(sum(v * v)) AS norm FROM unnest(x) v) s) t
	WHERE abs(dot) / sqrt(2) > 0.1;
SELECT count(*) > 100 AS enough FROM separable;
WITH m AS (
	SELECT n, aer_train(x, label, l ORDER BY i) AS of_booleans, aer_train(x, 2 * bit - 1, l ORDER BY i) AS of_signs
	FROM separable, unnest(ARRAY[aer_perceptron(), aer_perceptron(averaged => true),
		aer_winnow(balanced => true), aer_winnow(rate => 0.5, balanced => true)]) WITH ORDINALITY u(l, n)
	GROUP BY n, l)
SELECT replace(of_booleans::text, '"target":"boolean"', '"target":"number"') = of_signs::text AS same, learner->>'learner' AS learner,
	mistakes > 0 AND mistakes <= 100 AS bound, reads = rows * 8 AS reads
FROM m, aer_summary(of_signs) ORDER BY n;

CREATE TEMP TABLE advice AS
	SELECT i, truth, ARRAY[truth, (truth + (i % 5 = 0)::int) % 2, 1 - truth, i % 2, 0] AS x
	FROM (SELECT i, (pg_temp.noise(i, 3) > 0)::int AS truth FROM generate_series(1, 500) i) s;
SELECT mistakes < 0 + sqrt(1 * ln(5)) + 0.5 * log(2, 5) + 3 AS bound, round(weight::numeric, 3) AS weight
FROM (SELECT aer_train(x, truth, aer_majority(rows => 1) ORDER BY i) AS model FROM advice) m,
	aer_summary(model), aer_weights(model) WHERE attribute = 1;
-- For a boolean target the share r on 1 becomes 2 r - 1, whose sign is the class; also after aer_continue.
SELECT of_boolean::text = continued::text AS continued, round((e).error_rate::numeric, 3) AS wrong,
	abs((e).mse - 4 * (f).mse) < 1e-12 AS mse, abs((e).r2 - (f).r2) < 1e-12 AS r2
FROM (SELECT aer_train(x, truth = 1, aer_majority(rate => 0.5) ORDER BY i) AS of_boolean,
		aer_train(x, truth, aer_majority(rate => 0.5) ORDER BY i) AS of_bits FROM advice) m,
	(SELECT aer_continue(x, truth = 1, begun ORDER BY i) AS continued
		FROM (SELECT aer_train(x, truth = 1, aer_majority(rate => 0.5) ORDER BY i) AS begun FROM advice WHERE i <= 200) b, advice
		WHERE i > 200) c,
	LATERAL (SELECT aer_evaluate(of_boolean, x, truth = 1) AS e, aer_evaluate(of_bits, x, truth) AS f FROM advice) s;

-- Refused.
\set VERBOSITY terse
SELECT aer_train(x, bit, aer_perceptron()) FROM separable;
SELECT aer_train(x, y, aer_winnow()) FROM points;
SELECT aer_train(x, y, aer_majority(rate => 0.5)) FROM points;
SELECT aer_train(x, i % 2, aer_majority(rate => 0.5)) FROM points;
SELECT aer_train(x, 2 * truth - 1, aer_majority(rate => 0.5) ORDER BY -truth, i) FROM advice;
\set VERBOSITY default
SELECT aer_majority();
SELECT aer_majority(rate => 1);
SELECT aer_majority(rate => -0.1);
SELECT aer_winnow(rate => 0);
SELECT aer_svr(budget => 4, insensitivity => -0.1);
SELECT aer_svr(budget => 4, smoothing => 0);
SELECT aer_svr(budget => 4, smoothing => -1);
SELECT aer_svr(budget => 2);
SELECT aer_svr(budget => 4, max_draws => 0);
SELECT aer_pegasos(budget => 4, lambda => 0);
SELECT aer_pegasos(budget => 1);
SELECT aer_baseline(budget => 1);
SELECT aer_baseline(radius => 0);
SELECT aer_ridge(budget => 4, sampling => 'spread');
SELECT aer_ridge(budget => 4, sampling => 'moments');
SELECT aer_ridge(budget => 4, sampling => 'two-phase');
SELECT aer_ridge(budget => 4, sampling => 'uniform', second_moments => 1);
SELECT aer_ridge(budget => 4, second_moments => ARRAY[1, -1]);
SELECT aer_ridge(second_moments => 1);
SELECT aer_ridge(budget => 4, second_moments => 1, warmup_rows => 5);
SELECT aer_ridge(budget => 4, warmup_center => true);
SELECT aer_lasso(budget => 4, smooth_moments => true);
SELECT aer_ridge(budget => 4, warmup_rows => 0);
SELECT aer_train(x, y, aer_ridge(budget => 4, second_moments => ARRAY[1, 2, 3])) FROM points;
