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

-- The value of each variable in each row, as the moments below have read it.
CREATE TEMP TABLE seen (what text, id int, variable text, place int, value float8);
\set draw 'aer_design(budget => 2, include => ''{age,smoker,crp,pain}'', columns => ''{"pain": ["mild", "none"], "age": [40, 45]}'', missing => ''available'')'
\set holes 'aer_design(include => ''{age,smoker,crp}'', missing => ''available'')'
CREATE TEMP TABLE sums (what text, moments aer_moments);
INSERT INTO sums SELECT 'array', aer_moments(ARRAY[age, smoker::int, days * 3], days) FROM people;
INSERT INTO seen SELECT 'array', id, v.* FROM people, LATERAL (VALUES ('1', 1, age), ('2', 2, smoker::int), ('3', 3, days * 3), ('(target)', 0, days)) v;
INSERT INTO sums SELECT 'holes', aer_moments(p.*, 'days', :holes, id) FROM people p;
INSERT INTO seen SELECT 'holes', id, v.* FROM people, LATERAL (VALUES ('age', 1, age), ('smoker', 2, smoker::int), ('crp', 3, crp), ('(target)', 0, days)) v;
INSERT INTO sums SELECT 'drawn', aer_moments(p.*, 'ill', :draw, id) FROM people p;
INSERT INTO seen SELECT 'drawn', id, v.variable, v.place, v.value FROM people,
	LATERAL (SELECT aer_plan(:draw, '{age,smoker,crp,pain}'::text[], id) || '{(target)}'::text[]) l (looks),
	LATERAL (VALUES ('age', 'age', 1, age), ('age', 'age>40', 2, greatest(age - 40, 0)), ('age', 'age>45', 3, greatest(age - 45, 0)), ('smoker', 'smoker', 4, smoker::int), ('crp', 'crp', 5, crp),
		('pain', 'pain=mild', 6, (pain = 'mild')::int), ('pain', 'pain=none', 7, (pain = 'none')::int), ('(target)', '(target)', 0, CASE WHEN ill THEN 1 ELSE -1 END)) v (look, variable, place, value)
	WHERE look = ANY (looks);
INSERT INTO sums SELECT 'words', aer_moments(p.*, 'ward', aer_design(include => '{age,crp}', center => '{"age": 40}', missing => 'available')) FROM people p;
INSERT INTO seen SELECT 'words', id, v.* FROM people, LATERAL (VALUES ('age', 1, age), ('crp', 2, crp), ('(target)=a', -2, (ward = 'a')::int), ('(target)=b', -1, (ward = 'b')::int), ('(target)=c', 0, (ward = 'c')::int)) v;
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
SELECT fold, sum(n) FILTER (WHERE second = '(target)') AS rows, count(DISTINCT n) AS counts FROM sums, aer_sums(moments) WHERE what = 'array' GROUP BY fold ORDER BY fold;
SELECT first, second, n, product, first_sum, second_sum
FROM aer_sums((SELECT aer_moments(ARRAY[a, b], a + b, aer_design(folds => 1)) FROM (VALUES (1, 2), (3, 5)) v (a, b)));

-- Subtracted rows are in no sum.
SELECT first, second, n, abs(product - (SELECT sum(product) FROM seen a JOIN seen b USING (what, id), LATERAL (SELECT a.value * b.value) p (product)
	WHERE what = 'holes' AND id > 3 AND (a.variable, b.variable) = (first, second))) < 1e-6 AS same
FROM by_moments WHERE what = 'taken back' ORDER BY 1, 2;

-- Variances from them are what aer_second_moments says.
SELECT max(abs(m / variance - 1)) < 1e-12 AS same FROM (
	SELECT first, (sum(product) - sum(first_sum) ^ 2 / sum(n)) / (sum(n) - 1) AS variance FROM sums, aer_sums(moments) WHERE what = 'array' AND first = second GROUP BY first) s
	JOIN unnest((SELECT aer_second_moments(moments) FROM sums WHERE what = 'array')) WITH ORDINALITY u (m, i) ON first = i::text;

-- No rows, and what rounding has eaten up.
SELECT * FROM aer_sums(NULL);
SELECT * FROM aer_sums((SELECT aer_moments(ARRAY[age], days) FROM people WHERE id < 0));
SELECT * FROM aer_sums((SELECT aer_moments(ARRAY[x], x, aer_design(), x::bigint) - aer_moments(ARRAY[x], x, aer_design(), x::bigint) FILTER (WHERE x = 1e12) FROM (VALUES (1e12), (1), (2), (3)) v (x)));

