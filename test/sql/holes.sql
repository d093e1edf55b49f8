--
-- Holes: NULL at an attribute that is asked for, in moments and in learners
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- Small numbers, whose sums are exact.
CREATE FUNCTION pg_temp.digit(i bigint, j bigint) RETURNS int LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 15)::int - 7';
CREATE TEMP TABLE whole AS
	SELECT i, x, 2 * x[1] - x[2] + 3 + (pg_temp.digit(i, 0) > 5)::int AS y
	FROM (SELECT i::int, ARRAY(SELECT pg_temp.digit(i, j) FROM generate_series(1, 4) j ORDER BY j) AS x FROM generate_series(1, 700) i) r;
CREATE TEMP TABLE holes (name text, i int, x int[], y int);
INSERT INTO holes SELECT name, i, ARRAY(SELECT CASE WHEN NOT CASE name
		WHEN 'none' THEN false
		WHEN 'first' THEN i = 1 AND j = 2
		WHEN 'middle' THEN i = 350 AND j = 2
		WHEN 'last' THEN i = 700 AND j = 4
		WHEN 'a row' THEN i = 200
		WHEN 'each row' THEN i % 4 + 1 = j
		WHEN 'a column' THEN j = 3
		WHEN 'many' THEN pg_temp.digit(i, j + 50) < 0 END THEN x[j] END FROM generate_series(1, 4) j ORDER BY j), y
	FROM whole, unnest('{none,first,middle,last,a row,each row,a column,many}'::text[]) name;
-- Largest difference of two models' weights, the intercept included.
CREATE FUNCTION pg_temp.apart(aer_model, aer_model) RETURNS float8 LANGUAGE sql AS
	'SELECT max(abs(a.weight - b.weight)) FROM aer_weights($1) a JOIN aer_weights($2) b USING (attribute)';

-- Counts and sums of arrays and of rows, with a design, with a key
-- and with neither, compared with SQL: only differences are shown.
CREATE TEMP TABLE moments AS
	SELECT name, how, m FROM (SELECT name, aer_moments(x, y ORDER BY i) AS plain, aer_moments(x, y, aer_design(folds => 2)) AS design,
			aer_moments(x, y, aer_design(budget => 9, folds => 7), i) AS key, aer_moments(x, y, '{"learner": "design", "folds": 1}') AS one FROM holes GROUP BY name) a,
		LATERAL (VALUES ('plain', plain), ('design', design), ('key', key), ('one', one)) v(how, m)
	UNION ALL SELECT name, how, m FROM (SELECT name, aer_moments(r, 'y') AS rows, aer_moments(r, 'y', aer_design(folds => 3, center => '{"b": 2}'), i) AS centered
			FROM (SELECT h.name AS g, h.i, r FROM holes h, LATERAL (SELECT x[1]::float8 AS a, x[2]::int2 AS b, x[3] AS c, x[4]::numeric AS d, y) r) q(name, i, r) GROUP BY name) a,
		LATERAL (VALUES ('rows', rows), ('centered', centered)) v(how, m);
SELECT m.name, how, attribute, a.reads, a.missing, a.mean, a.sd, a.correlation
FROM moments m JOIN (SELECT name, j, count(x[j]) AS reads, count(*) - count(x[j]) AS missing, avg(x[j]) AS mean, stddev(x[j]) AS deviation, corr(x[j], y) AS correlation
	FROM holes, generate_series(1, 4) j GROUP BY name, j) w USING (name), aer_attributes(m) a
WHERE a.attribute = j AND NOT (a.reads = w.reads AND a.missing = w.missing AND
	coalesce(abs(a.mean - w.mean) + abs(a.sd - w.deviation) + abs(a.correlation - w.correlation) < 1e-12, w.mean IS NULL AND a.mean IS NULL AND a.sd IS NULL AND a.correlation IS NULL));
SELECT how, count(*), sum(s.reads) AS reads FROM moments, aer_summary(aer_fit_ridge(m)) s GROUP BY how ORDER BY how;

-- Only what lacks nothing is complete: aer_fit_ols takes that, and says of the
-- others where the holes are.
SELECT name, count(*) FROM moments WHERE pg_temp.apart(aer_fit_ols(m), (SELECT aer_fit_ols(aer_moments(x, y)) FROM whole)) < 1e-11 AND name = 'none' GROUP BY name;
SELECT aer_fit_ols(m) FROM moments WHERE name = 'first' AND how = 'plain';
SELECT aer_fit_ols(m) FROM moments WHERE name = 'last' AND how = 'rows';
SELECT aer_fit_ols(m) FROM moments WHERE name = 'each row' AND how = 'key';
SELECT aer_fit_ols(aer_moments(array_fill(NULL::int, ARRAY[9]) || x, y)) FROM whole;
SELECT aer_fit_ols(aer_moments(x, y, aer_design(budget => 3), i)) FROM holes WHERE name = 'none';
SELECT aer_fit_ols(aer_moments(x, y, aer_design(budget => 3), i)) FROM holes WHERE name = 'many';

