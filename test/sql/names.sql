--
-- Names of attributes, printed from random descriptions of columns
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;

CREATE SCHEMA names;
SET search_path = names, public;

-- A number below n that only the case and the question decide.
CREATE FUNCTION draw(id int, question text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
	$$ SELECT (hashtextextended(question, id) & 1048575)::int % n $$;

-- Column names that need quotes in an attribute, in a product or before a centre, and those that do not.
CREATE TABLE spelling AS
	SELECT place - 1 AS place, name
	FROM unnest(ARRAY['age', 'region', 'a=b', 'x>1', '"quoted"', 'in"side', 'a*b', '(year)', 'a-b', 'c+d', 'Straße', '体重',
		'a is null', 'with space', 'b with c', 'é=1', 'q''s', '"', '>', '*', '(', 'naïve*"é"', 'x=y>z*(w)', 'tab	name'])
		WITH ORDINALITY AS spelled (name, place);
CREATE TABLE category AS
	SELECT place - 1 AS place, name
	FROM unnest(ARRAY['north', '', 'a=b', '"', 'x*y', '>3', 'ö', 'is null', 'with', 'true', '日本']) WITH ORDINALITY AS spelled (name, place);
CREATE TABLE time_knot AS
	SELECT place - 1 AS place, name
	FROM unnest(ARRAY['0044-03-15', '1969-07-20', '1999-12-31', '2000-01-01', '2000-01-02', '2024-02-29', '2024-02-29T12:30:00', '2024-02-29T12:30:00.25',
		'9999-12-31', '12024-01-01']) WITH ORDINALITY AS spelled (name, place);

CREATE FUNCTION categories(id int, name text) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_agg(DISTINCT c.name)
	FROM generate_series(0, draw(id, name || ' how many', 6)) i
	JOIN category c ON c.place = draw(id, name || ' category ' || i, 11)
$$;
CREATE FUNCTION number_knots(id int, name text) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_agg(knot ORDER BY knot)
	FROM (SELECT DISTINCT (draw(id, name || ' knot ' || i, 2001) - 1000) * (10::float8 ^ (draw(id, name || ' power ' || i, 25) - 12)) AS knot
		FROM generate_series(0, draw(id, name || ' how many', 5)) i) k
$$;
CREATE FUNCTION time_knots(id int, name text) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_agg(k.name ORDER BY k.place)
	FROM time_knot k
	WHERE draw(id, name || ' time ' || k.place, 4) = 0 OR k.place = draw(id, name || ' one', 10)
$$;

-- The values of a column; NULL: it is a plain number.
CREATE FUNCTION described(id int, name text) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT CASE draw(id, name || ' kind', 4)
			WHEN 1 THEN categories(id, name)
			WHEN 2 THEN number_knots(id, name) || CASE WHEN draw(id, name || ' open', 3) = 0 THEN '["open"]' ELSE '[]' END::jsonb
			WHEN 3 THEN time_knots(id, name) || CASE WHEN draw(id, name || ' open', 3) = 0 THEN '["open"]' ELSE '[]' END::jsonb
		END || CASE WHEN draw(id, name || ' null', 3) = 0 THEN '[null]' ELSE '[]' END::jsonb
$$;
CREATE FUNCTION chosen(id int) RETURNS text[] LANGUAGE sql STABLE AS $$
	SELECT array_agg(name ORDER BY place)
	FROM spelling
	WHERE draw(id, 'chosen ' || place, 6) = 0 OR place IN (draw(id, 'first', 12), 12 + draw(id, 'second', 12))
$$;
CREATE FUNCTION design(id int) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_strip_nulls(aer_design(
		include => chosen(id),
		columns => (SELECT jsonb_object_agg(name, described(id, name)) FILTER (WHERE described(id, name) IS NOT NULL)
			FROM unnest(chosen(id)) name),
		interactions => (SELECT coalesce(jsonb_agg(jsonb_build_array(a.name, b.name) ORDER BY draw(id, a.name || b.name, 1000), a.name, b.name), '[]')
			FROM unnest(chosen(id)) a (name), unnest(chosen(id)) b (name)
			WHERE a.name < b.name COLLATE "C" AND draw(id, a.name || ' and ' || b.name, 3) = 0),
		center => (SELECT jsonb_object_agg(name, (draw(id, name || ' centre', 21) - 10) / 8.0)
			FROM unnest(chosen(id)) name
			WHERE described(id, name) IS NULL AND draw(id, name || ' centred', 2) = 0),
		budget => CASE WHEN draw(id, 'budget', 3) = 0 THEN 2 END))
$$;

-- A row that has every column, so that booleans are booleans; NULL is left out, which is no error.
CREATE FUNCTION names(id int) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
	m aer_moments;
BEGIN
	SELECT aer_moments('{"y": 1}'::jsonb, 'y', design(id)) INTO m;
	RETURN QUERY SELECT name FROM aer_attributes(m) ORDER BY attribute;
EXCEPTION WHEN duplicate_column THEN
	RETURN NEXT SQLERRM;
END $$;

-- Readable ones, and a digest of many.
SELECT id, string_agg(names, E'\n' ORDER BY place) AS names
FROM generate_series(1, 9) id, names(id) WITH ORDINALITY AS printed (names, place)
GROUP BY id ORDER BY id;
SELECT id / 100 AS hundred, count(*) AS names, md5(string_agg(names, E'\n' ORDER BY id, place)) AS digest
FROM generate_series(100, 899) id, names(id) WITH ORDINALITY AS printed (names, place)
GROUP BY id / 100 ORDER BY id / 100;

