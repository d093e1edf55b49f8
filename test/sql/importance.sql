--
-- Columns of a model: aer_importance, aer_curve, aer_explain, the standard errors of weights
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- The oracle is predictions of rows that are made for it: what a column adds at a value is
-- what the score changes by when the row has that value in place of another.
CREATE TEMP TABLE cases AS
SELECT i, date '2020-01-01' + i * 17 % 400 AS day, to_jsonb(q) AS v, 2 * abs(q.age - 5) + coalesce(strpos('nsw', left(q.region, 1)), 4) * 0.5 + q.b * 0.02
	- coalesce(q.fee, 9) * 0.3 + q.flag::int + i * 7919 % 1000 / 500.0 AS y
FROM generate_series(1, 600) i, LATERAL (SELECT (i * 37 % 101) / 10.0 AS age, (i * 13 % 50)::float8 AS b, (i * 37 % 101 + i * 7 % 40) / 8.0 - 3 AS c, i % 3 = 0 AS flag,
	CASE WHEN i % 11 > 0 THEN (i * 29 % 83) / 4.0 END AS fee, CASE WHEN i % 7 > 0 THEN (ARRAY['north', 'south', 'west'])[1 + i * 5 % 3] END AS region, 5 AS constant) q;
CREATE TEMP TABLE designs AS
SELECT name, aer_design(budget, include => '{age,b,c,flag,fee,region,constant}', columns => '{"age": [2.5, 5, 7.5], "region": ["north", "south", "west", null], "fee": [4, 10.5, null]}') AS design
FROM (VALUES ('all', NULL), ('some', 3)) d (name, budget);
CREATE TEMP TABLE models AS
SELECT name, 'ridge' AS fit, aer_fit_ridge(m) AS model, design, m FROM (SELECT name, design, aer_moments(v, y, design, i) AS m FROM designs, cases GROUP BY 1, 2) s;
INSERT INTO models SELECT name, 'lines', aer_fit_ridge(m, curves => false), design, m FROM models
UNION ALL SELECT name, 'lasso', aer_fit_lasso(m, 0.02), design, m FROM models
UNION ALL SELECT name, 'least squares', aer_fit_ols(m), design, m FROM models WHERE name = 'all';

-- Importance is the deviation of what the column adds over the rows where it was seen: at
-- least 100 of 600.
CREATE TEMP TABLE added AS
SELECT name, fit, i, c.key, c.value, aer_score(model, base || jsonb_build_object(c.key, c.value)) - aer_score(model, base) AS adds, seen
FROM models, (SELECT v AS base FROM cases WHERE i = 1) b, cases, jsonb_each(v) c,
	LATERAL (SELECT name = 'all' OR c.key = ANY (aer_plan(design, ARRAY['age', 'b', 'c', 'constant', 'fee', 'flag', 'region'], i)) AS seen) s;
SELECT a.name, a.fit, bool_and(abs(importance - deviation) < 1e-9) AS deviations, abs(sum(share) - 1) < 1e-12 AS shares, min(rows) >= 100 AS of_rows,
	max(abs(share - importance ^ 2 / squares)) < 1e-12 AS of_squares, min(importance) FILTER (WHERE key = 'constant') AS of_constant
FROM (SELECT name, fit, key, stddev_samp(adds) AS deviation, count(*) AS rows FROM added WHERE seen GROUP BY 1, 2, 3) a
	JOIN (SELECT models.name, fit, i.name AS key, importance, share, sum(importance ^ 2) OVER (PARTITION BY models.name, fit) AS squares FROM models, aer_importance(model) i) b USING (name, fit, key)
GROUP BY 1, 2 ORDER BY 1, 2;
-- The largest drop in r2 first, or the largest importance if drops are not known; one row for each column.
SELECT models.name, fit, array_agg(i.name ORDER BY place) = array_agg(i.name ORDER BY drop_r2 DESC, importance DESC, place) AS sorted, count(drop_r2) = count(*) AS by_drop, count(*) AS columns
FROM models, aer_importance(model) WITH ORDINALITY i (name, drop_r2, share, importance, one, other, bar, place) GROUP BY 1, 2 ORDER BY 1, 2;
SELECT i.name FROM models, aer_importance(model) i WHERE models.name = 'all' AND fit = 'ridge' LIMIT 2;

-- Curves, at each value against the mean over the rows.
SELECT models.name, fit, bool_and(abs(effect - (aer_score(model, base || jsonb_build_object(key, value)) - aer_score(model, base) - mean)) < 1e-9) AS right, count(*) AS points
FROM models JOIN (SELECT name, fit, key, avg(adds) FILTER (WHERE seen) AS mean FROM added GROUP BY 1, 2, 3) a USING (name, fit), (SELECT v AS base FROM cases WHERE i = 1) b,
	LATERAL (SELECT value IS NULL, coalesce(to_jsonb(number), to_jsonb(CASE key WHEN 'flag' THEN value::boolean END), to_jsonb(value)), effect FROM aer_curve(model, key)) c (none, value, effect)
