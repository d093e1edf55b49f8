--
-- Moments of rows: designs, plans, the budget, merging, and fits
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.value(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1023) / 512.0::float8 - 1';
CREATE TEMP TABLE full_rows AS
	SELECT i::int, x, 3 * x[1] - 2 * x[2] + x[3] + 0.5 + 2 * pg_temp.value(i, 0) AS y
	FROM (SELECT i, ARRAY(SELECT 10 + pg_temp.value(i, j) + pg_temp.value(i, 99) FROM generate_series(1, 8) j ORDER BY j) AS x
		  FROM generate_series(1, 3000) i) r;
CREATE TEMP VIEW named AS
	SELECT i AS id, x[1]::real AS a, x[2] AS "B b", x[3]::numeric AS c, x[4] > 10 AS d, (x[5] * 512)::int AS e, y, 'note' AS note FROM full_rows;
-- Largest difference of two models' weights, the intercept included.
CREATE FUNCTION pg_temp.apart(aer_model, aer_model) RETURNS float8 LANGUAGE sql AS
	'SELECT max(abs(a.weight - b.weight)) FROM aer_weights($1) a JOIN aer_weights($2) b USING (attribute)';

-- A plan is a pure function of design and key: K distinct attributes, the
-- same for ever.
SELECT key, aer_plan(aer_design(budget => 3), 8, key) AS uniform,
	aer_plan(aer_design(budget => 3, spread => ARRAY[1,2,3,4,5,6,7,8]), 8, key) AS spread,
	aer_plan(aer_design(budget => 2, seed => 7), ARRAY['a','b','c','d'], key) AS names
FROM unnest(ARRAY[0, 1, -1, 9223372036854775807]) key;
SELECT aer_plan(aer_design(budget => 9), 3, 1) AS all_three, aer_plan(aer_design(), 2, 1) AS both;
SELECT count(*) AS wrong FROM generate_series(1, 2000) key, aer_plan(aer_design(budget => 5, spread => ARRAY[0,0,0,0,0,0,0,1]), 8, key) p
WHERE (SELECT count(DISTINCT a) FROM unnest(p) a WHERE a BETWEEN 1 AND 8) <> 5;

-- The budget is kept: values that are not planned may be NULL, NaN or 1e300.
WITH d AS MATERIALIZED (SELECT * FROM (VALUES (aer_design(budget => 3)), (aer_design(budget => 2, spread => ARRAY[1,1,1,5,5,1,1,1], center => 10))) v(d)),
hidden AS MATERIALIZED (
	SELECT d, o.other, i, y, ARRAY(SELECT CASE WHEN j = ANY (aer_plan(d, 8, i)) THEN x[j] ELSE o.other END FROM generate_series(1, 8) j ORDER BY j) AS x
	FROM full_rows, d, (VALUES (NULL::float8), ('NaN'), (1e300)) o(other))
SELECT d->>'budget' AS budget, other, aer_moments(x, y, d, i ORDER BY i)::text = (SELECT aer_moments(x, y, h.d, i ORDER BY i) FROM full_rows)::text AS same
FROM hidden h GROUP BY d, other ORDER BY 1, 2;
-- So only planned attributes have to be filled in, and in no more rows are
-- they read.
SELECT s.rows, s.skipped, s.draws, s.reads FROM aer_summary((SELECT aer_fit_ridge(aer_moments(x, y, aer_design(budget => 3))) FROM full_rows)) s;
SELECT s.rows, s.skipped, s.reads FROM aer_summary((SELECT aer_fit_ridge(aer_moments(CASE WHEN i % 10 <> 0 THEN x END, y, aer_design(budget => 3), i)) FROM full_rows)) s;
SELECT sum(reads) AS reads, min(reads) > 900 AS even FROM aer_attributes((SELECT aer_moments(x, y, aer_design(budget => 3, sampling => 'uniform')) FROM full_rows));
SELECT aer_moments(array_fill('NaN'::float8, ARRAY[8]), 1, aer_design(budget => 1, folds => 1), 1);

