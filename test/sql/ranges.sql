--
-- The range of numbers in a design and in models: where curves and pages end
--
CREATE EXTENSION IF NOT EXISTS aer;
SET TIME ZONE 'Asia/Tokyo';

-- stars has five values, alone one value that one row alone has, tail a long tail.
CREATE TABLE visits AS
SELECT i AS id, 18 + i * 7919 % 7501 / 100.0 AS age, 1 + i % 5 AS stars, i % 7 > 2 AS member,
	CASE WHEN i = 77 THEN 2 ELSE i % 2 * 5 END AS alone,
	CASE WHEN i % 6 > 0 THEN 3 END AS same,
	CASE WHEN i % 5 > 0 THEN i % 2 END AS flag,
	exp(9 * (i * 379 % 1000 / 1000.0) ^ 2)::numeric(9, 2) AS tail,
	date '2020-01-15' + i * 31 % 701 AS day, date '2024-03-01' + 30 * (i % 3) AS month,
	timestamptz '2024-01-01 00:00:00Z' + i * interval '61 minutes' AS at,
	(ARRAY['n', 's', 'w'])[1 + i % 3] AS region
FROM generate_series(1, 1000) i;
ALTER TABLE visits ADD PRIMARY KEY (id), ADD cost float8;
UPDATE visits SET cost = age / 20 + abs(age - 60) / 10 + stars * (1 + coalesce(flag, 0)) + alone + ln(tail)
	+ (day - date '2020-01-15') / 300.0 + id % 11 / 10.0;

-- A design has the smallest and the largest value of each number, or all values if they are few.
CREATE TABLE designs AS SELECT aer_suggest('visits', 'cost') AS design;
SELECT key, value FROM designs, jsonb_each(design -> 'range') ORDER BY key;
SELECT min(age), max(age), min(tail), max(tail), min(day), max(day), min(at AT TIME ZONE 'UTC') AS min_at, max(at AT TIME ZONE 'UTC') AS max_at FROM visits;
-- the same with straight lines, and of documents
SELECT aer_suggest('visits', 'cost', curves => false, interactions => false, levels => false) -> 'range' = design -> 'range' AS lines FROM designs;
CREATE TABLE documents AS SELECT id, cost, to_jsonb(v) - '{id,cost}'::text[] AS j FROM visits v;
SELECT key, value FROM jsonb_each(aer_suggest('documents', 'cost', features => 'j') -> 'range') WHERE key IN ('age', 'at', 'day', 'month') ORDER BY key;
-- a budget changes none; arrays have none
SELECT aer_suggest('visits', 'cost', 3) -> 'range' = design -> 'range' AS budget FROM designs;

-- A model has them, too, in every form; so have moments.
CREATE TABLE fits AS SELECT aer_moments(v, 'cost', design, id) AS moments FROM visits v, designs GROUP BY design;
ALTER TABLE fits ADD model aer_model;
UPDATE fits SET model = aer_fit_ridge(moments);
SELECT c ->> 'name' AS name, c ->> 'kind' AS kind, c -> 'range' AS range FROM fits, jsonb_array_elements(model::jsonb -> 'columns') c;
SELECT model::text::aer_model::text = model::text AS text, moments::text::aer_moments::text = moments::text AS moments FROM fits;
CREATE TABLE copies (model aer_model, moments aer_moments);
\copy (SELECT model, moments FROM fits) TO 'ranges.binary' WITH (FORMAT binary)
\copy copies FROM 'ranges.binary' WITH (FORMAT binary)
\! rm ranges.binary
SELECT c.model::text = f.model::text AS model, c.moments::text = f.moments::text AS moments FROM copies c, fits f;
SELECT c -> 'range' AS range FROM fits, jsonb_array_elements(aer_restrict(model, '{day,stars}'::text[])::jsonb -> 'columns') c;