WHERE key NOT IN ('fee', 'region') OR NOT none
GROUP BY 1, 2 ORDER BY 1, 2;
-- At NULL, if it is a category.
SELECT name, fit, key, abs(c.effect - (aer_score(model, base || jsonb_build_object(key, NULL)) - aer_score(model, base) - mean)) < 1e-9 AS right
FROM models JOIN (SELECT name, fit, key, avg(adds) FILTER (WHERE seen) AS mean FROM added GROUP BY 1, 2, 3) a USING (name, fit), (SELECT v AS base FROM cases WHERE i = 1) b,
	LATERAL aer_curve(model, key) c WHERE c.value IS NULL ORDER BY 1, 2, 3;
-- Which values: knots, ends that are round numbers, 20 between; or from here to there.
SELECT key, count(*) AS points, array_agg(value ORDER BY place) FILTER (WHERE number IN (2.5, 4, 5, 7.5, 10.5)) AS knots, array_agg(value ORDER BY place) FILTER (WHERE number IS NULL) AS others,
	bool_and(value::float8 = number) FILTER (WHERE number IS NOT NULL) AS alike, min(number) AS low, max(number) AS high,
	array_agg(value ORDER BY place) FILTER (WHERE number IS NOT NULL) = array_agg(value ORDER BY number) FILTER (WHERE number IS NOT NULL) AS ascending
FROM models, unnest(ARRAY['age', 'b', 'fee', 'flag', 'region', 'constant']) key, aer_curve(model, key) WITH ORDINALITY c (value, number, effect, se, value2, number2, bar, place)
WHERE name = 'all' AND fit = 'ridge' GROUP BY 1 ORDER BY 1;
SELECT count(*) AS points, min(number) AS low, max(number) AS high, bool_or(number = 2.5) AS knot, bool_or(number = 7.5) AS no_knot
FROM models, aer_curve(model, 'age', 0, 7) WHERE name = 'all' AND fit = 'ridge';
SELECT value, number FROM models, aer_curve(model, 'age', 3, 3) WHERE name = 'all' AND fit = 'ridge';
-- No knot is beyond the ends.
SELECT min(number) AS low, max(number) AS high FROM (SELECT aer_fit_ridge(aer_moments(v, y, aer_design(include => '{age}', columns => '{"age": [-7, 5, 30]}'))) AS model FROM cases) m, aer_curve(model, 'age');
-- An attribute of the column is as good a name; one end can be given.
SELECT count(DISTINCT c) = count(*) / 3 AS same FROM models, unnest('{age,age>5,age>7.5}'::text[]) key, aer_curve(model, key, high => 8) c WHERE name = 'all' AND fit = 'ridge';
-- Points in time of any type, under any settings.
SET datestyle = 'German';
CREATE FUNCTION pg_temp.of_time(knot text, there text, back text, OUT points bigint, OUT knots bigint, OUT low text, OUT high text, OUT days bigint, OUT close boolean) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format($q$
		WITH r AS (SELECT %1$s AS day, y FROM cases), m AS MATERIALIZED (SELECT aer_fit_ridge(aer_moments(r, 'y', aer_design(columns => %2$L))) AS model FROM r),
			a AS MATERIALIZED (SELECT avg(aer_score(model, d)) AS mean FROM m, (SELECT day FROM r) d)
		SELECT count(*), count(*) FILTER (WHERE value IN ('2020-04-01', %4$L)), min(value), max(value), count(*) FILTER (WHERE length(value) = 10),
			max(abs(effect - (aer_score(model, d) - mean))) < 1e-9 FROM m, a, aer_curve(model, 'day') c, LATERAL (SELECT %3$s AS day) d$q$,
		there, format('{"day": ["2020-04-01", "%s"]}', knot), back, knot) INTO points, knots, low, high, days, close;
END $$;
SELECT type, t.* FROM (VALUES ('date', '2020-07-01', 'day', 'value::date'), ('timestamp', '2020-07-01T12:00:00', 'day::timestamp', 'value::timestamp'),
	('timestamptz', '2020-07-01T12:00:00', 'day::timestamp AT TIME ZONE ''UTC''', 'value::timestamp AT TIME ZONE ''UTC''')) v (type, knot, there, back),
	LATERAL pg_temp.of_time(knot, there, back) t ORDER BY 1;
RESET datestyle;

-- One row explained: the effects add up to the score, whatever is known; the largest come first.
CREATE TEMP TABLE explained AS
SELECT models.name, fit, i, v, aer_score(model, known) AS score, e.*
FROM models, cases, LATERAL (SELECT v - ARRAY(SELECT k FROM unnest('{age,b,c,flag,region}'::text[]) WITH ORDINALITY u (k, n) WHERE i >> n::int & 1 = 1 AND i % 2 = 0)) w (known),
	LATERAL aer_explain(model, known) WITH ORDINALITY e (key, value, effect, one, other, place) WHERE i <= 100 AND (fit IN ('ridge', 'lines') OR i % 2 = 1);
SELECT name, fit, max(abs(total - score)) < 1e-9 AS sums, bool_and(sorted) AS sorted, bool_and(last) AS mean_last, count(DISTINCT columns) AS numbers_of_columns
FROM (SELECT name, fit, i, score, sum(effect) AS total,
		array_agg(abs(effect) ORDER BY place) FILTER (WHERE key <> '(mean)') = array_agg(abs(effect) ORDER BY abs(effect) DESC) FILTER (WHERE key <> '(mean)') AS sorted,
		max(place) FILTER (WHERE key = '(mean)') = max(place) AS last, count(*) AS columns FROM explained GROUP BY 1, 2, 3, 4) s GROUP BY 1, 2 ORDER BY 1, 2;
