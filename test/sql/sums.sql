--
-- aer_sums: the sums that moments hold, beside those of plain SQL from the rows
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1023) / 512.0::float8 - 1';
CREATE TEMP TABLE people AS
SELECT i AS id, 40 + 15 * pg_temp.noise(i, 1) AS age, pg_temp.noise(i, 2) < 0.3 AS smoker, CASE WHEN i % 5 > 0 THEN 1e4 + pg_temp.noise(i, 3) END AS crp,
	(ARRAY['none', 'mild', 'severe'])[1 + i % 3] AS pain, pg_temp.noise(i, 4) * 7 AS days, pg_temp.noise(i, 5) > 0 AS ill, (ARRAY['a', 'b', 'c'])[1 + (i * 7) % 3] AS ward
FROM generate_series(1, 300) i;

-- What each row says of each variable: number for number, as the moments that follow have looked at it.
CREATE TEMP TABLE seen (what text, id int, variable text, place int, value float8);
\set draw 'aer_design(budget => 2, include => ''{age,smoker,crp,pain}'', columns => ''{"pain": ["mild", "none"], "age": [40, 45]}'', missing => ''available'')'
\set holes 'aer_design(include => ''{age,smoker,crp}'', missing => ''available'')'
CREATE TEMP TABLE sums (what text, moments aer_moments);
INSERT INTO sums SELECT 'array', aer_moments(ARRAY[age, smoker::int, days * 3], days) FROM people;
INSERT INTO seen SELECT 'array', id, v.* FROM people, LATERAL (VALUES ('1', 1, age), ('2', 2, smoker::int), ('3', 3, days * 3), ('(target)', 4, days)) v;
INSERT INTO sums SELECT 'holes', aer_moments(p.*, 'days', :holes, id) FROM people p;
INSERT INTO seen SELECT 'holes', id, v.* FROM people, LATERAL (VALUES ('age', 1, age), ('smoker', 2, smoker::int), ('crp', 3, crp), ('(target)', 4, days)) v;
INSERT INTO sums SELECT 'drawn', aer_moments(p.*, 'ill', :draw, id) FROM people p;
INSERT INTO seen SELECT 'drawn', id, v.variable, v.place, v.value FROM people,
	LATERAL (SELECT aer_plan(:draw, '{age,smoker,crp,pain}'::text[], id) || '{(target)}'::text[]) l (looks),
	LATERAL (VALUES ('age', 'age', 1, age), ('age', 'age>40', 2, greatest(age - 40, 0)), ('age', 'age>45', 3, greatest(age - 45, 0)), ('smoker', 'smoker', 4, smoker::int), ('crp', 'crp', 5, crp),
		('pain', 'pain=mild', 6, (pain = 'mild')::int), ('pain', 'pain=none', 7, (pain = 'none')::int), ('(target)', '(target)', 8, CASE WHEN ill THEN 1 ELSE -1 END)) v (look, variable, place, value)
	WHERE look = ANY (looks);
INSERT INTO sums SELECT 'words', aer_moments(p.*, 'ward', aer_design(include => '{age,crp}', center => '{"age": 40}', missing => 'available')) FROM people p;
INSERT INTO seen SELECT 'words', id, v.* FROM people, LATERAL (VALUES ('age', 1, age), ('crp', 2, crp), ('(target)=a', 3, (ward = 'a')::int), ('(target)=b', 4, (ward = 'b')::int), ('(target)=c', 5, (ward = 'c')::int)) v;
INSERT INTO sums SELECT what || ' in parts', aer_moments(moments) FROM (
	SELECT 'drawn' AS what, aer_moments(p.*, 'ill', :draw, id) AS moments FROM people p GROUP BY id % 7) m GROUP BY what;
INSERT INTO seen SELECT 'drawn in parts', id, variable, place, value FROM seen WHERE what = 'drawn';
INSERT INTO sums SELECT 'taken back', (SELECT moments FROM sums WHERE what = 'holes') - aer_moments(p.*, 'days', :holes, id) FROM people p WHERE id <= 3;
DELETE FROM seen WHERE value IS NULL;

