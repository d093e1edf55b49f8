-- Effects of levels: known answers of numpy on the same rows, and what aer_suggest and aer_learn
-- make of identifiers and of text with many categories.

CREATE SCHEMA levels;
SET search_path = levels, public;

CREATE FUNCTION chance(i bigint, k integer) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
	SELECT ('x' || left(md5(i || ' ' || k), 8))::bit(32)::bigint / 4294967296.0
$$;

CREATE TABLE visits AS
SELECT i AS id, chance(i, 1) AS x, chance(i, 2) AS z,
	1000 + 7 * floor(60 * chance(i, 3) ^ 2)::integer AS site,
	floor(300 * chance(i, 5))::integer AS voucher,
	((i - 1) % 5 + 1)::integer AS fold
FROM generate_series(1, 1500) i;
ALTER TABLE visits ADD PRIMARY KEY (id), ADD y float8;
UPDATE visits SET y = 3 * x + z ^ 2 + ((site - 1000) / 7 * 37 % 11 - 5) / 5.0
	+ (chance(id, 6) + chance(id, 7) + chance(id, 8) + chance(id, 9) - 2) * (0.5 + x);

CREATE TABLE residuals AS
SELECT site, voucher, fold, y - aer_predict(model, ARRAY[x, z]) AS residual, 1.0 + (id - 1) % 3 AS w
FROM visits, (SELECT aer_fit_ols(aer_moments(ARRAY[x, z], y)) AS model FROM visits) m;

-- known answers
SELECT name, rows, levels, round(kappa::numeric, 8) AS kappa, round(correlation::numeric, 8) AS correlation,
	round(share::numeric, 7) AS share, round(alike::numeric, 6) AS alike,
	round(sure::numeric, 7) AS sure, predict, differ
FROM (
	SELECT _aer_level_statistics(ARRAY[site, voucher]::text[], ARRAY[residual], fold, 1,
		'{site,voucher}', '{f,f}', NULL) AS facts
	FROM residuals) s, unnest('{site,voucher}'::text[], facts[:2]) f (name, rows, levels, kappa,
		correlation, share, alike, sure, predict, differ);

-- Columns that correspond one to one; NULL is a level, but not of the known rows; the effects of a
-- model are added to residuals; and a line over levels.
SELECT ARRAY(SELECT same FROM unnest(facts[:4])) AS same,
	facts[3].levels - facts[7].levels AS null_level,
	(facts[7].rows, facts[7].kappa, facts[7].share) =
		(known[1].rows, known[1].kappa, known[1].share) AS known,
	(facts[4].kappa, facts[4].share) = (shifted[1].kappa, shifted[1].share) AS shifted,
	facts[1] = facts[5] AS all_known, facts[2].line IS NULL AS no_line,
	abs(facts[1].line / line - 1) < 1e-9 AS line, abs(facts[3].line / known_line - 1) < 1e-9 AS known_line
FROM (
	SELECT _aer_level_statistics(
			ARRAY[site::text, 'at ' || site, CASE WHEN fold > 1 THEN site::text END, site::text],
			ARRAY[residual], fold, 1, '{site,at,holes,effect}', '{t,f,t,f}', '{"effect=3": 0.25}') AS facts,
		_aer_level_statistics(ARRAY[site::text], ARRAY[residual], fold, 1, '{site}', '{f}', NULL)
			FILTER (WHERE fold > 1) AS known,
		_aer_level_statistics(ARRAY[site::text], ARRAY[residual + CASE WHEN site = 3 THEN 0.25 ELSE 0 END],
			fold, 1, '{site}', '{f}', NULL) AS shifted,
		regr_r2(residual, site) AS line, regr_r2(residual, site) FILTER (WHERE fold > 1) AS known_line
	FROM residuals) s;

CREATE FUNCTION effects_of_site(weighted boolean) RETURNS jsonb LANGUAGE sql AS $$
	SELECT _aer_level_effects(site::text, residuals, fold, weight, weight_squares, squares)
	FROM (
		SELECT site, fold, sum(w) AS weight, sum(w * w) AS weight_squares,
			ARRAY[sum(w * residual)] AS residuals, ARRAY[sum(w * residual ^ 2)] AS squares
		FROM (SELECT site, fold, residual, CASE WHEN weighted THEN w ELSE 1 END AS w FROM residuals) r
		GROUP BY site, fold) sums