-- For a complete row the effects are those of the curves, and the values are those of the row.
SELECT name, fit, bool_and(e.value IS NOT DISTINCT FROM v ->> e.key) AS values, max(abs(effect - (adds - mean))) < 1e-9 AS effects, count(*) >= 200 AS rows
FROM explained e JOIN added a USING (name, fit, i, key) JOIN (SELECT name, fit, key, avg(adds) FILTER (WHERE seen) AS mean FROM added GROUP BY 1, 2, 3) m USING (name, fit, key)
WHERE i % 2 = 1 GROUP BY 1, 2 ORDER BY 1, 2;
-- Whole rows say it, too; dates as they stand there.
CREATE TEMP TABLE of_rows AS SELECT i, age, b, day, y FROM cases, jsonb_to_record(v) r (age float8, b float8);
SELECT e.name, value, abs(effect - CASE e.name WHEN '(mean)' THEN mean ELSE with_it - without END) < 1e-9 AS right
FROM (SELECT aer_fit_ridge(aer_moments(r, 'y', aer_design(exclude => '{i}'))) AS model FROM of_rows r) m, of_rows r,
	LATERAL aer_explain(model, r) e, LATERAL (SELECT avg(aer_score(model, o)) AS mean, aer_score(model, r) AS with_it FROM of_rows o) a,
	LATERAL (SELECT avg(aer_score(model, x)) AS without FROM of_rows o, LATERAL (SELECT CASE e.name WHEN 'age' THEN o.age ELSE r.age END AS age, CASE e.name WHEN 'b' THEN o.b ELSE r.b END AS b,
		CASE e.name WHEN 'day' THEN o.day ELSE r.day END AS day) x) w WHERE r.i = 3 ORDER BY e.name;
-- A boolean has two values.
SELECT value, number, abs(effect - (aer_score(model, f) - mean)) < 1e-9 AS right FROM (SELECT aer_fit_ridge(aer_moments(r, 'y')) AS model FROM (SELECT age > 3 AS flag, y FROM of_rows) r) m,
	LATERAL (SELECT avg(aer_score(model, r)) AS mean FROM (SELECT age > 3 AS flag FROM of_rows) r) a, aer_curve(model, 'flag') c, LATERAL (SELECT value::boolean AS flag) f;
-- Arrays: attributes are called by their numbers.
CREATE TEMP TABLE of_arrays AS SELECT aer_fit_ridge(m) AS plain, aer_fit_ridge(m, partial => true) AS partial FROM (SELECT aer_moments(ARRAY[age, b, 3], y, aer_design(2), i) AS m FROM of_rows) s;
SELECT i.name, i.share > 0 AS any FROM of_arrays, aer_importance(plain) i;
SELECT value, number FROM of_arrays, aer_curve(plain, '2', 1, 2) LIMIT 3;
SELECT abs(sum(effect) - max(aer_score(partial, ARRAY[3, NULL, 3]))) < 1e-12 AS sum, array_agg(name) AS names FROM of_arrays, aer_explain(partial, ARRAY[3, NULL, 3]);
SELECT abs(sum(effect) - max(aer_score(plain, a))) < 1e-12 AS sum, array_agg(value ORDER BY name) AS values FROM of_arrays, (SELECT ('[-3:-1]=' || ARRAY[3, 4.5, 3]::text)::numeric[]) f (a), aer_explain(plain, a);

-- Errors of weights: where folds have judged, and nowhere else.
SELECT models.name, fit, count(se) AS errors, count(*) AS attributes, bool_and(se > 0) FILTER (WHERE w.name <> 'constant' AND (fit <> 'lines' OR w.name !~ '>')) AS positive, max(se) FILTER (WHERE w.name = 'constant') AS of_constant
FROM models, LATERAL (SELECT * FROM aer_weights(model) WHERE attribute > 0) w GROUP BY 1, 2 ORDER BY 1, 2;
SELECT rows, count(se) AS errors FROM (VALUES (9), (10)) n (rows), LATERAL (SELECT aer_fit_ridge(aer_moments(ARRAY[age, b], y, aer_design(folds => 5))) AS model FROM of_rows WHERE i <= rows) m, aer_weights(model)
GROUP BY 1 ORDER BY 1;
SELECT how, count(se) AS errors FROM (SELECT aer_moments(ARRAY[age, b], y, aer_design(), i) AS m FROM of_rows) s,
	LATERAL (VALUES ('radius', aer_fit_ridge(m, radius => 1)), ('no folds', (SELECT aer_fit_ridge(aer_moments(ARRAY[age, b], y, aer_design(folds => 1), i)) FROM of_rows)),
		('trimmed', aer_trim(aer_fit_ridge(m))), ('given lambda', aer_fit_ridge(m, 0.1))) f (how, model), aer_weights(model) GROUP BY 1 ORDER BY 1;
