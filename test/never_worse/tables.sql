-- Ordinary tables that are made up: a name, what is odd about it, and a table of
-- that name in this schema, with the key id and the target y.
--
-- noise() is a pure function of its arguments, so the tables are the same
-- everywhere: some bits of a hash, by the Box-Muller transform.
CREATE SCHEMA ordinary;
SET search_path = ordinary, public;

CREATE FUNCTION share(id int, j int) RETURNS float8 IMMUTABLE PARALLEL SAFE
RETURN (hashint8extended(id::bigint * 1000 + j, 7) & 1048575) / 1048576.0 + 0.5 / 1048576;
CREATE FUNCTION noise(id int, j int) RETURNS float8 IMMUTABLE PARALLEL SAFE
RETURN sqrt(-2 * ln(ordinary.share(id, j))) * cos(6.283185307179586 * ordinary.share(id, j + 500));

-- What the others are made of: ten related measurements, and a target.
CREATE TABLE base AS
SELECT id, a, b, c, d, e, f, g, h, k, l,
	2 * a - b + 0.7 * c + 0.5 * h + 2 * noise(id, 99) AS y
FROM (SELECT id, noise(id, 1) + u AS a, noise(id, 2) - u AS b, noise(id, 3) AS c, noise(id, 4) + v AS d,
		noise(id, 5) + v AS e, noise(id, 6) AS f, noise(id, 7) + u + v AS g, noise(id, 8) - v AS h,
		noise(id, 9) AS k, noise(id, 10) AS l
	FROM (SELECT id, noise(id, 11) AS u, noise(id, 12) AS v FROM generate_series(1, 4000) id) s) s;

CREATE TABLE plain AS SELECT * FROM base;
CREATE TABLE small AS SELECT * FROM base WHERE id <= 100;
CREATE TABLE twenty_rows AS SELECT * FROM base WHERE id <= 20;
CREATE TABLE two_rows AS SELECT * FROM base WHERE id <= 2;
CREATE TABLE one_row AS SELECT * FROM base WHERE id <= 1;
CREATE TABLE offsets AS SELECT id, a + 1e6 AS a, b - 1e6 AS b, c + 1e6 AS c, d, e + 1e6 AS e, g, h + 1e6 AS h, y FROM base;
CREATE TABLE target_offset AS SELECT id, a, b, c, d, e, f, g, h, y + 1e6 AS y FROM base;
CREATE TABLE scales AS SELECT id, a * 1e-6 AS a, b * 1e6 AS b, c * 1e-3 AS c, d * 1e3 AS d, e * 1e-5 AS e, g * 1e4 AS g, h, y FROM base;
CREATE TABLE target_large AS SELECT id, a, b, c, d, e, f, g, h, y * 1e6 AS y FROM base;
CREATE TABLE target_small AS SELECT id, a, b, c, d, e, f, g, h, y * 1e-6 AS y FROM base;
CREATE TABLE heavy_tails AS SELECT id, a * exp(abs(noise(id, 20))) AS a, b * exp(2 * noise(id, 21)) AS b, c, d ^ 3 AS d, e, g ^ 5 AS g, h, y FROM base;
CREATE TABLE heavy_noise AS SELECT id, a, b, c, d, e, f, g, h, y + 2 * noise(id, 22) / (0.2 + abs(noise(id, 23))) AS y FROM base;
CREATE TABLE dollars AS SELECT id, a, b, c, d, e, g, h, round((exp(1.5 * f + 0.5 * a) * 30000)::numeric, 2) AS income, y FROM base;
CREATE TABLE target_dollars AS SELECT id, a, b, c, d, e, f, g, h, round((exp(y / 4) * 30000)::numeric, 2) AS y FROM base;
CREATE TABLE typo AS SELECT id, CASE id WHEN 77 THEN 1e9 ELSE a END AS a, b, c, d, e, f, g, h, y FROM base;
CREATE TABLE constant_target AS SELECT id, a, b, c, d, e, 7.25::float8 AS y FROM base WHERE id <= 500;
CREATE TABLE constant_column AS SELECT id, a, b, c, d, e, 3 AS f, 0 AS g, h, y FROM base;
CREATE TABLE copies AS SELECT id, a, a AS a_again, 1000 * a AS a_milli, b, b AS b_again, c, h, y FROM base;
CREATE TABLE nothing AS SELECT id, a, b, c, d, e, f, g, h, 5 + noise(id, 24) AS y FROM base;
CREATE TABLE nothing_small AS SELECT id, a, b, c, d, e, f, g, h, 5 + noise(id, 24) AS y FROM base WHERE id <= 100;
CREATE TABLE holes AS
SELECT id, CASE WHEN share(id, 31) > 0.1 THEN a END AS a, CASE WHEN share(id, 32) > 0.1 THEN b END AS b,
	CASE WHEN share(id, 33) > 0.1 THEN c END AS c, CASE WHEN share(id, 34) > 0.5 THEN d END AS d,
	CASE WHEN share(id, 35) > 0.1 THEN h END AS h, NULL::float8 AS never, y FROM base;
