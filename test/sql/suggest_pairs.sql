--
-- Pairs of columns that aer_suggest finds: where two act together, and where nothing does
--
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;
CREATE SCHEMA pairing;
SET search_path = pairing, public;
-- Numbers from 0 to 1, the same for the same numbers.
CREATE FUNCTION u(i bigint, k bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT (hashint8extended(i, k) & 1048575) / 1048576.0::float8';
CREATE FUNCTION pairs(source regclass, target text, budget float8 DEFAULT NULL, exclude text[] DEFAULT NULL) RETURNS text LANGUAGE sql AS
	$$ SELECT string_agg(pair ->> 0 || ' with ' || (pair ->> 1), ', ') FROM jsonb_array_elements(aer_suggest(source, target, budget, exclude) -> 'interactions') pair $$;

-- A product of two of five numbers is found first, whatever the draw
CREATE TABLE made AS SELECT seed, u(i, 10 * seed) AS x1, u(i, 10 * seed + 1) AS x2, u(i, 10 * seed + 2) AS x3, u(i, 10 * seed + 3) AS x4, u(i, 10 * seed + 4) AS x5
FROM generate_series(1, 300) i, generate_series(1, 10) seed;
DO $$
BEGIN
	FOR s IN 1 .. 10 LOOP
		EXECUTE format('CREATE VIEW product_%s AS SELECT x1, x2, x3, x4, x5, x1 * x2 AS y FROM made WHERE seed = %1$s', s);
	END LOOP;
END $$;
SELECT count(*) FILTER (WHERE pairs(format('product_%s', s)::regclass, 'y') LIKE 'x1 with x2%') AS found FROM generate_series(1, 10) s;
-- of fewer than 50 rows there are none
CREATE VIEW few AS SELECT x1, x2, x1 * x2 AS y FROM made WHERE seed = 1 LIMIT 49;
SELECT pairs('few', 'y');
SELECT aer_suggest('product_1', 'y', interactions => false) ? 'interactions' AS asked_away, aer_suggest('product_1', 'y', interactions => NULL) = aer_suggest('product_1', 'y') AS by_default;

-- Nothing to learn: one table in three has a pair all the same, for the folds to judge
DO $$
DECLARE
	listed int := 0;
BEGIN
	FOR seed IN 1 .. 40 LOOP
		EXECUTE (SELECT format('CREATE OR REPLACE VIEW noise AS SELECT pairing.u(i, %s) AS y, %s FROM generate_series(1, 60) i', 1000 + 10 * seed,
			string_agg(format('pairing.u(i, %s) AS x%s', 1000 + 10 * seed + c, c), ', ')) FROM generate_series(1, 8) c);
		listed := listed + (pairing.pairs('noise', 'y') IS NOT NULL)::int;
	END LOOP;
	RAISE WARNING '%', CASE WHEN listed BETWEEN 1 AND 9 THEN 'one in ten' ELSE listed || ' of 40' END;
END $$;

-- A number that counts where a word is "on"; words, and booleans; a copy; a constant; a year, and a day that has few values
CREATE TABLE many AS SELECT x, x AS copy, other, switch, word, a, b, 2015 + (7 * u(i, 8))::int AS year, date '2020-01-01' + (5 * u(i, 9))::int AS day, 7 AS constant,
	CASE WHEN switch = 'on' THEN x ELSE 0 END + e AS switched, CASE WHEN (word = 'w1') = (other > 0.5) THEN 1 ELSE 0 END + e AS worded, a <> b AS differ,
	(year8 - 4) * x + e AS yearly, CASE WHEN x > 0.5 THEN CASE WHEN other > 0.5 THEN 'ne' ELSE 'se' END ELSE CASE WHEN other > 0.5 THEN 'nw' ELSE 'sw' END END AS corner,
	(x > 0.5) = (other > 0.5) AS diagonal
FROM (SELECT i, u(i, 1) AS x, u(i, 2) AS other, CASE WHEN u(i, 3) < 0.3 THEN 'on' ELSE 'off' END AS switch, 'w' || (4 * u(i, 4))::int AS word, u(i, 5) < 0.5 AS a, u(i, 6) < 0.5 AS b,
	0.3 * (u(i, 7) - 0.5) AS e, (7 * u(i, 8))::int AS year8 FROM generate_series(1, 2000) i) s;
CREATE FUNCTION of_many(target text) RETURNS text LANGUAGE sql AS
	$$ SELECT pairs('many', target, exclude => array_remove('{copy,switched,worded,differ,yearly,corner,diagonal}', target)) $$;
SELECT target, of_many(target) AS pairs FROM unnest('{switched,worded,yearly}'::text[]) target;
SELECT pairs('many', 'switched', exclude => '{worded,differ,yearly,corner,diagonal,other,word,a,b,year,day}') AS copied;
-- classes: what is met where neither column says anything alone
SELECT pairs('many', 'diagonal', exclude => '{copy,switched,worded,differ,yearly,corner}') AS exclusive, pairs('many', 'corner=ne', exclude => '{copy,switched,worded,differ,yearly,diagonal}') AS one_corner;
CREATE VIEW corners AS SELECT x, other, a, b, word, CASE WHEN diagonal THEN corner WHEN a THEN 'odd' ELSE 'even' END AS class FROM many;
SELECT pairs('corners', 'class') AS four;
-- a pair that says all of it is told as a column is that does
SELECT of_many('differ') AS told;

-- Numbers without knots get a centre, where there are pairs, points in time as the days that they count as
SELECT aer_suggest('many', 'yearly', exclude => '{copy,switched,worded,differ,corner,diagonal}') -> 'center' AS center,
	aer_suggest('many', 'yearly', exclude => '{copy,switched,worded,differ,corner,diagonal}', interactions => false) ? 'center' AS without;
SELECT aer_suggest('many', 'yearly', exclude => '{copy,switched,worded,differ,corner,diagonal}', curves => false) -> 'center' ?& '{x,other,year,day}' AS straight;

-- NULL told apart, and one that is not; what such a model learns
CREATE TABLE holes AS SELECT CASE WHEN i % 11 > 0 THEN x1 END AS x1, CASE WHEN i <> 7 THEN x2 END AS x2, x3, x1 * x2 AS y FROM (SELECT row_number() OVER () AS i, * FROM made WHERE seed = 2) m;
SELECT pairs('holes', 'y') LIKE 'x1 with x2%' AS found;
SELECT (e).r2 > 0.9 AS learned FROM (SELECT aer_evaluate(m, t.*, 'y') AS e FROM (SELECT aer_learn('product_3', 'y') AS m OFFSET 0) l, product_4 t) e;
SELECT learner #> '{design,interactions,0}' AS learned FROM aer_summary(aer_learn('many', 'switched', exclude => '{copy,worded,differ,yearly,corner,diagonal}'));
SELECT bool_and(problem IS NULL) AS compared FROM aer_compare('product_5', 'y', ARRAY[2, 4, NULL]);

-- A budget: of four looks or more, where columns are seen together often enough
SELECT looks, pairs('many', 'switched', looks, '{copy,worded,differ,yearly,corner,diagonal}') AS pairs FROM unnest('{3,4,5,9}'::float8[]) looks;
SELECT pairs('product_1', 'y', 4) AS of_four, pairs('product_1', 'y', 3) AS of_three;
SELECT aer_suggest('product_1', 'y', 8, prices => '{"cost": {"x1": 1, "x2": 2, "x3": 3, "x4": 2, "x5": 2}}') ? 'interactions' AS of_money, aer_suggest('product_1', 'y', 2, prices => '{"cost": {"x1": 1}}') -> 'prices' AS not_all_priced;

-- Names that mean something elsewhere
CREATE TABLE "odd ""'*" AS SELECT x1 AS "a*b", x2 AS "it's ""%s""", x3 AS "x>1", x4 AS "y=1", 'w' || (3 * x5)::int AS "(-2)", x1 * x2 AS "y y" FROM made WHERE seed = 6;
SELECT aer_suggest('"odd ""''*"', 'y y') -> 'interactions' -> 0 AS odd;
SELECT count(DISTINCT name) = count(*) AS names_differ, bool_or(interaction) AS pairs FROM aer_weights(aer_learn('"odd ""''*"', 'y y'));

-- Columns and targets that cannot be fitted have no interactions, and are not errors: huge numbers, more than 100 classes, targets that are not finite
CREATE TABLE hard AS SELECT x1, x2, x1 * 1e200 AS huge, 'c' || row_number() OVER () % 120 AS class, CASE WHEN x1 > 0.99 THEN 'Infinity' ELSE x1 END::float8 AS y, x1 > 0.5 AS good FROM made WHERE seed = 7;
SELECT pairs('hard', 'good', exclude => '{class,y,x1}') AS huge, pairs('hard', 'class', exclude => '{y,good,huge}') AS classes, pairs('hard', 'y', exclude => '{class,good,huge}') AS infinite;

-- With very many columns, those that correlate most with the target are paired; long lists of categories are cut
DO $$
BEGIN
	EXECUTE (SELECT format('CREATE TABLE wide AS SELECT (u(i, 1) - 0.4) * (u(i, 2) - 0.4) AS y, %s FROM generate_series(1, 500) i', string_agg(format('pairing.u(i, %s) AS c%s', c, c), ', ')) FROM generate_series(1, 130) c);
	EXECUTE (SELECT format('CREATE TABLE worded AS SELECT CASE WHEN u(i, 1) < 0.3 THEN u(i, 2) ELSE 0 END AS y, CASE WHEN u(i, 1) < 0.3 THEN ''yes'' ELSE ''no'' END AS yes, u(i, 2) AS x, %s FROM generate_series(1, 1000) i', string_agg(format('''w'' || (120 * pairing.u(i, %s))::int AS c%s', c + 2, c), ', ')) FROM generate_series(1, 20) c);
END $$;
SELECT pairs('wide', 'y') LIKE 'c1 with c2%' AS wide, pairs('worded', 'y') LIKE 'yes with x%' AS worded;

-- Nobody but aer_suggest calls this; whoever does, with nothing, is told so
SELECT _aer_sampled_pairs(h, 'y', NULL, 1, 1, NULL) FROM hard h;

DROP SCHEMA pairing CASCADE;