-- The units of the column do not matter.
SELECT abs(b.se * 1024 / a.se - 1) < 1e-9 AS scaled FROM (SELECT aer_fit_ridge(aer_moments(q, 'y', aer_design())) AS model FROM (SELECT age, b, y FROM of_rows) q) one,
	(SELECT aer_fit_ridge(aer_moments(q, 'y', aer_design())) AS model FROM (SELECT age * 1024 AS age, b, y FROM of_rows) q) other,
	LATERAL (SELECT se FROM aer_weights(one.model) WHERE attribute = 1) a, LATERAL (SELECT se FROM aer_weights(other.model) WHERE attribute = 1) b;

-- Wide moments, of which there is nothing to learn: weights are as large as their errors, whatever their length.
SET client_min_messages = error;
CREATE TEMP TABLE wide AS SELECT m, aer_fit_ridge(m) AS model FROM (
	SELECT aer_moments(ARRAY(SELECT (hashint8extended(i, j) & 1023) / 512.0 FROM generate_series(1, 9000) j ORDER BY j), i % 7, aer_design(300), i) AS m FROM generate_series(1, 200) i) s;
SELECT bool_and(abs(importance - abs(weight) * sd) < 1e-9) AS right, count(*) > 2000 AS attributes, min(se) > 0 AS errors, avg(se) / avg(abs(weight)) BETWEEN 0.5 AND 2 AS as_large_as_weights
FROM wide, LATERAL aer_importance(model) i JOIN aer_weights(model) w ON i.name = w.attribute::text JOIN aer_attributes(m) a ON a.attribute = w.attribute WHERE sd > 0;
RESET client_min_messages;

-- Three classes: of the scores of all of them together. Curves and effects are of one class.
CREATE TEMP TABLE of_classes AS SELECT aer_fit_ridge(aer_moments(r, 'kind')) AS model FROM (SELECT age, b, CASE WHEN age < 3 THEN 'low' WHEN age + b / 10 < 7 THEN 'middle' ELSE 'high' END AS kind FROM of_rows) r;
SELECT i.name, abs(importance - sqrt(squares) * deviation) < 1e-9 AS right, share > 0.5 AS most
FROM of_classes, LATERAL aer_importance(model) i JOIN (SELECT name, sum(weight ^ 2) AS squares FROM of_classes, aer_weights(model) GROUP BY 1) w USING (name)
	JOIN (SELECT k, CASE k WHEN 'age' THEN stddev_samp(age) ELSE stddev_samp(b) END AS deviation FROM of_rows, unnest('{age,b}'::text[]) k GROUP BY 1) d ON k = i.name ORDER BY 1;
SELECT value FROM of_classes, aer_report(model) WHERE item = 'most important by class';
CREATE TEMP TABLE class_weights AS SELECT w.* FROM of_classes, aer_weights(model) w;
SELECT class, max(abs(sum - score)) < 1e-12 AS sum, bool_and(names = '{(mean),age,b}') AS names
FROM (SELECT class, i, sum(effect), max(w.score) AS score, array_agg(e.name ORDER BY e.name) AS names FROM of_classes, (SELECT DISTINCT class FROM class_weights) c, (SELECT i, age, b FROM of_rows WHERE i <= 50) r,
	LATERAL aer_explain(model, r, class) e, LATERAL (SELECT sum(weight * CASE name WHEN 'age' THEN age WHEN 'b' THEN b ELSE 1 END) AS score FROM class_weights w WHERE w.class = c.class) w GROUP BY 1, 2) s GROUP BY 1 ORDER BY 1;
SELECT class, max(abs(effect - weight * (number - mean))) < 1e-12 AS right FROM of_classes, (SELECT avg(age) AS mean FROM of_rows) a, class_weights w, aer_curve(model, 'age', class => class) c WHERE w.name = 'age' GROUP BY 1 ORDER BY 1;
SELECT array_agg(name) AS what_is_known FROM of_classes, aer_explain(model, '{"age": 3}'::jsonb, 'low');
SELECT aer_curve(model, 'age') FROM of_classes;
SELECT aer_curve(model, 'age', class => 'lower') FROM of_classes;
-- of the predicted class, which is the value of the mean, if no class is named
SELECT count(*) AS rows, count(DISTINCT predicted) AS classes, bool_and(explained = predicted) AS predicted, bool_and(same) AS same
FROM of_classes, of_rows r, LATERAL (SELECT aer_class(model, r)) p (predicted),
	LATERAL (SELECT array_agg(e) AS rows, max(e.value) FILTER (WHERE e.name = '(mean)') AS explained FROM aer_explain(model, r) e) e,
	LATERAL (SELECT array_agg(c) = e.rows AS same FROM aer_explain(model, to_jsonb(r), predicted) c) c;
SELECT e.name, e.value FROM of_classes, aer_explain(model, '{"age": 3}'::jsonb) e;
SELECT aer_explain(model, '{"age": 3}'::jsonb, 'low') FROM models WHERE fit = 'ridge' AND name = 'all';
-- The standard deviation of a forecast is that of all classes and grows if less is known; if nothing is known, it follows from the shares of the classes.
SELECT bool_and(prediction IS NULL AND probability IS NULL) AS none, array_agg(known) AS known, bool_and(sd < before) AS falls,
	abs(max(sd ^ 2) / max(shares) - 1) < 0.01 AS of_shares, abs(min(sd ^ 2) / max(expected_mse) - 1) < 0.01 AS of_all
