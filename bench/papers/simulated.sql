-- Simulated data of Kukliansky and Shamir (2015), section 5.1: 5 of 500
-- independent binary attributes whose means fall as i^alpha, in the l2 ball for
-- ridge and in the linf ball for lasso; the target is their product with weights
-- -1 and 1, for lasso -1, 0 and 1 with probabilities .15, .70, .15.  40,000 rows
-- train, 2,000 test; the paper does not say how many it has.  Attributes enter as
-- they are, as in the paper.
--
-- Variables: experiment, kind (ridge, lasso), alpha, repeat, tune, folds

SET client_min_messages = warning;
SET jit = off;
SET max_parallel_workers_per_gather = 0;

-- The means, by the paper's formula; of a binary attribute they are E x^2 too.
CREATE TEMP TABLE attribute AS
SELECT i, i ^ (:alpha)::float8 / CASE :'kind' WHEN 'ridge' THEN sqrt(sum(i ^ (2 * (:alpha)::float8)) OVER ()) ELSE 1 END AS mean,
	CASE WHEN :'kind' = 'ridge' THEN 1 - 2 * (draw % 2) ELSE (draw % 20 < 3)::int - (draw % 20 >= 17)::int END AS weight
FROM generate_series(1, 500) i, LATERAL (SELECT hashint8extended(i, :repeat) & 1048575 AS draw) h;
CREATE TEMP TABLE known AS
SELECT array_agg(mean ORDER BY i) AS moments, array_agg(sqrt(mean * (1 - mean)) ORDER BY i) AS spread FROM attribute;

-- Each number is a function of repeat, row and attribute.
CREATE TEMP TABLE split AS
SELECT id, x, y
FROM generate_series(1, 42000) id,
	LATERAL (SELECT array_agg(bit::real ORDER BY i) AS x, sum(bit * weight)::float8 AS y
		FROM (SELECT i, weight, ((hashint8extended(i, hashint8extended(id, :repeat)) & 9007199254740991) / 9007199254740992.0::float8 < mean)::int AS bit FROM attribute) b) r;
CREATE TEMP VIEW train AS SELECT id AS place, id, x, y FROM split WHERE id <= 40000;
CREATE TEMP VIEW test AS SELECT id, x, y FROM split WHERE id > 40000;
CREATE TEMP TABLE points AS SELECT ARRAY[40, 200, 1000, 5000, 40000] AS list;

CREATE TEMP TABLE candidates (name text, radius float8, step float8, lambda float8, learner jsonb);
INSERT INTO candidates
SELECT name, radius, step, NULL, CASE name
	WHEN 'AERR' THEN aer_ridge(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, seed => :repeat)
	WHEN 'DDAERR' THEN aer_ridge(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, sampling => 'moments', second_moments => moments, inner_draws => 2, seed => :repeat)
	WHEN 'two-phase DDAERR' THEN aer_ridge(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, sampling => 'two-phase', warmup_rows => 4000, inner_draws => 2, seed => :repeat)
	END
FROM known, unnest(ARRAY['AERR', 'DDAERR', 'two-phase DDAERR']) name,
	unnest(ARRAY[5, 22.36]) radius,
	unnest(ARRAY[1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2]) step
WHERE :'kind' = 'ridge';
INSERT INTO candidates
SELECT 'online ridge', NULL, step, NULL, aer_ridge(units => 'common', shrinkage => 'none', step => step)
FROM unnest(ARRAY[3e-3, 1e-2, 3e-2, 0.1, 0.3, 1]) step
WHERE :'kind' = 'ridge';
INSERT INTO candidates
SELECT name, radius, step, NULL, CASE name
	WHEN 'AELR' THEN aer_lasso(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, seed => :repeat)
	WHEN 'DDAELR' THEN aer_lasso(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, sampling => 'moments', second_moments => moments, inner_draws => 2, seed => :repeat)
	WHEN 'two-phase DDAELR' THEN aer_lasso(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, sampling => 'two-phase', warmup_rows => 4000, inner_draws => 2, seed => :repeat)
	END
FROM known, unnest(ARRAY['AELR', 'DDAELR', 'two-phase DDAELR']) name,
	unnest(ARRAY[15, 50, 150]) radius,
	unnest(ARRAY[1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1]) step
WHERE :'kind' = 'lasso';
INSERT INTO candidates
SELECT 'online lasso', 150, step, NULL, aer_lasso(units => 'common', shrinkage => 'none', radius => 150, step => step)
FROM unnest(ARRAY[1e-3, 1e-2, 3e-2, 0.1]) step
WHERE :'kind' = 'lasso';

CREATE TEMP TABLE designs AS
SELECT 'moments, nothing known' AS name, aer_design(budget => 5, sampling => 'learned', seed => :repeat) AS learner
UNION ALL
SELECT 'moments, spread known', aer_design(budget => 5, spread => spread, seed => :repeat) FROM known
UNION ALL
SELECT 'ridge, all attributes', aer_design();

\ir curve.sql