-- A hole takes away what is lacking and nothing else: what is fitted is what a
-- design gives that asks of each row for that which is there.
SELECT pg_temp.apart(aer_fit_ridge(a.m), aer_fit_ridge(b.m)) < 1e-12 AS same FROM
	(SELECT aer_moments(ARRAY(SELECT CASE WHEN j = ANY (aer_plan(aer_design(budget => 2), 4, i)) THEN x[j] END FROM generate_series(1, 4) j ORDER BY j), y, aer_design(), i) AS m FROM whole) a,
	(SELECT aer_moments(x, y, aer_design(budget => 2), i) AS m FROM whole) b;
-- So a model can be trained with many missing values.
SELECT name, (aer_evaluate(fit, w.x, w.y)).mse < 2 AS learns FROM (SELECT name, aer_fit_ridge(m) AS fit FROM moments WHERE how = 'key' OFFSET 0) f, whole w GROUP BY name ORDER BY name;

-- Parts, of which some lack something, merge in every order into the moments of
-- all; stored, printed and read.
CREATE TEMP TABLE parts (part int, m aer_moments);
INSERT INTO parts SELECT part, aer_moments(x, y, aer_design(folds => 2), i)
	FROM (SELECT *, CASE WHEN i <= 20 THEN 1 WHEN i <= 400 THEN 2 WHEN i = 401 THEN 3 ELSE 4 END AS part FROM holes) h
	WHERE name = CASE part WHEN 1 THEN 'many' WHEN 2 THEN 'none' WHEN 3 THEN 'none' ELSE 'each row' END GROUP BY part;
SELECT count(*) AS orders, count(*) FILTER (WHERE same AND apart < 1e-12) AS right
FROM parts a, parts b, parts c, parts d,
	LATERAL (SELECT aer_moments(v.m ORDER BY o) AS m, aer_moments(v.m::text::aer_moments ORDER BY o DESC) AS other FROM (VALUES (1, a.m), (2, b.m), (3, c.m), (4, d.m)) v(o, m)) merged,
	(SELECT aer_moments(x, y, aer_design(folds => 2), i) AS m FROM holes WHERE name = CASE WHEN i <= 20 THEN 'many' WHEN i <= 401 THEN 'none' ELSE 'each row' END) whole,
	LATERAL (SELECT bool_and(w.reads = g.reads AND w.missing = g.missing AND g.reads = h.reads AND g.missing = h.missing) AS same
		FROM aer_attributes(whole.m) w JOIN aer_attributes(merged.m) g USING (attribute) JOIN aer_attributes(merged.other) h USING (attribute)) counts,
	LATERAL (SELECT greatest(pg_temp.apart(aer_fit_ridge(merged.m), aer_fit_ridge(whole.m)), pg_temp.apart(aer_fit_ridge(merged.other), aer_fit_ridge(whole.m))) AS apart) fits
WHERE (SELECT count(DISTINCT p) FROM unnest(ARRAY[a.part, b.part, c.part, d.part]) p) = 4;
-- Those that lack nothing stay so.
SELECT pg_temp.apart(aer_fit_ols(aer_moments(m)), (SELECT aer_fit_ols(aer_moments(x, y)) FROM whole WHERE i BETWEEN 21 AND 401)) < 1e-11 AS complete FROM parts WHERE part IN (2, 3);
-- Under a budget and in full, too.
SELECT sum(reads) AS reads, sum(missing) AS missing FROM aer_attributes((SELECT aer_moments(m) FROM (SELECT aer_moments(x, y, aer_design(budget => 1), i) AS m FROM whole UNION ALL SELECT aer_moments(x, y) FROM whole) s));

-- An error where that is asked for; NaN and infinity always.
SELECT aer_moments(x, y, aer_design(missing => 'error') ORDER BY i) FROM holes WHERE name = 'middle';
SELECT aer_moments(x::float8[] || CASE WHEN i = 360 THEN 'NaN' ELSE 1::float8 END, y ORDER BY i) FROM holes WHERE name = 'middle';
SELECT aer_moments(CASE WHEN i = 2 THEN '-Infinity' ELSE 1::float8 END || x::float8[], y ORDER BY i) FROM holes WHERE name = 'each row';

