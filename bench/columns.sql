-- What columns are worth as straight lines, as all that they say, and with pairs of them: r² on
-- thirds of the rows that were held out, for bench/columns, which loads those of the schema
-- "loaded".

SET client_min_messages = warning;
SET jit = off;
CREATE EXTENSION IF NOT EXISTS aer;

-- Pure functions of their arguments, so that tables and splits are the same everywhere.
CREATE FUNCTION share(id int, j int) RETURNS float8 IMMUTABLE PARALLEL SAFE
RETURN (hashint8extended(id::bigint * 1000 + j, 11) & 1048575) / 1048576.0 + 0.5 / 1048576;
CREATE FUNCTION noise(id int, j int) RETURNS float8 IMMUTABLE PARALLEL SAFE
RETURN sqrt(-2 * ln(share(id, j))) * cos(6.283185307179586 * share(id, j + 500));
CREATE FUNCTION held_out(id int, split int) RETURNS boolean IMMUTABLE PARALLEL SAFE
RETURN share(id, 900 + split) < 1 / 3.0;

-- What is real: numbers that stand for words become words.
CREATE SCHEMA real;
CREATE TABLE real.heart AS
SELECT row_number() OVER ()::int AS id, age, sex = 1 AS male, (ARRAY['typical', 'atypical', 'elsewhere', 'none'])[cp::int] AS pain, trestbps, chol, fbs = 1 AS sugar,
	(ARRAY['normal', 'wave', 'hypertrophy'])[1 + restecg::int] AS ecg, thalach, exang = 1 AS angina, oldpeak,
	(ARRAY['up', 'flat', 'down'])[slope::int] AS slope, ca, CASE thal WHEN 3 THEN 'normal' WHEN 6 THEN 'fixed' WHEN 7 THEN 'reversible' END AS thal,
	(num > 0)::int AS y FROM loaded.heart;
CREATE TABLE real.diabetes AS SELECT row_number() OVER ()::int AS id, age, sex = 1 AS sex, bmi, bp, s1, s2, s3, s4, s5, s6, y FROM loaded.diabetes;
-- What ten workers say of a headline in the mean, and the experts' valence.
CREATE TABLE real.headlines AS
SELECT headline AS id, anger, disgust, fear, joy, sadness, surprise, valence AS y
FROM (SELECT headline, avg(score) FILTER (WHERE attribute = 'anger') AS anger, avg(score) FILTER (WHERE attribute = 'disgust') AS disgust,
		avg(score) FILTER (WHERE attribute = 'fear') AS fear, avg(score) FILTER (WHERE attribute = 'joy') AS joy,
		avg(score) FILTER (WHERE attribute = 'sadness') AS sadness, avg(score) FILTER (WHERE attribute = 'surprise') AS surprise
	FROM loaded.judged GROUP BY headline) j JOIN (SELECT headline, valence FROM loaded.truth) t USING (headline);
-- 6,000 rows of Covertype: is it lodgepole pine?
CREATE TABLE real.covertype AS
SELECT id, n[1] AS elevation, n[2] AS aspect, n[3] AS slope, n[4] AS to_water, n[5] AS above_water, n[6] AS to_road, n[7] AS shade_at_9,
	n[8] AS shade_at_noon, n[9] AS shade_at_3, n[10] AS to_fire, 'area ' || array_position(n[11:14], 1) AS area,
	'soil ' || array_position(n[15:54], 1) AS soil, (n[55] = 2)::int AS y
FROM (SELECT row_number() OVER ()::int AS id, string_to_array(line, ',')::int[] AS n FROM loaded.covertype) c ORDER BY share(id, 1) LIMIT 6000;

CREATE SCHEMA made_up;
CREATE TEMP TABLE base AS
SELECT id, noise(id, 1) AS a, noise(id, 2) AS b, noise(id, 3) AS c, noise(id, 4) AS d, noise(id, 5) AS e, noise(id, 6) AS f,
	noise(id, 7) AS g, noise(id, 8) AS h, noise(id, 99) AS noise
FROM generate_series(1, 3000) id;
CREATE TABLE made_up.straight AS SELECT id, a, b, c, d, e, f, g, h, a - 0.7 * b + 0.5 * c + 0.5 * noise AS y FROM base;
CREATE TABLE made_up.nothing AS SELECT id, a, b, c, d, e, f, g, h, noise AS y FROM base;
CREATE TABLE made_up.v AS SELECT id, a, b, c, d, e, f, g, h, abs(a) + 0.1 * noise AS y FROM base;
CREATE TABLE made_up.stair AS SELECT id, a, b, c, d, e, f, g, h, CASE WHEN a < -0.7 THEN 0 WHEN a < 0.5 THEN 1 ELSE 0.2 END + 0.1 * noise AS y FROM base;
CREATE TABLE made_up.one_of_two_bends AS SELECT id, a, b, c, d, e, f, g, h, abs(a) + 0.6 * b + 0.1 * noise AS y FROM base;
CREATE TABLE made_up.forty_words AS
SELECT id, 'w' || floor(40 * share(id, 21)) AS word, 'w' || floor(40 * share(id, 22)) AS other, a, b, c, d,
	CASE floor(40 * share(id, 21)) WHEN 3 THEN 4 WHEN 7 THEN -4 WHEN 11 THEN 3 ELSE 0 END + 0.3 * noise AS y FROM base;