CREATE TABLE two_values AS SELECT id, a, b, c, d, e, f, g, h, (y > 0.5)::int AS y FROM base;
CREATE TABLE two_values_boolean AS SELECT id, a, b, c, d, e, f, g, h, y > 0.5 AS y FROM base WHERE id <= 600;
CREATE TABLE rare_class AS SELECT id, a, b, c, d, e, f, g, h, (y > 7)::int AS y FROM base;
CREATE TABLE rare_columns AS
SELECT id, a, b, c, d, (share(id, 41) < 0.02)::int AS r1, (share(id, 42) < 0.01)::int AS r2, share(id, 43) < 0.005 AS r3,
	share(id, 44) < 0.002 AS r4, share(id, 45) < 0.03 AS r5, share(id, 46) < 0.01 AS r6,
	y + 3 * (share(id, 41) < 0.02)::int - 4 * (share(id, 42) < 0.01)::int AS y FROM base;
CREATE TABLE one_hot AS
SELECT id, a, b, c, (id % 7 = 0) AS mon, (id % 7 = 1) AS tue, (id % 7 = 2) AS wed, (id % 7 = 3) AS thu, (id % 7 = 4) AS fri,
	(id % 7 = 5) AS sat, (id % 7 = 6) AS sun, y + (id % 7 > 4)::int * 2 AS y FROM base;
CREATE TABLE counts AS SELECT id, floor(exp(a / 2))::int AS a, floor(exp(b / 2))::smallint AS b, floor(abs(c) * 3)::bigint AS c, floor(d * 100)::numeric AS d, e::real AS e, h, greatest(floor(y), 0) AS y FROM base;
CREATE TABLE curved AS SELECT id, a, b, c, d, a * a + b * b + noise(id, 50) AS y FROM base;
CREATE TABLE trend AS SELECT id, a + id / 500.0 AS a, b, c, d, e, h, y + id / 200.0 AS y FROM base;
CREATE TABLE sorted AS SELECT row_number() OVER (ORDER BY y)::int AS id, a, b, c, d, e, h, y FROM base;
CREATE TABLE growing AS SELECT id, id AS visit, timestamp '2020-01-01' + id * interval '1 hour' AS came, a, b, c, d, e, h, y FROM base;
CREATE TABLE wide AS
SELECT id, x, y FROM base, LATERAL (SELECT array_agg(noise(id, 100 + j) + CASE WHEN j % 10 = 0 THEN a ELSE 0 END ORDER BY j) AS x FROM generate_series(1, 100) j) s WHERE id <= 900;
CREATE TABLE like_patients AS
SELECT id, (54 + 9 * a)::int AS age, c > -0.5 AS sex, (1 + abs(d)::int % 4) AS pain, (130 + 17 * b)::int AS pressure, (246 + 51 * e)::int AS chol,
	f > 1 AS sugar, (150 + 22 * h)::int AS heart_rate, g > 0.5 AS angina, greatest(k, 0) AS oldpeak, (y > 0.5)::int AS y
FROM base WHERE id <= 300;
CREATE TABLE like_diabetes AS
SELECT id, (48 + 13 * f)::int AS age, c > 0 AS sex, 26 + 4 * a AS bmi, 95 + 13 * d AS bp, 190 + 34 * e AS s1, 115 + 30 * (e + 0.3 * noise(id, 60)) AS s2,
	50 - 12 * g AS s3, 4 + b AS s4, (150 + 50 * (a - b) + 40 * noise(id, 61))::int AS y
FROM base WHERE id <= 440;

-- Columns as people store them.
CREATE TABLE as_stored AS
SELECT id, age, sex, (ARRAY['none', 'mild', 'typical', 'strong'])[pain] AS pain, CASE WHEN share(id, 71) > 0.05 THEN pressure END AS pressure,
	CASE WHEN share(id, 72) > 0.05 THEN chol END AS chol, CASE WHEN share(id, 73) > 0.1 THEN (ARRAY['rest', 'stress'])[1 + (id % 2)] END AS ecg,
	heart_rate, angina, oldpeak, DATE '2020-01-01' + id AS admitted, 'seen by Dr ' || id AS note, y
FROM like_patients;
ALTER TABLE as_stored ADD PRIMARY KEY (id);