-- With so many attributes, moments with missing values keep their rows; sums of complete rows cannot be turned into rows.
SELECT sum(reads) AS reads, sum(missing) AS missing FROM aer_attributes((SELECT aer_moments(array_append(x, NULL), 1, aer_design(folds => 100)) FROM (SELECT array_fill(1::real, ARRAY[899]) AS x) r));
SELECT aer_moments(array_append(x, NULL), i, aer_design(folds => 100), 7) FILTER (WHERE i = 1)
	+ aer_subtract(aer_moments(array_append(x, 1::real), i, aer_design(folds => 100), 7) FILTER (WHERE i > 1), aer_moments(array_append(x, 1::real), i, aer_design(folds => 100), 7) FILTER (WHERE i = 4))
	FROM (SELECT array_fill(1::real, ARRAY[899]) AS x, generate_series(1, 4) AS i) r;

-- Streaming learners stop, or leave the row out: without a budget, as if it
-- had not been there.
SELECT aer_train(x, y, aer_ridge(budget => 2) ORDER BY i) FROM holes WHERE name = 'each row';
SELECT aer_train(x, y, '{"learner": "ridge", "missing": "available"}') FROM holes;
SELECT aer_train(x::float8[] || CASE WHEN i = 2 THEN 'NaN' ELSE 1::float8 END, y, aer_ridge(missing => 'skip') ORDER BY i) FROM holes WHERE name = 'each row';
SELECT s.rows, s.skipped, s.reads, m::float8[] = (SELECT aer_train(x, y, aer_ridge(missing => 'skip') ORDER BY i)::float8[] FROM holes WHERE name = 'many' AND array_position(x, NULL) IS NULL) AS same
FROM (SELECT aer_train(x, y, aer_ridge(missing => 'skip') ORDER BY i) AS m FROM holes WHERE name = 'many') t, aer_summary(m) s;
-- With one, the plan of a row that lacks something stands for the next one; what
-- is trained in two parts is the same to the last bit.
CREATE TEMP TABLE steps AS
	SELECT learner, i, aer_train(x, y, l) OVER (PARTITION BY learner ORDER BY i) AS m, lead(x) OVER (PARTITION BY learner ORDER BY i) AS next
	FROM holes, (VALUES ('ridge', aer_ridge(budget => 2, radius => 4, missing => 'skip')), ('lasso', aer_lasso(budget => 3, radius => 4, warmup_rows => 20, missing => 'skip'))) l(learner, l)
	WHERE name = 'each row' AND i BETWEEN 3 AND 120;
SELECT f.learner, count(*) AS steps, count(*) FILTER (WHERE skips) AS skipped,
	count(*) FILTER (WHERE skips = (after.skipped > s.skipped) AND s.rows + s.skipped = i - 2 AND (NOT skips OR ARRAY(SELECT attribute FROM aer_next(n.m)) = plan)) AS right,
	count(*) FILTER (WHERE n.m = (SELECT aer_continue(x, y, f.m ORDER BY i) FROM holes WHERE name = 'each row' AND i BETWEEN f.i + 1 AND f.i + 1)) AS continued,
	count(*) FILTER (WHERE last.m = (SELECT aer_continue(x, y, f.m ORDER BY i) FROM holes WHERE name = 'each row' AND i BETWEEN f.i + 1 AND 120)) AS to_the_end
FROM steps f JOIN (SELECT learner, i - 1 AS i, m FROM steps) n USING (learner, i) JOIN (SELECT learner, m FROM steps WHERE i = 120) last USING (learner),
	LATERAL aer_summary(f.m) s, LATERAL aer_summary(n.m) after, LATERAL (SELECT ARRAY(SELECT attribute FROM aer_next(f.m)) AS plan) p,
	LATERAL (SELECT count(*) > 0 AS skips FROM unnest(plan) p WHERE next[p] IS NULL) hole
GROUP BY f.learner ORDER BY f.learner;
-- There is no model if all rows are skipped.
SELECT aer_train(x, y, aer_ridge(missing => 'skip')) IS NULL AS nothing FROM holes WHERE name = 'a column';
SELECT "all" IS NULL AS nothing, (SELECT skipped FROM aer_summary(two)) AS skipped, (SELECT rows FROM aer_summary(one)) AS rows
FROM (SELECT aer_train(r, 'y', aer_ridge(missing => 'skip') ORDER BY i) AS "all",
		aer_train(r, 'y', aer_lasso(missing => 'skip', exclude => '{c}') ORDER BY i) AS two,
		aer_train(r, 'y', aer_lasso(exclude => '{b,c}') ORDER BY i) AS one
	FROM (SELECT i, r FROM holes, LATERAL (SELECT x[1] AS a, CASE WHEN i % 3 > 0 THEN x[2] END AS b, NULL::int AS c, y) r WHERE name = 'none') q) t;

-- Predictions from a row that lacks an attribute of theirs.
SELECT aer_predict(aer_fit_ridge(m), '{1,NULL,3,4}'::int[]) FROM moments WHERE name = 'many' AND how = 'plain';
