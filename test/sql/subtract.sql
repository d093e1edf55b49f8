-- Moments that are taken back: +, -, aer_subtract, and what is left of precision and of the bill.
\set VERBOSITY terse

-- Made by a formula; every value is rounded, so that sums have something to lose.
CREATE TABLE records AS
	SELECT i AS id, i / 100 AS day, ARRAY[a, a * b, b - a, c + 0.1] AS x, 2 * a - b + c / 3 AS y
	FROM (SELECT i, sin(i) AS a, cos(i * 1.7) + 0.3 AS b, sin(i * i / 3.0) AS c FROM generate_series(1, 999) i) s;

-- Returns the numbers of two moments that differ by more than a share of their size.
CREATE FUNCTION differ(a aer_moments, b aer_moments, share float8 DEFAULT 1e-9) RETURNS text LANGUAGE sql AS $$
	SELECT coalesce(string_agg(what, ', ' ORDER BY what), 'nothing') FROM (
		SELECT 'attribute ' || attribute AS what FROM aer_attributes(a) a FULL JOIN aer_attributes(b) b USING (attribute)
		WHERE a.reads IS DISTINCT FROM b.reads OR a.missing <> b.missing OR a.unknown <> b.unknown
			OR abs(a.mean - b.mean) > share * (abs(b.mean) + b.sd) OR abs(a.sd - b.sd) > share * (abs(b.mean) + b.sd)
			OR abs(a.correlation - b.correlation) > share
		UNION ALL SELECT 'rows' FROM aer_summary(aer_fit_ridge(a, 1)) a, aer_summary(aer_fit_ridge(b, 1)) b WHERE (a.rows, a.reads, a.skipped) <> (b.rows, b.reads, b.skipped)
		UNION ALL SELECT 'weight ' || attribute FROM aer_weights(aer_fit_ridge(a, 0.1)) a JOIN aer_weights(aer_fit_ridge(b, 0.1)) b USING (attribute)
			WHERE abs(a.weight - b.weight) > 1000 * share) s $$;

CREATE TABLE designs AS
	SELECT * FROM (VALUES ('some', aer_design(budget => 2)), ('all', aer_design()), ('centered', aer_design(budget => 2, center => 0.1)),
		('one fold', aer_design(budget => 3, folds => 1)), ('own units', aer_design(units => 'standardized'))) d(what, design);

-- The whole less a part is the rest, with holes, and with rows that were left out.
SELECT what, differ(whole - part, rest) AS taken, differ(part + rest, whole) AS added, differ(whole - rest - part + part, part) AS there_again,
	aer_subtract(whole, part) = whole - part AS same
FROM (SELECT what, aer_moments(x, y, design, id) AS whole, aer_moments(x, y, design, id) FILTER (WHERE day = 3) AS part,
		aer_moments(x, y, design, id) FILTER (WHERE day <> 3) AS rest FROM records, designs GROUP BY what) s ORDER BY what;
SELECT what, differ(whole - part, rest) AS taken, differ(part + rest, whole) AS added
FROM (SELECT what, aer_moments(x, y, design, id) AS whole, aer_moments(x, y, design, id) FILTER (WHERE part) AS part,
		aer_moments(x, y, design, id) FILTER (WHERE NOT part) AS rest
	FROM (SELECT id, day % 2 = 0 AS part, ARRAY[x[1], CASE WHEN id % 7 > 0 THEN x[2] END, x[3], CASE WHEN id % 31 > 0 THEN x[4] END] AS x,
			CASE WHEN id % 17 > 0 THEN y END AS y FROM records) r, designs GROUP BY what) s ORDER BY what;
-- a hole in the part that goes: what was complete breaks into pairs
SELECT differ(whole - part, rest + (part - part)) AS holes, (SELECT sum(missing) FROM aer_attributes(whole - part)) AS missing
FROM (SELECT aer_moments(x, y, aer_design(folds => 2), id) AS whole, aer_moments(x, y, aer_design(folds => 2), id) FILTER (WHERE id = 5) AS part,
		aer_moments(x, y, aer_design(folds => 2), id) FILTER (WHERE id <> 5) AS rest
	FROM (SELECT id, CASE WHEN id = 5 THEN array_replace(x, x[1], NULL) ELSE x END AS x, y FROM records) r) s;
