-- Moments of random rows are merged and subtracted in random order; classes come and go with
-- the rows.  The oracle is the sums that SQL takes over the rows that are left.
SELECT setseed(0.25);
CREATE TABLE pool AS
SELECT id,
	id % 6 AS part,
	ARRAY(
		SELECT CASE WHEN random() < 0.9 OR id % 2 = 0 THEN floor(7 * random()) - 3 END
		FROM generate_series(1, 3 + 0 * id)
	) AS x,
	-- most classes have rows in a few parts only
	chr(97 + (id % 6 + floor(3 * random())::int) % 7) AS class
FROM generate_series(1, 240) id;
CREATE TABLE parts AS
SELECT part, aer_moments(x, class, aer_design(folds => 2), id) AS moments
FROM pool
GROUP BY part;

-- Sums over the rows of some parts: of each class and attribute with each attribute.
CREATE FUNCTION expected_sums(wanted int[]) RETURNS TABLE (fold int, first text, second text, n bigint, product float8)
LANGUAGE sql AS $$
	WITH value AS (
		SELECT id, aer_fold(aer_design(folds => 2), id) AS fold, i::text AS name, i, v
		FROM pool, unnest(x) WITH ORDINALITY u(v, i)
		WHERE part = ANY (wanted) AND v IS NOT NULL
		UNION ALL
		SELECT p.id, aer_fold(aer_design(folds => 2), p.id), '(target)=' || c.class, 0,
			(p.class = c.class)::int
		FROM pool p, (SELECT DISTINCT class FROM pool WHERE part = ANY (wanted)) c
		WHERE p.part = ANY (wanted)
	)
	SELECT a.fold, a.name, b.name, count(*), sum(a.v * b.v)
	FROM value a JOIN value b ON a.id = b.id AND (a.i < b.i OR a.name = b.name)
	GROUP BY 1, 2, 3
$$;

-- Each trial adds all parts of one list in random order, and subtracts those of another.
CREATE FUNCTION wrong_sums(trials int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	total aer_moments;
	added int[];
	gone int[];
	one int;
	wrong bigint := 0;
BEGIN
	FOR trial IN 1 .. trials LOOP
		added := ARRAY(SELECT part FROM parts WHERE random() < 0.7 OR part = trial % 6 ORDER BY random());
		gone := ARRAY(SELECT part FROM unnest(added) part WHERE random() < 0.5 AND part <> trial % 6);
		-- a part that goes may go before others come
		SELECT aer_moments(moments ORDER BY random()) INTO total FROM parts WHERE part = ANY (added);
		FOREACH one IN ARRAY gone LOOP
			total := aer_subtract(total, (SELECT moments FROM parts WHERE part = one));
			IF random() < 0.5 THEN
				total := total::text::aer_moments;
			END IF;
			IF random() < 0.3 THEN
				total := total + (SELECT moments FROM parts WHERE part = one);
				total := aer_subtract(total, (SELECT moments FROM parts WHERE part = one));
			END IF;
		END LOOP;
		wrong := wrong + (
			SELECT count(*)
			FROM expected_sums(ARRAY(SELECT unnest(added) EXCEPT SELECT unnest(gone))) e
				FULL JOIN aer_sums(total) s USING (fold, first, second)
			WHERE (e.n, e.product) IS DISTINCT FROM (s.n, s.product)
		);
	END LOOP;
	RETURN wrong;
END $$;
SELECT wrong_sums(60);

-- Every form is added to every other and taken back, from the table, from text and from binary.
INSERT INTO pool
SELECT 1000 * part + id, part, ARRAY(
		SELECT CASE WHEN hole = 'none' OR hole = 'some' AND random() < 0.9 OR i = id % 6 + 1
			THEN floor(7 * random()) - 3 END
		FROM generate_series(1, 6 + 0 * id) i
	), chr(97 + (part + floor(3 * random())::int) % 7)
FROM (VALUES (10, 4, 'some'), (11, 4, 'none'), (12, 80, 'some'), (13, 80, 'none'), (14, 80, 'most'),
		(15, 80, 'some'), (16, 80, 'none'), (115, 20, 'some'), (116, 20, 'none')) f(part, rows, hole),
	generate_series(1, rows) id;
CREATE TABLE made AS
SELECT part, aer_moments(x, class, aer_design(folds => 2), id) AS moments
FROM pool
WHERE part >= 10
GROUP BY part;
CREATE TABLE forms AS
SELECT form, part, 'table' AS way, CASE
		WHEN form ~ 'reduced' THEN moments + (SELECT moments FROM made b WHERE b.part = made.part + 100)
			- (SELECT moments FROM made b WHERE b.part = made.part + 100)
		ELSE moments
	END AS moments
FROM made JOIN (VALUES (10, 'rows'), (11, 'complete rows'), (12, 'sums'), (13, 'complete'), (14, 'empty cells'),
	(15, 'reduced'), (16, 'reduced, complete')) f(part, form) USING (part);
CREATE TABLE received (LIKE forms);
\copy forms TO 'forms.binary' WITH (FORMAT binary)
\copy received FROM 'forms.binary' WITH (FORMAT binary)
\! rm -f forms.binary
INSERT INTO forms
SELECT form, part, 'text', moments::text::aer_moments FROM forms
UNION ALL SELECT form, part, 'binary', moments FROM received;
SELECT form, flags & 32 > 0 AS rows, flags & 1 > 0 AS complete, flags & 4096 > 0 AS reduced,
	count(DISTINCT moments::text) AS values
FROM forms, LATERAL (SELECT ('x' || substr(moments::text, 23, 8))::bit(32)::int AS flags) f
GROUP BY 1, 2, 3, 4
ORDER BY 1;
CREATE FUNCTION wrong(moments aer_moments, parts int[]) RETURNS bigint LANGUAGE sql AS $$
	SELECT count(*)
	FROM expected_sums(parts) e FULL JOIN aer_sums(moments) s USING (fold, first, second)
	WHERE (e.n, e.product) IS DISTINCT FROM (s.n, s.product)
$$;
SELECT way, count(*) AS pairs,
	sum(wrong(a.moments + b.moments, ARRAY[a.part, b.part])) AS wrong_sums,
	sum(wrong(a.moments + b.moments - b.moments, ARRAY[a.part])) AS wrong_differences
FROM forms a JOIN forms b USING (way)
WHERE a.part <> b.part
GROUP BY way
ORDER BY way;
