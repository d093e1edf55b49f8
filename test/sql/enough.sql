-- aer_enough: how the error falls with rows, and how many are needed
\set VERBOSITY terse
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- 20 attributes, of which the first tell most, and noise; md5 makes them even
CREATE FUNCTION pg_temp.even(text) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || substr(md5($1), 1, 8))::bit(32)::bigint / 4294967296.0 - 0.5 $$;
CREATE TEMP TABLE visits AS
SELECT id, x, 4 * x[1] + 3 * x[2] + 2 * x[3] + x[4] + 3 * pg_temp.even('y' || id) AS y
FROM (SELECT id, ARRAY(SELECT pg_temp.even(id || '/' || k) FROM generate_series(1, 20) k) AS x
	FROM generate_series(1, 3000) id) u;
CREATE TEMP TABLE study AS
SELECT aer_moments(x, y, aer_design(budget => 5), id) AS looks, aer_moments(x, y, aer_design(), id) AS everything,
	aer_moments(x, y > 0, aer_design(budget => 5), id) AS label,
	aer_moments(x, 7.0, aer_design(budget => 5), id) AS constant,
	aer_moments(CASE WHEN id % 9 = 0 THEN x[1:19] || NULL::float8 ELSE x END, y, aer_design(), id) AS holes,
	aer_moments(x, y, aer_design(budget => 5, folds => 3), id) AS three,
	aer_moments(x, y, aer_design(budget => 5, folds => 25), id) AS many
FROM visits WHERE id <= 500;

-- parts of the rows, all of them, and more
SELECT e.rows, e.expected_mse > 0 AS mse, e.expected_se > 0 AS se, e.rows_needed FROM study, aer_enough(looks) e;
SELECT string_agg(e.rows::text, ' ' ORDER BY e.rows) FROM study, aer_enough(three) e;
SELECT string_agg(e.rows::text, ' ' ORDER BY e.rows) FROM study, aer_enough(many) e;

-- with all folds but one it is what the model forecasts
SELECT kind, abs(e.expected_mse / s.expected_mse - 1) < 1e-9 AS mse, abs(e.expected_se / s.expected_se - 1) < 1e-9 AS se
FROM study, LATERAL (VALUES ('looks', looks), ('everything', everything), ('label', label), ('holes', holes),
		('three', three)) m (kind, moments),
	LATERAL aer_summary(aer_fit_ridge(moments)) s,
	LATERAL (SELECT * FROM aer_enough(moments) WHERE rows < 500 ORDER BY rows DESC LIMIT 1) e;

-- so much does the error fall, by the forecast and by the rows to come: to 2000 rows, tested on 1000 others
SELECT kind, abs(e.expected_mse - truth.mse) < 2 * e.expected_se AS within,
	e.expected_mse / f.expected_mse < 0.95 AS falls, truth.mse < f.expected_mse AS fell
FROM (SELECT aer_moments(x, y, aer_design(budget => 5), id) AS looks, aer_moments(x, y, aer_design(), id) AS everything
		FROM visits WHERE id <= 2000) full_study,
	study, LATERAL (VALUES ('looks', study.looks, full_study.looks),
		('everything', study.everything, full_study.everything)) m (kind, moments, more),
	LATERAL (SELECT * FROM aer_enough(moments) WHERE rows = 2000) e,
	LATERAL (SELECT * FROM aer_enough(moments) WHERE rows = 100) f,
	LATERAL (SELECT avg((aer_predict(model, x) - y) ^ 2) AS mse
		FROM visits, (SELECT aer_fit_ridge(more) AS model OFFSET 0) fitted WHERE id > 2000) truth;

-- rows needed for the error of 500, 1000 and 2000 rows, which is on the curve; doubt grows beyond
SELECT e.rows, abs(n.rows_needed - e.rows) <= 1 AS needed, n.every
FROM study, LATERAL (SELECT *, expected_mse AS error FROM aer_enough(looks) WHERE rows >= 500) e,
	LATERAL (SELECT min(rows_needed) AS rows_needed, count(*) = 7 AND min(rows_needed) = max(rows_needed) AS every
		FROM aer_enough(looks, e.error)) n;
SELECT count(*) AS wrong FROM (SELECT expected_mse - lag(expected_mse) OVER w AS mse, expected_se - lag(expected_se) OVER w AS se
	FROM study, aer_enough(everything) e WHERE rows >= 500 WINDOW w AS (ORDER BY rows)) d WHERE mse >= 0 OR se <= 0;