SELECT NULL::aer_moments - NULL::aer_moments IS NULL AS both, aer_moments(x, y) + NULL IS NULL AS one FROM records;

-- Stored, as text, and merged again it is the same value.
CREATE TABLE taken AS
	SELECT what, aer_moments(x, y, design, id) - aer_moments(x, y, design, id) FILTER (WHERE day = 3) AS m FROM records, designs GROUP BY what;
SELECT what, m::text::aer_moments = m AS read, _aer_moments_hash(m::text::aer_moments) = _aer_moments_hash(m) AS hashed, m <> m + (m - m) AS remembers,
	differ(m, m + (m - m), 1e-14) AS nothing_added, differ((SELECT aer_moments(t.m) FROM (VALUES (taken.m), (NULL)) t(m)), m, 1e-14) AS merged
FROM taken ORDER BY what;

-- The last days: a sum of daily moments, less the day that leaves.
CREATE TABLE daily AS SELECT day, aer_moments(x, y, aer_design(budget => 2), id) AS moments FROM records GROUP BY day;
SELECT differ(total - gone, kept) AS window
FROM (SELECT aer_moments(moments) AS total, aer_moments(moments) FILTER (WHERE day = 0) AS gone FROM daily) s,
	(SELECT aer_moments(x, y, aer_design(budget => 2), id) AS kept FROM records WHERE day > 0) k;
-- one day after the other
CREATE TABLE windows (day int, moments aer_moments);
DO $$
DECLARE
	m aer_moments := (SELECT aer_moments(moments) FROM daily WHERE day < 3);
BEGIN
	FOR d IN 3 .. 9 LOOP
		m := m + (SELECT moments FROM daily WHERE day = d) - (SELECT moments FROM daily WHERE day = d - 3);
		INSERT INTO windows VALUES (d, m);
	END LOOP;
END $$;
SELECT w.day, differ(w.moments, (SELECT aer_moments(moments) FROM daily d WHERE d.day BETWEEN w.day - 2 AND w.day)) FROM windows w ORDER BY 1;
-- drift: two fits side by side
SELECT count(*) AS attributes, max(abs(now.weight - before.weight)) > 0 AS moved
FROM (SELECT (aer_weights(aer_fit_ridge(aer_moments(moments) FILTER (WHERE day < 5)))).* FROM daily) before
	JOIN (SELECT (aer_weights(aer_fit_ridge(aer_moments(moments) - aer_moments(moments) FILTER (WHERE day < 5)))).* FROM daily) now USING (attribute);

