--
-- comparing.sql: designs and learners compared on the rows of a query
--
-- A function that runs the caller's query has no search_path of its own: the query finds its
-- tables by that of the caller. So these functions, and the statements that they build, qualify
-- every name. The relations of the statements have names that begin with _aer, so that they hide
-- no table of the query.
--

CREATE FUNCTION _aer_check_query(argument text, query text) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	name CONSTANT text := '("([^"]|"")+"|[[:alpha:]_][\w$]*)';
BEGIN
	IF query ~ format('^\s*%1$s(\s*\.\s*%1$s)*\s*$', name) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'syntax_error',
			MESSAGE = format('%s is only a name: %s', argument, query),
			HINT = format('Write SELECT t AS features, ''outcome'' AS target FROM %s t. '
				'Designs for a table are compared by aer_compare(%L, ''outcome'').', query, query);
	END IF;
END $$;

-- The query is planned, and no row of it is read.
CREATE FUNCTION _aer_query_names(argument text, query text) RETURNS text[]
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000 AS $$
DECLARE
	portal pg_catalog.refcursor;
	no_row pg_catalog.record;
BEGIN
	OPEN portal NO SCROLL FOR EXECUTE query;
	FETCH RELATIVE 0 FROM portal INTO no_row;
	CLOSE portal;
	RETURN ARRAY(SELECT pg_catalog.json_object_keys(pg_catalog.row_to_json(no_row)));
EXCEPTION WHEN invalid_cursor_definition THEN
	RAISE EXCEPTION USING
		ERRCODE = 'invalid_parameter_value',
		MESSAGE = pg_catalog.format('%s must be one statement that returns rows', argument);
END $$;

CREATE FUNCTION _aer_check_names(argument text, names text[]) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	name text;
BEGIN
	FOREACH name IN ARRAY '{features,target}'::text[] LOOP
		IF name <> ALL (names) THEN
			RAISE EXCEPTION USING
				ERRCODE = 'undefined_column',
				MESSAGE = format('%s must return a column "%s"', argument, name),
				HINT = 'For example SELECT x AS features, y AS target FROM t, '
					'or SELECT p AS features, ''outcome'' AS target FROM patients p.';
		END IF;
	END LOOP;
END $$;

CREATE FUNCTION _aer_refuse_type(argument text, name text, wanted text, type oid, hint text)
	RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	message CONSTANT text := format('column "%s" of %s must be %s, not %s',
		name, argument, wanted, format_type(type, NULL));
BEGIN
	IF hint IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = message;
	END IF;
	RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = message, HINT = hint;
END $$;

-- The features as an expression of just the type that the aggregates declare. array_cat() fetches
-- arrays that are stored out of line, once for all folds.
CREATE FUNCTION _aer_query_features(argument text, type oid, OUT kind text, OUT expression text)
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	base pg_type := (SELECT t FROM pg_type t WHERE t.oid = @extschema@._aer_base_type(type));
	is_array boolean := base.typsubscript = 'array_subscript_handler'::regproc;
	element text := @extschema@._aer_kind(base.typelem);
BEGIN
	IF base.oid = 'record'::regtype THEN
		kind := 'row';
		expression := '_aer_query.features';
	ELSIF base.typtype = 'c' THEN
		kind := 'row';
		expression := 'CASE WHEN pg_catalog.num_nulls(_aer_query.features) OPERATOR(pg_catalog.=) 0
			THEN _aer_record.* END';
	ELSIF base.oid = 'jsonb'::regtype THEN
		kind := 'jsonb';
		expression := '_aer_query.features::pg_catalog.jsonb';
	ELSIF is_array AND element IN ('integer', 'number', 'boolean')
		AND @extschema@._aer_base_type(base.typelem) = base.typelem THEN
		kind := 'array';
		expression := format('pg_catalog.array_cat(_aer_query.features::pg_catalog.%I, NULL)',
			(SELECT a.typname FROM pg_type e JOIN pg_type a ON a.oid = e.typarray
			WHERE e.oid = base.typelem));
	ELSE
		PERFORM @extschema@._aer_refuse_type(argument, 'features'::text,
			CASE WHEN is_array THEN 'an array of numbers' ELSE 'an array, jsonb or a whole row' END,
			type,
			CASE
				WHEN base.oid = 'json'::regtype THEN 'Write features::jsonb.'
				WHEN @extschema@._aer_is_embedding(base.oid) THEN 'Write features::real[].'
			END);
	END IF;
