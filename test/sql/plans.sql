-- aer_plan is what aer_moments reads: random designs over arrays and whole
-- rows, once full and once NULL wherever the plan does not look.  The moments
-- must be the same bits.
\set VERBOSITY terse
\set SHOW_CONTEXT never
SET client_min_messages = warning;	-- no notice of the column "note"
CREATE EXTENSION IF NOT EXISTS aer;
CREATE TEMP TABLE plan_rows AS
SELECT id, id * 0.37 + (id * 7919) % 13 AS y, 'text' || id AS note, (id * 31) % 17 - 8 AS north,
	sin(id)::real AS east, (id % 3 = 0) AS above, cos(id) * 1e3 AS below, (id * id % 11)::numeric AS west,
	(id % 5)::smallint AS south, id * 1e-3 AS "In", -id::bigint * 1000 AS "o""ut"
FROM generate_series(1, 40) id;

-- some of a list, in random order; never none
CREATE FUNCTION pg_temp.some(list text[]) RETURNS text[] LANGUAGE SQL VOLATILE AS
$$ SELECT (array_agg(l ORDER BY random()))[1:1 + floor(random() * cardinality($1))::int] FROM unnest($1) l $$;

-- one number, one for each attribute, or some by name
CREATE FUNCTION pg_temp.numbers(d int, names text[]) RETURNS jsonb LANGUAGE SQL VOLATILE AS
$$
	SELECT CASE WHEN random() < 0.3 THEN to_jsonb(round(random()::numeric, 2))
		WHEN random() < 0.5 AND names IS NOT NULL THEN
			(SELECT jsonb_object_agg(n, round(random()::numeric, 2)) FROM unnest(pg_temp.some(names)) n)
		ELSE (SELECT jsonb_agg(round(random()::numeric, 2)) FROM generate_series(1, d)) END
$$;

-- what looks cost, a few nothing; some stand in a panel
CREATE FUNCTION pg_temp.prices(names text[]) RETURNS jsonb LANGUAGE SQL VOLATILE AS
$$
	SELECT aer_prices(name, (ARRAY[0, 0.5, 1, 2.125, 7])[1 + floor(random() * 5)::int], panel, fee)
	FROM (SELECT name, CASE floor(random() * 4 + 0 * length(name))::int WHEN 0 THEN 'p' WHEN 1 THEN 'q' END FROM unnest(names) name) t (name, panel)
		LEFT JOIN (VALUES ('p', 3.5), ('q', 0.25)) f (panel, fee) USING (panel)
$$;

-- options that were not drawn stay NULL, which is as if they were left out
CREATE FUNCTION pg_temp.design(d int, names text[], include text[], exclude text[]) RETURNS jsonb
LANGUAGE SQL VOLATILE AS
$$
	SELECT jsonb_build_object('learner', 'design',
		'budget', CASE WHEN random() < 0.9 THEN 1 + floor(random() * (d + 1))::int END,
		'prices', CASE WHEN random() < 0.5 THEN pg_temp.prices(coalesce(names, ARRAY(SELECT j::text FROM generate_series(1, d) j))) END,
		'deep_budget', CASE WHEN random() < 0.3 THEN d * 2 END,
		'seed', floor(random() * 1000)::int, 'folds', 1 + floor(random() * 6)::int,
		'spread', CASE WHEN random() < 0.6 THEN pg_temp.numbers(d, names) END,
		'center', CASE WHEN random() < 0.5 THEN pg_temp.numbers(d, names) END,
		'include', include, 'exclude', exclude)
$$;

-- a deep budget needs one that is not deep
CREATE FUNCTION pg_temp.sound(design jsonb) RETURNS jsonb LANGUAGE SQL AS
$$ SELECT CASE WHEN jsonb_typeof($1 -> 'budget') = 'null' THEN $1 - 'deep_budget' ELSE $1 END $$;

CREATE FUNCTION pg_temp.check_rows(rounds int) RETURNS TABLE (round int, design jsonb, wrong text)
LANGUAGE plpgsql AS $$
DECLARE
	columns text[] := '{id,north,east,above,below,west,south,In,"o\"ut"}';	-- in their order
	chosen text[];
	include text[];
	exclude text[];
	masked text;
	same bool;
	looks bool;