FROM (SELECT f.*, lag(sd, 1, 10) OVER (ORDER BY known) AS before, shares, expected_mse FROM of_classes, unnest('{"{}","{\"age\": 3}","{\"age\": 3, \"b\": 2}"}'::jsonb[]) r, aer_forecast(model, r) f, aer_summary(model),
	(SELECT 1 - sum((n / all_rows) ^ 2) AS shares FROM (SELECT count(*)::float8 AS n, sum(count(*)) OVER () AS all_rows FROM of_rows GROUP BY CASE WHEN age < 3 THEN 'low' WHEN age + b / 10 < 7 THEN 'middle' ELSE 'high' END) s) v) f;
SELECT aer_forecast(aer_trim(model), '{"age": 3}'::jsonb) FROM of_classes;

-- Nothing to tell: no rows; a target that does not vary, where nothing has a share.
SELECT count(*) FROM aer_importance(NULL);
SELECT count(*) FROM models, aer_curve(NULL, 'age');
SELECT count(*) FROM models, aer_curve(model, NULL);
SELECT count(*) FROM aer_explain(NULL, ARRAY[1]);
SELECT i.* FROM (SELECT aer_fit_ridge(aer_moments(ARRAY[age, b], 1, aer_design(), i)) AS model FROM of_rows) m, aer_importance(model) i;
-- All forms of a model contain its facts about columns.
SELECT models.name, bool_and(model::text::aer_model = model AND i = t) AS same FROM models, aer_importance(model) i JOIN aer_importance(aer_trim(model)) t USING (name) WHERE fit = 'lines' GROUP BY 1 ORDER BY 1;
\set VERBOSITY default
SELECT aer_importance(aer_train(ARRAY[age / 10, b / 50], y / 20, aer_ridge(radius => 1) ORDER BY i)) FROM of_rows;
SELECT aer_explain(aer_restrict(model, '{age,b}'::text[]), '{"age": 1}'::jsonb) FROM models WHERE fit = 'ridge' AND name = 'all';
SELECT aer_curve(model, 'agee') FROM models WHERE fit = 'ridge' AND name = 'all';
SELECT aer_curve(plain, 'age') FROM of_arrays;
SELECT aer_curve(plain, '4') FROM of_arrays;
SELECT aer_explain(plain, ARRAY[NULL, 1, 3]) FROM of_arrays;
SELECT aer_curve(model, 'age', 3, 2) FROM models WHERE fit = 'ridge' AND name = 'all';
SELECT aer_curve(model, 'age', 'NaN') FROM models WHERE fit = 'ridge' AND name = 'all';
SELECT aer_curve(model, 'age', high => 'Infinity') FROM models WHERE fit = 'ridge' AND name = 'all';
-- Ranges that a double hardly holds.
SELECT count(*) AS points, bool_and(abs(effect) < 'Infinity') AS finite FROM of_arrays, aer_curve(plain, '1', -1e307, 1e307);
SELECT count(*) AS points FROM of_arrays, aer_curve(plain, '1', 0, 5e-324);

-- Pairs have rows of their own, beside their columns: what the products add, by hand.
CREATE TABLE couples AS SELECT i AS id, 20 + i * 37 % 61 AS age, i % 3 = 0 AS smoker, i * 11 % 40 / 4.0 AS dose, (ARRAY['north', 'south', 'west'])[1 + i * 5 % 7 % 3] AS region, date '2024-01-01' + i * 13 % 100 AS day, 0::float8 AS y FROM generate_series(1, 400) i;
UPDATE couples SET y = CASE WHEN smoker THEN age / 10.0 ELSE 2 END + dose * (day - date '2024-02-20') / 40.0 + CASE region WHEN 'north' THEN dose ELSE 1 END + id * 29 % 31 / 31.0;
CREATE TABLE paired AS SELECT aer_fit_ridge(aer_moments(c.*, 'y', aer_design(include => '{age,smoker,dose,region,day}', center => '{"dose": 4.5}', columns => '{"age": [30, 41, 60], "region": ["north", "south", "west"], "day": ["2024-02-01", "2024-03-01"]}',
	interactions => '[["dose", "day"], ["age", "smoker"], ["region", "dose"], ["age", "day"]]'), id), interactions => n) AS model, n FROM couples c, unnest(ARRAY[0, 3]) n GROUP BY n;
CREATE FUNCTION pg_temp.products(c couples, name text) RETURNS float8[] LANGUAGE sql AS $$
	SELECT CASE name WHEN 'age * smoker' THEN ARRAY[(c.age - 41) * c.smoker::int, greatest(c.age - 41, 0) * c.smoker::int]
		WHEN 'region * dose' THEN ARRAY[(c.dose - 4.5) * (c.region = 'north')::int, (c.dose - 4.5) * (c.region = 'south')::int, (c.dose - 4.5) * (c.region = 'west')::int]
		ELSE ARRAY[(c.dose - 4.5) * (c.day - date '2024-02-01'), (c.dose - 4.5) * greatest(c.day - date '2024-02-01', 0)] END $$;