END $$;

CREATE FUNCTION _aer_check_target_and_key(argument text, kind text, target oid, key oid)
	RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF kind = 'row' AND @extschema@._aer_base_type(target) <> ALL ('{text,varchar}'::regtype[]) THEN
		PERFORM @extschema@._aer_refuse_type(argument, 'target'::text, 'text'::text, target,
			'The features are a whole row: name one of its columns, ''outcome'' AS target.'::text);
	ELSIF @extschema@._aer_kind(target) IS NULL THEN
		PERFORM @extschema@._aer_refuse_type(argument, 'target'::text,
			'a number, a boolean or text'::text, target, NULL::text);
	ELSIF key IS NOT NULL AND @extschema@._aer_kind(key) IS DISTINCT FROM 'integer' THEN
		PERFORM @extschema@._aer_refuse_type(argument, 'key'::text, 'an integer'::text, key,
			'Make one of text or uuid: aer_key(id) AS key.'::text);
	END IF;
END $$;

-- "source": the query as an item of FROM with the columns features, target and key (NULL without a
-- key). "target_kind": name (of a column or key of the features), boolean, word or number.
CREATE FUNCTION _aer_query_source(argument text, query text, features oid, target oid, key oid,
	OUT source text, OUT kind text, OUT target_kind text)
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	reading record := @extschema@._aer_query_features(argument, features);
	base regtype := @extschema@._aer_base_type(target);
	named boolean;
BEGIN
	kind := reading.kind;
	PERFORM @extschema@._aer_check_target_and_key(argument, kind, target, key);
	named := kind = 'row' OR kind = 'jsonb' AND base IN ('text', 'varchar');
	target_kind := CASE
		WHEN named THEN 'name'
		WHEN base = 'bool'::regtype THEN 'boolean'
		WHEN @extschema@._aer_kind(target) IN ('words', 'enum') THEN 'word'
		ELSE 'number'
	END;
	source := format('(
		SELECT _aer_row.features, _aer_row.target, %s AS key
		FROM (%s
		) _aer_query %s CROSS JOIN LATERAL (SELECT %s) _aer_row (features, target)) _aer_source',
		CASE WHEN key IS NULL THEN 'NULL' ELSE '_aer_query.key' END || '::pg_catalog.int8',
		query,
		CASE WHEN reading.expression ~ '_aer_record'
			THEN 'CROSS JOIN LATERAL (SELECT (_aer_query.features).*) _aer_record' END,
		CASE
			WHEN named THEN format('%s, _aer_query.target::pg_catalog.text', reading.expression)
			ELSE @extschema@._aer_arguments(reading.expression, kind = 'jsonb', 'target'::text,
				'_aer_query.target'::text, base)
		END);
END $$;

CREATE FUNCTION _aer_check_rows(argument text, usable bigint, without_key bigint,
	without_target bigint, target_kind text, smallest text, largest text) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF without_key > 0 THEN
		RAISE EXCEPTION USING
			ERRCODE = 'null_value_not_allowed',
			MESSAGE = format('column "key" of %s must not be NULL', argument);
	ELSIF target_kind = 'name' AND (without_target > 0 OR smallest <> largest) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = format('column "target" of %s must name the same column or key in every row',
				argument);
	ELSIF usable = 0 THEN
		RAISE EXCEPTION USING
			ERRCODE = 'no_data_found',
			MESSAGE = format('%s returned no row with features and target', argument);
	ELSIF target_kind = 'number' AND (smallest = '-Infinity' OR largest IN ('Infinity', 'NaN')) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'numeric_value_out_of_range',
			MESSAGE = format('column "target" of %s must be finite, and is NaN or infinite',
				argument),
			HINT = 'Filter such rows, or make the target NULL to leave them out.';
	END IF;
END $$;

-- Describes a query and counts its rows, all of them and those with features and target. An error
-- in the query is raised here, before a learner has seen a row.
CREATE FUNCTION _aer_query(argument text, query text,
	OUT source text, OUT kind text, OUT target_kind text, OUT keyed boolean, OUT name text,
	OUT row_count bigint, OUT usable bigint)
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 AS $$
DECLARE
	names pg_catalog.text[];
	types pg_catalog.oid[];
	without_key pg_catalog.int8;
	without_target pg_catalog.int8;
	largest pg_catalog.text;