BEGIN
	FOR i IN 1 .. rounds LOOP
		include := CASE WHEN random() < 0.5 THEN pg_temp.some(columns) END;
		exclude := CASE WHEN random() < 0.5 THEN pg_temp.some(columns || '{y,note}') END;
		chosen := ARRAY(SELECT c FROM unnest(columns) WITH ORDINALITY u(c, n)
			WHERE (include IS NULL OR c = ANY (include)) AND c <> ALL (coalesce(exclude, '{}')) ORDER BY n);
		CONTINUE WHEN chosen = '{}';
		round := i;
		design := pg_temp.sound(pg_temp.design(cardinality(chosen), chosen, include, exclude));
		SELECT string_agg(format('CASE WHEN %L = ANY (p) THEN %I END AS %2$I', c, c), ', ')
		FROM unnest(columns) c INTO masked;
		BEGIN
			EXECUTE format($q$
				SELECT count(DISTINCT m) = 1
				FROM (SELECT aer_moments(r, 'y', %1$L::jsonb, r.id ORDER BY r.id)::text FROM plan_rows r
					UNION ALL
					SELECT aer_moments(m, 'y', %1$L::jsonb, key ORDER BY key)::text
					FROM (SELECT id, aer_plan(%1$L, %2$L::text[], id) FROM plan_rows) k (key, p)
					JOIN LATERAL (SELECT y, NULL::text AS note, %3$s FROM plan_rows r WHERE r.id = key) m ON true) t (m)
				$q$, design, columns, masked) INTO same;
			EXECUTE format($q$
				SELECT bool_and((cardinality(p) = least(coalesce((%1$L::jsonb ->> 'budget')::int, 99), %3$s)
						OR (%1$L::jsonb ->> 'prices') IS NOT NULL OR (%1$L::jsonb ->> 'deep_budget') IS NOT NULL)
					AND p = aer_plan(%1$L, %4$L::text[], id)
					AND p = ARRAY(SELECT c FROM unnest(%2$L::text[]) WITH ORDINALITY u (c, n) WHERE c = ANY (moved) ORDER BY n)
					AND cardinality(p) = cardinality(moved))
				FROM (SELECT id, aer_plan(%1$L, %2$L::text[], id) AS p, aer_plan(%1$L, coalesce(%5$L, %2$L)::text[], id) AS moved FROM plan_rows) t
				$q$, design, columns, cardinality(chosen), chosen,
				(SELECT array_agg(c ORDER BY random()) FROM unnest(columns) c WHERE jsonb_typeof(design -> 'spread') IS DISTINCT FROM 'array')) INTO looks;
			wrong := CASE WHEN NOT same THEN 'other moments' WHEN NOT looks THEN 'other looks' END;
		EXCEPTION WHEN others THEN
			wrong := sqlerrm;
		END;
		IF wrong IS NOT NULL THEN RETURN NEXT; END IF;
	END LOOP;
END $$;

CREATE FUNCTION pg_temp.check_arrays(rounds int) RETURNS TABLE (round int, design jsonb, wrong text)
LANGUAGE plpgsql AS $$
DECLARE
	d int;
BEGIN
	FOR i IN 1 .. rounds LOOP
		round := i;
		d := 1 + floor(random() * 12);
		design := pg_temp.sound(pg_temp.design(d, NULL, NULL, NULL));
		BEGIN
			SELECT CASE WHEN aer_moments(x, y, design, id ORDER BY id)::text
				<> aer_moments(masked, y, design, id ORDER BY id)::text THEN 'other moments' END INTO wrong
			FROM (SELECT id, y, ARRAY(SELECT sin(id * j) FROM generate_series(1, d) j ORDER BY j) AS x,
					ARRAY(SELECT CASE WHEN j = ANY (p) THEN sin(id * j) END FROM generate_series(1, d) j ORDER BY j) AS masked
				FROM plan_rows, aer_plan(design, d, id) p) t;
		EXCEPTION WHEN others THEN
			wrong := sqlerrm;
		END;
		IF wrong IS NOT NULL THEN RETURN NEXT; END IF;
	END LOOP;
END $$;

-- the seed of what follows: a line that is wrong has its round and its design
SELECT setseed(0.12);
SELECT * FROM pg_temp.check_rows(250);
SELECT * FROM pg_temp.check_arrays(250);

-- by name in the order of the columns; an excluded name need not be there
SELECT aer_plan(aer_design(budget => 2, exclude => '{b}'), '{a,b,c,d}'::text[], key) AS among_all,
	aer_plan(aer_design(budget => 2, exclude => '{b}'), '{a,c,d}'::text[], key) AS among_chosen,
	aer_plan(aer_design(budget => 2), '{a,c,d}'::text[], key) AS plain
FROM generate_series(1, 4) key ORDER BY key;
SELECT aer_plan(aer_design(include => '{c,a}'), '{a,b,c}'::text[], 1);
SELECT aer_plan(aer_design(include => '{c,e}'), '{a,b,c}'::text[], 1);
SELECT aer_plan(aer_design(exclude => '{a}'), '{a}'::text[], 1);
SELECT aer_plan(aer_design(budget => 2, exclude => '{a}'), 4, 1);

-- many looks at a wide row: each is there once, in order
SELECT count(a) AS looks, count(DISTINCT a) AS distinct_looks, bool_and(a BETWEEN 1 AND 1000000) AS in_range
FROM unnest(aer_plan(aer_design(budget => 400000), 1000000, 1)) a;