-- Parts of a parallel plan from which something was taken.
CREATE TABLE parts AS SELECT k, CASE WHEN k % 2 = 0 THEN d.moments ELSE d.moments - d.moments + d.moments END AS moments FROM daily d, generate_series(1, 200) k;
ALTER TABLE parts SET (parallel_workers = 2);
ANALYZE parts;
SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET max_parallel_workers_per_gather = 2;
CREATE TABLE in_parallel AS SELECT aer_moments(moments) AS moments FROM parts;
CREATE FUNCTION is_parallel(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN ' || query LOOP
		IF line ~ 'Gather' THEN RETURN true; END IF;
	END LOOP;
	RETURN false;
END $$;
SELECT is_parallel('SELECT aer_moments(moments) FROM parts') AS parallel;
SET max_parallel_workers_per_gather = 0;
SELECT differ(p.moments, (SELECT aer_moments(moments) FROM parts)) AS parallel, (SELECT sum(reads) FROM aer_attributes(p.moments)) AS reads FROM in_parallel p;
RESET ALL;

-- Moments that cannot be subtracted.
\set VERBOSITY default
SELECT aer_moments(x, y, aer_design(budget => 2)) - aer_moments(x, y, aer_design(budget => 2)) FROM records;
SELECT aer_moments(x, y) - aer_moments(x, y) FROM records;
SELECT aer_moments(x, y, aer_design(budget => 2), id) - aer_moments(x, y, aer_design(budget => 2, sampling => 'learned')) FROM records;
SELECT aer_moments(x, y, aer_design(budget => 2), id) - aer_moments(x, y, aer_design(budget => 3), id) FROM records;
SELECT aer_moments(x, y, aer_design(budget => 2), id) - aer_moments(x, y, aer_design(budget => 2, units => 'standardized'), id) FROM records;
SELECT aer_moments(x, y, aer_design(budget => 2), id) - aer_moments(x[:3], y, aer_design(budget => 2), id) FROM records;
SELECT aer_moments(x, y, aer_design(budget => 2), id) FILTER (WHERE day = 1) - aer_moments(x, y, aer_design(budget => 2), id) FILTER (WHERE day = 2) - aer_moments(x, y, aer_design(budget => 2), id) FILTER (WHERE day = 1) FROM records;
SELECT aer_moments(x, y, aer_design(), id) FILTER (WHERE day = 1) - aer_moments(x, y, aer_design(), id) FROM records;
SELECT aer_moments(x, y, aer_design(), id) - aer_moments(x, CASE WHEN id < 9 THEN y END, aer_design(), id) FROM records;
\set VERBOSITY terse
-- what can: designs that are the same in other words, moments of other designs added
SELECT differ(aer_moments(x, y, '{"learner": "design", "budget": 2.0}', id) - aer_moments(x, y, '{"learner": "design", "budget": 2}', id) FILTER (WHERE day = 3),
	aer_moments(x, y, '{"learner": "design", "budget": 2}', id) FILTER (WHERE day <> 3)) AS words FROM records;
SELECT rows FROM records, aer_summary(aer_fit_ridge((SELECT aer_moments(x, y, aer_design(budget => 2)) + aer_moments(x, y) FROM records))) LIMIT 1;
-- all of them: no rows are left
SELECT rest::text::aer_moments = rest AS read, (SELECT sum(reads) FROM aer_attributes(rest)) AS reads, aer_spent(rest) AS spent
FROM (SELECT aer_moments(x, y, aer_design(budget => 2), id) - aer_moments(x, y, aer_design(budget => 2), id) AS rest FROM records) s;
SELECT aer_fit_ridge(aer_moments(x, y, aer_design(), id) - aer_moments(x, y, aer_design(), id)) FROM records;

-- A typing error that is corrected.
CREATE FUNCTION corrected(typo float8, design jsonb DEFAULT aer_design()) RETURNS TABLE (wrong aer_moments, part aer_moments, rest aer_moments) LANGUAGE sql AS $$
	SELECT aer_moments(CASE WHEN id = 77 THEN array_prepend(typo, x[2:]) ELSE x END, y, design, id),
		aer_moments(CASE WHEN id = 77 THEN array_prepend(typo, x[2:]) ELSE x END, y, design, id) FILTER (WHERE id = 77),
		aer_moments(x, y, design, id) FILTER (WHERE id <> 77) FROM records $$;
SELECT typo, differ(wrong - part, rest, CASE WHEN typo < 1e6 THEN 1e-9 ELSE 1e-6 END) FROM (VALUES (1e1), (1e2), (1e3), (1e6)) t(typo), corrected(typo) ORDER BY typo;
SELECT typo, differ(wrong - part, rest, 1e-5) AS some FROM (VALUES (1e3), (1e6)) t(typo), corrected(typo, aer_design(budget => 3, folds => 2)) ORDER BY typo;
-- A million rows, of which a hundred stay.
CREATE TABLE million AS SELECT i AS id, ARRAY[a, a * b, b - a + 10] AS x, 2 * a - b AS y FROM (SELECT i, sin(i) AS a, cos(i * 1.7) + 0.3 AS b FROM generate_series(1, 1000000) i) s;
SELECT differ(whole - gone, rest, 1e-7) AS taken FROM (SELECT aer_moments(x, y, design, id) AS whole, aer_moments(x, y, design, id) FILTER (WHERE id > 100) AS gone,
	aer_moments(x, y, design, id) FILTER (WHERE id <= 100) AS rest FROM million, (VALUES (aer_design()), (aer_design(budget => 2))) d(design) GROUP BY design) s;
DROP TABLE million;
\set VERBOSITY default
SELECT aer_fit_ridge(wrong - part) FROM corrected(1e9);
SELECT aer_fit_ols(wrong - part) FROM corrected(1e15);
SELECT aer_path(wrong - part) FROM corrected(1e9);
SELECT aer_fit_ridge(wrong - part, partial => true) FROM corrected(1e9);
SELECT aer_fit_ridge(aer_moments(p, 'y', aer_design(exclude => '{id}'), id) - aer_moments(p, 'y', aer_design(exclude => '{id}'), id) FILTER (WHERE id = 77))
FROM (SELECT id, x[1] AS a, x[2] AS b, CASE WHEN id = 77 THEN 1e9 ELSE y END AS y FROM records) p;
\set VERBOSITY terse
-- no false alarm: a constant, an indicator whose only 1 goes, an offset
SELECT count(aer_fit_ridge(total - gone, 0.1)) AS fitted FROM (
	SELECT aer_moments(ARRAY[x[1], 0.1, (id = 77)::int * 0.7, x[2] + 1e6], y + 1e6, design, id) AS total,
		aer_moments(ARRAY[x[1], 0.1, (id = 77)::int * 0.7, x[2] + 1e6], y + 1e6, design, id) FILTER (WHERE id % 3 = 2) AS gone FROM records, designs GROUP BY what) s;

-- An offset: squares of 1e4 +- 1 are known to 1e-6; 1e6 +- 1, which is a constant to the fit of any moments, to a hundredth.
SELECT o AS offset, max(abs(a.sd / r.sd - 1)) < CASE WHEN o < 1e5 THEN 1e-6 ELSE 0.01 END AS deviation, max(abs(a.mean / r.mean - 1)) < 1e-9 AS mean, count(aer_fit_ridge(whole - gone)) AS fits
FROM (SELECT o, aer_moments(ARRAY[x[1] + o, x[2]], y, aer_design(), id) AS whole, aer_moments(ARRAY[x[1] + o, x[2]], y, aer_design(), id) FILTER (WHERE id % 3 = 2) AS gone,
		aer_moments(ARRAY[x[1] + o, x[2]], y, aer_design(), id) FILTER (WHERE id % 3 <> 2) AS rest FROM records, (VALUES (1e4), (1e6)) o(o) GROUP BY o) s,
	aer_attributes(whole - gone) a JOIN aer_attributes(rest) r USING (attribute) GROUP BY o ORDER BY o;

-- The bill is that of the rows that are left.
CREATE TABLE priced AS SELECT '{"cost": {"1": 1, "2": 2, "3": 4, "4": 8}, "panels": {"p": {"fee": 10, "attributes": ["1", "2"]}}}'::jsonb AS prices;
SELECT attribute, a.reads = r.reads AS reads, a.spent = r.spent AS spent
FROM (SELECT aer_moments(x, y, aer_design(20, prices), id) AS whole, aer_moments(x, y, aer_design(20, prices), id) FILTER (WHERE day = 3) AS part,
		aer_moments(x, y, aer_design(20, prices), id) FILTER (WHERE day <> 3) AS rest FROM records, priced) s,
	aer_attributes(whole - part) a JOIN aer_attributes(rest) r USING (attribute) ORDER BY 1;
SELECT aer_spent(whole - part) = aer_spent(rest) AS taken, aer_spent(whole - part + part) = aer_spent(whole) AS there_again,
	aer_spent(rest, prices) = aer_spent(whole - part, prices) AS at_prices, aer_spent(part - part) AS nothing
FROM priced, (SELECT aer_moments(x, y, aer_design(20, prices), id) AS whole, aer_moments(x, y, aer_design(20, prices), id) FILTER (WHERE day = 3) AS part,
	aer_moments(x, y, aer_design(20, prices), id) FILTER (WHERE day <> 3) AS rest FROM records, priced) s;
-- visits of a panel that the moments did not count
SELECT aer_spent(aer_moments(x, y, aer_design(), id) - aer_moments(x, y, aer_design(), id) FILTER (WHERE id IN (1, 2, 9, 10)), (SELECT prices FROM priced))
FROM (SELECT id, ARRAY[CASE WHEN id <= 5 THEN 1 END, CASE WHEN id > 4 THEN 2 END, 3, 4] AS x, id AS y FROM generate_series(1, 10) id) r;
DROP FUNCTION corrected, differ, is_parallel;
DROP TABLE records, designs, taken, daily, windows, priced, parts, in_parallel;

-- More rows than can be counted.
SELECT m + m FROM (SELECT overlay(aer_moments(ARRAY[i, 1], i)::text PLACING '0003ffffffffffff' FROM 55 FOR 16)::aer_moments AS m FROM generate_series(1, 3) i) s;

-- One row with a hole beside nine without, of which some come off again: in whatever order they came, and followed.
CREATE TABLE with_hole AS SELECT i AS id, i % 4 AS a, CASE WHEN i <> 7 THEN i * i % 5 END AS b, i % 4 + i * i % 5 + sin(i) AS y FROM generate_series(1, 10) i;
CREATE FUNCTION sums_of(text) RETURNS aer_moments LANGUAGE plpgsql AS $$
DECLARE
	sums aer_moments;
BEGIN
	EXECUTE 'SELECT aer_moments(h.*, ''y'', aer_design(include => ''{a,b}'', missing => ''available''), id) FROM with_hole h WHERE ' || $1 INTO sums;
	RETURN sums;
END $$;
CREATE TEMP TABLE come_off AS
SELECT k, o, CASE o WHEN 1 THEN aer_subtract(aer_add(sums_of('id <= 7'), sums_of('id > 7')), sums_of('id = ' || k))
	WHEN 2 THEN aer_subtract(sums_of('true'), sums_of('id = ' || k))
	WHEN 3 THEN aer_subtract(aer_add(sums_of('id <> 7'), sums_of('id = 7')), sums_of('id = ' || k))
	ELSE aer_subtract(aer_add(aer_add(sums_of('id > 5'), sums_of('id < 3')), sums_of('id BETWEEN 3 AND 5')), sums_of('id = ' || k)) END AS sums,
	sums_of('id <> ' || k) AS fresh
FROM generate_series(1, 10) k, generate_series(1, 4) o;
-- (What remains without the hole is fitted by another estimator than sums in which there never was one.)
SELECT count(*), max(abs(s.weight - f.weight)) < 1e-9 AS same
FROM come_off, LATERAL aer_weights(aer_fit_ridge(sums)) s JOIN LATERAL aer_weights(aer_fit_ridge(fresh)) f USING (attribute) WHERE k <> 7;
ALTER TABLE with_hole ADD PRIMARY KEY (id);
SELECT aer_follow('with_hole', 'y', aer_design(include => '{a,b}', missing => 'available'), 'id', 'with_hole_log');
UPDATE with_hole SET a = a + 1 WHERE id IN (2, 9);
DELETE FROM with_hole WHERE id = 4;
SELECT name, abs(followed.weight - fresh.weight) < 1e-9 AS same
FROM aer_weights(aer_fit_ridge(aer_followed('with_hole_log'))) followed JOIN aer_weights(aer_fit_ridge(sums_of('true'))) fresh USING (name);

-- Numbers lost to rounding are not reported: a column, or the target, after 1e30 was added and subtracted.
CREATE TABLE eaten AS SELECT i AS id, i % 7 AS a, i % 5 AS b, i % 7 + i % 3 AS y FROM generate_series(1, 30) i;
ALTER TABLE eaten ADD PRIMARY KEY (id), ALTER a TYPE float8, ALTER y TYPE float8;
SELECT aer_follow('eaten', 'y', aer_design(include => '{a,b}'), 'id', 'eaten_log');
SELECT sound, detail FROM aer_check('eaten_log', true);
BEGIN;
UPDATE eaten SET a = 1e30 WHERE id = 3;
UPDATE eaten SET a = 3 WHERE id = 3;
SELECT name, mean, sd, correlation IS NULL AS no_correlation FROM aer_attributes(aer_followed('eaten_log'));
SAVEPOINT s;
SELECT aer_second_moments(aer_followed('eaten_log'));
ROLLBACK TO s;
SELECT sound, detail FROM aer_check('eaten_log', true);
SELECT aer_refollow('eaten_log') IS NOT NULL AS anew;
SELECT sound, detail FROM aer_check('eaten_log', true);
ROLLBACK;
UPDATE eaten SET y = 1e30 WHERE id = 3;
UPDATE eaten SET y = 3 WHERE id = 3;
SELECT name, round(mean::numeric, 3) AS mean, round(sd::numeric, 3) AS sd, correlation FROM aer_attributes(aer_followed('eaten_log'));
SELECT sound, detail FROM aer_check('eaten_log', true);