-- All attributes read: means, deviations, correlations as PostgreSQL's own.
SELECT a.attribute, a.reads, abs(a.mean - w.mean) < 1e-12 AND abs(a.sd - w.deviation) < 1e-12 AND abs(a.correlation - w.correlation) < 1e-12 AS right
FROM aer_attributes((SELECT aer_moments(x, y) FROM full_rows)) a
JOIN (SELECT j, avg(x[j]) AS mean, stddev(x[j]) AS deviation, corr(x[j], y) AS correlation FROM full_rows, generate_series(1, 8) j GROUP BY j) w ON j = attribute
ORDER BY 1;
-- Least squares: residuals are orthogonal to every attribute and sum to 0.
WITH m AS MATERIALIZED (SELECT aer_fit_ols(aer_moments(x, y)) AS m FROM full_rows)
SELECT max(abs(o)) < 1e-9 AS orthogonal FROM (
	SELECT sum((y - aer_score(m, x)) * x[j]) / 3000 AS o FROM full_rows, m, generate_series(1, 8) j GROUP BY j
	UNION ALL SELECT sum(y - aer_score(m, x)) / 3000 FROM full_rows, m) o;
-- One attribute: ridge is b / (v + lambda), without folds to judge its length
-- by; the lasso (b - lambda) / v.
SELECT abs(r.weight - (cov / (var + 0.5))) < 1e-12 AS ridge, abs(l.weight - (cov - 0.5) / var) < 1e-9 AS lasso,
	abs(o.weight - slope) < 1e-12 AS ols
FROM (SELECT covar_pop(y, x[1]) AS cov, var_pop(x[1]) AS var, regr_slope(y, x[1]) AS slope, aer_moments(x[1:1], y) AS m,
		aer_moments(x[1:1], y, aer_design(folds => 1)) AS one_fold FROM full_rows) s,
	aer_weights(aer_fit_ridge(one_fold, 0.5)) r, aer_weights(aer_fit_lasso(m, 0.5)) l, aer_weights(aer_fit_ols(m)) o
WHERE r.attribute = 1 AND l.attribute = 1 AND o.attribute = 1;
-- Balls: weights stay inside, and a large one changes nothing.
SELECT radius, abs(r - least(radius, free_r)) < 1e-6 AS ridge, abs(l - least(radius, free_l)) < 1e-6 AS lasso
FROM (SELECT aer_moments(x, y) AS m FROM full_rows) s,
	unnest(ARRAY[0.5, 2, 100]::float8[]) radius,
	LATERAL (SELECT sqrt(sum(weight ^ 2)) AS r FROM aer_weights(aer_fit_ridge(m, radius => radius)) WHERE attribute > 0) r,
	LATERAL (SELECT sum(abs(weight)) AS l FROM aer_weights(aer_fit_lasso(m, radius => radius)) WHERE attribute > 0) l,
	LATERAL (SELECT sqrt(sum(weight ^ 2)) AS free_r, sum(abs(weight)) AS free_l FROM aer_weights(aer_fit_ols(m)) WHERE attribute > 0) f
ORDER BY 1;

-- Few looks learn: of the target's variance, 7.5, 1.3 is noise.  The error was
-- forecast.
CREATE TEMP TABLE fits AS
	SELECT d, aer_fit_ridge(aer_moments(x, y, d ORDER BY i)) AS ridge, aer_fit_lasso(aer_moments(x, y, d ORDER BY i)) AS lasso
	FROM full_rows, (VALUES (aer_design(budget => 3, center => 10)), (aer_design(budget => 8))) v(d) GROUP BY d;
SELECT d->>'budget' AS budget, (e).mse < 1.6 AS ridge_learns, abs((e).mse - s.expected_mse) < 5 * s.expected_se + 0.01 AS forecast
FROM fits, aer_summary(ridge) s, LATERAL (SELECT aer_evaluate(ridge, x, y) AS e FROM full_rows) v ORDER BY 1;
SELECT d->>'budget' AS budget, (SELECT (aer_evaluate(lasso, x, y)).mse FROM full_rows) < 1.6 AS lasso_learns FROM fits ORDER BY 1;

