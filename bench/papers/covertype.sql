-- Covertype (Blackard and Dean): is it class 2 (+1) or another (-1), from 5 of
-- 54 attributes?  Appendix B of Kukliansky and Shamir (2015).
--
-- One row of ten tests.  Attributes are centred and divided by their ranges,
-- for the moment learner by their deviations, which it finds out itself.
--
-- Variables: experiment, repeat (the split), tune, folds

SET client_min_messages = warning;
SET jit = off;
SET max_parallel_workers_per_gather = 0;

CREATE TEMP TABLE split AS
SELECT id, CASE class WHEN 2 THEN 1 ELSE -1 END AS y, x,
	row_number() OVER w AS place,
	row_number() OVER w > 0.9 * count(*) OVER () AS test
FROM covertype WINDOW w AS (ORDER BY hashint8extended(id, :repeat));
CREATE TEMP VIEW train AS SELECT place, id, x, y FROM split WHERE NOT test;
CREATE TEMP VIEW test AS SELECT id, x, y FROM split WHERE test;
CREATE TEMP TABLE points AS SELECT ARRAY[250, 1000, 4000, 16000, 83665] AS list;

-- A range of 10 attributes is theirs; the others are 0 or 1.
CREATE TEMP TABLE ranges AS
SELECT i, greatest(max(v) - min(v), 1) AS range
FROM covertype, unnest(x) WITH ORDINALITY a (v, i) GROUP BY i;
CREATE TEMP TABLE known AS
SELECT array_agg(mean ORDER BY attribute) AS center, array_agg(range ORDER BY attribute) AS scale,
	array_agg(sd ^ 2 ORDER BY attribute) AS moments
FROM aer_attributes((SELECT aer_moments(x, y, aer_design(folds => 1)) FROM train)) JOIN ranges ON i = attribute;

CREATE TEMP TABLE candidates (name text, radius float8, step float8, lambda float8, learner jsonb);
INSERT INTO candidates
SELECT name, radius, step, NULL, CASE name
	WHEN 'AERR' THEN aer_ridge(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, intercept => true, center => center, scale => scale, seed => :repeat)
	WHEN 'DDAERR' THEN aer_ridge(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, sampling => 'moments', second_moments => moments, inner_draws => 2, intercept => true, center => center, scale => scale, seed => :repeat)
	WHEN 'two-phase DDAERR' THEN aer_ridge(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, sampling => 'two-phase', warmup_rows => 8000, inner_draws => 2, intercept => true, center => center, scale => scale, seed => :repeat)
	END
FROM known, unnest(ARRAY['AERR', 'DDAERR', 'two-phase DDAERR']) name,
	unnest(ARRAY[2, 4, 8]) radius, unnest(ARRAY[0.0003, 0.001, 0.003, 0.01, 0.03]) step;
INSERT INTO candidates
SELECT 'online ridge, all', NULL, step, NULL, aer_ridge(units => 'common', shrinkage => 'none', step => step, intercept => true, center => center, scale => scale)
FROM known, unnest(ARRAY[0.01, 0.03, 0.1, 0.3]) step;
INSERT INTO candidates
SELECT name, radius, step, NULL, CASE name
	WHEN 'AELR' THEN aer_lasso(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, intercept => true, center => center, scale => scale, seed => :repeat)
	WHEN 'DDAELR' THEN aer_lasso(units => 'common', shrinkage => 'none', budget => 5, radius => radius, step => step, sampling => 'moments', second_moments => moments, inner_draws => 2, intercept => true, center => center, scale => scale, seed => :repeat)
	END
FROM known, unnest(ARRAY['AELR', 'DDAELR']) name,
	unnest(ARRAY[5, 10, 20]) radius, unnest(ARRAY[0.001, 0.003, 0.01, 0.03]) step;
INSERT INTO candidates
SELECT 'AER', radius, NULL, lambda,
	aer_pegasos(budget => 5, radius => radius, lambda => lambda, intercept => true, center => center, scale => scale, seed => :repeat)
FROM known, unnest(ARRAY[4, 8, 16]) radius, unnest(ARRAY[0.01, 0.03, 0.1, 0.3]) lambda;

CREATE TEMP TABLE designs AS
SELECT 'moments, nothing known' AS name, aer_design(budget => 5, sampling => 'learned', units => 'standardized', seed => :repeat) AS learner
UNION ALL
SELECT 'moments, uniform', aer_design(budget => 5, sampling => 'uniform', units => 'standardized', seed => :repeat)
UNION ALL
SELECT 'ridge, all attributes', aer_design(units => 'standardized');

\ir curve.sql
