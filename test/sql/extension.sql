--
-- Every public object has a short comment, and all declare themselves truthfully
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
	AND NOT (classid = 'pg_type'::regclass AND what ~ '\[\]$') AND what !~ '^(function|type) __?aer_' ORDER BY 1;
SELECT what AS with_manual, length(obj_description(objid, classid::regclass::name)) FROM members
WHERE length(obj_description(objid, classid::regclass::name)) > 200 ORDER BY 1;

CREATE TEMP VIEW functions AS SELECT p.* FROM members JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid;
-- What can be called is found by \df aer_*: at most 80 names.  What nobody calls by hand
-- (it stands in a type, an operator, a cast, an aggregate, a function in SQL) begins with _aer_.
SELECT oid::regprocedure AS badly_named FROM functions WHERE proname !~ '^_?_?aer_'
	OR (proname ~ '^_') <> (EXISTS (SELECT FROM pg_aggregate WHERE functions.oid IN (aggtransfn, aggcombinefn, aggfinalfn, aggserialfn, aggdeserialfn))
		OR EXISTS (SELECT FROM pg_type WHERE functions.oid IN (typinput, typoutput, typreceive, typsend))
		OR EXISTS (SELECT FROM pg_amproc WHERE amproc = functions.oid) OR EXISTS (SELECT FROM pg_cast WHERE castfunc = functions.oid)
		OR EXISTS (SELECT FROM pg_operator WHERE oprcode = functions.oid AND oprname IN ('=', '<>'))
		OR EXISTS (SELECT FROM functions f WHERE f.probin IS NULL AND f.prosrc ~ ('\m' || functions.proname || '\M') AND functions.proname ~ '^_')
		OR EXISTS (SELECT FROM functions f WHERE f.prosrc IN ('aer_suggest', 'aer_learn', 'aer_as_owner', 'aer_as_owner_for_reader', 'aer_as_owner_of_table') AND '_' || f.proname = functions.proname));	-- inner_call()
SELECT count(DISTINCT proname) <= 80 AS few FROM functions WHERE proname ~ '^aer_';
-- No function of aer runs with another's rights; what is written in PL/pgSQL has a search_path of its own.
SELECT oid::regprocedure AS not_the_callers FROM functions WHERE prosecdef;
SELECT oid::regprocedure AS any_path FROM functions WHERE prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql')
	AND 'search_path=pg_catalog, pg_temp' <> ALL (coalesce(proconfig, '{}'))
	-- these run a query of the caller, or find a table, by the path of the caller
	AND proname !~ '^aer_(cross_validate|compare|learning_curve|drift)$|^_aer_(query|folds|run_comparison|compare_learners|table)$';
-- The labels, by the rule of docs/development.md.  What runs a query of the
-- user's, or changes tables, is VOLATILE and PARALLEL UNSAFE, but for aer_cross_validate, aer_compare of a query, aer_learning_curve, aer_followed, aer_check, aer_logs, aer_worklist, aer_learn,
-- aer_choose of a table and aer_suggest, which read in the snapshot of who asks, the first and the last also beside a parallel plan.  What draws by the number of its worker
-- is VOLATILE: moments under a design without a key, evaluation with a budget.
-- Whole rows are of types that may be altered, so their readers are STABLE.
-- Everything else depends on its arguments only.
CREATE TEMP VIEW labels AS
SELECT *, proname ~ '^aer_(cross_validate|compare|learning_curve|worklist|learn|(un|re)?follow|followed|compact|check|logs|evaluate|confusion)$' OR proname IN ('aer_choose', 'aer_roc', 'aer_calibration') AND 'target' = ANY (proargnames) OR proname = 'aer_drift' AND 'source' = ANY (proargnames) AS queries,
	(proname ~ '^_aer_moments_.*_transition$' AND proargtypes[pronargs - 1] = 'jsonb'::regtype)
		OR (proname ~ '^_aer_evaluate_.*_transition$' AND proargtypes[pronargs - 1] = 'integer'::regtype) AS draws_by_worker,
	oid IN (SELECT aggtransfn FROM pg_aggregate JOIN functions a ON a.oid = aggfnoid WHERE aggtransfn <> aggcombinefn) AS adds_rows,
	coalesce(pg_get_expr(proargdefaults, 0) ~ 'NULL::', false) AS default_null