CREATE TABLE by_hand AS SELECT id, s.name, sum(weight * product) AS adds
	FROM paired, couples c, (VALUES ('age * smoker', 'age%*smoker'), ('region * dose', 'region%*%dose%'), ('dose * day', '%dose%*day%')) s (name, attributes),
		LATERAL (SELECT weight, row_number() OVER (ORDER BY attribute) AS k FROM aer_weights(model) w WHERE interaction AND w.name LIKE attributes) w JOIN LATERAL unnest(pg_temp.products(c, s.name)) WITH ORDINALITY p (product, k) USING (k)
	WHERE n = 3 GROUP BY 1, 2;
SELECT n, count(*) AS looks, count(i.column2) AS pairs, abs(sum(share) - 1) < 1e-12 AS shares FROM paired, aer_importance(model) i GROUP BY n ORDER BY n;
SELECT i.name, i."column", i.column2, abs(importance - deviation) < 1e-9 AS right FROM paired, aer_importance(model) i JOIN (SELECT name, stddev_samp(adds) AS deviation FROM by_hand GROUP BY 1) h ON h.name = replace(i.name, chr(215), '*') WHERE n = 3 ORDER BY i.name;
SELECT count(*) AS rows, max(abs(e.effect - (h.adds - mean))) < 1e-9 AS effects, count(e.value) AS values, bool_and(e.name = concat(e."column", ' ', chr(215), ' ', e.column2)) AS names
FROM paired, couples c, aer_explain(model, c) e JOIN by_hand h ON h.name = replace(e.name, chr(215), '*') JOIN (SELECT name, avg(adds) AS mean FROM by_hand GROUP BY 1) m ON m.name = h.name WHERE n = 3 AND h.id = c.id;
SELECT max(abs(total - score)) < 1e-9 AS sums, max(abs(total - of_jsonb)) < 1e-9 AS same FROM (SELECT (SELECT sum(effect) FROM aer_explain(model, c)) AS total, (SELECT sum(effect) FROM aer_explain(model, to_jsonb(c))) AS of_jsonb, aer_score(model, c) AS score FROM paired, couples c WHERE n = 3) s;
-- An interaction with an unknown column has no row.
SELECT e.name, e.value, e."column", e.column2 FROM paired, aer_explain(model, '{"age": 70, "smoker": true, "region": "north"}'::jsonb) e WHERE n = 3 ORDER BY 1;
-- A column that is called like a pair has a value, and the pair none.
SELECT count(*) FILTER (WHERE column2 IS NULL AND value IS NOT NULL) AS columns, count(*) FILTER (WHERE column2 IS NOT NULL AND value IS NULL) AS pairs
FROM (SELECT aer_fit_ridge(aer_moments(r, 'y', aer_design(interactions => '[["a", "b"]]'), id), interactions => 1) AS model, max(r.id) AS last FROM (SELECT id, age AS a, dose AS b, age * dose AS "a × b", y FROM couples) r) m, LATERAL aer_explain(model, '{"a": 3, "b": 4, "a × b": 12, "id": 3}'::jsonb) e WHERE name = 'a × b';

-- The effect of two columns together is what aer_explain returns for both, and for their interaction if there is one.
CREATE FUNCTION pg_temp.put(base jsonb, name text, value text, number float8) RETURNS jsonb LANGUAGE sql AS $$ SELECT base || jsonb_build_object(name, CASE WHEN name = 'day' OR number IS NULL THEN to_jsonb(value) ELSE to_jsonb(number) END) || CASE name WHEN 'smoker' THEN jsonb_build_object(name, value::boolean) ELSE '{}' END $$;
SELECT one, other, count(*) AS points, count(DISTINCT value) AS ones, count(DISTINCT value2) AS others, count(number) AS numbers, count(number2) AS numbers2, max(abs(effect - told)) < 1e-9 AS right, max(abs(effect - told + pair)) < 1e-9 AS without_pair
FROM (VALUES ('age', 'smoker'), ('smoker', 'age'), ('dose', 'day'), ('day', 'dose'), ('region', 'dose'), ('dose', 'region'), ('smoker', 'region'), ('age', 'dose')) v (one, other), paired, couples q, aer_curve(model, one, column2 => other) c,
	LATERAL (SELECT sum(e.effect) FILTER (WHERE e.name IN (one, other) OR e."column" IN (one, other) AND e.column2 IN (one, other)) AS told, coalesce(sum(e.effect) FILTER (WHERE e."column" IN (one, other) AND e.column2 IN (one, other)), 0) AS pair
		FROM aer_explain(model, pg_temp.put(pg_temp.put(to_jsonb(q), one, value, number), other, value2, number2)) e) e