-- A curve ends there, or at a fence of its knots, beyond which nothing changes.
SELECT "column", count(*) AS points, min(number) AS low, max(number) AS high, (array_agg(value ORDER BY number))[1] AS first, (array_agg(value ORDER BY number DESC))[1] AS last
FROM fits, unnest('{age,alone,day,at,tail}'::text[]) "column", aer_curve(model, "column") GROUP BY 1 ORDER BY 1;
SELECT k ->> 2 AS knot, (k ->> 2)::float8 + 3 * ((k ->> 2)::float8 - (k ->> 0)::float8) AS fence FROM designs, LATERAL (SELECT design #> '{columns,tail}') c (k);
SELECT max(number) AS high_of_open FROM (SELECT aer_fit_ridge(aer_moments(v, 'cost', aer_design(include => '{tail}', columns => '{"tail": [1.5, 4, "open"]}', range => (SELECT design -> 'range' FROM designs)), id)) AS model FROM visits v) f, aer_curve(model, 'tail');
-- At every point it is what predictions are, less their mean.
SELECT "column", count(*) AS points, max(abs(c.effect - zero.effect - (of_point - of_zero))) < 1e-9 AS right
FROM (SELECT aer_fit_ridge(aer_moments(j, cost, aer_design(include => '{age,stars,alone,same,flag,tail}', columns => (design -> 'columns') - '{day,at,region}'::text[], range => design -> 'range'), id)) AS model FROM documents, designs) m,
	unnest('{age,stars,alone,flag,tail,same}'::text[]) "column",
	LATERAL (SELECT '{"age": 30, "stars": 2, "alone": 0, "same": 3, "flag": 1, "tail": 7}'::jsonb) s (record),
	LATERAL (SELECT number, effect FROM aer_curve(model, "column") LIMIT 1) zero, aer_curve(model, "column") c,
	aer_score(model, record || jsonb_build_object("column", c.number)) of_point, aer_score(model, record || jsonb_build_object("column", zero.number)) of_zero
GROUP BY 1 ORDER BY 1;

-- A number with few values has these alone, and NULL if it is a category.
SELECT "column", array_agg(value ORDER BY number) AS values FROM fits, unnest('{stars,same,flag,month}'::text[]) "column", aer_curve(model, "column") GROUP BY 1 ORDER BY 1;
-- unless an end is given: then points lie between, and the other end is that of the range
SELECT count(*) AS points, min(number), max(number) FROM fits, aer_curve(model, 'stars', 2);
SELECT count(*) AS points, min(number), max(number) FROM fits, aer_curve(model, 'age', high => 40);
-- Two columns.
SELECT count(*) AS points, count(DISTINCT number) AS first, count(DISTINCT number2) AS second, min(number) AS low, max(number) AS high, min(number2) AS low2, max(number2) AS high2 FROM fits, aer_curve(model, 'age', column2 => 'stars');
SELECT array_agg(value || value2 ORDER BY value, value2) AS points FROM fits, aer_curve(model, 'stars', column2 => 'member');

-- A page draws few values as bars, and labels each of them in a map.
SELECT substring(picture[1] FROM '<figcaption>(.*?)<') AS "column", picture[1] ~ '<path class="line"' AS line, (SELECT count(*) FROM regexp_matches(picture[1], '<rect class="bar"', 'g')) AS bars
FROM fits, aer_page(model) page, regexp_matches(page, '<figure class="curve">.*?</figure>', 'g') picture ORDER BY 1;
SELECT value, value2, is_number, is_number2 FROM fits, _aer_squares(model, 'stars', 'age', NULL::text) WHERE i = 0 AND j = 0;

-- Written by hand: other names and other columns do not matter.
SELECT c -> 'name' AS name, c -> 'range' AS range FROM (SELECT aer_fit_ridge(aer_moments(v, 'cost', aer_design(include => '{age,member,day}',
	range => '{"age": [-0.0, 1e2], "member": [0, 1], "other": {"values": [7]}, "day": ["2020-01-01", "2021-12-31 12:00+12"]}'), id)) AS model FROM visits v) m, jsonb_array_elements(model::jsonb -> 'columns') c;
-- a range beyond the fences
SELECT value, number FROM (SELECT aer_fit_ridge(aer_moments(v, 'cost', aer_design(include => '{age}', columns => '{"age": [20, 30]}', range => '{"age": [1000, 2000]}'), id)) AS model FROM visits v) m, aer_curve(model, 'age');
SELECT aer_design(range => '{"age": [1, 2]}');

-- Errors
SELECT aer_moments(v, 'cost', aer_design(range => r)) FROM visits v, (VALUES ('[1, 2]'::jsonb)) r (r);
DO $$
DECLARE
	range text;
BEGIN
	FOREACH range IN ARRAY ARRAY['[1]', '[2, 1]', '[1, 1]', '[1, 2, 3]', '1', '["a", "b"]', '["2024-01-01"]', '[1, null]', '{}', '{"values": []}', '{"values": 1}', '{"values": {}}', '{"values": [2, 1]}',
		'{"values": [1], "more": 1}', '{"value": [1]}', '{"values": [1,2,3,4,5,6,7,8,9,10,11]}', '[0, 1e400]', '["2024-01-01", "2024-13-01"]'] LOOP
		BEGIN
			PERFORM aer_design(range => jsonb_build_object('age', range::jsonb));
			RAISE NOTICE '% is taken', range;
		EXCEPTION WHEN OTHERS THEN
			RAISE NOTICE '%: %', range, sqlerrm;
		END;
	END LOOP;
END $$;
SELECT aer_design(range => '{"age": [1]}');
SELECT aer_moments(m) FROM (SELECT aer_moments(v, 'cost', aer_design(include => '{age}', range => r), id) AS m FROM visits v, (VALUES ('{"age": [1, 2]}'::jsonb), ('{"age": [1, 3]}')) r (r) GROUP BY r) m;
SELECT replace(model::text, '"range":[18', '"range":[180')::aer_model FROM fits;
SELECT replace(model::text, '"kind":"boolean"', '"kind":"boolean","range":[0,1]')::aer_model FROM fits;
DROP TABLE visits, documents, designs, fits, copies;
