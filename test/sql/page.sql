--
-- A model as a page: its contents, compared with the relations that it draws
--
SET client_min_messages = error;	-- one of the models has a single class
CREATE EXTENSION IF NOT EXISTS aer;
\getenv dir PG_ABS_SRCDIR
\set models :dir '/page/models.sql'
\ir :models
RESET client_min_messages;

CREATE TABLE pages AS SELECT place, which, model, aer_page(model) AS page FROM models;
-- aer_page turns it off itself; what compares takes much longer to compile than to run.
SET jit = off;
SELECT aer_page(NULL) IS NULL AS none, aer_page(NULL, 'days') IS NULL AS none_named;
-- A model does not know the name of its target: the argument is shown in the title, the heading, and the line of the target, and changes nothing else.
SELECT which, page <> named AS named, replace(replace(named, 'Predicting &#252;ber &#60;b&#62; &#38; &#34;x&#34;', 'What a model has learned'), '&#252;ber &#60;b&#62; &#38; &#34;x&#34;, ', '') = page AS all,
	(length(named) - length(replace(named, '&#252;ber', ''))) / length('&#252;ber') AS times, aer_page(model, '') = page AS empty
FROM pages, aer_page(model, chr(252) || 'ber <b> & "x"') named WHERE which IN ('number', 'classes', 'arrays', 'boolean') ORDER BY place;