BEGIN
	PERFORM @extschema@._aer_check_query(argument, query);
	names := @extschema@._aer_query_names(argument, query);
	PERFORM @extschema@._aer_check_names(argument, names);
	keyed := 'key'::pg_catalog.text OPERATOR(pg_catalog.=) ANY (names);
	query := pg_catalog.regexp_replace(query, '[\s;]+$', '');
	EXECUTE pg_catalog.format('
		SELECT ARRAY[pg_catalog.pg_typeof(features), pg_catalog.pg_typeof(target), %s]
		FROM (SELECT) _aer_no_row LEFT JOIN (%s
		) _aer_query ON false',
		CASE WHEN keyed THEN 'pg_catalog.pg_typeof(key)' ELSE 'NULL' END, query) INTO types;
	SELECT s.source, s.kind, s.target_kind INTO source, kind, target_kind
	FROM @extschema@._aer_query_source(argument, query, types[1], types[2], types[3]) s;
	EXECUTE pg_catalog.format('
		SELECT pg_catalog.count(*), pg_catalog.count(*) FILTER (WHERE key IS NULL),
			pg_catalog.count(*) FILTER (WHERE target IS NULL),
			pg_catalog.count(*) FILTER (
				WHERE pg_catalog.num_nulls(features, target) OPERATOR(pg_catalog.=) 0),
			pg_catalog.min(%1$s), pg_catalog.max(%1$s)
		FROM %2$s',
		CASE
			WHEN target_kind OPERATOR(pg_catalog.=) 'name' THEN 'target COLLATE pg_catalog."C"'
			WHEN target_kind OPERATOR(pg_catalog.=) 'number' THEN 'target'
			ELSE 'NULL::pg_catalog.text'
		END, source)
		INTO row_count, without_key, without_target, usable, name, largest;
	PERFORM @extschema@._aer_check_rows(argument, usable,
		CASE WHEN keyed THEN without_key ELSE 0 END, without_target, target_kind, name, largest);
END $$;

CREATE FUNCTION _aer_check_learners(learners jsonb[]) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	missing bigint := (
		SELECT min(place) FROM unnest(learners) WITH ORDINALITY l (learner, place)
		WHERE learner IS NULL);
BEGIN
	IF cardinality(learners) = 0 THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'there are no learners to compare',
			DETAIL = 'The array of learners is empty.';
	ELSIF missing IS NOT NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'null_value_not_allowed',
			MESSAGE = format('learner %s of the list is NULL', missing);
	END IF;
END $$;

-- The arguments of aer_train() for a learner: a design that is not learned looks by the key.
CREATE FUNCTION _aer_train_arguments(learner jsonb, keyed boolean, target text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('features, %s, $1', target) || CASE
		WHEN keyed AND learner ->> 'learner' = 'design'
			AND learner ->> 'sampling' IS DISTINCT FROM 'learned' THEN ', key'
		ELSE '' END
$$;

-- Raises the error of options that are wrong: a learner reads them when it gets its first row,
-- which here has no features.
CREATE FUNCTION _aer_check_options(learners jsonb[], source text, keyed boolean, name text)
	RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
DECLARE
	learner pg_catalog.jsonb;
BEGIN
	FOREACH learner IN ARRAY learners LOOP
		EXECUTE pg_catalog.format('
			SELECT @extschema@.aer_train(%s) FROM (SELECT) _aer_no_row LEFT JOIN %s ON false',
			@extschema@._aer_train_arguments(learner, keyed,
				CASE WHEN name IS NULL THEN 'target'
					ELSE pg_catalog.format('%L::pg_catalog.text', name) END),
			source) USING learner;
	END LOOP;
END $$;

-- The models of a learner as an item of WITH: model n learns from those rows of _aer_rows for
-- which "part operator parts[n]" is true. In the statement $1 is the learner, and $2 lists the
-- models to train.
CREATE FUNCTION _aer_models(learner jsonb, keyed boolean, operator text, parts bigint[])
	RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('_aer_models AS MATERIALIZED (
		SELECT n, model, rows, reads
		FROM (SELECT ARRAY[%s] AS models FROM _aer_rows) _aer_trained
			CROSS JOIN LATERAL pg_catalog.unnest(models) WITH ORDINALITY _aer_model (model, n)
			LEFT JOIN LATERAL @extschema@.aer_summary(model) ON true
		WHERE n OPERATOR(pg_catalog.=) ANY ($2))',
		string_agg(format('
			@extschema@.aer_train(%s) FILTER (
				WHERE part OPERATOR(pg_catalog.%s) %s AND %s OPERATOR(pg_catalog.=) ANY ($2))',
				@extschema@._aer_train_arguments(learner, keyed, 'target'::text),
				operator, part, n), ','
			ORDER BY n))
	FROM unnest(parts) WITH ORDINALITY p (part, n)
