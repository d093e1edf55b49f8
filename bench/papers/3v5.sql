-- "3 vs 5" of MNIST, one split: figure 2 of Cesa-Bianchi, Shalev-Shwartz and
-- Shamir (2010), figures 1 and 2 of Hazan and Koren (2012), figures 3 and 4 of
-- Kukliansky and Shamir (2015), all learners on one budget of 5 or of 57
-- pixels (they have 4, 5, 56 and 57).
--
-- A 3 is -1, a 5 is +1; one image of ten tests.  Pixels are centred by their
-- means, which stand for what is known of them beforehand.
--
-- Variables: experiment, repeat (the split), tune, folds

SET client_min_messages = warning;
SET jit = off;
SET max_parallel_workers_per_gather = 0;

CREATE TEMP TABLE split AS
SELECT id, CASE label WHEN 3 THEN -1 ELSE 1 END AS y, pixels AS x,
	row_number() OVER w AS place,
	row_number() OVER w > 0.9 * count(*) OVER () AS test
FROM mnist WHERE label IN (3, 5)
WINDOW w AS (ORDER BY hashint8extended(id, :repeat));
CREATE TEMP VIEW train AS SELECT place, id, x, y FROM split WHERE NOT test;
CREATE TEMP VIEW test AS SELECT id, x, y FROM split WHERE test;
CREATE TEMP TABLE points AS SELECT ARRAY[62, 125, 250, 500, 1000, 2500, 5000, 10400] AS list;

CREATE TEMP TABLE known AS
SELECT array_agg(mean ORDER BY attribute) AS center, array_agg(sd ORDER BY attribute) AS spread,
	array_agg(sd ^ 2 ORDER BY attribute) AS moments
FROM aer_attributes((SELECT aer_moments(x, y, aer_design(folds => 1)) FROM train));

CREATE TEMP TABLE candidates (name text, radius float8, step float8, lambda float8, learner jsonb);
-- l2 ball: images divided by about the largest norm of a centred one
INSERT INTO candidates
SELECT name, radius, step, NULL, CASE name
	WHEN 'AERR, 57 pixels' THEN aer_ridge(units => 'common', shrinkage => 'none', budget => 57, radius => radius, step => step, intercept => true, center => center, scale => 2550, seed => :repeat)
	WHEN 'DDAERR, 57 pixels' THEN aer_ridge(units => 'common', shrinkage => 'none', budget => 57, radius => radius, step => step, sampling => 'moments', second_moments => moments, inner_draws => 28, intercept => true, center => center, scale => 2550, seed => :repeat)
	WHEN 'two-phase DDAERR, 57 pixels' THEN aer_ridge(units => 'common', shrinkage => 'none', budget => 57, radius => radius, step => step, sampling => 'two-phase', warmup_rows => 1040, inner_draws => 28, intercept => true, center => center, scale => 2550, seed => :repeat)
	END
FROM known, unnest(ARRAY['AERR, 57 pixels', 'DDAERR, 57 pixels', 'two-phase DDAERR, 57 pixels']) name,
	unnest(ARRAY[10, 20]) radius, unnest(ARRAY[0.005, 0.01, 0.02, 0.03, 0.05]) step;
INSERT INTO candidates
SELECT 'online ridge, all pixels', NULL, step, NULL,
	aer_ridge(units => 'common', shrinkage => 'none', step => step, intercept => true, center => center, scale => 2550)
FROM known, unnest(ARRAY[0.03, 0.1, 0.3, 1]) step;
-- l1 ball: pixels divided by their largest value
INSERT INTO candidates
SELECT name, radius, step, NULL, CASE name
	WHEN 'AELR, 5 pixels' THEN aer_lasso(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, intercept => true, center => center, scale => 255, seed => :repeat)
	WHEN 'DDAELR, 5 pixels' THEN aer_lasso(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, sampling => 'moments', second_moments => moments, inner_draws => 2, intercept => true, center => center, scale => 255, seed => :repeat)
	WHEN 'two-phase DDAELR, 5 pixels' THEN aer_lasso(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, sampling => 'two-phase', warmup_rows => 1040, inner_draws => 2, intercept => true, center => center, scale => 255, seed => :repeat)
	WHEN 'online lasso, all pixels' THEN aer_lasso(units => 'common', shrinkage => 'none', radius => radius, step => step, intercept => true, center => center, scale => 255)
	END
FROM known, unnest(ARRAY['AELR, 5 pixels', 'DDAELR, 5 pixels', 'two-phase DDAELR, 5 pixels', 'online lasso, all pixels']) name,
	unnest(ARRAY[4, 8, 16]) radius, unnest(ARRAY[0.001, 0.003, 0.006, 0.01, 0.02, 0.05]) step;
INSERT INTO candidates
SELECT format('AER, %s pixels', budget), radius, NULL, lambda,
	aer_pegasos(budget => budget, radius => radius, lambda => lambda, intercept => true, center => center, scale => 255, seed => :repeat)
FROM known, unnest(ARRAY[5, 57]) budget, unnest(ARRAY[4, 8, 16]) radius, unnest(ARRAY[0.3, 1, 3, 10, 20]) lambda;

CREATE TEMP TABLE designs AS
SELECT format('moments, %s pixels, nothing known', budget) AS name, aer_design(budget => budget, sampling => 'learned', seed => :repeat) AS learner
FROM unnest(ARRAY[5, 57]) budget
UNION ALL
SELECT format('moments, %s pixels, spread known', budget), aer_design(budget => budget, spread => spread, seed => :repeat)
FROM known, unnest(ARRAY[5, 57]) budget
UNION ALL
SELECT 'ridge, all pixels', aer_design();

\ir curve.sql