CREATE TEMP VIEW by_rows AS
SELECT what, a.variable AS first, b.variable AS second, count(*) AS n, sum(a.value * b.value) AS product, sum(a.value) AS first_sum, sum(b.value) AS second_sum
FROM seen a JOIN seen b USING (what, id) WHERE a.place = b.place OR a.place < b.place AND NOT (a.variable ~ '^\(' AND b.variable ~ '^\(')
GROUP BY what, a.variable, b.variable;
CREATE TEMP VIEW by_moments AS
SELECT what, first, second, sum(n)::bigint AS n, sum(product) AS product, sum(first_sum) AS first_sum, sum(second_sum) AS second_sum
FROM sums, aer_sums(moments) GROUP BY what, first, second;
SELECT what, count(*) AS sums, count(*) FILTER (WHERE m.n IS DISTINCT FROM r.n) AS other_n,
	count(*) FILTER (WHERE (abs(m.product - r.product) < 1e-9 * (1 + abs(r.product))) IS NOT TRUE) AS other_product,
	count(*) FILTER (WHERE (abs(m.first_sum - r.first_sum) < 1e-9 * (1 + abs(r.first_sum))) IS NOT TRUE) AS other_first,
	count(*) FILTER (WHERE (abs(m.second_sum - r.second_sum) < 1e-9 * (1 + abs(r.second_sum))) IS NOT TRUE) AS other_second
FROM (SELECT * FROM by_moments WHERE what <> 'taken back') m FULL JOIN by_rows r USING (what, first, second) GROUP BY what ORDER BY what;

-- A fold's rows are its own, and the order is that of the attributes.
SELECT fold, sum(n) FILTER (WHERE first = '(target)') AS rows, count(DISTINCT n) AS counts FROM sums, aer_sums(moments) WHERE what = 'array' GROUP BY fold ORDER BY fold;
SELECT first, second, n, product, first_sum, second_sum
FROM aer_sums((SELECT aer_moments(ARRAY[a, b], a + b, aer_design(folds => 1)) FROM (VALUES (1, 2), (3, 5)) v (a, b)));

-- What was taken back is in no sum.
SELECT first, second, n, abs(product - (SELECT sum(product) FROM seen a JOIN seen b USING (what, id), LATERAL (SELECT a.value * b.value) p (product)
	WHERE what = 'holes' AND id > 3 AND (a.variable, b.variable) = (first, second))) < 1e-6 AS same
FROM by_moments WHERE what = 'taken back' ORDER BY 1, 2;

-- Variances from them are what aer_second_moments says.
SELECT max(abs(m / variance - 1)) < 1e-12 AS same FROM (
	SELECT first, (sum(product) - sum(first_sum) ^ 2 / sum(n)) / (sum(n) - 1) AS variance FROM sums, aer_sums(moments) WHERE what = 'array' AND first = second GROUP BY first) s
	JOIN unnest((SELECT aer_second_moments(moments) FROM sums WHERE what = 'array')) WITH ORDINALITY u (m, i) ON first = i::text;

-- No rows, other moments, and what rounding has eaten up.
SELECT * FROM aer_sums(NULL);
SELECT * FROM aer_sums((SELECT aer_moments(ARRAY[age], days) FROM people WHERE id < 0));
SELECT * FROM aer_sums((SELECT aer_judgment_moments(j, 1, 1) FROM (SELECT aer_judgments(1, 2) FROM people GROUP BY id) s (j)));
SELECT * FROM aer_sums((SELECT aer_moments(ARRAY[x], x, aer_design(), x::bigint) - aer_moments(ARRAY[x], x, aer_design(), x::bigint) FILTER (WHERE x = 1e12) FROM (VALUES (1e12), (1), (2), (3)) v (x)));