WHERE n = 3 AND id = 7 GROUP BY 1, 2 ORDER BY 1, 2;
-- In the order of the values; between ends that are given; at no knot.
SELECT bool_and(place = by_value) AS sorted, min(number) AS low, max(number) AS high, array_agg(DISTINCT value) FILTER (WHERE number = 41) AS knot, min(value2) AS first_day, max(value2) AS last_day
FROM (SELECT c.*, row_number() OVER (ORDER BY number, number2) AS by_value FROM paired, aer_curve(model, 'age', 25, 47, 'day') WITH ORDINALITY c (value, number, effect, se, value2, number2, bar, place) WHERE n = 3) c;
SELECT count(*) AS points, count(c.value2) AS others FROM paired, aer_curve(model, 'age', column2 => NULL) c WHERE n = 3;
SELECT count(*) AS points, max(abs(effect - (aer_score(plain, ARRAY[number, 3, number2]) - aer_score(plain, ARRAY[0, 3, 0]) + zero))) < 1e-9 AS right
FROM of_arrays, aer_curve(plain, '1', column2 => '3') c, LATERAL (SELECT (SELECT effect FROM aer_curve(plain, '1', 0, 0)) + (SELECT effect FROM aer_curve(plain, '3', 0, 0)) AS zero) z;
SELECT aer_curve(model, 'age', column2 => 'age') FROM paired;
SELECT aer_curve(model, 'age', column2 => 'smokes') FROM paired;
SELECT aer_curve(model, 'age', column2 => 'day', low => 3, high => 2) FROM paired;
-- Classes: the effects of the named one.
SELECT class, count(*) AS points, max(abs(effect - told)) < 1e-9 AS right FROM (SELECT aer_fit_ridge(aer_moments(r, 'y', aer_design(include => '{age,smoker}', columns => '{"age": [30, 60]}', interactions => '[["age", "smoker"]]'), id), interactions => 1) AS model
	FROM (SELECT id, age, smoker, CASE WHEN smoker AND age > 50 THEN 'high' WHEN id % 5 = 0 THEN 'low' ELSE 'middle' END AS y FROM couples) r) m, unnest('{high,low}'::text[]) class, aer_curve(model, 'age', column2 => 'smoker', class => class) c,
	LATERAL (SELECT sum(e.effect) AS told FROM aer_explain(model, jsonb_build_object('age', number, 'smoker', value2::boolean), class) e WHERE e.name <> '(mean)') e GROUP BY 1 ORDER BY 1;

-- Bars: 20 characters are the largest drop in r2, or importance if drops are not known, of effects the way from the least, or 0, to the largest; a line stands where 0 is, if something is below.
SELECT models.name, fit, bool_and(bar = repeat(chr(9608), round(20 * size / largest)::int)) AS right, max(length(bar)) AS longest
FROM models, LATERAL (SELECT i.*, size, max(size) OVER () AS largest FROM aer_importance(model) i, LATERAL (SELECT CASE WHEN drop_r2 IS NULL THEN importance ELSE greatest(drop_r2, 0) END) s (size)) i GROUP BY 1, 2 ORDER BY 1, 2;
SELECT models.name, key, bool_and(bar = CASE WHEN least < 0 THEN lpad(repeat(chr(9608), CASE WHEN effect < 0 THEN size ELSE 0 END), round(-20 * least / (largest - least))::int) || chr(9474) ELSE '' END || repeat(chr(9608), CASE WHEN effect > 0 THEN size ELSE 0 END)) AS right
FROM models, (VALUES ('age', NULL, NULL), ('region', NULL, NULL), ('b', 40, NULL), ('b', 0, NULL), ('b', 40, 'flag'), ('fee', NULL, 'age')) v (key, low, other),
	LATERAL (SELECT bar, effect, least(min(effect) OVER (), 0) AS least, greatest(max(effect) OVER (), 0) AS largest FROM aer_curve(model, key, low, column2 => other)) c, LATERAL (SELECT round(20 * abs(effect) / (largest - least))::int AS size) s
WHERE fit = 'ridge' GROUP BY 1, 2, low, other ORDER BY 1, 2, low, other;
SELECT c.bar FROM models, aer_curve(model, 'region') c WHERE name = 'all' AND fit = 'ridge';

-- Standard errors, where one attribute is the column: by that of its weight, at its distance from the mean.
SELECT models.name, fit, key, count(se) AS known, count(*) = count(se) AS all, max(abs(se - error * abs(coalesce(number, (value = 'true')::int) - mean))) < 1e-9 AS right
FROM models, (VALUES ('age'), ('b'), ('flag'), ('region'), ('fee')) k (key), aer_curve(model, key) c,
	LATERAL (SELECT max(w.se) AS error FROM aer_weights(model) w WHERE w.name = key) e, LATERAL (SELECT max(a.mean) AS mean FROM aer_attributes(m) a WHERE a.name = key) a
WHERE fit <> 'lasso' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
SELECT count(*) AS points, count(se) AS known FROM models, aer_curve(model, 'b', column2 => 'flag') WHERE fit = 'ridge';

-- Under a budget, where pairs have copies: over the rows in which both columns were looked at.
CREATE TABLE more_couples AS SELECT i AS id, 20 + i * 37 % 61 AS age, i % 3 = 0 AS smoker, i * 11 % 40 AS dose, i * 7 % 23 AS weight, CASE WHEN i % 3 = 0 THEN i * 37 % 61 ELSE 30 END + i * 11 % 40 + i * 29 % 31 / 31.0 AS y FROM generate_series(1, 2000) i;
CREATE TABLE in_part AS SELECT design, aer_fit_ridge(aer_moments(c.*, 'y', design, id), interactions => 1) AS model
	FROM more_couples c, (SELECT aer_design(3, include => '{age,smoker,dose,weight}', columns => '{"age": [30, 41, 60]}', interactions => '[["age", "smoker"]]') AS design) d GROUP BY design;
