-- Designs of tables with more attributes than a design may have.
SET client_min_messages = warning;
CREATE SCHEMA suggest_wide;
SET search_path = suggest_wide, public;

-- Numbers from 0 to 1, by row and column.
CREATE FUNCTION u(i int, j int) RETURNS float8 LANGUAGE sql IMMUTABLE AS
	'SELECT (hashint8extended(i * 1000 + j, 1) & 1048575) / 1048575.0';
-- Attributes of a design: numbers have their line beside their knots.
CREATE FUNCTION attributes(design jsonb) RETURNS bigint LANGUAGE sql AS $$
	SELECT sum(CASE
		WHEN description IS NULL THEN 1
		WHEN jsonb_typeof(description -> 0) = 'number' THEN 1 + jsonb_array_length(description)
		ELSE jsonb_array_length(description) END)
	FROM jsonb_array_elements_text(design -> 'include') name,
		LATERAL (SELECT design -> 'columns' -> name) c (description)
$$;
-- The curves of x7, x90 and x201 matter, and whether x288 is known; x3 and x12 together.
DO $$
BEGIN
	EXECUTE (
		SELECT format('CREATE TABLE numbers AS
			SELECT *, 4 * abs(x7 - 0.5) + 5 * (x90 - 0.4) ^ 2 + CASE WHEN x201 > 0.7 THEN 2 ELSE 0 END
				+ CASE WHEN x288 IS NULL THEN 2 ELSE 0 END + 6 * x3 * x12 + u(i, 0) AS y
			FROM (SELECT i, %s FROM generate_series(1, 500) i OFFSET 0) s',
			string_agg(format(CASE WHEN j = 288 THEN 'nullif(u(i, %s), u(i / 6 * 6, 288))'
				ELSE 'u(i, %s)' END || ' AS x%1$s', j), ', ' ORDER BY j))
		FROM generate_series(1, 300) j);
END $$;
ALTER TABLE numbers ADD PRIMARY KEY (i);

RESET client_min_messages;
CREATE TABLE designs AS
	SELECT 'numbers' AS source, aer_suggest('numbers', 'y', interactions => false) AS design;
SELECT attributes(design), jsonb_array_length(design -> 'include') AS columns,
	(SELECT count(*) FROM jsonb_object_keys(design -> 'columns')) AS described
FROM designs;
SELECT key, jsonb_array_length(value) AS knots, value -> 3 AS null
FROM designs, jsonb_each(design -> 'columns')
WHERE key IN ('x7', 'x90', 'x201', 'x288')
ORDER BY key;

-- Interactions have the centers of all numbers without knots.
SELECT design -> 'interactions' -> 0 AS first, (
		SELECT count(*) FROM jsonb_array_elements_text(design -> 'include') name
		WHERE design -> 'columns' ? name = (design -> 'center' ? name)) AS wrong
FROM aer_suggest('numbers', 'y') design;

-- Targets of two values and of three classes; in 230 columns there is room for all.
ALTER TABLE numbers ADD high boolean, ADD class text;
UPDATE numbers SET high = abs(x7 - 0.5) > 0.25,
	class = CASE WHEN abs(x90 - 0.5) > 0.3 THEN 'far' WHEN x3 > 0.5 THEN 'up' ELSE 'down' END;
SELECT attributes(design), design -> 'columns' ? 'x7' AS x7
FROM aer_suggest('numbers', 'high', exclude => '{y,class}', interactions => false) design;
SELECT attributes(design), design -> 'columns' ? 'x90' AS x90
FROM aer_suggest('numbers', 'class', exclude => '{y,high}', interactions => false) design;
SELECT attributes(design), (SELECT count(*) FROM jsonb_object_keys(design -> 'columns')) AS curves
FROM aer_suggest('numbers', 'y', interactions => false,
	exclude => ARRAY(SELECT 'x' || j FROM generate_series(231, 300) j) || '{high,class}') design;

-- Text keeps its most frequent categories; points in time in documents keep a knot.
DO $$
BEGIN
	EXECUTE (
		SELECT format('CREATE TABLE worded AS
			SELECT *, CASE WHEN w4 = ''c2'' THEN 3 ELSE 0 END + u(i, 0) AS y
			FROM (
				SELECT i, timestamp ''2024-01-01'' + i * interval ''1 hour'' AS time, u(i, 99) AS x, %s
				FROM generate_series(1, 1200) i OFFSET 0) s',
			string_agg(format('''c'' || (u(i, %s) ^ 2 * 90)::int AS w%1$s', j), ', ' ORDER BY j))
		FROM generate_series(1, 15) j);
END $$;
ALTER TABLE worded ADD PRIMARY KEY (i);
CREATE VIEW documents AS SELECT i, y, to_jsonb(w) - 'y' - 'i' AS document FROM worded w;
INSERT INTO designs SELECT 'worded',
	aer_suggest('worded', 'y', interactions => false, levels => false);
INSERT INTO designs SELECT 'documents', aer_suggest('documents', 'y', features => 'document',
	interactions => false, levels => false);
SELECT source, attributes(design), jsonb_array_length(design -> 'include') AS columns,
	jsonb_array_length(design -> 'columns' -> 'w4') > 80 AS w4,
	(SELECT min(jsonb_array_length(value)) FROM jsonb_each(design -> 'columns')
		WHERE key ~ '^w') AS least
FROM designs WHERE source <> 'numbers' ORDER BY source;
SELECT design -> 'columns' -> 'time' AS time FROM designs WHERE source = 'documents';

-- More columns than attributes: those that explain least are left out.
DO $$
BEGIN
	EXECUTE (
		SELECT format('CREATE TABLE columns AS
			SELECT *, 4 * abs(x1007 - 0.5) + 3 * x1003 + u(i, 0) AS y
			FROM (SELECT i, %s FROM generate_series(1, 200) i OFFSET 0) s',
			string_agg(format('u(i, %s)::real AS x%1$s', j), ', ' ORDER BY j))
		FROM generate_series(1, 1010) j);
END $$;
SELECT attributes(design), design -> 'include' ? 'x1003' AS line,
	jsonb_array_length(design -> 'columns' -> 'x1007') AS knots
FROM aer_suggest('columns', 'y', interactions => false) design;

-- As many columns as a table can have, whose levels could matter.
DO $$
BEGIN
	EXECUTE (
		SELECT format('CREATE TABLE integers AS SELECT i AS y, %s FROM generate_series(1, 5) i',
			string_agg(format('i * %s %% 11 AS c%1$s', j), ', '))
		FROM generate_series(1, 1590) j);
END $$;
SET client_min_messages = error;
SELECT jsonb_array_length(aer_suggest('integers', 'y') -> 'include') AS columns;

SET client_min_messages = warning;
DROP SCHEMA suggest_wide CASCADE;