$$;
SELECT round(effect::numeric, 9) AS effect
FROM jsonb_array_elements_text(effects_of_site(false) #> '{levels,1000}') effect;
SELECT round((effects_of_site(true) #>> '{levels,1000,5}')::numeric, 9) AS of_new_rows;

-- an identifier gets the effects of its levels beside its curve; a voucher without any effect does not
CREATE TABLE model AS SELECT aer_learn('visits', 'y', exclude => '{fold}') AS model;
SELECT c ->> 'name' AS name, c ? 'levels' AS has_levels, jsonb_array_length(c -> 'knots') AS knots
FROM model, jsonb_array_elements(model::jsonb -> 'columns') c ORDER BY 1;
SELECT measured_mse < 0.8 * without.mse AS better, measured_mse > 0.2 AS not_too_good
FROM model, aer_summary(model), (
	SELECT measured_mse AS mse
	FROM aer_summary(aer_learn('visits', 'y', exclude => '{fold}', levels => false))) without;
-- text with many categories, uuids and booleans
CREATE TABLE claims AS
SELECT id, 'town' || site AS town, md5(voucher::text)::uuid AS person, x, y > 2 AS high,
	CASE WHEN y > 3 THEN 'high' WHEN y > 1.5 THEN 'middle' ELSE 'low' END AS class
FROM visits;
INSERT INTO claims SELECT id + 1500, 'village' || id % 200, person, x, high, class FROM claims;
SELECT jsonb_object_keys(d -> 'columns' -> 'town') AS key FROM aer_suggest('claims', 'high', exclude => '{class}', key => 'id') d ORDER BY 1;
SELECT jsonb_array_length(d #> '{columns,town,levels,town1000}') AS outputs,
	jsonb_array_length(d #> '{columns,town,levels,town1000,0}') AS folds_and_new_rows
FROM aer_suggest('claims', 'class', exclude => '{high}', key => 'id') d;

-- without a key, rows cannot be recognized in the next scan
CREATE VIEW keyless AS SELECT town, x, high FROM claims;
SELECT d #> '{columns,town}' ? 'levels' AS has_levels FROM aer_suggest('keyless', 'high') d;
-- nor can they in a view that shows other rows in each scan
CREATE SEQUENCE readings;
CREATE VIEW other_claims AS SELECT nextval('readings') AS reading, town, x, high FROM claims;
SELECT d #> '{columns,town}' ? 'levels' AS has_levels FROM aer_suggest('other_claims', 'high', key => 'reading') d;
CREATE VIEW even_claims AS SELECT id, town, x, high FROM claims WHERE id % 2 = 0;
SELECT d #> '{columns,town}' ? 'levels' AS has_levels FROM aer_suggest('even_claims', 'high', key => 'id') d;
-- the screening of interactions reads the effect of the row's own fold: here site times x is all of the target, but with
-- the effects of other folds it explains little. Rows without keys are dealt in turn, as rows of moments without keys are.
CREATE TABLE crossed AS
SELECT id, id % 50 AS site, f.x, f.x * (levels -> (id % 50)::text ->> (fold - 1))::float8 AS y, design
FROM (SELECT jsonb_object_agg(site, of_fold) AS levels, aer_design(include => '{site,x}',
			columns => jsonb_build_object('site', jsonb_build_object('knots', '[]'::jsonb, 'levels', jsonb_object_agg(site, of_fold)))) AS design
		FROM (SELECT site, jsonb_agg(CASE WHEN hashint4(site * 7 + fold) % 2 = 0 THEN 1 ELSE -1 END ORDER BY fold) AS of_fold
			FROM generate_series(0, 49) site, generate_series(1, 6) fold GROUP BY site) l) d,
	LATERAL (SELECT id, hashint4(id)::float8 / 2 ^ 31 AS x, aer_fold(design, id) AS fold FROM generate_series(1, 2000) id) f;
SELECT _aer_sampled_pairs(c, 'y', design, 2000, 2000, id) AS by_key FROM crossed c;
SELECT _aer_sampled_pairs(to_jsonb(c), 'y', design, 2000, 2000, id) AS by_key FROM crossed c;
SELECT _aer_sampled_pairs(c, 'y', design, 2000, 2000, NULL) AS in_turn FROM crossed c;
SELECT _aer_sampled_pairs(c, 'y', design, 2000, 2000, nullif(id, 7)) FROM (SELECT * FROM crossed ORDER BY id) c;
-- with a budget, the most frequent categories are listed
SELECT jsonb_typeof(d #> '{columns,town}') AS list FROM aer_suggest('claims', 'high', 1, exclude => '{class}') d;

-- what a design cannot have
SELECT aer_design(budget => 2, columns => '{"a": {"levels": {"x": [1, 1, 1, 1, 1, 1]}}}');
SELECT aer_design(columns => '{"a": {"levels": {"x": [1, 1, 1]}}}');
SELECT aer_design(columns => '{"a": {"levels": [1]}}');
SELECT aer_design(columns => '{"a": {"knots": ["x"], "levels": {"x": [1, 1, 1, 1, 1, 1]}}}');
SELECT aer_design(columns => '{"a": {"levels": {"x": [1, 1, 1, 1, 1, 1]}}, "b": {"levels": {"x": [[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]]}}}');
SELECT aer_design(columns => (
	SELECT jsonb_object_agg(name, jsonb_build_object('levels', levels))
	FROM unnest('{a,b,c}'::text[]) name,
		(SELECT jsonb_object_agg(i, '[1, 1, 1, 1, 1, 1]'::jsonb) AS levels FROM generate_series(1, 7000) i) l));
SELECT aer_moments(v.*, 'y', aer_design(include => '{site}', folds => 2,
	columns => '{"site": {"knots": [1100], "levels": {"1000": [1, 2, 3]}, "null_level": [1, 2, 3]}}'), id) FROM visits v;
SELECT aer_moments(v.*, 'y', aer_design(include => '{x,site}', groups => 'site'), id) FROM visits v;
SELECT _aer_evaluate_groups(NULL::float8[], true);

SET client_min_messages = warning;
DROP SCHEMA levels CASCADE;

-- one NULL is no category, and has no level; NULL in rows that were not sampled
CREATE TABLE calls AS
SELECT id, CASE WHEN id <> 77 THEN id * 7919 % 60 END AS agent, sin(id * 7919 % 60) + (id % 101) / 101.0 AS minutes FROM generate_series(1, 3000) id;
SELECT aer_suggest('calls', 'minutes', key => 'id') #> '{columns,agent}' ?| '{null_level}' AS null_level,
	aer_predict(aer_learn('calls', 'minutes', key => 'id'), c) IS NOT NULL AS predicted
FROM calls c WHERE id = 77;
-- the only key with categories has more than a design lists
CREATE TABLE notes AS
SELECT id, jsonb_build_object('town', 't' || id % 150, 'x', id % 7) AS note, id % 7 + sin(id) AS y FROM generate_series(1, 3000) id;
SELECT aer_suggest('notes', 'y', features => 'note', key => 'id') -> 'include' AS include;
DROP TABLE calls, notes;