CREATE TABLE made_up.null_means AS
SELECT id, CASE WHEN share(id, 31) > 0.3 THEN a END AS a, CASE WHEN share(id, 32) > 0.3 THEN b END AS b, c, d, e, f,
	CASE WHEN share(id, 31) > 0.3 THEN 0.5 * a ELSE 2 END + 0.3 * noise AS y FROM base;
CREATE TABLE made_up.null_by_accident AS
SELECT id, CASE WHEN share(id, 41) > 0.2 THEN a END AS a, CASE WHEN share(id, 42) > 0.2 THEN b END AS b,
	CASE WHEN share(id, 43) > 0.2 THEN c END AS c, CASE WHEN share(id, 44) > 0.2 THEN d END AS d, e, f,
	a + b + 0.5 * c + 0.5 * noise AS y FROM base;
CREATE TABLE made_up.constant_or_null AS
SELECT id, CASE WHEN share(id, 51) > 0.4 THEN 7 END AS a, b, c, d, e, f, (share(id, 51) > 0.4)::int + 0.2 * noise AS y FROM base;
-- Counts of words in mail of two classes: most are 0, the others lognormal.
CREATE TEMP TABLE counted AS
SELECT id, j, y, CASE WHEN share(id, j + 100) < 1 / (1 + exp(2.2 - noise(-j, 1) - (2 * y - 1) * CASE WHEN j <= 25 THEN 0.9 ELSE 0.1 END * noise(-j, 2)))
	THEN exp(0.5 * noise(-j, 3) + (2 * y - 1) * CASE WHEN j <= 25 THEN 0.4 ELSE 0 END * noise(-j, 4) + (0.8 + 0.5 * share(-j, 5)) * noise(id, j + 200)) ELSE 0 END AS x
FROM (SELECT id, (share(id, 1) < 0.39)::int AS y FROM generate_series(1, 4600) id) r, generate_series(1, 57) j;
SELECT format('CREATE TABLE made_up.counts AS SELECT id, y, %s FROM counted GROUP BY id, y', string_agg(format('max(x) FILTER (WHERE j = %1$s) AS c%1$s', j), ', '))
FROM generate_series(1, 57) j \gexec
CREATE TABLE made_up.two_together AS SELECT id, a, b, c, d, e, f, g, h, a * b + 0.5 * a + 0.1 * noise AS y FROM base;
CREATE TABLE made_up.switch AS
SELECT id, CASE WHEN share(id, 61) < 0.5 THEN 'on' ELSE 'off' END AS word, a, b, c, d, e, f, g,
	CASE WHEN share(id, 61) < 0.5 THEN a ELSE 0 END + 0.3 * b + 0.3 * noise AS y FROM base;

ANALYZE;
CREATE TABLE tables AS
SELECT relname::text AS name, c.oid::regclass AS source, nspname = 'real' AS real, reltuples::int AS rows,
	(SELECT count(*) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0) - 2 AS columns
FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname IN ('real', 'made_up') AND relkind = 'r';
CREATE TABLE results (name text, looks int, what text, split int, r2 float8, forecast float8);

-- One table a split: its rows that are not held out, under the name "train".
CREATE FUNCTION pg_temp.measure(source regclass, columns bigint, split int)
RETURNS TABLE (looks int, what text, r2 float8, forecast float8) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TEMP TABLE train AS SELECT * FROM %s WHERE NOT held_out(id, %s)', source, split);
	ALTER TABLE train ADD PRIMARY KEY (id);
	RETURN QUERY EXECUTE format($q$
		WITH designs AS (
			SELECT looks, what, aer_suggest('train', 'y', CASE WHEN looks < %1$s THEN looks END, curves => curves, null_categories => missing, interactions => pairs) || '{"seed": %2$s}' AS design
			FROM unnest(ARRAY[1, 3, 5, %1$s]) looks,
				(VALUES ('lines', false, false, false), ('bends', true, false, false), ('null', false, true, false), ('all', true, true, false), ('pairs', true, true, true))
					v (what, curves, missing, pairs)),
		models AS MATERIALIZED (
			SELECT design, (SELECT aer_train(t.*, 'y', design, id) FROM train t) AS model FROM (SELECT DISTINCT design FROM designs) d),
		evaluated AS MATERIALIZED (
			SELECT design, s.* FROM models,
				LATERAL (SELECT (aer_evaluate(model, t.*, 'y')).r2, 1 - (aer_summary(model)).expected_mse / var_pop(y) FROM %3$s t WHERE held_out(id, %2$s)) s (r2, forecast))
		SELECT looks::int, what, r2, forecast FROM designs JOIN evaluated USING (design)$q$, columns, split, source);
	DROP TABLE train;
END $$;
INSERT INTO results
SELECT name, m.looks, m.what, split, m.r2, m.forecast FROM tables, generate_series(1, :splits) split, LATERAL pg_temp.measure(source, columns, split) m;