-- What aer_check says of two moments: of the same rows nothing, in whatever order they came and whether the sums are of
-- pairs or of products; what is changed in one row is found, and said.
CREATE TEMP TABLE before AS
SELECT i AS id, 3 + pg_temp.noise(i, 11) AS a, 3 + pg_temp.noise(i, 12) AS b, 3 + pg_temp.noise(i, 13) AS "C", 3 + pg_temp.noise(i, 14) AS d, CASE i % 2 WHEN 0 THEN 'up' ELSE 'down' END AS e, pg_temp.noise(i, 15) AS y
FROM generate_series(1, 60) i;
UPDATE before SET y = 1, e = 'up' WHERE id IN (1, 2);
CREATE FUNCTION pg_temp.moments(rows text, OUT moments aer_moments) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT aer_moments(r.*, %L, aer_design(folds => 1, include => %L, columns => %L, missing => %L), id) FROM (%s) r', 'y', '{a,b,C,d,e}', '{"a": [3], "e": ["up", "down"]}', 'available', rows) INTO moments;
END $$;
CREATE FUNCTION pg_temp.said(one aer_moments, other aer_moments) RETURNS text LANGUAGE sql AS $$
	SELECT there || CASE WHEN (regexp_match(there, ' (\S+), in the table (.*)\.$'))[1:2] = ARRAY[r[2], r[1]] THEN '' ELSE ' / ' || back END
	FROM _aer_moments_difference(one, other) there, _aer_moments_difference(other, one) back, LATERAL (SELECT regexp_match(back, ' (\S+), in the table (.*)\.$')) r (r)
$$;
CREATE FUNCTION pg_temp.after(change text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	CREATE TEMP TABLE after AS TABLE before;
	EXECUTE change;
	change := pg_temp.said(pg_temp.moments('TABLE before'), pg_temp.moments('SELECT * FROM after ORDER BY id DESC'));
	DROP TABLE after;
	RETURN change;
END $$;
SELECT pg_temp.said(pg_temp.moments('TABLE before'), pg_temp.moments('TABLE before UNION ALL SELECT 99, 1, NULL, 1, 1, ''up'', 1') - pg_temp.moments('SELECT 99 AS id, 1.0::float8 AS a, NULL::float8 AS b, 1.0::float8 AS "C", 1.0::float8 AS d, ''up'' AS e, 1.0::float8 AS y')) AS pairs;
SELECT change, pg_temp.after(change) FROM (VALUES ('UPDATE after SET y = y'), ('DELETE FROM after WHERE id = 5'), ('UPDATE after SET y = y + 1e-6 WHERE id = 5'), ('UPDATE after SET y = y + 1e-11 WHERE id = 5'),
	('UPDATE after SET "C" = "C" + 1e-6 WHERE id = 5'), ('UPDATE after SET b = b + 1e-11 WHERE id = 5'), ('UPDATE after SET b = NULL WHERE id = 5'), ('UPDATE after SET e = ''left'' WHERE id = 5'),
	-- of two rows with the same target one value for the other: pairs alone know
	('UPDATE after x SET d = b.d FROM before b WHERE x.id IN (1, 2) AND b.id = 3 - x.id')) v (change);
-- of two equal rows, which one had the value
UPDATE before x SET a = b.a, b = b.b, "C" = b."C", d = b.d FROM before b WHERE x.id = 1 AND b.id = 2;
UPDATE before SET "C" = CASE id WHEN 1 THEN NULL ELSE "C" END, b = CASE id WHEN 2 THEN NULL ELSE b END WHERE id IN (1, 2);
SELECT pg_temp.after('UPDATE after SET "C" = CASE id WHEN 2 THEN NULL ELSE (SELECT "C" FROM before WHERE id = 2) END WHERE id IN (1, 2)');
-- other attributes; and what was lost to rounding, while less of it is no difference
SELECT _aer_moments_difference(aer_moments(ARRAY[a, b], y, aer_design(), id), aer_moments(ARRAY[a], y, aer_design(), id)),
	(SELECT count(*) FROM _aer_other_sums(aer_moments(ARRAY[a, b], y, aer_design(), id), aer_moments(ARRAY[a], y, aer_design(), id))) AS none,
	pg_temp.said(aer_moments(ARRAY[a, d], y, aer_design(), id), aer_moments(ARRAY[a, d + CASE id WHEN 7 THEN 1 ELSE 0 END], y, aer_design(), id)) FROM before;
CREATE FUNCTION pg_temp.taken(size float8, more float8) RETURNS text LANGUAGE sql AS $$
	SELECT _aer_moments_difference((SELECT aer_moments(ARRAY[x, d], x, aer_design(), id) - aer_moments(ARRAY[x, d], x, aer_design(), id) FILTER (WHERE id = 0) FROM (SELECT id, a AS x, d FROM before UNION ALL SELECT 0, size, 1) r),
		(SELECT aer_moments(ARRAY[a, d], a + CASE id WHEN 5 THEN more ELSE 0 END, aer_design(), id) FROM before)) $$;
SELECT pg_temp.taken(1e5 / 3, 0), pg_temp.taken(1e5 / 3, 1e-5), pg_temp.taken(1e12, 0);