SELECT i."column", i.column2, importance > 1 AS large, abs(importance - deviation) < 1e-9 AS right
FROM in_part, aer_importance(model) i, (SELECT stddev_samp(w[1] * (age - 41) * smoker::int + w[2] * greatest(age - 41, 0) * smoker::int) AS deviation
	FROM more_couples, in_part, LATERAL (SELECT array_agg(weight ORDER BY attribute) AS w FROM aer_weights(model) WHERE interaction) w WHERE aer_plan(design, '{age,smoker,dose,weight}'::text[], id) @> '{age,smoker}') d WHERE column2 IS NOT NULL;
SELECT count(*) AS rows, max(abs(total - score)) < 1e-9 AS sums, min(pairs) AS least, max(pairs) AS most
FROM (SELECT aer_score(model, known) AS score, e.* FROM in_part, more_couples c, LATERAL (SELECT CASE id % 2 WHEN 0 THEN to_jsonb(c) ELSE to_jsonb(c) - 'smoker' END AS known) k, LATERAL (SELECT sum(effect) AS total, count(column2) AS pairs FROM aer_explain(model, known)) e WHERE id <= 100) s;
SELECT max(abs(effect - told)) < 1e-9 AS right FROM in_part, aer_curve(model, 'smoker', column2 => 'age') c, LATERAL (SELECT sum(e.effect) AS told FROM aer_explain(model, jsonb_build_object('age', number2, 'smoker', value::boolean, 'dose', 3, 'weight', 5)) e WHERE e.name IN ('age', 'smoker') OR column2 IS NOT NULL) e;

-- The drop in r2 without a column: the rest fitted again with the same lambda, so small that each attribute is one degree of freedom.
CREATE TABLE dropped AS SELECT i, ARRAY[i * 37 % 101, i * 37 % 101 + i * 13 % 7, i * 29 % 83, i * 11 % 19]::float8[] AS x, i * 37 % 101 + (i * 29 % 83) / 2.0 + i * 7919 % 1000 / 10.0 AS y FROM generate_series(1, 400) i;
CREATE TABLE whole AS SELECT aer_fit_ridge(aer_moments(x, y, aer_design(), i), 1e-6) AS model FROM dropped;
SELECT i.name, abs(i.drop_r2 - (r2 * (1 - without / everything) - 2 * (1 - r2) / 400)) < 5e-9 AS as_refit, i.drop_r2 < 0.005 AS little
FROM whole, aer_importance(model) i, LATERAL (SELECT 1 - expected_mse / (model::jsonb #>> '{fit,target_variance}')::float8 AS r2 FROM aer_summary(model)) s,
	LATERAL (SELECT aer_fit_ridge(aer_moments(x[:i.name::int - 1] || x[i.name::int + 1:], y, aer_design(), d.i), 1e-6) AS refit FROM dropped d) f,
	LATERAL (SELECT corr(aer_score(model, x), y) ^ 2 AS everything, corr(aer_score(refit, x[:i.name::int - 1] || x[i.name::int + 1:]), y) ^ 2 AS without FROM dropped) c ORDER BY 1;
-- The second says what the first does: nearly nothing goes with one of them. What no fit was judged by, and what is not ridge, does not tell.
SELECT models.name, fit, count(drop_r2) AS told, min(drop_r2) > -0.01 AND max(drop_r2) < 1 AS in_range, bool_and(model::text::aer_model = model) AS same FROM models, aer_importance(model) GROUP BY 1, 2 ORDER BY 1, 2;
SELECT n, bool_and(drop_r2 > 0.001) AS pairs FROM paired, aer_importance(model) WHERE column2 IS NOT NULL GROUP BY n;
SELECT max(abs(i.drop_r2 - t.drop_r2)) = 0 AS stored FROM paired, aer_importance(model) i JOIN aer_importance(model::text::aer_model) t USING (name) WHERE n = 3;
SELECT count(drop_r2) = count(*) AS of_classes FROM of_classes, aer_importance(model);

-- If the database is not in UTF-8, an interaction is called age * smoker.
CREATE DATABASE importance_latin1 ENCODING LATIN1 LOCALE 'C' TEMPLATE template0;
\set here :DBNAME
\c importance_latin1
SET client_min_messages = warning;
CREATE EXTENSION aer;
CREATE TABLE paired AS SELECT aer_fit_ridge(aer_moments(r, 'y', aer_design(interactions => '[["age", "smoker"]]'), id), interactions => 1) AS model FROM (SELECT i AS id, i % 7 AS age, i % 2 = 0 AS smoker, i % 7 * (i % 2) AS y FROM generate_series(1, 100) i) r;
SELECT i.name, i."column", i.column2 FROM paired, aer_importance(model) i WHERE column2 IS NOT NULL UNION ALL SELECT e.name, e."column", e.column2 FROM paired, aer_explain(model, '{"age": 3, "smoker": true, "id": 9}'::jsonb) e WHERE column2 IS NOT NULL;
SELECT r.value FROM paired, aer_report(model) r WHERE item = 'interactions';
SELECT i.bar FROM paired, aer_importance(model) i LIMIT 1;
SELECT c.bar FROM paired, aer_curve(model, 'age', 0, 6) c WHERE number IN (0, 6);
\c :here
DROP DATABASE importance_latin1;