$$;

-- The rows of a query, each in a fold, as an item of WITH. The complement of the seed keeps these
-- folds apart from those into which a design of the same seed deals its rows.
CREATE FUNCTION _aer_fold_rows(source text, folds bigint, seed bigint) RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN format('_aer_rows AS MATERIALIZED (
		SELECT features, target, key,
			@extschema@.aer_fold(%L, coalesce(key, pg_catalog.row_number() OVER ())) AS part
		FROM %s)',
		@extschema@.aer_design(folds => folds::integer, seed => ~seed), source);
END $$;

-- Each model scores the rows of its fold.
CREATE FUNCTION _aer_fold_statement(rows text, models text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('
	WITH %s,
	%s
	SELECT pg_catalog.array_agg(rows ORDER BY n), pg_catalog.array_agg(reads ORDER BY n),
		pg_catalog.array_agg(evaluation ORDER BY n)
	FROM _aer_models CROSS JOIN LATERAL (
		SELECT @extschema@.aer_evaluate(_aer_models.model, features, target) AS evaluation
		FROM _aer_rows WHERE part OPERATOR(pg_catalog.=) _aer_models.n) _aer_scored',
		rows, models)
$$;

-- The same, and the scores of all folds are evaluated together. OFFSET keeps the rows of a fold
-- side by side, so that each model is parsed once.
CREATE FUNCTION _aer_pooled_statement(rows text, models text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('
	WITH %s,
	%s
	SELECT CASE WHEN pg_catalog.count(*) OPERATOR(pg_catalog.=) pg_catalog.count(model)
			THEN ARRAY[pg_catalog.sum(rows)::pg_catalog.int8] END,
		ARRAY[pg_catalog.sum(reads)::pg_catalog.int8],
		ARRAY[(
			SELECT @extschema@.aer_evaluate(scoring.model, features, target)
			FROM _aer_models scoring CROSS JOIN LATERAL (
				SELECT features, target FROM _aer_rows
				WHERE part OPERATOR(pg_catalog.=) scoring.n OFFSET 0) _aer_scored)]
	FROM _aer_models',
		rows, models)
$$;

-- Each model learns from the first rows of one query, and scores all rows of another.
CREATE FUNCTION _aer_curve_statement(learning text, scoring text, models text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('
	WITH _aer_rows AS MATERIALIZED (
		SELECT features, target, key, pg_catalog.count(*)
			FILTER (WHERE pg_catalog.num_nulls(features, target) OPERATOR(pg_catalog.=) 0)
			OVER (ROWS UNBOUNDED PRECEDING) AS part
		FROM %s),
	_aer_tests AS MATERIALIZED (SELECT features, target FROM %s),
	%s
	SELECT pg_catalog.array_agg(rows ORDER BY n), pg_catalog.array_agg(reads ORDER BY n),
		pg_catalog.array_agg(evaluation ORDER BY n)
	FROM _aer_models CROSS JOIN LATERAL (
		SELECT @extschema@.aer_evaluate(_aer_models.model, features, target) AS evaluation
		FROM _aer_tests) _aer_scored',
		learning, scoring, models)
$$;

-- Trains and scores models of one learner. An error becomes a problem, unless it is an interrupt,
-- too little memory or disk, or an internal error. Warnings of single models are not shown.
CREATE FUNCTION _aer_try(statement text, learner jsonb, models bigint[],
	OUT learned bigint[], OUT reads bigint[], OUT evaluations aer_evaluation[], OUT problem text)
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 SET client_min_messages = error AS $$
DECLARE
	detail pg_catalog.text;
	hint pg_catalog.text;
BEGIN
	EXECUTE statement INTO learned, reads, evaluations USING learner, models;
EXCEPTION
	WHEN operator_intervention OR insufficient_resources OR system_error OR internal_error THEN
		RAISE;
	WHEN OTHERS THEN
		GET STACKED DIAGNOSTICS
			problem = MESSAGE_TEXT,
			detail = PG_EXCEPTION_DETAIL,
			hint = PG_EXCEPTION_HINT;
		problem := pg_catalog.concat_ws(' ',
			pg_catalog.concat(problem,
				CASE WHEN pg_catalog.concat(detail, hint) OPERATOR(pg_catalog.<>) '' THEN '.' END),
			CASE WHEN detail OPERATOR(pg_catalog.<>) '' THEN detail END,
			CASE WHEN hint OPERATOR(pg_catalog.<>) '' THEN hint END);
END $$;

-- Models whose statement fails are tried again one by one: so the others have their errors.
CREATE FUNCTION _aer_try_each(statement text, learner jsonb, models bigint[],
	OUT model bigint, OUT learned bigint, OUT reads bigint, OUT evaluation aer_evaluation,
	OUT problem text)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$
DECLARE
	tried pg_catalog.record := @extschema@._aer_try(statement, learner, models);
BEGIN
	IF tried.problem IS NOT NULL AND pg_catalog.cardinality(models) OPERATOR(pg_catalog.>) 1 THEN
		FOREACH model IN ARRAY models LOOP
			RETURN QUERY
			SELECT t.* FROM @extschema@._aer_try_each(statement, learner, ARRAY[model]) t;
		END LOOP;
		RETURN;
	END IF;
	FOR i IN 1 .. pg_catalog.cardinality(models) LOOP
		model := models[i];
		learned := (tried.learned)[i];
		reads := (tried.reads)[i];
		evaluation := (tried.evaluations)[i];
		problem := coalesce(tried.problem,
			CASE WHEN learned IS NULL THEN 'there was no row to learn from' END);
		RETURN NEXT;
	END LOOP;
END $$;

CREATE FUNCTION _aer_say_left_out(left_out bigint) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF left_out > 0 THEN
		RAISE NOTICE '% without features or target % left out',
			CASE left_out WHEN 1 THEN '1 row' ELSE left_out || ' rows' END,
			CASE left_out WHEN 1 THEN 'is' ELSE 'are' END;
	END IF;
END $$;

CREATE FUNCTION _aer_warn_of_problems(problems text[], tried bigint, what text) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF problems <> '{}' THEN
		RAISE WARNING USING
			MESSAGE = format('%s of %s %s could not be trained or scored',
				cardinality(problems), tried, what),
			DETAIL = problems[1],
			HINT = 'The column "problem" of the result says why.';
	END IF;
END $$;

-- Checks what aer_cross_validate() and aer_compare() are given, and describes the query.
CREATE FUNCTION _aer_folds(query text, learners jsonb[], folds bigint, seed bigint,
	OUT rows text, OUT keyed boolean, OUT row_count bigint, OUT usable bigint,
	OUT all_folds bigint[])
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 AS $$
DECLARE
	described pg_catalog.record;
BEGIN
	PERFORM @extschema@._aer_check_learners(learners);
	IF folds OPERATOR(pg_catalog.<) 2 OR folds OPERATOR(pg_catalog.>) 100 THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = '"folds" must be between 2 and 100',
			DETAIL = pg_catalog.format('It is %s.', folds);
	END IF;
	described := @extschema@._aer_query('query'::pg_catalog.text, query);
	IF described.usable OPERATOR(pg_catalog.<) folds THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'there are fewer rows than folds',
			DETAIL = pg_catalog.format(
				'The query returned %s rows with features and target, for %s folds.',
				described.usable, folds);
	END IF;
	PERFORM @extschema@._aer_check_options(learners, described.source, described.keyed,
		CASE WHEN described.target_kind OPERATOR(pg_catalog.=) 'name' THEN described.name END);
	rows := @extschema@._aer_fold_rows(described.source, folds, seed);
	keyed := described.keyed;
	row_count := described.row_count;
	usable := described.usable;
	all_folds := ARRAY(SELECT pg_catalog.generate_series(1::pg_catalog.int8, folds));
END $$;

-- folds are bigint: an integer in their place is the budget of a table.
CREATE FUNCTION aer_cross_validate(query text, learners jsonb[],
	folds bigint DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT fold integer, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT error_rate float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off SET max_parallel_workers_per_gather = 0 AS $$
#variable_conflict use_variable
DECLARE
	dealt pg_catalog.record := @extschema@._aer_folds(query, learners, folds, seed);
	tried pg_catalog.record;
	problems pg_catalog.text[] := '{}';
	scored pg_catalog.int8;		-- by the learner; NULL: one of its models has a problem
	left_out pg_catalog.int8 := dealt.row_count OPERATOR(pg_catalog.-) dealt.usable;
BEGIN
	FOREACH learner IN ARRAY learners LOOP
		scored := 0;
		FOR tried IN SELECT t.* FROM @extschema@._aer_try_each(
				@extschema@._aer_fold_statement(dealt.rows,
					@extschema@._aer_models(learner, dealt.keyed, '<>'::pg_catalog.text,
						dealt.all_folds)),
				learner, dealt.all_folds) t LOOP
			fold := tried.model;
			problem := tried.problem;
			rows := CASE WHEN problem IS NULL THEN coalesce((tried.evaluation).rows, 0) END;
			reads := CASE WHEN problem IS NULL THEN tried.reads END;
			mse := (tried.evaluation).mse;
			error_rate := (tried.evaluation).error_rate;
			mse_se := (tried.evaluation).mse_se;
			scored := scored OPERATOR(pg_catalog.+) rows;
			problems := pg_catalog.array_cat(problems,
				CASE WHEN problem IS NOT NULL THEN ARRAY[problem] END);
			RETURN NEXT;
		END LOOP;
		left_out := GREATEST(left_out, dealt.row_count OPERATOR(pg_catalog.-) scored);
	END LOOP;
	PERFORM @extschema@._aer_say_left_out(left_out);
	PERFORM @extschema@._aer_warn_of_problems(problems,
		pg_catalog.cardinality(learners) OPERATOR(pg_catalog.*) folds, 'models'::pg_catalog.text);
END $$;

CREATE FUNCTION aer_compare(query text, learners jsonb[],
	folds bigint DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT looks float8, OUT mse float8, OUT mse_se float8,
	OUT r2 float8, OUT error_rate float8, OUT auc float8, OUT rows bigint, OUT problem text)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 10
	SET synchronize_seqscans = off SET max_parallel_workers_per_gather = 0 AS $$
#variable_conflict use_column
DECLARE
	dealt pg_catalog.record := @extschema@._aer_folds(query, learners, folds, seed);
	tried pg_catalog.record;
	looked pg_catalog.float8[];
	evaluations @extschema@.aer_evaluation[];
	problems pg_catalog.text[];
	left_out pg_catalog.int8 := dealt.row_count OPERATOR(pg_catalog.-) dealt.usable;
BEGIN
	FOREACH learner IN ARRAY learners LOOP
		tried := @extschema@._aer_try(
			@extschema@._aer_pooled_statement(dealt.rows,
				@extschema@._aer_models(learner, dealt.keyed, '<>'::pg_catalog.text,
						dealt.all_folds)),
			learner, dealt.all_folds);
		problem := coalesce(tried.problem,
			CASE WHEN (tried.learned)[1] IS NULL THEN 'there was no row to learn from' END);
		problems := pg_catalog.array_append(problems, problem);
		looked := pg_catalog.array_append(looked, (tried.reads)[1]::pg_catalog.float8
			OPERATOR(pg_catalog./) (tried.learned)[1]::pg_catalog.float8);
		evaluations := pg_catalog.array_append(evaluations,
			CASE WHEN problem IS NULL THEN (tried.evaluations)[1] END);
		left_out := GREATEST(left_out, CASE WHEN problem IS NULL THEN
			dealt.row_count OPERATOR(pg_catalog.-) ((tried.evaluations)[1]).rows END);
	END LOOP;
	RETURN QUERY
	SELECT l.learner, CASE WHEN e.mse IS NOT NULL THEN l.looks END,
		e.mse, e.mse_se, e.r2, e.error_rate, e.auc,
		CASE WHEN l.problem IS NULL THEN coalesce(e.rows, 0) END, l.problem
	FROM ROWS FROM (
			pg_catalog.unnest(learners), pg_catalog.unnest(looked), pg_catalog.unnest(problems)
		) WITH ORDINALITY l (learner, looks, problem, place)
		CROSS JOIN LATERAL (SELECT (evaluations[place]).*) e
	ORDER BY e.mse, place;
	PERFORM @extschema@._aer_say_left_out(left_out);
	PERFORM @extschema@._aer_warn_of_problems(pg_catalog.array_remove(problems, NULL),
		pg_catalog.cardinality(learners)::pg_catalog.int8, 'learners'::pg_catalog.text);
END $$;

CREATE FUNCTION _aer_check_points(points integer[]) RETURNS void
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	wrong record;
BEGIN
	IF cardinality(points) = 0 THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = '"points" must not be empty';
	END IF;
	SELECT p.* INTO wrong FROM unnest(points) WITH ORDINALITY p (point, place)
	WHERE point < 1 IS NOT FALSE ORDER BY place LIMIT 1;
	IF FOUND THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = '"points" must be numbers of rows of at least 1',
			DETAIL = format('Element %s is %s.', wrong.place, coalesce(wrong.point::text, 'NULL'));
	END IF;
END $$;

CREATE FUNCTION _aer_check_same_form(training record, test record) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF training.kind <> test.kind THEN
		RAISE EXCEPTION USING
			ERRCODE = 'datatype_mismatch',
			MESSAGE = 'train_query and test_query must return features of one kind: '
				'arrays, whole rows or jsonb';
	ELSIF training.target_kind <> test.target_kind THEN
		RAISE EXCEPTION USING
			ERRCODE = 'datatype_mismatch',
			MESSAGE = 'the targets of train_query and test_query must both be boolean or both be '
				'numbers',
			DETAIL = 'A boolean target counts as -1 and 1.';
	END IF;
END $$;

CREATE FUNCTION aer_learning_curve(train_query text, test_query text, learners jsonb[],
	points integer[],
	OUT learner jsonb, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT error_rate float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off SET max_parallel_workers_per_gather = 0 AS $$
#variable_conflict use_variable
DECLARE
	training pg_catalog.record;
	test pg_catalog.record;
	tried pg_catalog.record;
	reached pg_catalog.int8[];
	all_models pg_catalog.int8[];
	problems pg_catalog.text[] := '{}';
	left_out pg_catalog.int8;
BEGIN
	PERFORM @extschema@._aer_check_learners(learners);
	PERFORM @extschema@._aer_check_points(points);
	training := @extschema@._aer_query('train_query'::pg_catalog.text, train_query);
	test := @extschema@._aer_query('test_query'::pg_catalog.text, test_query);
	PERFORM @extschema@._aer_check_same_form(training, test);
	PERFORM @extschema@._aer_check_options(learners, training.source, training.keyed,
		CASE WHEN training.target_kind OPERATOR(pg_catalog.=) 'name' THEN training.name END);
	reached := ARRAY(SELECT DISTINCT LEAST(point::pg_catalog.int8, training.usable)
		FROM pg_catalog.unnest(points) point ORDER BY 1);
	all_models := ARRAY(
		SELECT pg_catalog.generate_series(1::pg_catalog.int8, pg_catalog.cardinality(reached)));
	left_out := test.row_count OPERATOR(pg_catalog.-) test.usable;
	FOREACH learner IN ARRAY learners LOOP
		FOR tried IN SELECT t.* FROM @extschema@._aer_try_each(
				@extschema@._aer_curve_statement(training.source, test.source,
					@extschema@._aer_models(learner, training.keyed, '<='::pg_catalog.text,
						reached)),
				learner, all_models) t LOOP
			problem := tried.problem;
			rows := CASE WHEN problem IS NULL THEN tried.learned ELSE reached[tried.model] END;
			reads := CASE WHEN problem IS NULL THEN tried.reads END;
			mse := (tried.evaluation).mse;
			error_rate := (tried.evaluation).error_rate;
			mse_se := (tried.evaluation).mse_se;
			left_out := GREATEST(left_out,
				test.row_count OPERATOR(pg_catalog.-) (tried.evaluation).rows);
			problems := pg_catalog.array_cat(problems,
				CASE WHEN problem IS NOT NULL THEN ARRAY[problem] END);
			RETURN NEXT;
		END LOOP;
	END LOOP;
	PERFORM @extschema@._aer_say_left_out(
		training.row_count OPERATOR(pg_catalog.-) training.usable);
	PERFORM @extschema@._aer_say_left_out(left_out);
	PERFORM @extschema@._aer_warn_of_problems(problems,
		(pg_catalog.cardinality(learners) OPERATOR(pg_catalog.*)
			pg_catalog.cardinality(reached))::pg_catalog.int8,
		'models'::pg_catalog.text);
END $$;

COMMENT ON FUNCTION _aer_check_query(text, text) IS
'internal: an error if a query is only the name of a table';
COMMENT ON FUNCTION _aer_query_names(text, text) IS
'internal: the names of the columns that a query returns';
COMMENT ON FUNCTION _aer_check_names(text, text[]) IS
'internal: an error unless a query returns features and target';
COMMENT ON FUNCTION _aer_refuse_type(text, text, text, oid, text) IS
'internal: the error of a column of the wrong type';
COMMENT ON FUNCTION _aer_query_features(text, oid) IS
'internal: the kind of a query''s features, and how they are read';
COMMENT ON FUNCTION _aer_check_target_and_key(text, text, oid, oid) IS
'internal: an error if the types of target or key are wrong';
COMMENT ON FUNCTION _aer_query_source(text, text, oid, oid, oid) IS
'internal: a query as an item of FROM, with features, target and key';
COMMENT ON FUNCTION _aer_check_rows(text, bigint, bigint, bigint, text, text, text) IS
'internal: an error if the rows of a query cannot be compared on';
COMMENT ON FUNCTION _aer_query(text, text) IS
'internal: a query, checked, as an item of FROM, and the number of its rows';
COMMENT ON FUNCTION _aer_check_learners(jsonb[]) IS
'internal: an error if there is no learner, or one is NULL';
COMMENT ON FUNCTION _aer_train_arguments(jsonb, boolean, text) IS
'internal: the arguments of aer_train() for a learner';
COMMENT ON FUNCTION _aer_check_options(jsonb[], text, boolean, text) IS
'internal: an error if the options of a learner are wrong';
COMMENT ON FUNCTION _aer_models(jsonb, boolean, text, bigint[]) IS
'internal: the models of a learner as an item of WITH';
COMMENT ON FUNCTION _aer_fold_rows(text, bigint, bigint) IS
'internal: the rows of a query, dealt into folds, as an item of WITH';
COMMENT ON FUNCTION _aer_fold_statement(text, text) IS
'internal: the statement that scores each fold by its model';
COMMENT ON FUNCTION _aer_pooled_statement(text, text) IS 'internal: the same of all folds together';
COMMENT ON FUNCTION _aer_curve_statement(text, text, text) IS
'internal: the statement that scores the rows of a second query by each model';
COMMENT ON FUNCTION _aer_try(text, jsonb, bigint[]) IS
'internal: trains and scores models of a learner, or returns what is wrong';
COMMENT ON FUNCTION _aer_try_each(text, jsonb, bigint[]) IS
'internal: the same with a row for each model, one by one if they fail together';
COMMENT ON FUNCTION _aer_say_left_out(bigint) IS
'internal: a NOTICE that counts rows that were left out';
COMMENT ON FUNCTION _aer_warn_of_problems(text[], bigint, text) IS
'internal: a WARNING that counts problems';
COMMENT ON FUNCTION _aer_folds(text, jsonb[], bigint, bigint) IS
'internal: checks and describes what is compared in folds';
COMMENT ON FUNCTION _aer_check_points(integer[]) IS
'internal: an error if the points of a learning curve are wrong';
COMMENT ON FUNCTION _aer_check_same_form(record, record) IS
'internal: an error unless two queries return the same kind of features and target';
COMMENT ON FUNCTION aer_cross_validate(text, jsonb[], bigint, bigint) IS
'cross-validates designs and learners on the rows of a query that returns features, '
	'target and, better, key: a row for each learner and fold; "problem" says why a model failed';
COMMENT ON FUNCTION aer_compare(text, jsonb[], bigint, bigint) IS
'compares designs and learners by cross-validation on the rows of a query: a row '
	'for each, the best first, with the error over all folds';
COMMENT ON FUNCTION aer_learning_curve(text, text, jsonb[], integer[]) IS
'the error on the rows of test_query after learning from the first points[1], points[2], ... rows '
	'of train_query: a row for each learner and point';
