--
-- aer_drift: what has changed since a model was trained
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
\set VERBOSITY terse

-- Training rows, and new ones: age shifted, weight of another spread, NULL in smoker and crp, a ward that is new, later
-- dates.  The column same is the same.
CREATE TYPE triage AS ENUM ('low', 'high');
CREATE TABLE patients AS SELECT i AS id, 40 + 20 * sin(i) AS age, 70 + 10 * sin(i * 7.3) AS weight, sin(i * 3.1) > 0.5 AS smoker,
		CASE WHEN i % 10 > 0 THEN 5 + 4 * cos(i * 1.7) END AS crp, (ARRAY['north', 'south', 'west', NULL])[1 + i % 4] AS ward, (ARRAY['low', 'high'])[1 + i % 2]::triage AS triage,
		date '2024-01-01' + i % 300 AS admitted, cos(i * 11.3) AS same, 10 + sin(i) + cos(i * 1.7) + (i % 4) + sin(i * 5.1) AS days
	FROM generate_series(1, 4000) i;
CREATE TABLE later AS SELECT id, age + 8 AS age, 70 + 4 * (weight - 70) AS weight, CASE WHEN id % 8 > 0 THEN smoker END AS smoker, CASE WHEN id % 5 > 0 THEN crp END AS crp,
		CASE WHEN id % 12 = 1 THEN 'east' WHEN id % 3 = 0 THEN 'north' ELSE ward END AS ward, triage, admitted + 200 AS admitted, same, days
	FROM patients WHERE id <= 2400;
CREATE TABLE models AS SELECT aer_learn('patients', 'days', exclude => '{id}') AS m;

-- The same rows again: nothing has changed, and each number is that of plain SQL.
SELECT name, round(distance::numeric, 3) AS distance, round(null_then::numeric, 4) AS null_then, null_now - null_then < 1e-12 AS null_now, round(unknown_then::numeric, 4) AS unknown_then,
	unknown_now, round(beyond_knots::numeric, 2) AS beyond_knots, clipped, note FROM models, aer_drift(m, 'patients') ORDER BY name COLLATE "C";