-- The path shows the choice that the fit makes.
SELECT count(*) FILTER (WHERE chosen) AS chosen, bool_and(cv_se > 0) AS errors,
	bool_and(NOT chosen OR lambda = (model::jsonb #>> '{fit,lambda}')::float8 AND abs(cv_mse - s.expected_mse) < 1e-12) AS same
FROM (SELECT aer_moments(x, y, aer_design(budget => 3), i) AS m FROM full_rows) q, aer_path(m), aer_fit_ridge(m) model, aer_summary(model) s;
SELECT lambda, nonzero, chosen FROM aer_path((SELECT aer_moments(x, y) FROM full_rows), 'lasso', ARRAY[10, 1, 0.01]);
SELECT bool_and(cv_mse IS NULL AND cv_se IS NULL) AS no_folds, count(*) FILTER (WHERE chosen) AS chosen
FROM aer_path((SELECT aer_moments(x, y, aer_design(folds => 1)) FROM full_rows));

-- With a key, any split of the rows gives the same statistics, up to the
-- rounding of sums; stored, printed and merged in any order.
CREATE TEMP TABLE days AS
	SELECT i % 7 AS day, aer_moments(x, y, aer_design(budget => 3), i) AS m FROM full_rows GROUP BY 1;
SELECT count(*) FILTER (WHERE (m::text)::aer_moments::text <> m::text) AS changed_by_text FROM days;
SELECT max(abs(a.mean - b.mean) + abs(a.sd - b.sd) + abs(a.correlation - b.correlation)) < 1e-12 AND max(abs(a.reads - b.reads)) = 0 AS same
FROM aer_attributes((SELECT aer_moments(m ORDER BY day DESC) FROM days)) a
JOIN aer_attributes((SELECT aer_moments(x, y, aer_design(budget => 3), i) FROM full_rows)) b USING (attribute);
SELECT pg_temp.apart(aer_fit_ridge((SELECT aer_moments(m ORDER BY day) FROM days)),
	aer_fit_ridge((SELECT aer_moments(x, y, aer_design(budget => 3), i) FROM full_rows))) < 1e-9 AS same;
SELECT pg_temp.apart(aer_fit_ols(aer_moments(m)), (SELECT aer_fit_ols(aer_moments(x, y)) FROM full_rows)) < 1e-9 AS same
FROM (SELECT aer_moments(x, y) AS m FROM full_rows GROUP BY i % 3) s;
-- A key may repeat: the row counts twice.
SELECT s.rows, s.reads FROM aer_summary((SELECT aer_fit_ridge(aer_moments(x, y, aer_design(budget => 3), i % 10)) FROM full_rows)) s;
-- Running moments: results of a window do not change afterwards.
SELECT n, count(*) FROM (
	SELECT i, (SELECT sum(reads) FROM aer_attributes(m)) AS n
	FROM (SELECT i, aer_moments(x, y, aer_design(budget => 2), i) OVER (ORDER BY i) AS m FROM full_rows WHERE i <= 3) w) n GROUP BY n ORDER BY n;
-- NULL moments are none.
SELECT pg_temp.apart(aer_fit_ridge(aer_moments(m)), aer_fit_ridge((SELECT aer_moments(m) FROM days))) < 1e-9 AS same
FROM (SELECT m FROM days UNION ALL SELECT NULL) s;

-- In two stages: a uniform design first, then by the spread that it found.
WITH first AS MATERIALIZED (SELECT aer_moments(x, y, aer_design(budget => 2), i) AS m FROM full_rows WHERE i <= 500),
second AS MATERIALIZED (SELECT aer_moments(x, y, (SELECT aer_design(budget => 3, spread => array_agg(sd ORDER BY attribute)) FROM first, aer_attributes(m)), i) AS m FROM full_rows WHERE i > 500)
SELECT s.rows, s.reads, s.learner->'design' AS design
FROM aer_summary(aer_fit_ridge((SELECT aer_moments(m) FROM (TABLE first UNION ALL TABLE second) b))) s;

-- Whole rows: names, types, what is left out; units are their own.
SELECT a.attribute, a.name, a.reads FROM aer_attributes((SELECT aer_moments(n, 'y', aer_design(exclude => ARRAY['id'])) FROM named n)) a;
WITH m AS MATERIALIZED (SELECT aer_fit_ridge(aer_moments(n, 'y', aer_design(budget => 2, exclude => '{id,note}'), id)) AS m FROM named n)
SELECT s.learner->>'units' AS units, s.reads, (SELECT (aer_evaluate(m, n, 'y')).mse FROM named n) < 2.5 AS learns FROM m, aer_summary(m) s;
SELECT pg_temp.apart(aer_fit_ols(aer_moments(n, 'y')), aer_fit_ols(aer_moments(ARRAY[a, "B b", c], y))) < 1e-12 AS same
FROM (SELECT a, "B b", c, y FROM named) n;
-- The plan of a record by name, after leaving columns out.
SELECT aer_plan(aer_design(budget => 2), array_agg(name ORDER BY attribute), 5) AS plan
FROM aer_attributes((SELECT aer_moments(n, 'y', aer_design(exclude => '{id,note}')) FROM named n));

-- Holes: what is not NULL is used.  Rows of which only planned attributes were
-- ever filled in work as they are.
SELECT attribute, reads, missing FROM aer_attributes((SELECT aer_moments(ARRAY[CASE WHEN i % 2 = 0 THEN x[1] END, x[2], CASE WHEN i % 3 = 0 THEN x[3] END], y, aer_design(missing => 'available')) FROM full_rows));
SELECT (aer_evaluate(m, x, y)).mse < 1.6 AS learns FROM full_rows,
	(SELECT aer_fit_ridge(aer_moments(ARRAY(SELECT CASE WHEN pg_temp.value(i, j + 50) < 0.4 THEN x[j] END FROM generate_series(1, 8) j ORDER BY j), y, aer_design(missing => 'available', center => 10), i)) AS m FROM full_rows) f;
SELECT pg_temp.apart(a, b) < 1e-12 AS same FROM
	(SELECT aer_fit_ridge(aer_moments(ARRAY(SELECT CASE WHEN j = ANY (aer_plan(aer_design(budget => 3), 8, i)) THEN x[j] END FROM generate_series(1, 8) j ORDER BY j), y, aer_design(missing => 'available'), i)) AS a FROM full_rows) a,
	(SELECT aer_fit_ridge(aer_moments(x, y, aer_design(budget => 3, missing => 'available'), i)) AS b FROM full_rows) b;

-- Groups with designs of their own.
SELECT i % 3 + 1 AS budget, (SELECT sum(reads) FROM aer_attributes(aer_moments(x, y, aer_design(budget => i % 3 + 1), i))) AS reads
FROM full_rows GROUP BY i % 3 ORDER BY 1;

-- One notice for all groups.
SELECT count(m) AS groups FROM (SELECT aer_moments(n, 'y') AS m FROM named n GROUP BY id % 50) g;

-- Little to learn from: budget 1, constant attributes and targets, few rows.
SELECT bool_and(abs(weight) < 100) AS sensible FROM aer_weights((SELECT aer_fit_ridge(aer_moments(x, y, aer_design(budget => 1), i)) FROM full_rows));
SELECT attribute, weight = 0 AS zero FROM aer_weights((SELECT aer_fit_ridge(aer_moments(ARRAY[x[1], 7, x[1]], y)) FROM full_rows));
SELECT attribute, weight FROM aer_weights((SELECT aer_fit_ridge(aer_moments(x[1:2], 3, aer_design(budget => 1))) FROM full_rows));
SELECT attribute, weight FROM aer_weights(aer_fit_ridge((SELECT aer_moments(ARRAY[1, 2], 3))));
SELECT s.rows, s.expected_mse FROM aer_summary((SELECT aer_fit_ridge(aer_moments(x, y)) FROM full_rows WHERE i <= 2)) s;
SELECT aer_moments(x, y) IS NULL AS no_rows FROM full_rows WHERE false;
SELECT aer_moments(NULL::float8[], y) IS NULL AS none_usable FROM full_rows;
SELECT aer_fit_ridge(NULL) IS NULL AS n, (SELECT count(*) FROM aer_attributes(NULL)) AS a, (SELECT count(*) FROM aer_path(NULL)) AS p;

-- Duplicated attributes share the least-norm solution.
SELECT abs(a.weight - b.weight) < 1e-9 AS shared FROM (SELECT aer_fit_ols(aer_moments(ARRAY[x[1], x[1], x[2]], y)) AS m FROM full_rows) f,
	aer_weights(m) a, aer_weights(m) b WHERE a.attribute = 1 AND b.attribute = 2;

-- Bad options.
SELECT aer_design(budget => 0);
SELECT aer_design(sampling => 'random');
SELECT aer_design(sampling => 'spread');
SELECT aer_design(sampling => 'uniform', spread => ARRAY[1, 2]);
SELECT aer_design(spread => ARRAY[1, -2]);
SELECT aer_design(spread => ARRAY[1, NULL]);
SELECT aer_design(folds => 101);
SELECT aer_design(units => 'metres');
SELECT aer_moments(x, y, '{"learner": "design", "k": 3}') FROM full_rows;
SELECT aer_moments(x, y, aer_ridge()) FROM full_rows;
SELECT aer_moments(x, y, NULL) FROM full_rows;
SELECT aer_moments(x, y, aer_design(spread => ARRAY[1, 2])) FROM full_rows;
SELECT aer_moments(x, y, aer_design(include => ARRAY['a'])) FROM full_rows;
SELECT aer_plan(aer_design(sampling => 'learned'), 5, 1);
SELECT aer_plan(aer_design(), 0, 1);
SELECT aer_moments(x, y, aer_design(sampling => 'learned', budget => 2), i) FROM full_rows;
SELECT aer_moments(x, y, aer_design(budget => 1 + i % 2), i) FROM full_rows;
SELECT aer_fit_ridge(m, -1) FROM days LIMIT 1;
SELECT aer_fit_ridge(m, radius => 0) FROM days LIMIT 1;
SELECT aer_fit_lasso(m, 'NaN') FROM days LIMIT 1;
SELECT aer_fit_ols(m) FROM days LIMIT 1;
SELECT * FROM aer_path((SELECT m FROM days LIMIT 1), lambdas => '{}');
SELECT * FROM aer_path((SELECT m FROM days LIMIT 1), lambdas => '{1,-1}');
SELECT * FROM aer_path((SELECT m FROM days LIMIT 1), 'elastic');
SELECT * FROM aer_path((SELECT m FROM days LIMIT 1), NULL);

-- Bad rows.
SELECT aer_moments(x, y, aer_design(budget => 2), CASE WHEN i <> 3 THEN i END ORDER BY i) FROM full_rows;
SELECT aer_moments(CASE WHEN i = 3 THEN x[1:2] ELSE x END, y ORDER BY i) FROM full_rows;
SELECT aer_moments(CASE WHEN i = 3 THEN array_replace(x, x[2], NULL) ELSE x END, y, aer_design(missing => 'error') ORDER BY i) FROM full_rows;
SELECT aer_moments(CASE WHEN i = 3 THEN array_replace(x, x[2], 'NaN') ELSE x END, y, aer_design(missing => 'available') ORDER BY i) FROM full_rows;
SELECT aer_moments(x, CASE WHEN i = 3 THEN 'Infinity' ELSE y END ORDER BY i) FROM full_rows;
SELECT aer_moments(array_fill(1::float4, ARRAY[300000]), 1, aer_design(budget => 3, folds => 100));
SELECT aer_moments(array_fill(1::float4, ARRAY[20000]), 1);

-- Moments that cannot be merged.
SELECT aer_moments(m) FROM (SELECT m FROM days UNION ALL SELECT aer_moments(x[1:3], y, aer_design(budget => 2)) FROM full_rows) s;
SELECT aer_moments(m) FROM (SELECT m FROM days UNION ALL SELECT aer_moments(x, y, aer_design(budget => 2, folds => 3)) FROM full_rows) s;
SELECT aer_moments(m) FROM (SELECT m FROM days UNION ALL SELECT aer_moments(x, y, aer_design(budget => 2, units => 'standardized')) FROM full_rows) s;
SELECT aer_moments(m) FROM (SELECT m FROM days UNION ALL SELECT aer_moments(x, y, aer_design(budget => 2, center => 1)) FROM full_rows) s;

-- Values that are none.
SELECT 'nothing'::aer_moments;
SELECT 'aer_moments 1 00'::aer_moments;
SELECT 'aer_moments 1 zz'::aer_moments;
DO $$
DECLARE
	good text;
	bad text;
	accepted int := 0;
	changed int := 0;
BEGIN
	SELECT m::text INTO good FROM (SELECT aer_moments(x[1:3], y, aer_design(budget => 2, folds => 1), i) AS m FROM full_rows WHERE i <= 5) s;
	-- every byte changed in turn: refused, or another valid value
	FOR at IN 15..length(good) - 1 BY 2 LOOP
		bad := overlay(good PLACING CASE substr(good, at, 2) WHEN 'ff' THEN '7f' ELSE 'ff' END FROM at FOR 2);
		BEGIN
			PERFORM aer_fit_ridge(bad::aer_moments);
			accepted := accepted + 1;
		EXCEPTION WHEN invalid_text_representation OR protocol_violation OR character_not_in_repertoire
			OR program_limit_exceeded OR feature_not_supported OR numeric_value_out_of_range OR invalid_parameter_value THEN
			changed := changed + 1;
		END;
	END LOOP;
	IF changed < 100 THEN
		RAISE 'only % of % changed values were refused', changed, changed + accepted;
	END IF;
	-- every shorter one is refused
	FOR l IN 15..length(good) - 1 LOOP
		BEGIN
			PERFORM left(good, l)::aer_moments;
			RAISE 'accepted % of % digits', l, length(good);
		EXCEPTION WHEN invalid_text_representation OR protocol_violation OR invalid_parameter_value THEN
			NULL;
		END;
	END LOOP;
END $$;
SELECT _aer_moments_array_transition(m, ARRAY[1], 1) FROM days LIMIT 1;
SELECT _aer_moments_final(m) IS NULL FROM days LIMIT 1;

--
-- An expected error is never negative, though of few looks at copied columns an
-- estimate without bias may be
--
CREATE TABLE copied AS
	SELECT aer_moments(ARRAY[x, x, x, x, x], x, aer_design(budget => budget, seed => seed), i::bigint) AS m
	FROM (SELECT seed, i, hashint8extended(i, seed) / 2.0 ^ 63 AS x FROM generate_series(1, 20) seed, generate_series(1, 30) i) s,
		generate_series(2, 4) budget GROUP BY seed, budget;
SELECT count(*) AS moments, count(*) FILTER (WHERE lasso < 0) AS lasso, count(*) FILTER (WHERE ridge < 0) AS ridge,
	count(*) FILTER (WHERE lasso_path < 0) AS lasso_path, count(*) FILTER (WHERE ridge_path < 0) AS ridge_path
FROM (SELECT (aer_summary(aer_fit_lasso(m))).expected_mse AS lasso, (aer_summary(aer_fit_ridge(m))).expected_mse AS ridge,
		(SELECT min(cv_mse) FROM aer_path(m, 'lasso')) AS lasso_path, (SELECT min(cv_mse) FROM aer_path(m)) AS ridge_path FROM copied) e;
DROP TABLE copied;

--
-- A fit is made once for each value of moments where the planner is told so
--
CREATE TABLE seen AS SELECT i, i % 4 AS ward, ARRAY[sin(i), cos(i), sin(2 * i)] AS x, sin(i) + cos(3 * i) AS y FROM generate_series(1, 100) i;
CREATE TABLE ward_moments AS SELECT ward, aer_moments(x, y) AS m FROM seen GROUP BY ward;
ANALYZE seen, ward_moments;
CREATE VIEW ward_fits AS SELECT ward, aer_fit_ridge(m) AS model FROM ward_moments;
CREATE VIEW ward_fits_once AS SELECT ward, aer_fit_ridge(m) AS model FROM ward_moments OFFSET 0;
CREATE MATERIALIZED VIEW stored_ward_fits AS SELECT * FROM ward_fits;
CREATE FUNCTION fits_of(query text) RETURNS bigint LANGUAGE plpgsql SET track_functions = 'all' AS $$
DECLARE
	before bigint;
BEGIN
	before := coalesce((SELECT calls FROM pg_stat_xact_user_functions WHERE funcname = 'aer_fit_ridge'), 0);
	EXECUTE query;
	RETURN coalesce((SELECT calls FROM pg_stat_xact_user_functions WHERE funcname = 'aer_fit_ridge'), 0) - before;
END $$;
-- the planner takes the plain view apart
SELECT fits_of('SELECT sum(aer_predict(model, x)) FROM seen JOIN ward_fits USING (ward)') AS plain_view;
SELECT fits_of('SELECT sum(aer_predict(model, x)) FROM seen JOIN ward_fits_once USING (ward)') AS view_offset_0,
	-- no join condition to hash by: it materializes
	fits_of('SELECT sum(aer_predict(model, x)) FROM seen s JOIN ward_fits_once f ON f.ward <= s.ward') AS any_join,
	fits_of('WITH f AS MATERIALIZED (SELECT * FROM ward_fits) SELECT sum(aer_predict(model, x)) FROM seen JOIN f USING (ward)') AS materialized_with,
	fits_of('SELECT sum(aer_predict((SELECT model FROM ward_fits WHERE ward = 1), x)) FROM seen') AS scalar_subquery,
	fits_of('SELECT name, weight FROM ward_fits, aer_weights(model)') AS relation,
	fits_of('SELECT sum(aer_predict(model, x)) FROM seen JOIN stored_ward_fits USING (ward)') AS materialized_view;
DROP FUNCTION fits_of;
DROP MATERIALIZED VIEW stored_ward_fits;
DROP VIEW ward_fits, ward_fits_once;
DROP TABLE seen, ward_moments;