-- reached already: no more than there are; never, beyond 100 times the rows, and not asked: NULL
SELECT DISTINCT rows_needed < 100 AS reached FROM study, aer_enough(looks, 3.5);
SELECT DISTINCT rows_needed FROM study, aer_enough(looks, 1000);
SELECT DISTINCT rows_needed FROM study, aer_enough(everything, 1e-9);
SELECT DISTINCT n.rows_needed > 2000 AS further, b.rows_needed AS beyond
FROM study, LATERAL (SELECT max(expected_mse) FILTER (WHERE rows = 500) AS now, max(expected_mse) FILTER (WHERE rows = 2000) AS later
		FROM aer_enough(looks)) e,
	LATERAL aer_enough(looks, later - 0.2 * (now - later)) n,
	LATERAL aer_enough(looks, later - 0.85 * (now - later)) b;

-- The error rate of classes.  Three normal classes at a distance of 2 have one of .21 with the best weights;
-- 1000 other rows observe it with a standard error of .013.
CREATE TEMP TABLE flowers AS
SELECT id, 'class ' || id % 3 AS class,
	ARRAY(SELECT (CASE k WHEN id % 3 + 1 THEN sqrt(2) ELSE 0 END) +
			sqrt(-2 * ln(pg_temp.even(id || '/u' || k) + 0.5 + 1e-12)) * cos(2 * pi() * pg_temp.even(id || '/v' || k))
		FROM generate_series(1, 12) k) AS x
FROM generate_series(1, 2000) id;
CREATE TEMP TABLE garden AS
SELECT count(*) AS rows, aer_moments(x, class, aer_design(), id) AS moments
FROM flowers, unnest('{90,360}'::int[]) most WHERE id <= most GROUP BY most;
CREATE TEMP TABLE rate AS SELECT g.rows AS study, e.rows, expected_error_rate FROM garden g, aer_enough(moments) e;
SELECT rows, abs(expected_error_rate - observed) < 0.045 AS as_observed, observed BETWEEN 0.18 AND 0.31 AS as_known
FROM rate JOIN (SELECT rows, avg((aer_class(model, x) <> class)::int) AS observed
		FROM flowers, (SELECT rows, aer_fit_ridge(moments) AS model FROM garden OFFSET 0) fitted WHERE id > 1000 GROUP BY 1) truth USING (rows)
WHERE study = 90 ORDER BY 1;
SELECT study, bool_and(change < 0) AS falls
FROM (SELECT *, expected_error_rate - lag(expected_error_rate) OVER (PARTITION BY study ORDER BY rows) AS change FROM rate WHERE rows >= study) c GROUP BY 1 ORDER BY 1;
-- the rows for an error rate on the curve; never; for both errors
SELECT abs(min(n.rows_needed) - 720) <= 1 AS needed
FROM garden g JOIN rate r ON r.study = g.rows AND r.rows = 720, aer_enough(moments, error_rate => r.expected_error_rate) n WHERE study = 360;
SELECT DISTINCT n.rows_needed FROM garden g, aer_enough(moments, error_rate => 0.01) n WHERE g.rows = 360;
SELECT DISTINCT n.rows_needed = b.rows_needed AS both_reached, a.rows_needed < b.rows_needed AS later
FROM garden g JOIN rate r ON r.study = g.rows AND r.rows = 720,
	LATERAL (SELECT expected_mse AS mse FROM aer_enough(moments) e WHERE e.rows = 360) e, aer_enough(moments, mse, r.expected_error_rate) n,
	aer_enough(moments, mse) a, aer_enough(moments, error_rate => r.expected_error_rate) b WHERE study = 360;
SELECT DISTINCT expected_error_rate FROM study, aer_enough(label);
SELECT * FROM study, aer_enough(label, error_rate => 0.1);
SELECT * FROM garden, aer_enough(moments, error_rate => -0.1);
-- a class that a part does not have
SELECT bool_and(expected_error_rate BETWEEN 0 AND 1) AS rates
FROM (SELECT aer_moments(x, CASE WHEN id = 7 THEN 'rare' ELSE class END, aer_design(), id) AS m FROM flowers WHERE id <= 100) s, aer_enough(m);

-- nothing to explain: no error, and one row would do
SELECT e.rows, e.expected_mse, e.expected_se, e.rows_needed FROM study, aer_enough(constant, 0.1) e;

-- no moments
SELECT count(*) FROM aer_enough(NULL);
SELECT count(*) FROM aer_enough(NULL, 0.1);

-- errors
SELECT * FROM study, aer_enough(looks, 0);
SELECT * FROM study, aer_enough(looks, -1);
SELECT * FROM study, aer_enough(looks, 'NaN');
SELECT * FROM study, aer_enough(looks, 'Infinity');
\set VERBOSITY default
SELECT e.* FROM (SELECT aer_moments(x, y, aer_design(budget => 5, folds => 2), id) AS m FROM visits) s, aer_enough(m) e;
SELECT e.* FROM (SELECT aer_moments(x, y, aer_design(budget => 5), id) AS m FROM visits WHERE id <= 7) s, aer_enough(m) e;
SELECT * FROM study, aer_enough(label, error_rate => 0.1);
