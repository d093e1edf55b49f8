-- More attributes than sums of all pairs have room for.
SET client_min_messages = warning;
SET extra_float_digits = 3;

-- 2,000 in 20 folds, which would take 1.7 GB: one factor in all, which the target is of.
CREATE TEMP TABLE wide_rows (i int, y float8, x real[]);
ALTER TABLE wide_rows ALTER x SET STORAGE external;
INSERT INTO wide_rows
	SELECT i, f + (hashint4(i * 7 + 1) % 1000) / 4000.0,
		(SELECT array_agg(f * (1 - j % 2 * 2) + (hashint4(i * 2000 + j) % 1000) / 700.0 ORDER BY j) FROM generate_series(1, 2000) j)
	FROM generate_series(1, 440) i, LATERAL (SELECT (hashint4(-i) % 1000) / 1000.0 AS f) f;
CREATE TEMP TABLE wide AS
	SELECT i % 3 AS part, aer_moments(x, y, aer_design(budget => 100, folds => 20), i ORDER BY i) AS m FROM wide_rows WHERE i <= 400 GROUP BY 1;

-- The values read are those of the plan.
SELECT count(*) FILTER (WHERE a.reads = w.n AND abs(a.mean - w.mean) < 1e-6 AND
	coalesce(abs(a.sd - w.deviation) < 1e-6, n < 2)) AS right
FROM aer_attributes((SELECT aer_moments(m) FROM wide)) a JOIN (
	SELECT j, count(*) AS n, avg(x[j]) AS mean, stddev(x[j]) AS deviation
	FROM wide_rows, unnest(aer_plan(aer_design(budget => 100, folds => 20), 2000, i)) j WHERE i <= 400 GROUP BY j) w ON j = attribute;
-- Stored are the looks, 12 bytes each, and the targets.
SELECT sum(pg_column_size(m)) - 400 * 12 * 101 BETWEEN 0 AND 3 * 100 AS looks FROM wide;
SELECT count(*) FROM wide WHERE m::text::aer_moments = m;
-- Merged, copied and in a window they are the same rows.
SELECT aer_moments(m ORDER BY part) = aer_moments(m::text::aer_moments ORDER BY part) AS same FROM wide;
SELECT bool_and(reads = 100 * i) AS same FROM (SELECT i, aer_moments(x, y, aer_design(budget => 100, folds => 20), i) OVER (ORDER BY i) AS m FROM wide_rows WHERE i <= 5) w,
	LATERAL (SELECT sum(reads) AS reads FROM aer_attributes(m)) r;
-- Without a key, what is looked at follows the spread that was seen: here it is even.
SELECT sum(reads) AS reads, max(reads) < 50 AS even FROM aer_attributes((SELECT aer_moments(x, y, aer_design(budget => 100, folds => 20) ORDER BY i) FROM wide_rows WHERE i <= 400));
-- A first hole makes the narrow wide, and merging does.
SELECT sum(missing) AS missing FROM aer_attributes((SELECT aer_moments(CASE WHEN i = 2 THEN ARRAY[NULL::real] || x[2:2000] ELSE x END, y, aer_design(missing => 'available', folds => 20) ORDER BY i) FROM wide_rows WHERE i < 4));

-- Sums of pairs are added up when they are asked for.
SELECT sum(n) = 20 * (100 * 101 / 2 + 101) AS n, abs(sum(product) FILTER (WHERE first <> '(target)') - max(products)) < 1e-6 * max(products) AS products
FROM aer_sums((SELECT aer_moments(x, y, aer_design(budget => 100, folds => 20), i) FROM wide_rows WHERE i <= 20)),
	(SELECT sum(of_row * of_row + squares) / 2 AS products FROM (SELECT sum(x[j]::float8) AS of_row, sum(x[j]::float8 ^ 2) AS squares
		FROM wide_rows, unnest(aer_plan(aer_design(budget => 100, folds => 20), 2000, i)) j WHERE i <= 20 GROUP BY i) r) p;

-- They learn; the error on other rows is as forecast, and predictions read few of them.
CREATE TEMP TABLE wide_fit AS SELECT aer_fit_ridge(aer_moments(m)) AS model FROM wide;
SELECT (e).mse < 0.3 * v AS learns, abs((e).mse - s.expected_mse) < 3 * s.expected_se + 0.05 * v AS forecast, (e).rows
FROM wide_fit, aer_summary(model) s, LATERAL (SELECT aer_evaluate(model, x, y) AS e, var_pop(y) AS v FROM wide_rows WHERE i > 400) v;
SELECT max(abs(aer_predict(model, x) - aer_predict(again, x))) < 1e-9 AS same
FROM wide_fit, wide_rows, LATERAL (SELECT aer_train(x, y, aer_design(budget => 100, folds => 20), i ORDER BY i) AS again FROM wide_rows WHERE i <= 400) a WHERE i > 400;
SELECT s.learner->'lambda' = '0.5' AS given FROM wide, LATERAL (SELECT aer_fit_ridge(m, 0.5) AS f) f, aer_summary(f) s WHERE part = 1;
SELECT aer_fit_ridge(aer_moments(m), radius => 1) FROM wide;

-- A fold in which nothing was found says nothing: keys of which some go to another fold.
SELECT count(s.expected_mse) > 0 AS judged, bool_and(s.expected_mse BETWEEN 1 AND 30) AS sane
FROM generate_series(2, 7) key, LATERAL (
	SELECT aer_fit_ridge(aer_moments(CASE WHEN i > 6 THEN nothing ELSE something END, i * 7919 % 13, aer_design(budget => 40, folds => 2), CASE WHEN i > 6 THEN key ELSE 1 END)) AS model
	FROM generate_series(1, 12) i, LATERAL (SELECT array_agg(hashint4(i * 6000 + j) % 100 / 10.0::float8 ORDER BY j) AS something, array_agg(NULL::float8) AS nothing FROM generate_series(1, 6000) j) x) f,
	aer_summary(model) s;

-- Functions that need the covariance of every pair refuse them.
SELECT aer_fit_lasso(aer_moments(m)) FROM wide;
SELECT * FROM aer_path((SELECT aer_moments(m) FROM wide));
SELECT aer_fit_ridge(aer_moments(m), partial => true) FROM wide;
SELECT * FROM aer_choose((SELECT aer_moments(m) FROM wide), 3);
SELECT * FROM aer_enough((SELECT aer_moments(m) FROM wide));
SELECT aer_fit_ols(aer_moments(m)) FROM wide;
SELECT aer_subtract(aer_moments(m), min(m::text)::aer_moments) FROM wide;
