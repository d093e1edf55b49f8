--
-- Every object says what it is, and declares itself truthfully
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE TEMP VIEW members AS
	SELECT classid, objid, pg_describe_object(classid, objid, 0) AS what
	FROM pg_depend JOIN pg_extension e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
	WHERE extname = 'aer' AND deptype = 'e';
SELECT count(*) > 30 AS many FROM members;
SELECT what AS without_comment FROM members
WHERE obj_description(objid, classid::regclass::name) IS NULL
	AND NOT (classid = 'pg_type'::regclass AND what ~ '\[\]$') ORDER BY 1;

CREATE TEMP VIEW functions AS SELECT p.* FROM members JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid;
-- All names begin alike; what is not internal can be found by \df aer_*.
SELECT oid::regprocedure AS badly_named FROM functions WHERE proname !~ '^aer_';
-- Whole rows are of types that may be altered, so their readers are STABLE;
-- everything else depends on its arguments only.
SELECT oid::regprocedure AS volatility, provolatile FROM functions
WHERE prokind = 'f' AND provolatile <> CASE WHEN proargtypes::oid[] @> ARRAY['record'::regtype::oid] THEN 's' ELSE 'i' END
	AND proname !~ '^aer_(cross_validate|learning_curve|candidate)' ORDER BY 1;
SELECT oid::regprocedure AS parallel, proparallel FROM functions
WHERE proparallel <> 's' AND proname !~ '^aer_(cross_validate|learning_curve)' ORDER BY 1;
-- Only functions that can take NULL in every argument are not STRICT: call
-- each of those that SQL can call with NULL everywhere.
DO $$
DECLARE
	f record;
	arguments text;
BEGIN
	FOR f IN SELECT * FROM functions WHERE prokind = 'f' AND NOT proisstrict
			AND 'internal'::regtype <> ALL (proargtypes::oid[]) AND prorettype <> 'internal'::regtype LOOP
		SELECT string_agg('NULL::' || CASE t::regtype::text
				WHEN '"any"' THEN 'text' WHEN 'anyarray' THEN 'float8[]' WHEN 'anycompatiblenonarray' THEN 'float8'
				ELSE t::regtype::text END, ', ' ORDER BY n)
			INTO arguments FROM unnest(f.proargtypes::oid[]) WITH ORDINALITY a(t, n);
		BEGIN
			EXECUTE format('SELECT %I(%s)', f.proname, arguments);
		EXCEPTION WHEN OTHERS THEN
			-- an error is fine, a crash is not
		END;
	END LOOP;
END $$;
-- Streaming aggregates have no combine function, mergeable ones have a state of a real type.
SELECT aggfnoid::regprocedure AS not_mergeable FROM pg_aggregate JOIN functions ON oid = aggfnoid
WHERE (aggcombinefn = 0) <> (proname ~ '^aer_(train|continue|train_many)$') OR (aggcombinefn <> 0 AND aggtranstype = 'internal'::regtype)
ORDER BY 1;
SELECT trusted, relocatable, requires FROM pg_available_extension_versions WHERE name = 'aer' AND installed;