-- The oracle: avg, stddev and shares, of the values that are known.  A column of the model's facts is exact but for
-- rounding, except for the deviation where NULL counts as a knot (divisors n - 1, of all and of the known: 1 / 4000).
CREATE TABLE expected (name text, mean_then float8, mean_now float8, sd float8, null_then float8, null_now float8, unknown_now float8, beyond float8, clipped float8);
CREATE FUNCTION expect(query text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	col text;
	knots jsonb;
BEGIN
	FOR col, knots IN SELECT c ->> 'name', c -> 'knots' FROM models, jsonb_array_elements(m::jsonb -> 'columns') c LOOP
		EXECUTE format('
			INSERT INTO expected SELECT %L, t.mean, n.mean, t.sd, t.nulls, n.nulls, NULL, n.beyond, n.clipped FROM
				(SELECT avg(x) AS mean, stddev(x) AS sd, avg((x IS NULL)::int) AS nulls FROM (SELECT %s AS x FROM patients) p) t,
				(SELECT avg(x) AS mean, avg((x IS NULL)::int) AS nulls, (count(*) FILTER (WHERE x < $1 OR x > $2))::float8 / count(x) AS beyond,
					(count(*) FILTER (WHERE x < $1 - 3 * ($2 - $1) OR x > $2 + 3 * ($2 - $1)))::float8 / count(x) AS clipped FROM (SELECT %2$s AS x FROM %s) p) n',
			col, CASE WHEN col IN ('ward', 'triage') THEN format('CASE WHEN %I IS NULL THEN NULL ELSE 0 END', col)
				WHEN col = 'admitted' THEN 'admitted - date ''2000-01-01''' WHEN col = 'smoker' THEN 'smoker::int' ELSE col END, query)
			USING (knots ->> 0)::float8, (knots ->> -1)::float8;
	END LOOP;
END $$;
CREATE FUNCTION near(a float8, b float8, tolerance float8) RETURNS boolean LANGUAGE sql AS $$ SELECT a IS NOT DISTINCT FROM b OR coalesce(abs(a - b) <= tolerance * greatest(1, abs(b)), false) $$;
SELECT expect('later');
SELECT d.name, note FROM models, aer_drift(m, 'later') WITH ORDINALITY d (name, mean_then, mean_now, distance, null_then, null_now, unknown_then, unknown_now, beyond_knots, clipped, note, place) ORDER BY place;
SELECT name FROM models, aer_drift(m, 'later') d JOIN expected e USING (name)
WHERE CASE WHEN name IN ('ward', 'triage') THEN d.mean_now IS NOT NULL
	ELSE NOT (near(d.mean_then, e.mean_then, 1e-9) AND near(d.mean_now, e.mean_now, 1e-9) AND near(d.distance, abs(e.mean_now - e.mean_then) / e.sd, CASE WHEN e.null_then > 0 THEN 1e-3 ELSE 1e-9 END)
		AND (beyond_knots IS NULL AND name = 'smoker' OR near(beyond_knots, beyond, 1e-12) AND near(d.clipped, e.clipped, 1e-12))) END
	OR NOT (near(d.null_then, e.null_then, 1e-9) AND near(d.null_now, e.null_now, 1e-9));
SELECT near(d.unknown_now, (SELECT avg((ward = 'east')::int) FROM later), 1e-9) AS unknown, unknown_then,
	near(d.distance, (SELECT sqrt(sum((n.share - t.share) ^ 2 / t.share)) FROM (SELECT ward, count(*) / sum(count(*)) OVER () AS share FROM patients WHERE ward IS NOT NULL GROUP BY ward) t
		LEFT JOIN (SELECT ward, count(*) / sum(count(*)) OVER () AS share FROM later WHERE ward <> 'east' GROUP BY ward) n USING (ward)), 1e-9) AS distance
FROM models, aer_drift(m, 'later') d WHERE name = 'ward';
SELECT near(mean_now, (SELECT avg(aer_predict(m, l.*)) FROM later l), 1e-12) AS now, near(mean_then, (SELECT avg(days) FROM patients), 1e-3) AS "then",
	near(distance, (mean_now - mean_then) / (SELECT stddev(days) FROM patients), 1e-3) AS distance, null_now, note
FROM models, aer_drift(m, 'later') WHERE name = '(prediction)';

-- Rows that meet a condition, which may name the table; a view; a schema; a temporary table before another of its name.
CREATE SCHEMA "other ward";
CREATE VIEW "other ward"."View" AS SELECT * FROM later WHERE age > 50;
SELECT sum(distance) AS of_condition FROM models, aer_drift(m, 'later', 'later.age > 50 -- older
')
EXCEPT SELECT sum(distance) FROM models, aer_drift(m, '"other ward"."View"');
CREATE TEMP TABLE patients AS SELECT * FROM later;
SET search_path = public, pg_temp;
SELECT count(*) AS notes, count(note) FROM models, aer_drift(m, 'patients');
RESET search_path;
SELECT count(note) > 0 AS temporary FROM models, aer_drift(m, 'patients');
DROP TABLE pg_temp.patients;
SET client_min_messages = notice;
SELECT count(*), count(mean_now), count(distance) FROM models, aer_drift(m, 'later', 'age > 1000');
SET client_min_messages = warning;
SELECT count(*) AS of_null FROM models, aer_drift(NULL, 'later') UNION ALL SELECT count(*) FROM models, aer_drift(m, NULL::text) UNION ALL SELECT count(*) FROM models, aer_drift(m, NULL::aer_moments);

-- Form 2 says the same of moments under the model's design, whatever their target; nothing of knots and predictions.
CREATE TABLE days AS SELECT id % 2 AS day, aer_moments(l.*, 'days', learner -> 'design', id) AS moments FROM later l, models, aer_summary(m) GROUP BY 1, m::text;
CREATE TABLE of_sums AS SELECT d.* FROM models, aer_drift(m, (SELECT aer_moments(moments) FROM days)) d;
SELECT count(*) FROM of_sums;
SELECT d.name FROM models, aer_drift(m, 'later') d LEFT JOIN of_sums n USING (name)
WHERE d.name <> '(prediction)' AND NOT (split_part(d.note, ';', 1) IS NOT DISTINCT FROM split_part(n.note, ';', 1) AND near(d.mean_now, n.mean_now, 1e-9) AND near(d.distance, n.distance, 1e-9) AND near(d.null_now, n.null_now, 1e-9) AND near(d.unknown_now, n.unknown_now, 1e-9)
	AND n.beyond_knots IS NULL AND n.clipped IS NULL);
-- So they do of missing numbers, which moments with interactions replace.
CREATE TABLE missing AS SELECT CASE WHEN id % 9 > 0 THEN age END AS age, CASE WHEN id % 7 > 0 THEN weight END AS weight, l.id, smoker, crp, ward, triage, admitted, same, days FROM later l;
SELECT learner -> 'design' ? 'interactions' AS interactions FROM models, aer_summary(m);
CREATE TABLE of_missing AS SELECT d.* FROM models, aer_drift(m, (SELECT aer_moments(l.*, 'days', learner -> 'design', id) FROM missing l, models, aer_summary(m))) d;
SELECT d.name FROM models, aer_drift(m, 'missing') d LEFT JOIN of_missing n USING (name)
WHERE d.name <> '(prediction)' AND NOT (d.note IS NOT DISTINCT FROM n.note AND near(d.mean_now, n.mean_now, 1e-9) AND near(d.distance, n.distance, 1e-9) AND near(d.null_now, n.null_now, 1e-9));
SELECT near(d.mean_now, (SELECT avg(age) FROM missing), 1e-9) AS mean, near(null_now, (SELECT avg((age IS NULL)::int) FROM missing), 1e-9) AS "null" FROM models, aer_drift(m, 'missing') d WHERE name = 'age';
-- Under a budget they say it of the values that were read; of a column with other knots, or without, they say nothing.
SELECT d.name, abs(d.mean_now - n.mean_now) < 0.3 * (SELECT sd FROM expected e WHERE e.name = d.name) AS near, d.note IS NOT NULL AS note FROM models, aer_drift(m, (SELECT aer_moments(l.*, 'days', aer_design(2, columns => learner #> '{design,columns}', exclude => '{id}'), id) FROM later l, aer_summary(m))) d JOIN of_sums n USING (name) ORDER BY name COLLATE "C";
SELECT name, mean_now IS NOT NULL AS known FROM models, aer_drift(m, (SELECT aer_moments(l.*, 'days', aer_design(include => '{age,same,smoker}', columns => '{"age": [30]}'), id) FROM later l)) ORDER BY name COLLATE "C";
SELECT aer_drift(m, (SELECT aer_moments(l.*, 'days', aer_design(include => '{id}'), id) FROM later l)) FROM models;
SELECT aer_drift(m, (SELECT aer_moments(ARRAY[age, same], days) FROM later l)) FROM models;

-- Chance alone gives no note: 200 samples of 300 rows of the training rows.
SELECT count(note) AS notes FROM models, generate_series(1, 200) i, aer_drift(m, 'patients', format('hashint8extended(id, %s) & 8191 < 614', i));

-- Targets of two values and of three; what cannot leave out a NULL predicts the rows that have none, and knows their categories.
CREATE TABLE kinds AS SELECT aer_learn('patients', 'smoker', exclude => '{id,days}') AS two, aer_learn('patients', 'ward', exclude => '{id}') AS many, aer_fit_ols(aer_moments(p.*, 'days', aer_design(include => '{age,same,triage,smoker}', columns => '{"triage": ["low"]}'))) AS ols FROM patients p;
SELECT near(mean_now, (SELECT avg(aer_predict(two, l.*)) FROM later l), 1e-12) AS now, near(mean_then, (SELECT avg(smoker::int) * 2 - 1 FROM patients), 1e-6) AS "then" FROM kinds, aer_drift(two, 'later') WHERE name = '(prediction)';
SELECT near(distance, (SELECT sqrt(sum((p - share) ^ 2 / share)) FROM (SELECT class, avg(probability) AS p FROM later l, aer_probabilities(many, l.*) GROUP BY class) n
	JOIN (SELECT ward AS class, (count(*) / sum(count(*)) OVER ())::float8 AS share FROM patients WHERE ward IS NOT NULL GROUP BY ward) t USING (class)), 1e-9) AS classes,
	mean_then, mean_now, null_now FROM kinds, aer_drift(many, 'later') WHERE name = '(prediction)';
SELECT near(mean_now, (SELECT avg(aer_predict(ols, l.*)) FROM later l WHERE smoker IS NOT NULL AND triage = 'low'), 1e-12) AS now, near(null_now, (SELECT avg((smoker IS NULL OR triage = 'high')::int) FROM later), 1e-12) AS "null"
FROM kinds, aer_drift(ols, 'later') WHERE name = '(prediction)';
SELECT near(a.mean_now, b.mean_now, 1e-9) AS trimmed FROM models, aer_drift(aer_trim(m), 'later', 'smoker IS NOT NULL AND ward <> ''east''') a, aer_drift(m, 'later', 'smoker IS NOT NULL AND ward <> ''east''') b WHERE a.name = '(prediction)' AND b.name = '(prediction)';
-- A budget: the shares of NULL then are not known of a column that does not count it as a category.
SELECT name, null_then IS NULL AS null_then, note FROM aer_drift((SELECT aer_learn('patients', 'days', 2, exclude => '{id}')), 'patients') WHERE name IN ('crp', 'same') ORDER BY 1;

-- Levels: the mean effect, from rows that have other towns.
CREATE TABLE visits AS SELECT i AS id, 'town ' || i % 300 AS town, i % 7 AS n, (i % 300) / 100.0 + sin(i * 7) / 2 AS cost FROM generate_series(1, 6000) i;
CREATE TABLE of_levels AS SELECT aer_learn('visits', 'cost', exclude => '{id}') AS m;
SELECT name, round(distance::numeric, 1) AS distance, null_now, note FROM of_levels, aer_drift(m, 'visits') WHERE name <> '(prediction)' ORDER BY 1;
SELECT name, distance > 0.4 AS distance, note FROM of_levels, aer_drift(m, 'visits', 'cost > 1') WHERE name <> '(prediction)' ORDER BY 1;
SELECT name, distance > 1 AS distance FROM of_levels, aer_drift((SELECT aer_learn('visits', 'town=town 1', exclude => '{id}')), 'visits', 'cost > 3') WHERE name = 'cost';

-- Documents: keys of inner objects, points in time as text, keys that are missing or null.
CREATE TABLE documents AS SELECT id, days, jsonb_strip_nulls(jsonb_build_object('age', age, 'crp', crp, 'lab', jsonb_build_object('ward', ward), 'at', admitted, 'smoker', smoker)) AS f FROM patients;
CREATE TABLE later_documents AS SELECT id, days, jsonb_build_object('age', age, 'crp', crp, 'lab', jsonb_build_object('ward', ward), 'at', admitted, 'smoker', smoker) AS f FROM later;
CREATE TABLE of_documents AS SELECT aer_learn('documents', 'days', features => 'f', key => 'id') AS m;
SET TimeZone = 'Asia/Tokyo';
SELECT d.name, near(d.mean_now, CASE WHEN d.name <> 'lab.ward' THEN e.mean_now END, 1e-9) AS mean, near(d.null_now, e.null_now, 1e-9) AS "null", near(d.unknown_now, n.unknown_now, 1e-9) AS unknown, d.beyond_knots > 0.4 AS beyond FROM of_documents o, aer_drift(o.m, 'later_documents', features => 'f') d
	LEFT JOIN expected e ON e.name = CASE d.name WHEN 'at' THEN 'admitted' WHEN 'lab.ward' THEN 'ward' ELSE d.name END LEFT JOIN of_sums n ON n.name = e.name WHERE d.name <> '(prediction)' ORDER BY 1;
RESET TimeZone;

-- Arrays: by number; with fewer attributes, of another type, with NULL elements, NULL arrays.
CREATE TABLE arrays AS SELECT id, CASE WHEN id % 10 > 0 THEN ARRAY[age, same, weight]::real[] END AS x, days FROM patients;
CREATE TABLE later_arrays AS SELECT id, CASE WHEN id % 10 > 0 THEN ARRAY[age, CASE WHEN id % 3 > 0 THEN same END, 70]::numeric[] END AS x, days FROM later;
CREATE TABLE of_arrays AS SELECT aer_learn('arrays', 'days', features => 'x') AS m;
SELECT name, near(d.mean_now, CASE name WHEN '1' THEN age WHEN '2' THEN same WHEN '3' THEN 70 ELSE prediction END, 1e-6) AS mean, round(null_now::numeric, 3) AS null_now, beyond_knots, split_part(note, ' from ', 1) AS note FROM of_arrays, aer_drift(m, 'later_arrays', features => 'x') d,
	(SELECT avg(x[1]) AS age, avg(x[2]) AS same, avg(CASE WHEN x[2] IS NOT NULL THEN aer_predict(m, x) END) AS prediction FROM later_arrays, of_arrays) e;
SELECT count(note) AS notes FROM of_arrays, aer_drift(m, 'arrays', features => 'x');
SELECT count(d) = count(e) AND bool_and(d = e) AS found FROM of_arrays, aer_drift(m, 'later_arrays', features => 'x') WITH ORDINALITY d LEFT JOIN aer_drift(m, 'later_arrays') WITH ORDINALITY e USING (ordinality);
SELECT aer_drift(m, 'later') FROM of_arrays;
SELECT aer_drift(m, (SELECT aer_moments(x[:2], days) FROM later_arrays)) FROM of_arrays;
SELECT aer_drift(m, 'later', features => 'age') FROM of_arrays;

-- Tables and moments that cannot be compared.
CREATE VIEW narrow AS SELECT age, same FROM later;
CREATE VIEW texts AS SELECT age::text AS age, weight, smoker, crp, ward, triage, admitted, same FROM later;
\set VERBOSITY default
\set SHOW_CONTEXT never
SET client_min_messages = error;
SELECT * FROM models, aer_drift((SELECT aer_train(x, days, aer_ridge(budget => 2) ORDER BY id) FROM arrays WHERE x IS NOT NULL), 'arrays', features => 'x');
\set VERBOSITY terse
SELECT aer_drift(aer_restrict(m, '{age,same}'::text[]), 'later') FROM models;
SELECT aer_drift('{"weights":[1],"intercept":0,"columns":[{"name":"a","kind":"number"}],"learner":{},"rows":0,"draws":0,"reads":0,"skipped":0,"format":2}', 'later');
SELECT aer_drift(m, 'narrow') FROM models;
SELECT aer_drift(m, 'texts') FROM models;
SELECT aer_drift(m, 'nowhere') FROM models;
SELECT aer_drift(m, 'SELECT * FROM later') FROM models;
\set VERBOSITY sqlstate
SELECT aer_drift(m, 'later', 'nothing > 3') FROM models;
SELECT aer_drift(m, 'later', 'age') FROM models;
\set VERBOSITY terse
SELECT m AS model FROM models \gset
SET ROLE pg_read_all_settings;
SELECT aer_drift(:'model', 'public.later');
RESET ROLE;
-- Row-level security: the rows that the caller sees.
CREATE ROLE drift_nurse;
GRANT SELECT ON later TO drift_nurse;
ALTER TABLE later ENABLE ROW LEVEL SECURITY;
CREATE POLICY young ON later USING (age < 40);
SET ROLE drift_nurse;
SELECT mean_now < 40 AS visible FROM aer_drift(:'model', 'public.later') WHERE name = 'age';
RESET ROLE;
DROP OWNED BY drift_nurse;
DROP ROLE drift_nurse;

-- Long tails: rows that were clipped in training are no news, and far more of them are. A bound of
-- their share then is the mean square of how far they lie beyond the outer knots, as plain SQL has it.
CREATE TABLE tails AS SELECT i AS id, exp(2 * x) AS high, -exp(2 * x) AS low, CASE WHEN i % 3 > 0 THEN sign(sin(i)) * exp(2 * abs(x)) END AS around, x + sin(i * 1.3) AS y
	FROM generate_series(1, 4000) i, LATERAL (SELECT sqrt(-2 * ln((i * 0.6180339887498949) % 1 + 1e-9)) * cos(i * 2.399963) AS x) n;
CREATE TABLE of_tails AS SELECT aer_learn('tails', 'y', budget, '{id}', key => 'id') AS m FROM unnest(ARRAY[NULL, 2]) budget;
SELECT d.name, bool_and(clipped > 0.05) AS clipped, count(note) AS notes FROM of_tails, aer_drift(m, 'tails') d GROUP BY name ORDER BY name;
CREATE VIEW later_tails AS SELECT id, high + 300 * (id % 2) AS high, low - 300 * (id % 2) AS low, around + 300 * (id % 2) AS around, y FROM tails;
SELECT d.name, count(*) AS models, count(*) FILTER (WHERE note ~ '; [3-6][0-9][.0-9]* % of the values .* clips them \(of the training values at most [12][0-9][.0-9]* %\)') AS notes
FROM of_tails, aer_drift(m, 'later_tails') d WHERE name <> '(prediction)' GROUP BY name ORDER BY name;
SELECT c.description ->> 'name' AS name, c.most_clipped >= clipped AS bound, near(c.most_clipped, mean_square, 1e-3) AS is_mean_square
FROM (SELECT m, _aer_drift_document(m) AS document FROM of_tails LIMIT 1) o, aer_summary(m) s,
	LATERAL (SELECT aer_moments(t.*, 'y', s.learner -> 'design', id) AS moments FROM tails t) n,
	_aer_drift_columns(m, document, moments, 0) c, LATERAL (SELECT (description #>> '{knots,0}')::float8, (description #>> '{knots,-1}')::float8) k (low_knot, high_knot),
	LATERAL (SELECT avg((beyond >= 1)::int) AS clipped, avg(least(beyond, 1) ^ 2) AS mean_square
		FROM tails, LATERAL (SELECT CASE description ->> 'name' WHEN 'high' THEN high WHEN 'low' THEN low ELSE around END) v (x),
			LATERAL (SELECT greatest(low_knot - x, x - high_knot, 0) / (3 * (high_knot - low_knot)) WHERE x IS NOT NULL) b (beyond)) t
ORDER BY 1;
