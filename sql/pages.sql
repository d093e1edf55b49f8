--
-- pages.sql: a model as a page of HTML with pictures, which loads nothing and runs nothing
--

-- Returns text as HTML in ASCII. A replacement character stands for letters that XML does not
-- allow. ascii() returns the code of a letter in a database in UTF8 and rejects letters beyond
-- ASCII in most others, so the code is read from the bytes of UTF-8: the low bits of the first
-- byte, and six bits of each other byte.
CREATE FUNCTION _aer_html(text text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(string_agg(
		CASE
			WHEN code < 32 OR code BETWEEN 127 AND 159 OR code IN (65534, 65535) THEN '&#65533;'
			WHEN code > 127 OR letter IN ('<', '>', '&', '"', '''') THEN '&#' || code || ';'
			ELSE letter
		END, '' ORDER BY place), '')
	FROM regexp_split_to_table(text, '') WITH ORDINALITY l (letter, place),
		LATERAL (
			SELECT CASE
				WHEN CASE octet_length(letter) WHEN 1 THEN ascii(letter) < 128 END
				THEN ascii(letter)
				WHEN getdatabaseencoding() = 'SQL_ASCII'
				THEN 65533
				ELSE (
					SELECT sum((get_byte(bytes, i)
						& CASE i WHEN 0 THEN 255 >> (length(bytes) + 1) ELSE 63 END)
						<< (6 * (length(bytes) - 1 - i)))
					FROM convert_to(letter, 'UTF8') bytes, generate_series(0, length(bytes) - 1) i)
			END) c (code)
	WHERE letter <> ''
$$;

-- Returns text as HTML in ASCII, cut to a number of letters.
CREATE FUNCTION _aer_html(text text, letters integer) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN length(text) > letters
		THEN @extschema@._aer_html(left(text, letters - 1)) || '&#8230;'
		ELSE @extschema@._aer_html(text)
	END
$$;

-- Returns text as HTML in ASCII, cut to what fits a width in a picture: by the widths of letters in
-- a wide font (Verdana) of 11 px, which are rounded up.
CREATE FUNCTION _aer_label(text text, width integer) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT @extschema@._aer_html(text, (
		SELECT CASE
				WHEN max(right_end) <= width THEN count(*)
				ELSE count(*) FILTER (WHERE right_end <= width - 9) + 1	-- and the ellipsis
			END::integer
		FROM (
			SELECT sum(CASE
					WHEN letter ~ '[-fijlrtI .,:;!()|''/]' THEN 5
					WHEN letter ~ '[0-9a-ln-vx-z_]' THEN 7
					WHEN letter ~ '[A-LN-VX-Z]' THEN 8.5
					ELSE 11
				END) OVER (ORDER BY place)
			FROM regexp_split_to_table(text, '') WITH ORDINALITY l (letter, place)) l (right_end)))
$$;

-- Returns the coordinate of a number in a picture. It is computed in numeric because a difference
-- may be too large for a float8.
CREATE FUNCTION _aer_coordinate(
	number float8, low float8, high float8, low_at integer, high_at integer) RETURNS numeric
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT round(low_at + (high_at - low_at) * CASE
		WHEN high::numeric > low::numeric
		THEN (number::numeric - low::numeric) / (high::numeric - low::numeric)
		ELSE 0.5
	END, 1)
$$;

-- Returns the lines of a grid at round numbers, with their labels: at most five steps of 1, 2 or 5
-- times a power of ten. Lines cross the picture from "cross_start" to "cross_end".
CREATE FUNCTION _aer_axis(low float8, high float8, low_at integer, high_at integer,
	cross_start integer, cross_end integer, is_vertical boolean) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	WITH axis AS (
		SELECT first, last, part, power * CASE
				WHEN part <= power THEN 1
				WHEN part <= 2 * power THEN 2
				WHEN part <= 5 * power THEN 5
				ELSE 10
			END AS step
		FROM (
			SELECT min(number) AS first, max(number) AS last,
				(max(number) - min(number)) / 5 AS part
			FROM unnest(ARRAY[low, high]) range_end,
				LATERAL (SELECT least(greatest(range_end::numeric, -1.7976e308), 1.7976e308))
					n (number)) r,
			LATERAL (SELECT CASE WHEN part > 0 THEN ('1e' || floor(log(part)))::numeric ELSE 1 END)
				p (power)),
	tick AS (
		SELECT step, trim_scale(k * step) AS at
		FROM axis, generate_series(ceil(first / step), floor(last / step)) k
		WHERE part > 1e-322
		UNION ALL
		SELECT step, first
		FROM axis
		WHERE part <= 1e-322)
	SELECT string_agg(
		CASE
			WHEN is_vertical THEN format(
				'<path class="grid" d="M%s %sH%s"/><text class="end" x="%s" y="%s">%s</text>',
				cross_start, coordinate, cross_end, cross_start - 6, coordinate + 4, label)
			ELSE format(
				'<path class="grid" d="M%s %sV%s"/><text class="mid" x="%s" y="%s">%s</text>',
				coordinate, cross_start, cross_end,
				least(coordinate, 339 - 3.5 * length(label)), cross_end + 15, label)
		END, '' ORDER BY at)
	FROM tick,
		@extschema@._aer_coordinate(at::float8, low, high, low_at, high_at) coordinate,
		LATERAL (
			SELECT CASE
				WHEN abs(at) >= 100000 OR step < 0.0001 THEN @extschema@._aer_digits(at::float8, 6)
				ELSE at::text
			END) l (label)
$$;

-- Returns a picture with its heading and a description in words.
CREATE FUNCTION _aer_picture(kind text, name text, class text, description text, height integer,
	content text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('<figure class="%1$s"><figcaption>%2$s</figcaption>'
			'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 340 %4$s" role="img" '
			'aria-label="%2$s: %3$s">%5$s</svg></figure>',
		kind, concat(name, ': ' || @extschema@._aer_html(class)), description, height, content)
		|| chr(10)
$$;

-- Describes the smallest and the largest effect of a curve.
CREATE FUNCTION _aer_curve_range(effects float8[], htmls text[]) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('from %s at %s to %s at %s',
		@extschema@._aer_digits(min(effect), 3),
		(array_agg(html ORDER BY effect, place))[1],
		@extschema@._aer_digits(max(effect), 3),
		(array_agg(html ORDER BY effect DESC, place))[1])
	FROM unnest(effects, htmls) WITH ORDINALITY e (effect, html, place)
$$;

-- Returns two standard errors of an effect; NULL if the sum of both might overflow.
CREATE FUNCTION _aer_margin(effect float8, se float8) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN greatest(abs(effect), se) < 1e300 THEN 2 * se END
$$;

-- Draws the curve of a number as a line, with a dot beside it for NULL as its own category.
CREATE FUNCTION _aer_line_picture(model aer_model, "column" text, class text, name text,
	low float8, high float8, label text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
	WITH point AS (
		SELECT curve.*,
			@extschema@._aer_coordinate(effect, low, high, 178, 22) AS y,
			@extschema@._aer_coordinate(effect - margin, low, high, 178, 22) AS y_low,
			@extschema@._aer_coordinate(effect + margin, low, high, 178, 22) AS y_high,
			@extschema@._aer_html(coalesce(value, 'NULL')) AS html
		FROM @extschema@.aer_curve(model, "column", class => class) curve,
			@extschema@._aer_margin(effect, se) margin
		WHERE abs(effect) < 'infinity' AND (value IS NULL OR abs(number) < 'infinity')),
	ends AS (
		SELECT min(number) AS first, max(number) AS last,
			CASE WHEN bool_or(value IS NULL) THEN 292 ELSE 332 END AS edge,
			bool_or(value ~ '^[0-9]{4,}-[0-9]{2}-') AS times
		FROM point),
	placed AS (
		SELECT *, @extschema@._aer_coordinate(number, first, last, 54, edge) AS x
		FROM point, ends)
	SELECT @extschema@._aer_picture('curve'::text, name, class,
		@extschema@._aer_curve_range(array_agg(effect), array_agg(html)), 218, concat(
			@extschema@._aer_axis(low, high, 178, 22, 54, 332, true),
			CASE
				WHEN times THEN string_agg(
					format('<text class="%s" x="%s" y="193">%s</text>',
						CASE number WHEN first THEN 'start' ELSE 'end' END, x, left(html, 10)), '')
					FILTER (WHERE number IN (first, last))
				ELSE @extschema@._aer_axis(first, last, 54, edge, 178, 180, false)
			END,
			format('<path class="zero" d="M54 %sH332"/>',
				@extschema@._aer_coordinate(0::float8, low, high, 178, 22)),
			'<path class="band" d="M' || string_agg(x || ' ' || y_low, 'L' ORDER BY number)
				|| 'L' || string_agg(x || ' ' || y_high, 'L' ORDER BY number DESC) || 'Z"/>',
			'<path class="line" d="M' || string_agg(x || ' ' || y, 'L' ORDER BY number) || '"/>',
			string_agg(
				format('<circle class="dot" cx="322" cy="%s" r="4"/>'
					'<text class="mid" x="322" y="195">NULL</text>', y), '')
				FILTER (WHERE value IS NULL),
			format('<text x="0" y="11">%s</text><text class="mid" x="%s" y="213">%s</text>',
				label, (54 + edge) / 2, name)))
	FROM placed
	GROUP BY first, last, edge, times
$$;

-- Draws the effects of a categorical or boolean column, or of a number with few values: a bar for
-- each of the twelve values with the largest effects.
CREATE FUNCTION _aer_categories_picture(model aer_model, "column" text, class text, name text,
	low float8, high float8, label text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
	WITH ranked AS (
		SELECT coalesce(value, 'NULL') AS category, effect, se, place,
			row_number() OVER (ORDER BY abs(effect) DESC, place) AS rank
		FROM @extschema@.aer_curve(model, "column", class => class) WITH ORDINALITY
			c (value, number, effect, se, value2, number2, bar, place)
		WHERE abs(effect) < 'infinity'),
	point AS (
		SELECT *, row_number() OVER (ORDER BY rank > 12, place) AS row
		FROM ranked),
	placed AS (
		SELECT point.*, zero,
			@extschema@._aer_html(category) AS html,
			@extschema@._aer_coordinate(effect, low, high, 130, 332) AS x,
			@extschema@._aer_coordinate(effect - margin, low, high, 130, 332) AS x_low,
			@extschema@._aer_coordinate(effect + margin, low, high, 130, 332) AS x_high,
			24 * row - 18 AS y,
			10 + 24 * least(count(*) OVER (), 12)::integer AS bottom
		FROM point,
			@extschema@._aer_coordinate(0::float8, low, high, 130, 332) zero,
			@extschema@._aer_margin(effect, se) margin)
	SELECT @extschema@._aer_picture('curve'::text, name, class,
		@extschema@._aer_curve_range(array_agg(effect), array_agg(html)), bottom + 36, concat(
			@extschema@._aer_axis(low, high, 130, 332, 0, bottom, false),
			string_agg(
				format('<text class="end" x="124" y="%s">%s</text>'
						'<rect class="bar" x="%s" y="%s" width="%s" height="16">'
						'<title>%s: %s</title></rect>',
					y + 12, @extschema@._aer_label(category, 124),
					least(x, zero), y, abs(x - zero),
					html, @extschema@._aer_digits(effect, 3)), '' ORDER BY row)
				FILTER (WHERE row <= 12),
			string_agg(format('<path class="error" d="M%s %sH%s"/>', x_low, y + 8, x_high), '')
				FILTER (WHERE row <= 12 AND x_high IS NOT NULL),
			format('<path class="zero" d="M%s 0V%s"/><text class="end" x="332" y="%s">%s</text>',
				zero, bottom, bottom + 32, label),
			CASE WHEN count(*) > 12 THEN format('<text x="0" y="%s">%s more, which add less</text>',
				bottom + 32, count(*) - 12) END))
	FROM placed
	GROUP BY bottom, zero
$$;

-- Returns the squares of a picture of two columns: one for each pair of values, from left to
-- right and from bottom to top.
CREATE FUNCTION _aer_squares(model aer_model, "column" text, column2 text, class text,
	OUT value text, OUT value2 text, OUT is_number boolean, OUT is_number2 boolean,
	OUT effect float8, OUT i bigint, OUT j bigint, OUT columns bigint, OUT rows bigint,
	OUT x numeric, OUT y numeric, OUT "right" numeric, OUT bottom numeric) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 100
	SET search_path = pg_catalog, pg_temp AS $$
	WITH point AS (
		SELECT *,
			min(place) OVER (PARTITION BY value) AS first_place,
			min(place) OVER (PARTITION BY value2) AS first_place2
		FROM @extschema@.aer_curve(model, "column", column2 => column2, class => class)
			WITH ORDINALITY c (value, number, effect, se, value2, number2, bar, place)
		WHERE abs(effect) < 'infinity'),
	placed AS (
		SELECT *,
			dense_rank() OVER (ORDER BY number, first_place) - 1 AS i,
			dense_rank() OVER (ORDER BY number2, first_place2) - 1 AS j
		FROM point)
	-- a number with at most ten values is labelled like categories
	SELECT value, value2, number IS NOT NULL AND columns > 10, number2 IS NOT NULL AND rows > 10,
		effect, i, j, columns, rows,
		round(72 + i * width), round(190 - (j + 1) * height),
		round(72 + (i + 1) * width), round(190 - j * height)
	FROM placed,
		(SELECT max(i) + 1, max(j) + 1 FROM placed) n (columns, rows),
		LATERAL (SELECT 260.0 / columns, 168.0 / rows) size (width, height)
$$;

-- Draws the scale of the colours of _aer_pair_picture.
CREATE FUNCTION _aer_colour_scale(largest float8, label text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT concat(
		string_agg(
			format('<rect class="%s" x="%s" y="234" width="12.1" height="10" fill-opacity="%s"/>',
				CASE WHEN step < 0 THEN 'down' ELSE 'up' END,
				196 + 12 * step, abs(step) / 5.0), ''),
		format('<text class="end" x="130" y="243">%s</text><text x="274" y="243">%s</text>'
				'<text class="mid" x="202" y="260">%s</text>',
			@extschema@._aer_digits(-largest, 2), @extschema@._aer_digits(largest, 2), label))
	FROM generate_series(-5, 5) step
$$;

-- Draws the joint effect of two columns as a coloured square for each pair of values. Labels are
-- the first, the middle and the last value of a number, and as many categories as fit.
CREATE FUNCTION _aer_pair_picture(model aer_model, "column" text, column2 text, class text,
	name text, largest float8, label text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
	WITH square AS (
		SELECT squares.*,
			@extschema@._aer_html(value) AS html,
			@extschema@._aer_html(value2) AS html2,
			260.0 / columns AS width,
			168.0 / rows AS height
		FROM @extschema@._aer_squares(model, "column", column2, class) squares),
	bottom_label AS (
		SELECT i, format('<text class="%s" x="%s" y="205">%s</text>',
			align,
			CASE align WHEN 'mid' THEN round(x + width / 2, 1) WHEN 'end' THEN "right" ELSE x END,
			@extschema@._aer_html(value,
				CASE WHEN is_number THEN 10 ELSE greatest((width / 7.5)::int, 3) END)) AS label
		FROM square,
			LATERAL (SELECT CASE
				WHEN NOT is_number OR columns < 3 OR i NOT IN (0, columns - 1) THEN 'mid'
				WHEN i = 0 THEN 'start'
				ELSE 'end'
			END) a (align)
		WHERE j = 0 AND (i IN (0, columns / 2, columns - 1)
			OR NOT is_number AND (columns <= 6 OR i % (columns / 6 + 1) = 0))),
	left_label AS (
		SELECT j, format('<text class="end" x="68" y="%s">%s</text>',
			round(y + height / 2 + 4, 1),
			@extschema@._aer_label(value2, 68)) AS label
		FROM square
		WHERE i = 0 AND (j IN (0, rows / 2, rows - 1)
			OR NOT is_number2 AND (rows <= 12 OR j % (rows / 12 + 1) = 0)))
	SELECT @extschema@._aer_picture('pair'::text, name, class,
		@extschema@._aer_curve_range(array_agg(effect), array_agg(html || ', ' || html2)),
		266, concat(
			string_agg(
				format('<rect class="%s" x="%s" y="%s" width="%s" height="%s" fill-opacity="%s">'
						'<title>%s, %s: %s</title></rect>',
					CASE WHEN effect < 0 THEN 'down' ELSE 'up' END, x, y, "right" - x, bottom - y,
					round(coalesce(abs(effect::numeric) / nullif(largest::numeric, 0), 0), 3),
					html, html2, @extschema@._aer_digits(effect, 3)), '' ORDER BY i, j),
			(SELECT string_agg(label, '' ORDER BY i) FROM bottom_label),
			(SELECT string_agg(label, '' ORDER BY j) FROM left_label),
			format('<text x="0" y="11">%s</text><text class="mid" x="202" y="222">%s</text>',
				@extschema@._aer_html(column2, 40), @extschema@._aer_html("column", 40)),
			@extschema@._aer_colour_scale(largest, label)))
	FROM square
$$;

-- Draws predicted against observed values of a measured model.
CREATE FUNCTION _aer_calibration_picture(model aer_model, quantity text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
	WITH bin AS (
		SELECT * FROM @extschema@.aer_calibration(model)),
	ends AS (
		SELECT least(min(predicted), min(observed), CASE quantity WHEN 'share' THEN 0 END) AS first,
			greatest(max(predicted), max(observed), CASE quantity WHEN 'share' THEN 1 END) AS last
		FROM bin),
	dot AS (
		SELECT bin.*, ends.*,
			@extschema@._aer_coordinate(predicted, first, last, 54, 332) AS x,
			@extschema@._aer_coordinate(observed, first, last, 234, 22) AS y,
			@extschema@._aer_coordinate(least_observed, first, last, 234, 22) AS y_low,
			@extschema@._aer_coordinate(most_observed, first, last, 234, 22) AS y_high
		FROM bin, ends,
			LATERAL (SELECT greatest(observed - 2 * se, first), least(observed + 2 * se, last))
				whiskers (least_observed, most_observed))
	SELECT @extschema@._aer_picture('calibration'::text, 'Held-out rows'::text, NULL::text,
		format('of %s groups of held-out rows, %s lie within two standard errors of the line where '
				'observed equals predicted',
			count(*), count(*) FILTER (WHERE abs(observed - predicted) <= 2 * se)), 272, concat(
			@extschema@._aer_axis(first, last, 54, 332, 22, 234, false),
			@extschema@._aer_axis(first, last, 234, 22, 54, 332, true),
			'<path class="zero" d="M54 234L332 22"/>',
			string_agg(
				format('<path class="error" d="M%1$s %2$sV%3$s"/>'
						'<circle class="dot" cx="%1$s" cy="%4$s" r="4">'
						'<title>%5$s rows: predicted %6$s, observed %7$s</title></circle>',
					x, y_low, y_high, y, rows,
					@extschema@._aer_digits(predicted, 3), @extschema@._aer_digits(observed, 3)),
				'' ORDER BY predicted),
			format('<text x="0" y="11">observed %1$s</text>'
				'<text class="mid" x="193" y="268">predicted %1$s</text>', quantity)))
	FROM dot
	GROUP BY first, last
$$;

-- Returns a table of at most 20 numbers, each with a bar from 0 and a row of cells[n][]. Headings
-- are those of the names and of the cells.
CREATE FUNCTION _aer_bars(headings text[], names text[], numbers float8[], cells text[])
	RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('<table class="bars"><tr><th scope="col">%s</th><td></td>%s</tr>',
			@extschema@._aer_html(headings[1]),
			(SELECT string_agg(format('<th scope="col" class="number">%s</th>',
				@extschema@._aer_html(heading)), '' ORDER BY place)
			FROM unnest(headings[2:]) WITH ORDINALITY h (heading, place)))
		|| string_agg(
			format('<tr><th scope="row">%s</th><td>'
					'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 10" '
					'preserveAspectRatio="none" role="img" aria-label="%s">'
					'<rect class="bar" x="%s" width="%s" height="10"/></svg></td>%s</tr>',
				@extschema@._aer_html(name, 200), label, least(at, zero), abs(at - zero), numbers),
			chr(10) ORDER BY place)
		|| '</table>' || chr(10)
		|| CASE
			WHEN cardinality(names) > 20 THEN format('<p>and %s more</p>', cardinality(names) - 20)
			ELSE ''
		END
	FROM unnest(names, numbers) WITH ORDINALITY bar (name, number, place),
		(SELECT least(min(n), 0), greatest(max(n), 0) FROM unnest(numbers) n) ends (low, high),
		@extschema@._aer_coordinate(number, low, high, 0, 100) at,
		@extschema@._aer_coordinate(0::float8, low, high, 0, 100) zero,
		LATERAL (
			SELECT string_agg(html, ', ' ORDER BY n),
				string_agg(format('<td class="number">%s</td>', html), '' ORDER BY n)
			FROM generate_subscripts(cells, 2) n,
				@extschema@._aer_html(cells[place][n]) html) c (label, numbers)
	WHERE place <= 20
$$;

-- Returns the style sheet of a page, for light and dark screens.
CREATE FUNCTION _aer_page_style() RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT '
:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #5b6470; --line: #dfe3e8;
  --paper: #ffffff; --soft: #f4f6f8; --accent: #0f62ac; --other: #b4541a }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ed; --quiet: #9aa4b0; --line: #323a43;
    --paper: #14181c; --soft: #1c2127; --accent: #5aa9f0; --other: #e58b4e }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere }
main { max-width: 1080px; margin: 0 auto; padding: 8px 4% 48px }
h1 { font-size: 28px; line-height: 1.2; margin: 32px 0 4px }
h2 { font-size: 20px; margin: 48px 0 4px; padding-top: 20px; border-top: 1px solid var(--line) }
p { margin: 0 0 16px; max-width: 68ch; color: var(--quiet) }
p.warning { color: var(--ink); background: var(--soft); border-left: 4px solid var(--other);
  padding: 8px 12px }
td { vertical-align: top }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
th { width: 28%; text-align: left; font-weight: 400; vertical-align: top; color: var(--quiet) }
th, td { padding: 4px 12px 4px 0 }
.facts td, .facts th { border-bottom: 1px solid var(--line) }
.bars { font-variant-numeric: tabular-nums }
.bars th { color: var(--ink) } .bars th, .bars td { vertical-align: middle }
.bars .number { width: 5em; text-align: right; color: var(--ink) }
.bars th[scope=col] { color: var(--quiet); font-size: 14px }
@media (max-width: 640px) { .bars .number { width: 17% } }
footer { margin-top: 48px; font-size: 14px }
.bars svg { height: 14px }
.cards, .pictures { display: grid; gap: 16px 32px;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)) }
.cards { grid-template-columns: repeat(auto-fill, minmax(min(46%, 200px), 1fr)); margin: 24px 0;
  gap: 12px }
.cards div { background: var(--soft); border-radius: 8px; padding: 12px 16px }
.cards b { display: block; font-size: 22px; line-height: 1.3; font-weight: 600 }
.cards span { display: block; font-size: 14px; color: var(--quiet) }
figure { margin: 16px 0 0 }
figcaption { font-weight: 600; margin-bottom: 4px }
svg { display: block; width: 100% }
text { font: 11px system-ui, sans-serif; fill: var(--quiet) }
.mid { text-anchor: middle } .end { text-anchor: end }
.grid { stroke: var(--line); fill: none } .zero { stroke: var(--quiet); fill: none }
.line { stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; fill: none }
.error { stroke: var(--ink); stroke-width: 1.5 }
.band { fill: var(--accent); fill-opacity: 0.18 }
.dot, .bar, .up { fill: var(--accent) } .down { fill: var(--other) }
.pair rect { shape-rendering: crispEdges }
' $$;

-- Returns the lines of aer_report as cards and a table. Facts about training and error are cards,
-- each headed by its first number, with its standard error if there is one. The other facts form
-- the table, and warnings stand between both.
CREATE FUNCTION _aer_page_facts(model aer_model, target text) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	digits CONSTANT text := '[0-9]+(?:[.,][0-9]+)*(?:e[+-]?[0-9]+)?(?: %)?';
	pattern CONSTANT text := format('-?%1$s(?: [^0-9, ]+ %1$s)?', digits);
BEGIN
	RETURN (
		WITH line AS (
			SELECT report.*, html,
				item IN ('rows', 'read per row', 'error', 'AUC', 'log loss', 'r2')
					AND value ~ '[0-9]' AS card,
				(regexp_match(value, pattern))[1] AS number
			FROM @extschema@.aer_report(model) WITH ORDINALITY report (item, value, place),
				@extschema@._aer_html(value) html),
		worded AS (
			SELECT line.*, btrim(regexp_replace(rest, ' +,', ','), ', ') AS words
			FROM line,
				LATERAL (SELECT left(value, strpos(value, number) - 1)
					|| substr(value, strpos(value, number) + length(number))) r (rest))
		SELECT concat(
			format('<p>%s</p><div class="cards">',
				string_agg(html, '') FILTER (WHERE item = 'learner')),
			string_agg(
				format('<div><span>%s</span><b>%s</b><span>%s</span></div>',
					item, replace(@extschema@._aer_html(number), '+/-', '&#177;'),
					@extschema@._aer_html(words)), '' ORDER BY place)
				FILTER (WHERE card),
			'</div>', chr(10),
			string_agg(format('<p class="warning">Beware: %s.</p>', html), chr(10) ORDER BY place)
				FILTER (WHERE item = 'warning'),
			'<table class="facts">',
			string_agg(
				format('<tr><th scope="row">%s</th><td>%s</td></tr>', item,
					concat(CASE item WHEN 'target'
						THEN @extschema@._aer_html(nullif(target, ''), 200) || ', ' END, html)),
				chr(10) ORDER BY place)
				FILTER (WHERE NOT card AND item NOT IN ('learner', 'warning', 'most important')),
			'</table>', chr(10))
		FROM worded);
END $$;

-- Returns a chapter of a page: a heading, an explanation, and its content; NULL without content.
CREATE FUNCTION _aer_chapter(heading text, explanation text, content text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('<h2>%s</h2><p>%s</p>%s', heading, explanation, content)
$$;

CREATE FUNCTION _aer_page_importance(facts record) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	prefix CONSTANT text := CASE WHEN facts.named THEN '' ELSE 'attribute ' END;
	scale CONSTANT text := CASE
		WHEN facts.many_classes
		THEN ' The score of a class is about 1 for rows of it, and 0 for others.'
		WHEN facts.target = 'boolean'
		THEN ' The score is about 1 where the target is true, and -1 where it is false.'
		WHEN facts.classes ->> 1 IS NOT NULL
		THEN format(' The score is about 1 for rows of %s, and -1 for others.',
			@extschema@._aer_html(quote_literal(facts.classes ->> 1)))
		ELSE ''
	END;
BEGIN
	RETURN (
		SELECT @extschema@._aer_chapter('What matters'::text,
			format('%s by how much the column typically moves a prediction. Share: its part of all '
					'squared effects. ',
				CASE WHEN by_drop
					THEN 'Drop in r2 (the bars): how much worse the model is without the column. '
						'Effect:'
					ELSE 'Effect (the bars):' END)
				|| CASE WHEN by_drop THEN 'Other columns can replace a column that has a large '
					'share and a drop of about 0.' ELSE '' END || scale,
			@extschema@._aer_bars(
				ARRAY['column', 'drop in r2', 'share', 'effect'],
				array_agg(prefix || name ORDER BY place),
				array_agg(CASE WHEN by_drop THEN greatest(drop_r2, 0) ELSE importance END
					ORDER BY place),
				array_agg(ARRAY[
					coalesce(round(drop_r2::numeric, 3)::text, ''),
					coalesce(round(100 * share::numeric) || ' %', ''),
					@extschema@._aer_digits(importance, 3)] ORDER BY place)))
		FROM (
			SELECT *, bool_and(drop_r2 IS NOT NULL) OVER () AS by_drop
			FROM @extschema@.aer_importance(facts.model) WITH ORDINALITY
				i (name, drop_r2, share, importance, column1, column2, bar, place)) i
		GROUP BY by_drop);
END $$;

-- Returns the chapter about single columns; NULL if none has a curve.
CREATE FUNCTION _aer_page_curves(facts record, classes text[], score text) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	prefix CONSTANT text := CASE WHEN facts.named THEN '' ELSE 'attribute ' END;
BEGIN
	RETURN (
		WITH important AS (
			SELECT name, n
			FROM @extschema@.aer_importance(facts.model) WITH ORDINALITY
				i (name, drop_r2, share, importance, column1, column2, bar, n)
			WHERE column2 IS NULL AND share >= 0.005
			ORDER BY n
			LIMIT 12 / cardinality(classes)),
		curve AS (
			SELECT name, n, class, m, points.*, coalesce(margin, 0) AS margin
			FROM important,
				unnest(classes) WITH ORDINALITY c (class, m),
				@extschema@.aer_curve(facts.model, name, class => class) points
				LEFT JOIN LATERAL @extschema@._aer_margin(effect, se) margin ON true
			WHERE abs(effect) < 'infinity'),
		scale AS (
			SELECT min(effect - margin) AS low, max(effect + margin) AS high
			FROM curve),
		picture AS (
			SELECT n, m, CASE
				-- a number with at most ten values is drawn like categories
				WHEN count(number) > 10 THEN @extschema@._aer_line_picture(
					facts.model, name, class, html, low, high, score)
				ELSE @extschema@._aer_categories_picture(
					facts.model, name, class, html, low, high, score)
			END AS picture
			FROM curve, scale,
				@extschema@._aer_html(prefix || name) html
			GROUP BY name, n, class, m, html, low, high)
		SELECT @extschema@._aer_chapter('Column by column'::text,
			'What a column adds at each value, less its mean over the training rows. Curves end at '
				'the smallest and the largest value of the sample that suggested the design, or '
				'where they become flat; where the sample is not known, two standard deviations '
				'from the mean. The band is two standard errors, if they are known. All of these '
				'pictures have one scale.'::text,
			'<div class="pictures">' || chr(10) || string_agg(picture, '' ORDER BY n, m)
				|| '</div>')
		FROM picture);
END $$;

-- Returns the chapter about interactions; NULL if there are none.
CREATE FUNCTION _aer_page_interactions(facts record, classes text[], score text) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		WITH important AS (
			SELECT name, n, column1, column2
			FROM @extschema@.aer_importance(facts.model) WITH ORDINALITY
				i (name, drop_r2, share, importance, column1, column2, bar, n)
			WHERE column2 IS NOT NULL AND importance > 0
			ORDER BY n
			LIMIT 6 / cardinality(classes)),
		surface AS (
			SELECT important.*, class, m, max(abs(effect)) AS largest
			FROM important,
				unnest(classes) WITH ORDINALITY c (class, m),
				@extschema@.aer_curve(facts.model, column1, column2 => important.column2,
					class => class)
			WHERE abs(effect) < 'infinity'
			GROUP BY name, n, column1, column2, class, m),
		scale AS (
			SELECT max(largest) AS most
			FROM surface)
		SELECT @extschema@._aer_chapter('Two columns together'::text,
			'What two columns add at each value of both: the effect of each, and their '
				'interaction. All of these pictures have one scale.'::text,
			'<div class="pictures">' || chr(10) || string_agg(
				@extschema@._aer_pair_picture(facts.model, column1, column2, class,
					@extschema@._aer_html(name), most, score), '' ORDER BY n, m) || '</div>')
		FROM surface, scale);
END $$;

-- Returns the chapter about the weights of a model that does not store the means of its columns.
CREATE FUNCTION _aer_page_weights(facts record) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		SELECT @extschema@._aer_chapter('Weights'::text,
			'The largest, in the units of the table. This model has no means of its columns, so '
				'their importance is not known.'::text,
			coalesce(@extschema@._aer_bars(
				ARRAY['column', 'weight'],
				array_agg(concat(name, ': ' || class)),
				array_agg(weight),
				array_agg(ARRAY[@extschema@._aer_digits(weight, 3)])), ''))
		FROM (
			SELECT coalesce(name, 'attribute ' || attribute::text) AS name, class, weight
			FROM @extschema@.aer_weights(facts.model)
			WHERE attribute > 0 AND weight <> 0
			ORDER BY abs(weight) DESC, attribute, class) heaviest);
END $$;

-- Returns the chapter about the classes of a target.
CREATE FUNCTION _aer_page_classes(facts record) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	error_rate text := @extschema@._aer_digits(100 * facts.measured_error_rate, 3);
BEGIN
	RETURN (
		SELECT @extschema@._aer_chapter('Classes'::text,
			concat('The share of each class among the training rows',
				'. Of the held-out rows ' || error_rate || ' % were predicted to be in a wrong '
					'class; aer_confusion shows which', '.'),
			@extschema@._aer_bars(
				ARRAY['class', 'share'],
				array_agg(class),
				array_agg(share),
				array_agg(ARRAY[round(100 * share::numeric, 1) || ' %'])))
		FROM (
			SELECT class, share
			FROM jsonb_array_elements_text(facts.classes) WITH ORDINALITY c (class, place),
				LATERAL (SELECT (facts.shares ->> (place - 1)::integer)::float8) s (share)
			ORDER BY share DESC, place) classes);
END $$;

CREATE FUNCTION aer_page(model aer_model, target text DEFAULT NULL) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100000
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	facts record := @extschema@._aer_report_facts(model);
	title text := coalesce('Predicting ' || @extschema@._aer_html(nullif(target, ''), 200),
		'What a model has learned');
	classes text[] := '{NULL}';		-- of which there are curves: the most frequent ones
	score text;						-- what a column adds to
BEGIN
	IF model IS NULL THEN
		RETURN NULL;
	END IF;
	IF facts.many_classes THEN
		classes := ARRAY(
			SELECT class
			FROM jsonb_array_elements_text(facts.classes) WITH ORDINALITY c (class, place)
			ORDER BY (facts.shares -> (place - 1)::integer)::numeric DESC, place
			LIMIT 6);
	END IF;
	score := CASE
		WHEN facts.many_classes THEN 'adds to the score of the class'
		WHEN facts.target = 'number' THEN 'adds to the prediction'
		ELSE 'adds to the score'
	END;
	RETURN concat(
		'<!DOCTYPE html>', chr(10),
		'<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/>'
			'<meta name="viewport" content="width=device-width, initial-scale=1"/>',
		format('<title>%s</title><style>%s</style></head><body><main>', title,
			@extschema@._aer_page_style()), chr(10),
		format('<h1>%s</h1>', title), chr(10),
		-- "facts" has the model without its remembered rows, but the report mentions them
		@extschema@._aer_page_facts(model, target),
		CASE WHEN facts.described THEN concat(
			@extschema@._aer_page_importance(facts),
			@extschema@._aer_page_curves(facts, classes, score),
			@extschema@._aer_page_interactions(facts, classes, score))
			ELSE @extschema@._aer_page_weights(facts) END,
		@extschema@._aer_chapter('Predicted and observed'::text,
			'A dot is a group of held-out rows with similar predictions. A dot on the line was '
				'observed as it was predicted; its whiskers are two standard errors, if the '
				'predictions are right.'::text,
			'<div class="pictures">' || chr(10) || @extschema@._aer_calibration_picture(facts.model,
				CASE WHEN facts.many_classes OR facts.linked THEN 'share' ELSE 'mean' END)
				|| '</div>'),
		CASE WHEN facts.many_classes THEN @extschema@._aer_page_classes(facts) END,
		'<footer><p>Made by aer_report, aer_importance, aer_curve and aer_calibration.</p></footer>'
			'</main></body></html>', chr(10));
END $$;

COMMENT ON FUNCTION aer_page(aer_model, text) IS
'describes a model as one page of HTML with pictures, which loads and runs nothing: psql -XAtc '
	'"SELECT aer_page(model) FROM models" > page.html. "target" names the predicted quantity';
