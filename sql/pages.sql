--
-- pages.sql: a model as a page of HTML with pictures, which loads nothing and runs nothing
--

CREATE FUNCTION _aer_html(text text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	-- The code of a letter beyond ASCII is in its bytes of UTF-8: the low bits of the first, six of each other. ascii() refuses
	-- those of several bytes where the database is in another encoding.
	SELECT coalesce(string_agg(CASE WHEN code < 32 OR code BETWEEN 127 AND 159 OR code IN (65534, 65535) THEN '&#65533;' WHEN code > 127 OR letter IN ('<', '>', '&', '"', '''') THEN '&#' || code || ';' ELSE letter END, '' ORDER BY place), '')
	FROM regexp_split_to_table(text, '') WITH ORDINALITY l (letter, place),
		LATERAL (SELECT CASE WHEN CASE octet_length(letter) WHEN 1 THEN ascii(letter) < 128 END THEN ascii(letter) WHEN getdatabaseencoding() = 'SQL_ASCII' THEN 65533 ELSE
			(SELECT sum((get_byte(b, i) & CASE i WHEN 0 THEN 255 >> (length(b) + 1) ELSE 63 END) << (6 * (length(b) - 1 - i))) FROM convert_to(letter, 'UTF8') b, generate_series(0, length(b) - 1) i) END) c (code)
	WHERE letter <> ''
$$;

CREATE FUNCTION _aer_html(text text, letters integer) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN length(text) > letters THEN @extschema@._aer_html(left(text, letters - 1)) || '&#8230;' ELSE @extschema@._aer_html(text) END
$$;

COMMENT ON FUNCTION _aer_html(text) IS 'internal: text in HTML, in ASCII whatever it says; what XML has no place for is a question mark';
COMMENT ON FUNCTION _aer_html(text, integer) IS 'internal: the same of so many letters at most';

CREATE FUNCTION _aer_place(number float8, low float8, high float8, low_at integer, high_at integer) RETURNS numeric
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	-- in numeric, because a difference may be too large for a float8
	SELECT round(low_at + (high_at - low_at) * CASE WHEN high::numeric > low::numeric THEN (number::numeric - low::numeric) / (high::numeric - low::numeric) ELSE 0.5 END, 1)
$$;

COMMENT ON FUNCTION _aer_place(float8, float8, float8, integer, integer) IS 'internal: where a number stands in a picture';

CREATE FUNCTION _aer_axis(low float8, high float8, low_at integer, high_at integer, across_from integer, across_to integer, upright boolean) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	-- Steps are 1, 2 or 5 at some power of ten, so that they are five at most.
	SELECT string_agg(CASE WHEN upright THEN format('<path class="grid" d="M%s %sH%s"/><text class="end" x="%s" y="%s">%s</text>', across_from, place, across_to, across_from - 6, place + 4, label)
		ELSE format('<path class="grid" d="M%s %sV%s"/><text class="mid" x="%s" y="%s">%s</text>', place, across_from, across_to, least(place, 339 - 3.5 * length(label)), across_to + 15, label) END, '' ORDER BY at)
	-- Nothing is beyond what goes back to a float8.
	FROM (SELECT min(n) AS first, max(n) AS last, (max(n) - min(n)) / 5 AS part FROM (SELECT least(greatest(end_at::numeric, -1.7976e308), 1.7976e308) AS n FROM unnest(ARRAY[low, high]) end_at) e) r,
		LATERAL (SELECT CASE WHEN part > 0 THEN ('1e' || floor(log(part)))::numeric ELSE 1 END AS power) p,
		LATERAL (SELECT power * CASE WHEN part <= power THEN 1 WHEN part <= 2 * power THEN 2 WHEN part <= 5 * power THEN 5 ELSE 10 END AS step) s,
		LATERAL (SELECT trim_scale(k * step) AS at FROM generate_series(ceil(first / step), floor(last / step)) k WHERE part > 1e-322 UNION ALL SELECT first WHERE part <= 1e-322) t,
		LATERAL (SELECT @extschema@._aer_place(at::float8, low, high, low_at, high_at) AS place, CASE WHEN abs(at) >= 100000 OR step < 0.0001 THEN @extschema@._aer_digits(at::float8, 6) ELSE at::text END AS label) l
$$;

COMMENT ON FUNCTION _aer_axis(float8, float8, integer, integer, integer, integer, boolean) IS 'internal: lines of a grid at round numbers, and these';

CREATE FUNCTION _aer_picture(kind text, name text, class text, told text, height integer, content text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('<figure class="%1$s"><figcaption>%2$s</figcaption><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 340 %4$s" role="img" aria-label="%2$s: %3$s">%5$s</svg></figure>', kind, concat(name, ': ' || @extschema@._aer_html(class)), told, height, content) || chr(10)
$$;

COMMENT ON FUNCTION _aer_picture(text, text, text, text, integer, text) IS 'internal: a picture, of what it is, and what it says in words';

CREATE FUNCTION _aer_curve_told(effects float8[], htmls text[]) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('from %s at %s to %s at %s', @extschema@._aer_digits(min(effect), 3), (array_agg(html ORDER BY effect, place))[1], @extschema@._aer_digits(max(effect), 3), (array_agg(html ORDER BY effect DESC, place))[1])
	FROM unnest(effects, htmls) WITH ORDINALITY u (effect, html, place)
$$;

COMMENT ON FUNCTION _aer_curve_told(float8[], text[]) IS 'internal: the ends of a curve, in words';

CREATE FUNCTION _aer_wide(effect float8, se float8) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN greatest(abs(effect), se) < 1e300 THEN 2 * se END
$$;

COMMENT ON FUNCTION _aer_wide(float8, float8) IS 'internal: how far a curve may be off, two standard errors; NULL of what is too large to be added';

-- A number: a line over its values, and a dot beside it for NULL that is told apart.
CREATE FUNCTION _aer_line_picture(model aer_model, "column" text, class text, name text, low float8, high float8, what text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
	WITH point AS (
		SELECT c.*, @extschema@._aer_place(effect, low, high, 178, 22) AS y, @extschema@._aer_place(effect - wide, low, high, 178, 22) AS y_low, @extschema@._aer_place(effect + wide, low, high, 178, 22) AS y_high, @extschema@._aer_html(coalesce(value, 'NULL')) AS html
		FROM @extschema@.aer_curve(model, "column", class => class) c, @extschema@._aer_wide(effect, se) wide WHERE abs(effect) < 'infinity' AND (value IS NULL OR abs(number) < 'infinity')),
	ends AS (SELECT min(number) AS first, max(number) AS last, CASE WHEN bool_or(value IS NULL) THEN 292 ELSE 332 END AS edge, bool_or(value ~ '^[0-9]{4,}-[0-9]{2}-') AS times FROM point),
	placed AS (SELECT *, @extschema@._aer_place(number, first, last, 54, edge) AS x FROM point, ends)
	SELECT @extschema@._aer_picture('curve'::text, name, class, @extschema@._aer_curve_told(array_agg(effect), array_agg(html)), 218, concat(
		@extschema@._aer_axis(low, high, 178, 22, 54, 332, true),
		CASE WHEN times THEN string_agg(format('<text class="%s" x="%s" y="193">%s</text>', CASE number WHEN first THEN 'start' ELSE 'end' END, x, left(html, 10)), '') FILTER (WHERE number IN (first, last))
			ELSE @extschema@._aer_axis(first, last, 54, edge, 178, 180, false) END,
		format('<path class="zero" d="M54 %sH332"/>', @extschema@._aer_place(0::float8, low, high, 178, 22)),
		'<path class="band" d="M' || string_agg(x || ' ' || y_low, 'L' ORDER BY number) || 'L' || string_agg(x || ' ' || y_high, 'L' ORDER BY number DESC) || 'Z"/>',
		'<path class="line" d="M' || string_agg(x || ' ' || y, 'L' ORDER BY number) || '"/>',
		string_agg(format('<circle class="dot" cx="322" cy="%s" r="4"/><text class="mid" x="322" y="195">NULL</text>', y), '') FILTER (WHERE value IS NULL),
		format('<text x="0" y="11">%s</text><text class="mid" x="%s" y="213">%s</text>', what, (54 + edge) / 2, name)))
	FROM placed GROUP BY first, last, edge, times
$$;

COMMENT ON FUNCTION _aer_line_picture(aer_model, text, text, text, float8, float8, text) IS 'internal: the curve of a number';

-- Words, or false and true: a bar for each, of those that add most.
CREATE FUNCTION _aer_words_picture(model aer_model, "column" text, class text, name text, low float8, high float8, what text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
	WITH point AS (
		SELECT *, row_number() OVER (ORDER BY rank > 12, place) AS row
		FROM (SELECT *, coalesce(value, 'NULL') AS word, row_number() OVER (ORDER BY abs(effect) DESC, place) AS rank
			FROM @extschema@.aer_curve(model, "column", class => class) WITH ORDINALITY c (value, number, effect, se, value2, number2, bar, place) WHERE abs(effect) < 'infinity') c),
	placed AS (
		SELECT p.*, @extschema@._aer_html(word) AS html, @extschema@._aer_place(effect, low, high, 104, 332) AS x, @extschema@._aer_place(effect - wide, low, high, 104, 332) AS x_low, @extschema@._aer_place(effect + wide, low, high, 104, 332) AS x_high, zero, 24 * row - 18 AS y, 10 + 24 * least(count(*) OVER (), 12)::integer AS bottom
		FROM point p, @extschema@._aer_place(0::float8, low, high, 104, 332) zero, @extschema@._aer_wide(effect, se) wide)
	SELECT @extschema@._aer_picture('curve'::text, name, class, @extschema@._aer_curve_told(array_agg(effect), array_agg(html)), bottom + 36, concat(
		@extschema@._aer_axis(low, high, 104, 332, 0, bottom, false),
		string_agg(format('<text class="end" x="98" y="%s">%s</text><rect class="bar" x="%s" y="%s" width="%s" height="16"><title>%s: %s</title></rect>', y + 12, @extschema@._aer_html(word, 15),
			least(x, zero), y, abs(x - zero), html, @extschema@._aer_digits(effect, 3)), '' ORDER BY row) FILTER (WHERE row <= 12),
		string_agg(format('<path class="error" d="M%s %sH%s"/>', x_low, y + 8, x_high), '') FILTER (WHERE row <= 12 AND x_high IS NOT NULL),
		format('<path class="zero" d="M%s 0V%s"/><text class="end" x="332" y="%s">%s</text>', zero, bottom, bottom + 32, what),
		CASE WHEN count(*) > 12 THEN format('<text x="0" y="%s">%s more, which add less</text>', bottom + 32, count(*) - 12) END))
	FROM placed GROUP BY bottom, zero
$$;

COMMENT ON FUNCTION _aer_words_picture(aer_model, text, text, text, float8, float8, text) IS 'internal: the curve of a categorical or boolean column';

-- Two columns: a square for each value of both, of the colour of what they add together.
CREATE FUNCTION _aer_pair_picture(model aer_model, "column" text, column2 text, class text, name text, most float8, what text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
	WITH point AS (
		SELECT *, dense_rank() OVER (ORDER BY number, first_place) - 1 AS i, dense_rank() OVER (ORDER BY number2, first_place2) - 1 AS j
		FROM (SELECT c.*, min(place) OVER (PARTITION BY value) AS first_place, min(place) OVER (PARTITION BY value2) AS first_place2
			FROM @extschema@.aer_curve(model, "column", column2 => column2, class => class) WITH ORDINALITY c (value, number, effect, se, value2, number2, bar, place) WHERE abs(effect) < 'infinity') c),
	placed AS (
		SELECT *, @extschema@._aer_html(value) AS html, @extschema@._aer_html(value2) AS html2, abs(effect::numeric) / nullif(most::numeric, 0) AS part, 260.0 / columns AS width, 168.0 / rows AS height
		FROM point, (SELECT max(i) + 1 AS columns, max(j) + 1 AS rows FROM point) n),
	square AS (SELECT *, round(72 + i * width) AS x, round(190 - (j + 1) * height) AS y, round(72 + (i + 1) * width) AS "right", round(190 - j * height) AS bottom FROM placed),
	-- beside the squares, of numbers the first, the middle and the last
	label AS (
		SELECT format('<text class="%s" x="%s" y="205">%s</text>', align, CASE align WHEN 'mid' THEN round(x + width / 2, 1) WHEN 'end' THEN "right" ELSE x END, @extschema@._aer_html(value, CASE WHEN number IS NULL THEN greatest((width / 7.5)::int, 3) ELSE 10 END)) AS text, 1 AS axis, i AS at FROM square, LATERAL (SELECT CASE WHEN number IS NULL OR columns < 3 OR i NOT IN (0, columns - 1) THEN 'mid' WHEN i = 0 THEN 'start' ELSE 'end' END AS align) a WHERE j = 0 AND (number IS NULL AND (columns <= 6 OR i % (columns / 6 + 1) = 0) OR i IN (0, columns / 2, columns - 1))
		UNION ALL
		SELECT format('<text class="end" x="68" y="%s">%s</text>', round(y + height / 2 + 4, 1), @extschema@._aer_html(value2, CASE WHEN number2 IS NULL THEN 9 ELSE 10 END)), 2, j FROM square WHERE i = 0 AND (number2 IS NULL AND (rows <= 12 OR j % (rows / 12 + 1) = 0) OR j IN (0, rows / 2, rows - 1)))
	SELECT @extschema@._aer_picture('pair'::text, name, class, @extschema@._aer_curve_told(array_agg(effect), array_agg(html || ', ' || html2)), 266, concat(
		string_agg(format('<rect class="%s" x="%s" y="%s" width="%s" height="%s" fill-opacity="%s"><title>%s, %s: %s</title></rect>', CASE WHEN effect < 0 THEN 'down' ELSE 'up' END, x, y, "right" - x, bottom - y,
			round(coalesce(part, 0), 3), html, html2, @extschema@._aer_digits(effect, 3)), '' ORDER BY i, j),
		(SELECT string_agg(text, '' ORDER BY axis, at) FROM label),
		format('<text x="0" y="11">%s</text><text class="mid" x="202" y="222">%s</text>', @extschema@._aer_html(column2, 40), @extschema@._aer_html("column", 40)),
		(SELECT string_agg(format('<rect class="%s" x="%s" y="234" width="12.1" height="10" fill-opacity="%s"/>', CASE WHEN k < 0 THEN 'down' ELSE 'up' END, 196 + 12 * k, abs(k) / 5.0), '') FROM generate_series(-5, 5) k),
		format('<text class="end" x="130" y="243">%s</text><text x="274" y="243">%s</text><text class="mid" x="202" y="260">%s</text>', @extschema@._aer_digits(-most, 2), @extschema@._aer_digits(most, 2), what)))
	FROM square
$$;

COMMENT ON FUNCTION _aer_pair_picture(aer_model, text, text, text, text, float8, text) IS 'internal: what two columns add together';

CREATE FUNCTION _aer_calibration_picture(model aer_model, what text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
	SELECT @extschema@._aer_picture('calibration'::text, 'Held-out rows'::text, NULL::text, format('of %s groups of held-out rows, %s lie within two standard errors of the line where observed equals predicted', count(*), count(*) FILTER (WHERE abs(observed - predicted) <= 2 * se)), 272, concat(
		@extschema@._aer_axis(first, last, 54, 332, 22, 234, false), @extschema@._aer_axis(first, last, 234, 22, 54, 332, true), '<path class="zero" d="M54 234L332 22"/>',
		string_agg(format('<path class="error" d="M%1$s %2$sV%3$s"/><circle class="dot" cx="%1$s" cy="%4$s" r="4"><title>%5$s rows: predicted %6$s, observed %7$s</title></circle>', @extschema@._aer_place(predicted, first, last, 54, 332), @extschema@._aer_place(greatest(observed - 2 * se, first), first, last, 234, 22),
			@extschema@._aer_place(least(observed + 2 * se, last), first, last, 234, 22), @extschema@._aer_place(observed, first, last, 234, 22), rows, @extschema@._aer_digits(predicted, 3), @extschema@._aer_digits(observed, 3)), '' ORDER BY predicted),
		format('<text x="0" y="11">observed %1$s</text><text class="mid" x="193" y="268">predicted %1$s</text>', what)))
	FROM @extschema@.aer_calibration(model), (SELECT least(min(predicted), min(observed), CASE what WHEN 'share' THEN 0 END) AS first, greatest(max(predicted), max(observed), CASE what WHEN 'share' THEN 1 END) AS last FROM @extschema@.aer_calibration(model)) ends
	GROUP BY first, last
$$;

COMMENT ON FUNCTION _aer_calibration_picture(aer_model, text) IS 'internal: predicted against observed values of a measured model';

CREATE FUNCTION _aer_bars(names text[], numbers float8[], texts text[]) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT '<table class="bars">' || string_agg(format('<tr><th scope="row">%s</th><td><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="%s"><rect class="bar" x="%s" width="%s" height="10"/></svg></td><td>%s</td></tr>',
		@extschema@._aer_html(name, 200), @extschema@._aer_html(text), least(at, zero), abs(at - zero), @extschema@._aer_html(text)), chr(10) ORDER BY place) || '</table>' || chr(10)
		|| CASE WHEN cardinality(names) > 20 THEN format('<p>and %s more</p>', cardinality(names) - 20) ELSE '' END
	FROM unnest(names, numbers, texts) WITH ORDINALITY u (name, number, text, place), (SELECT least(min(n), 0) AS low, greatest(max(n), 0) AS high FROM unnest(numbers) n) e,
		LATERAL (SELECT @extschema@._aer_place(number, low, high, 0, 100) AS at, @extschema@._aer_place(0::float8, low, high, 0, 100) AS zero) p
	WHERE place <= 20
$$;

COMMENT ON FUNCTION _aer_bars(text[], float8[], text[]) IS 'internal: a table of 20 numbers at most, each with a bar from 0';

CREATE FUNCTION _aer_page_style() RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100 AS $$ SELECT '
:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #5b6470; --line: #dfe3e8; --paper: #ffffff; --soft: #f4f6f8; --accent: #0f62ac; --other: #b4541a }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --quiet: #9aa4b0; --line: #323a43; --paper: #14181c; --soft: #1c2127; --accent: #5aa9f0; --other: #e58b4e } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 1080px; margin: 0 auto; padding: 8px 4% 48px }
h1 { font-size: 28px; line-height: 1.2; margin: 32px 0 4px }
h2 { font-size: 20px; margin: 48px 0 4px; padding-top: 20px; border-top: 1px solid var(--line) }
p { margin: 0 0 16px; max-width: 68ch; color: var(--quiet) }
p.warning { color: var(--ink); background: var(--soft); border-left: 4px solid var(--other); padding: 8px 12px }
td { vertical-align: top }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
th { width: 28%; text-align: left; font-weight: 400; vertical-align: top; color: var(--quiet) }
th, td { padding: 4px 12px 4px 0 }
.facts td, .facts th { border-bottom: 1px solid var(--line) }
.bars { font-variant-numeric: tabular-nums }
.bars th { color: var(--ink) } .bars th, .bars td { vertical-align: middle }
.bars td:last-child { width: 12em; padding-right: 0 }
@media (max-width: 640px) { .bars td:last-child { width: 32% } }
footer { margin-top: 48px; font-size: 14px }
.bars svg { height: 14px }
.cards, .pictures { display: grid; gap: 16px 32px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)) }
.cards { grid-template-columns: repeat(auto-fill, minmax(min(46%, 200px), 1fr)); margin: 24px 0; gap: 12px }
.cards div { background: var(--soft); border-radius: 8px; padding: 12px 16px }
.cards b { display: block; font-size: 22px; line-height: 1.3; font-weight: 600 }
.cards span { display: block; font-size: 14px; color: var(--quiet) }
figure { margin: 16px 0 0 }
figcaption { font-weight: 600; margin-bottom: 4px }
svg { display: block; width: 100% }
text { font: 11px system-ui, sans-serif; fill: var(--quiet) }
.mid { text-anchor: middle } .end { text-anchor: end }
.grid { stroke: var(--line); fill: none } .zero { stroke: var(--quiet); fill: none }
.line { stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; fill: none } .error { stroke: var(--ink); stroke-width: 1.5 }
.band { fill: var(--accent); fill-opacity: 0.18 }
.dot, .bar, .up { fill: var(--accent) } .down { fill: var(--other) }
.pair rect { shape-rendering: crispEdges }
' $$;

COMMENT ON FUNCTION _aer_page_style() IS 'internal: how a page looks, by day and by night';

CREATE FUNCTION aer_page(model aer_model, target text DEFAULT NULL) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	parts jsonb := model::jsonb;
	-- of what curves are: of each of the classes, the most frequent first, else of the one score
	classes text[] := coalesce((SELECT array_agg(class ORDER BY place) FROM (SELECT c.class, row_number() OVER (ORDER BY (parts #> '{probabilities,shares}' -> (c.place - 1)::int)::numeric DESC, c.place) AS place
		FROM jsonb_array_elements_text(parts -> 'classes') WITH ORDINALITY c (class, place) WHERE parts ? 'probabilities') c WHERE place <= 6), '{NULL}');
	score text := CASE WHEN parts ? 'probabilities' THEN 'adds to the score of the class' WHEN parts ->> 'target' = 'number' THEN 'adds to the prediction' ELSE 'adds to the score' END;
	scale text := CASE WHEN parts ? 'probabilities' THEN ' The score of a class is about 1 for rows of it, and 0 for others.' WHEN parts ->> 'target' = 'boolean' THEN ' The score is about 1 where the target is true, and -1 where it is false.'
		WHEN parts #> '{classes,1}' IS NOT NULL THEN ' The score is about 1 for rows of ' || @extschema@._aer_html(quote_literal(parts #>> '{classes,1}')) || ', and -1 for others.' ELSE '' END;
	of_arrays text := CASE WHEN parts ? 'names' THEN '' ELSE 'attribute ' END;
	title text := coalesce('Predicting ' || @extschema@._aer_html(nullif(target, ''), 200), 'What a model has learned');
	page text := '<!DOCTYPE html>' || chr(10) || '<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>' || title || '</title><style>'
		|| @extschema@._aer_page_style() || '</style></head><body><main>' || chr(10) || '<h1>' || title || '</h1>' || chr(10);
	pictures text;
BEGIN
	IF model IS NULL THEN
		RETURN NULL;
	END IF;
	-- The facts about training and error stand in cards, each headed by its first number.
	SELECT page || format('<p>%s</p><div class="cards">', string_agg(html, '') FILTER (WHERE item = 'learner')) || coalesce(string_agg(format('<div><span>%s</span><b>%s</b><span>%s</span></div>', item, replace(@extschema@._aer_html(number), '+/-', '&#177;'),
				@extschema@._aer_html(btrim(regexp_replace(left(value, strpos(value, number) - 1) || substr(value, strpos(value, number) + length(number)), ' +,', ','), ', '))), '' ORDER BY place) FILTER (WHERE card), '')
			|| '</div>' || chr(10) || coalesce(string_agg(format('<p class="warning">Beware: %s.</p>', html), chr(10) ORDER BY place) FILTER (WHERE item = 'warning'), '')
			|| '<table class="facts">' || string_agg(format('<tr><th scope="row">%s</th><td>%s</td></tr>', item, concat(CASE item WHEN 'target' THEN @extschema@._aer_html(nullif(target, ''), 200) || ', ' END, html)), chr(10) ORDER BY place) FILTER (WHERE NOT card AND item NOT IN ('learner', 'warning', 'most important')) || '</table>' || chr(10)
		INTO page
	FROM @extschema@.aer_report(model) WITH ORDINALITY r (item, value, place), @extschema@._aer_html(value) html,
		LATERAL (SELECT item IN ('rows', 'read per row', 'error', 'AUC', 'log loss', 'r2') AND value ~ '[0-9]' AS card,
			(regexp_match(value, '-?[0-9]+(?:[.,][0-9]+)*(?:e[+-]?[0-9]+)?(?: %)?(?: [^0-9, ]+ [0-9]+(?:[.,][0-9]+)*(?:e[+-]?[0-9]+)?(?: %)?)?'))[1] AS number) n;

	IF parts ? 'facts' THEN
		page := page || '<h2>What matters</h2><p>How much each column contributes to the predictions: the standard deviation of its effect over the training rows, its share of the sum of their squares, and the drop in the expected r2 without it.' || scale || '</p>'
			|| (SELECT @extschema@._aer_bars(array_agg(of_arrays || name), array_agg(importance), array_agg(@extschema@._aer_digits(importance, 3) || coalesce(', ' || round(100 * share::numeric) || ' %', '') || coalesce(', r2 ' || to_char(-round(drop_r2::numeric, 3), 'FMS0.000'), ''))) FROM @extschema@.aer_importance(model));

		WITH curve AS (
			SELECT name, n, class, m, c.*, coalesce(wide, 0) AS wide, wide IS NOT NULL AS known FROM (SELECT name, n FROM @extschema@.aer_importance(model) WITH ORDINALITY i (name, importance, share, drop_r2, "column", column2, bar, n) WHERE column2 IS NULL AND share >= 0.005 ORDER BY n LIMIT 12 / cardinality(classes)) i,
				unnest(classes) WITH ORDINALITY u (class, m), @extschema@.aer_curve(model, name, class => class) c LEFT JOIN LATERAL @extschema@._aer_wide(effect, se) wide ON true WHERE abs(effect) < 'infinity'),
		"all" AS (SELECT min(effect - wide) AS low, max(effect + wide) AS high FROM curve),
		picture AS (SELECT n, m, CASE WHEN count(number) > 0 THEN @extschema@._aer_line_picture(model, name, class, html, low, high, score) ELSE @extschema@._aer_words_picture(model, name, class, html, low, high, score) END AS picture
			FROM curve, "all", @extschema@._aer_html(of_arrays || name) html GROUP BY name, n, class, m, html, low, high)
		SELECT string_agg(picture, '' ORDER BY n, m) INTO pictures FROM picture;
		page := page || coalesce('<h2>Column by column</h2><p>What a column adds at each value, less its mean over the training rows, from two standard deviations below the mean to two above it. The band is two standard errors, if they are known. All of these pictures have one scale.</p><div class="pictures">' || chr(10) || pictures || '</div>', '');

		WITH curve AS (
			SELECT i.*, class, m, effect FROM (SELECT * FROM @extschema@.aer_importance(model) WITH ORDINALITY i (name, importance, share, drop_r2, "column", column2, bar, n) WHERE column2 IS NOT NULL AND importance > 0 ORDER BY n LIMIT 6 / cardinality(classes)) i,
				unnest(classes) WITH ORDINALITY u (class, m), @extschema@.aer_curve(model, "column", column2 => column2, class => class) c WHERE abs(effect) < 'infinity'),
		"all" AS (SELECT max(abs(effect)) AS most FROM curve)
		SELECT string_agg(@extschema@._aer_pair_picture(model, "column", column2, class, @extschema@._aer_html(name), most, score), '' ORDER BY n, m) INTO pictures
		FROM (SELECT DISTINCT name, "column", column2, n, class, m FROM curve) c, "all";
		page := page || coalesce('<h2>Two columns together</h2><p>What two columns add at each value of both: the effect of each, and their interaction. All of these pictures have one scale.</p><div class="pictures">' || chr(10) || pictures || '</div>', '');
	ELSE
		page := page || '<h2>Weights</h2><p>The largest, in the units of the table. This model has no means of its columns, so their importance is not known.</p>'
			|| coalesce((SELECT @extschema@._aer_bars(array_agg(coalesce(name, 'attribute ' || attribute::text) || coalesce(': ' || class, '') ORDER BY abs(weight) DESC, attribute, class), array_agg(weight ORDER BY abs(weight) DESC, attribute, class),
					array_agg(@extschema@._aer_digits(weight, 3) ORDER BY abs(weight) DESC, attribute, class)) FROM @extschema@.aer_weights(model) WHERE attribute > 0 AND weight <> 0), '');
	END IF;

	page := page || coalesce('<h2>Predicted and observed</h2><p>A dot is a tenth of the held-out rows, ordered by their predictions. A dot on the line was observed as it was predicted; its whiskers are two standard errors, if the predictions are right.</p><div class="pictures">' || chr(10)
		|| @extschema@._aer_calibration_picture(model, CASE WHEN parts ? 'probabilities' OR parts ? 'link' THEN 'share' ELSE 'mean' END) || '</div>', '');
	IF parts ? 'probabilities' THEN
		page := page || '<h2>Classes</h2><p>The share of each class among the training rows' || coalesce('. Of the held-out rows ' || @extschema@._aer_digits(100 * (parts #>> '{measured,error_rate}')::float8, 3) || ' % were predicted to be in a wrong class; aer_confusion shows which', '') || '.</p>'
			|| (SELECT @extschema@._aer_bars(array_agg(class ORDER BY share DESC, place), array_agg(share ORDER BY share DESC, place), array_agg(round(100 * share::numeric, 1) || ' %' ORDER BY share DESC, place))
				FROM jsonb_array_elements_text(parts -> 'classes') WITH ORDINALITY c (class, place), LATERAL (SELECT (parts #>> ARRAY['probabilities', 'shares', (place - 1)::text])::float8 AS share) s);
	END IF;
	RETURN page || '<footer><p>Made by aer_report, aer_importance, aer_curve and aer_calibration.</p></footer></main></body></html>' || chr(10);
END $$;

COMMENT ON FUNCTION aer_page(aer_model, text) IS
'a model as one page of HTML, which loads nothing and runs nothing: psql -XAtc "SELECT aer_page(model, ''days in hospital'') FROM models" > page.html. "target": what is predicted, as text for the heading: a model does not know it. What it learned from and how well (aer_report), what matters (aer_importance), the curves of the columns that matter most and maps of interactions (aer_curve), of a measured model predicted against observed values (aer_calibration), of classes their shares. By day and by night, on a telephone too; all is ASCII, so that it is read right in every encoding';