FROM functions WHERE prokind = 'f' AND (proname ~ '^aer_' OR probin IS NOT NULL) AND proname NOT IN ('_aer_log_fault', '_aer_changed_column', '_aer_reuse_space', '_aer_log_size', '_aer_own_row', '_aer_own_writes', '_aer_log_study', '_aer_cluster', '_aer_trigger_fault', '_aer_source_column', '_aer_source_columns', '_aer_notice', '_aer_in_sample', '_aer_column_decisions_transition', '_aer_base_type', '_aer_kind');
SELECT count(*) FILTER (WHERE queries) > 10 AS queries, count(*) FILTER (WHERE draws_by_worker) AS draw_by_worker,
	count(*) FILTER (WHERE adds_rows) > 10 AS add_rows, count(*) FILTER (WHERE default_null) > 10 AS default_null FROM labels;
SELECT oid::regprocedure AS volatility, provolatile FROM labels
WHERE provolatile <> CASE WHEN proname IN ('aer_cross_validate', 'aer_learning_curve', 'aer_followed', 'aer_check', 'aer_logs', 'aer_worklist', 'aer_suggest', 'aer_learn', 'aer_evaluate', 'aer_confusion') OR queries AND proname IN ('aer_choose', 'aer_roc', 'aer_calibration', 'aer_drift') OR proname = 'aer_compare' AND 'query' = ANY (proargnames) THEN 's' WHEN queries OR draws_by_worker THEN 'v'
						  WHEN proargtypes::oid[] @> ARRAY['record'::regtype::oid] OR proname = 'aer_fold' AND pronargs > 2 THEN 's' ELSE 'i' END ORDER BY 1;
SELECT oid::regprocedure AS parallel, proparallel FROM labels
WHERE proparallel <> CASE WHEN proname IN ('aer_followed', 'aer_logs', 'aer_suggest') THEN 'r' WHEN queries THEN 'u' ELSE 's' END ORDER BY 1;
SELECT oid::regprocedure AS parallel, proparallel FROM functions WHERE prokind = 'a' AND proparallel <> 's' ORDER BY 1;
-- NULL means something to what adds rows (it counts them) and where it is the
-- default; to all others it is no value.  Sets by a JSON object as text are inlined, as nothing strict is.
SELECT oid::regprocedure AS strictness, proisstrict FROM labels WHERE proisstrict = (adds_rows OR default_null OR proretset AND prosrc ~ '_aer_object') ORDER BY 1;
-- The cost of a call, in classes.  Functions of one record cost at most 1000: 40,000 records then stay below jit_above_cost.
SELECT oid::regprocedure AS cost, procost FROM labels
WHERE procost <> CASE
	WHEN proname ~ '^_aer_(model|moments|judgments|judgment_moments)_(in|out|recv|send)$' THEN 1
	WHEN proname ~ '^_aer_(judgments_.*_transition|(calibration|roc)_transition|value|level_(statistics|effects)_transition|(judgments|evaluate|calibration|roc)_(combine|final)|evaluate_groups_transition|weight)$' THEN 10
	WHEN proname ~ '^aer_(predict|score|probability|probabilities|class|forecast)$|^_aer_(evaluate|evaluated_rows|measure|remember|confusion)_(array|row|jsonb)_transition$' AND prosrc !~ 'judgments' THEN 300
	WHEN proname ~ '^_aer_(train|continue|moments)_(array|row|jsonb)_transition$|^_aer_(names|keys)_transition$' THEN 500
	WHEN proname ~ '^_aer_judgment_moments_.*_transition$|^_aer_(moments_merge|judgment_moments_merge|model_to_jsonb|effects|remembered)$|^aer_(ask|explain|sql)$|^aer_(add|subtract|start|next)$' THEN 1000
	WHEN proname ~ '^aer_(repeats|repeat_path|fit_repeats|suggest|page)$' OR queries AND proname NOT IN ('aer_learn', 'aer_choose') THEN 100000
	WHEN proname ~ '^_?aer_fit_|^aer_path$|^aer_(choose|enough|learn|fold_models)$|^_aer_(train_moments|sample_model|remember)_final$' THEN 1000000
	ELSE 100 END ORDER BY 1;
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
-- Streaming aggregates have no combine function, mergeable ones have a state of a
-- real type; aer_train is both.
SELECT aggfnoid::regprocedure AS not_mergeable FROM pg_aggregate JOIN functions ON oid = aggfnoid
WHERE (aggcombinefn = 0) <> (aggtranstype = 'internal'::regtype) OR (aggcombinefn = 0 AND proname !~ '^aer_(train|continue|calibrate|prices|remember)$|^_aer_(remember|column_decisions|sampled_pairs|level_statistics|level_effects)$')
ORDER BY 1;
SELECT trusted, relocatable, requires FROM pg_available_extension_versions WHERE name = 'aer' AND installed;