-- XML, where this PostgreSQL can tell (073_page.pl can everywhere); ASCII, no script, nothing from elsewhere, and nothing that was named gets out.
CREATE FUNCTION pg_temp.well_formed(page text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RETURN xml_is_well_formed_document(page);
EXCEPTION WHEN feature_not_supported THEN
	RETURN true;
END $$;
CREATE FUNCTION pg_temp.times(page text, what text) RETURNS int LANGUAGE sql AS $$ SELECT (length(page) - length(replace(page, what, ''))) / length(what) $$;
SELECT which, pg_temp.well_formed(page) AS xml, page ~ '[^\x0a\x20-\x7e]' AS not_ascii, page ~* '<script|alert\(''|javascript|<b>or|<!-- mid|s&u|\mon[a-z]+=' AS hostile,
	replace(replace(page, 'http://www.w3.org/1999/xhtml', ''), 'http://www.w3.org/2000/svg', '') ~* 'https?:|//|url\(|@import|src=|href=' AS elsewhere,
	page ~ 'nan|NaN|[Ii]nf' AS not_numbers, (SELECT array_agg(h[1]) FROM regexp_matches(page, '<h2>(.*?)</h2>', 'g') h) AS chapters
FROM pages ORDER BY place;

-- Every line of the report, or its number in a card.
SELECT which, item, value FROM pages, aer_report(model) r
WHERE item <> 'most important' AND strpos(page, _aer_html(value)) = 0 AND (page !~ format('<div><span>%s</span><b>[^<>]+</b><span>[^<>]*</span></div>', item) OR pg_temp.times(page, '<span>' || item || '</span>') <> 1);
SELECT c[1] AS card, c[2] AS number, c[3] AS words FROM pages, regexp_matches(page, '<div><span>(.*?)</span><b>(.*?)</b><span>(.*?)</span></div>', 'g') c WHERE which = 'arrays' AND c[1] IN ('rows', 'read per row');
SELECT c[1] ~ '^[0-9.]+ % &#177; [0-9.]+ %$' AS number, c[2] AS words FROM pages, regexp_matches(page, '<div><span>error</span><b>(.*?)</b><span>(.*?)</span></div>') c WHERE which = 'classes';
SELECT which, count(*) AS warnings FROM pages, regexp_matches(page, 'Beware: ', 'g') GROUP BY 1 ORDER BY 1;

-- Bars: of drops in r2, or of importance, the first 20, as long as they are large.
CREATE VIEW bars AS SELECT place, which, model, page, b.n, b.bar[1] AS title, b.bar[2]::numeric AS at, b.bar[3]::numeric AS width
FROM pages, LATERAL (SELECT substring(page FROM '<h2>(?:What matters|Weights)</h2>.*?</table>') AS chapter) c,
	regexp_matches(chapter, '<tr><th scope="row">(.*?)</th><td><svg .*?<rect class="bar" x="(.*?)" width="(.*?)" height="10"/>', 'g') WITH ORDINALITY b (bar, n);
SELECT which, count(*) = least(max(columns), 20) AS bars, bool_and(b.title = _aer_html(CASE WHEN model::jsonb ? 'columns' THEN '' ELSE 'attribute ' END || i.name)) AS names,
	bool_and(b.at = CASE WHEN largest > 0 THEN 0 ELSE 50 END AND abs(b.width - CASE WHEN largest > 0 THEN 100 * (size / largest) ELSE 0 END) <= 0.05) AS widths, page LIKE '%<p>and 10 more</p>%' AS more
FROM pages JOIN bars b USING (place, which, model, page), LATERAL (SELECT i.*, size, row_number() OVER () AS n, max(size) OVER () AS largest, count(*) OVER () AS columns FROM aer_importance(CASE WHEN model::jsonb ? 'facts' THEN model END) i,
		LATERAL (SELECT CASE WHEN drop_r2 IS NULL THEN importance ELSE greatest(drop_r2, 0) END) s (size)) i
WHERE i.n = b.n GROUP BY place, which, page ORDER BY place;
SELECT which, title, at, width FROM bars WHERE which = 'perceptron' ORDER BY n;

-- Curves: of the columns with half a percent or more, of each class; of numbers all points. What is no number has no place.
CREATE VIEW curves AS SELECT place, which, i.name AS "column", class, picture
FROM pages, LATERAL (SELECT array_agg(c) FROM jsonb_array_elements_text(model::jsonb -> 'classes') c WHERE model::jsonb ? 'probabilities') c (classes), unnest(coalesce(classes, '{NULL}')) class,
	LATERAL (SELECT i.*, row_number() OVER () AS n FROM aer_importance(CASE WHEN model::jsonb ? 'facts' THEN model END) i WHERE column2 IS NULL AND share >= 0.005 LIMIT 12 / coalesce(cardinality(classes), 1)) i
	LEFT JOIN LATERAL (SELECT p[1] FROM regexp_matches(page, '<figure class="curve">.*?</figure>', 'g') p WHERE strpos(p[1], '<figcaption>' || _aer_html(CASE WHEN model::jsonb ? 'columns' THEN '' ELSE 'attribute ' END || i.name || coalesce(': ' || class, '')) || '</figcaption>') > 0) f (picture) ON true;
SELECT which, count(*) AS curves, count(picture) AS pictures, count(picture) = pg_temp.times(page, '<figure class="curve">') AS all FROM curves JOIN pages USING (place, which) GROUP BY place, which, page ORDER BY place;
SELECT which, "column", sum(c.numbers) = sum(pg_temp.times(substring(picture FROM '<path class="line" d="M(.*?)"'), 'L') + 1) AS points, sum(pg_temp.times(picture, '>NULL</text>')) AS null_dots
FROM curves JOIN pages USING (place, which), LATERAL (SELECT count(number) AS numbers FROM aer_curve(model, "column", class => class) WHERE abs(effect) < 'infinity') c
WHERE which IN ('number', 'classes') AND numbers > 0 GROUP BY place, 1, 2 ORDER BY place, 2;
SELECT "column", count(*) AS words, bool_and(picture LIKE '%<title>' || _aer_html(value) || ': ' || _aer_digits(effect, 3) || '</title>%') AS told FROM curves JOIN pages USING (place, which), aer_curve(model, "column") c WHERE which = 'number' AND "column" IN ('region', 'member') GROUP BY 1 ORDER BY 1;
SELECT c.picture LIKE format('%%>%s<%%>%s<%%', to_char(min(since), 'YYYY-MM-DD'), to_char(max(since), 'YYYY-MM-DD')) AS dates FROM curves c, customers WHERE which = 'number' AND "column" = 'since' GROUP BY picture;

-- Two standard errors, where they are known: a band along a line, a whisker at a bar.
SELECT which, "column", bool_and((picture ~ 'class="band"') = (c.lines > 1)) AS band, bool_and(pg_temp.times(picture, '<path class="error"') = c.bars) AS whiskers, max(c.lines) AS points, max(c.bars) AS bars
FROM curves JOIN pages USING (place, which), LATERAL (SELECT count(*) FILTER (WHERE number IS NOT NULL) AS lines, count(*) FILTER (WHERE number IS NULL) AS bars FROM aer_curve(model, "column", class => class) WHERE se < 1e300) c
WHERE which IN ('number', 'budget', 'classes', 'arrays', 'of large numbers') AND picture IS NOT NULL GROUP BY place, 1, 2 ORDER BY place, 2;

-- Maps of pairs: a square for each row of the curve, which says what that says.
SELECT which, i.name, count(*) AS squares, bool_and(strpos(page, format('<title>%s, %s: %s</title>', _aer_html(value), _aer_html(value2), _aer_digits(effect, 3))) > 0) AS told
FROM pages, LATERAL (SELECT * FROM aer_importance(CASE WHEN model::jsonb ? 'facts' THEN model END) WHERE column2 IS NOT NULL AND importance > 0 LIMIT 6) i, aer_curve(model, i."column", column2 => i.column2) c WHERE which = 'number' GROUP BY 1, 2 ORDER BY 2;
SELECT which, pg_temp.times(page, '<figure class="pair">') AS pairs, pg_temp.times(page, '<svg ') = pg_temp.times(page, 'role="img" aria-label="') AS alternatives, count(c.rows) AS groups, pg_temp.times(substring(page FROM '<figure class="calibration">.*?</figure>'), '<path class="error"') AS dots
FROM pages LEFT JOIN LATERAL aer_calibration(model) c ON true GROUP BY place, which, page ORDER BY place;
-- Classes: their frequencies, and the error rate.
SELECT strpos(page, _aer_digits(100 * measured_error_rate, 3) || ' % were predicted to be in a wrong class') > 0 AS wrong, substring(page FROM '<h2>Classes</h2>.*') ~ '>much &#62; &#34;more&#34;</th>' AS class FROM pages, aer_summary(model) WHERE which = 'classes';

-- The same in every session.
SET extra_float_digits = -5;
SET DateStyle = 'German';
SET bytea_output = 'escape';
SET quote_all_identifiers = on;
SET xmloption = content;
SELECT count(*) FILTER (WHERE page <> aer_page(model)) AS others FROM pages WHERE which IN ('number', 'classes', 'restricted');
RESET ALL;
SET jit = off;

-- A model that contains rows says so.
SELECT page LIKE '%<th scope="row">remembered rows</th><td>the model contains the values of 100 rows, in bins;%' AS told
FROM aer_learn('customers', 'spent', exclude => '{kind,buys}', keep_rows => 100) model, aer_page(model) page;

-- Labels that are too wide are cut, wide letters earlier.
SELECT _aer_label('RANCHO_CORDOVA', 124) AS fits, _aer_label('far-away-islands-of-the-ocean', 124) AS cut, _aer_label(repeat('W', 20), 124) AS wide, _aer_label(repeat('i', 24), 124) AS narrow, _aer_label('', 124) = '' AS empty, _aer_label('<b>' || chr(233), 68) AS html;
-- Text, wherever it comes from.
SELECT _aer_html(U&'<a href="x">&''\00e9\4e2d\+01f600' || chr(1) || chr(133) || chr(65535) || chr(9)) AS html, _aer_html('') = '' AS empty, _aer_html(NULL) IS NULL AS none, _aer_html('abcdef', 4) AS narrow, _aer_html('abcd', 4) AS as_it_is;
-- Numbers on axes.
SELECT low, high, (SELECT array_agg(t[1]) FROM regexp_matches(_aer_axis(low, high, 0, 100, 0, 10, false), '>([^<>]+)</text>', 'g') t) AS labels
FROM (VALUES (0::float8, 10::float8), (-1, 1), (2015, 2024), (0.0013, 0.0047), (5, 5), (-1e308, 1e308), (-1.7976931348623157e308, 1.7976931348623157e308), (1.7976931348623157e308, 1.7976931348623157e308), (-1.7976931348623157e308, -1.7976931348623157e308), (1e-300, 3e-300), (0, 5e-324), (-5e-324, 5e-322), (123456, 1234567)) v (low, high);

-- Databases in other encodings.
CREATE DATABASE page_latin1 ENCODING LATIN1 LOCALE 'C' TEMPLATE template0;
CREATE DATABASE page_euc_jp ENCODING EUC_JP LOCALE 'C' TEMPLATE template0;
CREATE DATABASE page_ascii ENCODING SQL_ASCII LOCALE 'C' TEMPLATE template0;
\set here :DBNAME
\c page_latin1
SET client_min_messages = warning;
CREATE EXTENSION aer;
SELECT _aer_html(chr(233) || chr(223)) AS html, aer_page(aer_train(ARRAY[i % 7], i % 3, aer_design())) ~ '[^\x0a\x20-\x7e]' AS not_ascii FROM generate_series(1, 100) i;
\c page_euc_jp
SET client_min_messages = warning;
CREATE EXTENSION aer;
SELECT _aer_html(convert_from('\xc6fccbdc8eb12661', 'EUC_JP')) AS html, aer_page(aer_train(jsonb_build_object(convert_from('\xc6fccbdc', 'EUC_JP'), i % 7), i % 3, aer_design(include => ARRAY[convert_from('\xc6fccbdc', 'EUC_JP')]))) LIKE '%&#26085;&#26412;%' AS named FROM generate_series(1, 100) i;
\c page_ascii
SET client_min_messages = warning;
CREATE EXTENSION aer;
SELECT _aer_html(chr(233)) AS html;
\c :here
DROP DATABASE page_latin1;
DROP DATABASE page_euc_jp;
DROP DATABASE page_ascii;
