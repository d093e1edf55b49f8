--
-- comparing.sql: designs and learners compared on the rows of a query
--
-- A function that runs the caller's query has no search_path of its own: the query finds its
-- tables by that of the caller. So these functions, and the statements that they build, qualify
-- every name. The relations of the statements have names that begin with _aer, so that they hide
-- no table of the query.
--

-- Returns a query as an item of FROM with the columns features, target and key (NULL without a
-- key). The features get exactly the type that the aggregates declare, so no cast that somebody
-- made runs. array_cat() fetches arrays that are stored out of line once for all folds. "named":
-- the target is the name of a column or key of the features.
CREATE FUNCTION _aer_query_source(query text, features oid, target oid, key oid,
	OUT source text, OUT named boolean)
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	base pg_type := (SELECT t FROM pg_type t WHERE t.oid = @extschema@._aer_base_type(features));
	target_base regtype := @extschema@._aer_base_type(target);
	is_jsonb boolean := base.oid = 'jsonb'::regtype;
	is_record boolean := base.oid = 'record'::regtype;
	is_row boolean := is_record OR base.typtype = 'c';
	expression text := CASE
		WHEN is_record THEN '_aer_query.features'
		WHEN is_row THEN 'CASE
			WHEN pg_catalog.num_nulls(_aer_query.features) OPERATOR(pg_catalog.=) 0
			THEN _aer_record.* END'
		WHEN is_jsonb THEN '_aer_query.features::pg_catalog.jsonb'
		WHEN base.typsubscript = 'array_subscript_handler'::regproc
			AND @extschema@._aer_kind(base.typelem) IN ('integer', 'number', 'boolean')
			AND @extschema@._aer_base_type(base.typelem) = base.typelem
		THEN format('pg_catalog.array_cat(_aer_query.features::pg_catalog.%I, NULL)',
			(SELECT a.typname FROM pg_type e JOIN pg_type a ON a.oid = e.typarray
			WHERE e.oid = base.typelem))
	END;
BEGIN
	IF expression IS NULL
		OR @extschema@._aer_kind(target) IS NULL
		OR is_row AND target_base <> ALL ('{text,varchar}'::regtype[])
		OR @extschema@._aer_kind(key) <> 'integer'
		OR key IS NOT NULL AND @extschema@._aer_kind(key) IS NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'datatype_mismatch',
			MESSAGE = 'features, target or key of the query has an unsupported type',
			DETAIL = concat('The types are: features ', format_type(features, NULL), ', target ',
				format_type(target, NULL), ', key ' || format_type(key, NULL), '.'),
			HINT = 'Features are an array of numbers (cast an embedding to real[]), jsonb or a '
				'whole row. The target is a number, boolean or text; with a whole row it is the '
				'name of a column, ''outcome'' AS target. A key is an integer; for text, use '
				'aer_key(id).';
	END IF;
	named := is_row OR is_jsonb AND target_base IN ('text', 'varchar');
	source := format('(
		SELECT _aer_row.features, _aer_row.target, %s::pg_catalog.int8 AS key
		FROM (%s
		) _aer_query %s CROSS JOIN LATERAL (SELECT %s) _aer_row (features, target)) _aer_source',
		CASE WHEN key IS NULL THEN 'NULL' ELSE '_aer_query.key' END,
		query,
		CASE WHEN is_row AND NOT is_record
			THEN 'CROSS JOIN LATERAL (SELECT (_aer_query.features).*) _aer_record' END,
		CASE
			WHEN named THEN format('%s, _aer_query.target::pg_catalog.text', expression)
			ELSE @extschema@._aer_arguments(expression, is_jsonb, 'target'::text,
				'_aer_query.target'::text, target_base)
		END);
END $$;

-- Describes a query and counts its rows: all of them, those with a key, and those with features
-- and target. An error in the query is raised here, before a learner has seen a row.
CREATE FUNCTION _aer_query(query text,
	OUT source text, OUT keyed boolean, OUT row_count bigint, OUT keys bigint, OUT usable bigint)
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 AS $$
DECLARE
	portal pg_catalog.refcursor;
	no_row pg_catalog.record;
	types pg_catalog.oid[];
	named pg_catalog.bool;
	names_differ pg_catalog.bool;
BEGIN
	-- a cursor takes one statement alone; it is planned, and no row of it is read
	OPEN portal NO SCROLL FOR EXECUTE query;
	FETCH RELATIVE 0 FROM portal INTO no_row;
	CLOSE portal;
	keyed := 'key'::pg_catalog.text OPERATOR(pg_catalog.=) ANY (ARRAY(
		SELECT pg_catalog.json_object_keys(pg_catalog.row_to_json(no_row))));
	query := pg_catalog.regexp_replace(query, '[[:space:];]+$', '');
	EXECUTE pg_catalog.format('
		SELECT ARRAY[pg_catalog.pg_typeof(features), pg_catalog.pg_typeof(target), %s]
		FROM (SELECT) _aer_no_row LEFT JOIN (%s
		) _aer_query ON false',
		CASE WHEN keyed THEN 'pg_catalog.pg_typeof(key)' ELSE 'NULL' END, query) INTO types;
	SELECT s.source, s.named INTO source, named
	FROM @extschema@._aer_query_source(query, types[1], types[2], types[3]) s;
	EXECUTE pg_catalog.format('
		SELECT pg_catalog.count(*), pg_catalog.count(key),
			pg_catalog.count(*) FILTER (
				WHERE pg_catalog.num_nulls(features, target) OPERATOR(pg_catalog.=) 0),
			pg_catalog.min(%1$s) OPERATOR(pg_catalog.<>) pg_catalog.max(%1$s)
		FROM %2$s',
		CASE WHEN named THEN 'target COLLATE pg_catalog."C"' ELSE 'NULL::pg_catalog.text' END,
		source) INTO row_count, keys, usable, names_differ;
	IF names_differ THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'column "target" of the query must name the same column or key in every row';
	END IF;
END $$;

-- Returns the statement that trains and scores all models in one reading of the query. "data" are
-- two items of WITH: model n of a learner is trained on the rows of _aer_rows for which "part
-- operator parts[n]" is true, and predicts the rows of _aer_tests whose part is n or NULL. An
-- answer is about one model, on line n, or about all models of a learner if they are pooled, on
-- line 1. Answers are numbered learner by learner. In the statement, $1 are the learners and $2
-- the numbers of the wanted answers. A design is sampled by the key unless its sampling is
-- learned. OFFSET keeps the rows of a part together, so that each model is parsed once.
CREATE FUNCTION _aer_comparison_statement(data text, keyed boolean, learners jsonb[], operator text,
	parts bigint[], pooled boolean) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	learner_count CONSTANT bigint := cardinality(learners);
	trained text := (
		SELECT string_agg(format('
			@extschema@.aer_train(features, target, $1[%s]%s) FILTER (
				WHERE part OPERATOR(pg_catalog.%s) %s AND %s OPERATOR(pg_catalog.=) ANY ($2))',
			place,
			CASE
				WHEN keyed AND learner ->> 'learner' = 'design'
					AND learner ->> 'sampling' IS DISTINCT FROM 'learned' THEN ', key'
			END,
			operator, part,
			CASE WHEN pooled THEN place ELSE (place - 1) * cardinality(parts) + n END),
			',' ORDER BY n, place)
		FROM unnest(parts) WITH ORDINALITY p (part, n),
			unnest(learners) WITH ORDINALITY l (learner, place));
	model_ranges text := (
		SELECT string_agg(format('(%s::pg_catalog.int8, %s, %s, %s)',
			n, CASE WHEN pooled THEN 1 ELSE n END,
			(n - 1) * learner_count + 1, n * learner_count), ', ')
		FROM generate_series(1, cardinality(parts)) n);
	scored text := (
		SELECT string_agg(format('
				@extschema@.aer_evaluate(models[%s], features, target)', place), ',' ORDER BY place)
		FROM generate_series(1, learner_count) place);
BEGIN
	RETURN format('
	WITH %s,
	_aer_models AS MATERIALIZED (
		SELECT n, line, trained[first:last] AS models
		FROM (SELECT ARRAY[%s] AS trained FROM _aer_rows) _aer_trained
			CROSS JOIN (VALUES %s) _aer_coordinate (n, line, first, last)),
	_aer_lines AS MATERIALIZED (
		SELECT line, (
			SELECT ARRAY[%s]
			FROM _aer_models scoring CROSS JOIN LATERAL (
				SELECT features, target FROM _aer_tests
				WHERE part OPERATOR(pg_catalog.=) scoring.n IS NOT FALSE OFFSET 0) _aer_score_models
			WHERE scoring.line OPERATOR(pg_catalog.=) _aer_line.line) AS evaluations
		FROM (SELECT DISTINCT line FROM _aer_models) _aer_line)
	SELECT pg_catalog.array_agg(rows ORDER BY place, line),
		pg_catalog.array_agg(reads ORDER BY place, line),
		pg_catalog.array_agg(evaluations[place] ORDER BY place, line)
	FROM _aer_lines CROSS JOIN pg_catalog.generate_series(1, %s) place
		CROSS JOIN LATERAL (
			SELECT pg_catalog.sum(reads)::pg_catalog.int8,
				CASE WHEN pg_catalog.count(*) OPERATOR(pg_catalog.=) pg_catalog.count(rows)
					THEN pg_catalog.sum(rows)::pg_catalog.int8 END
			FROM _aer_models LEFT JOIN LATERAL @extschema@.aer_summary(models[place]) ON true
			WHERE _aer_models.line OPERATOR(pg_catalog.=) _aer_lines.line
			) _aer_counts (reads, rows)',
		data, trained, model_ranges, scored, learner_count);
END $$;

-- Runs a statement of _aer_comparison_statement. An error becomes a problem of its answers, unless
-- it is an interrupt, a lack of memory or disk, or an internal error. If several answers are
-- wanted, each half of them is tried again, so that only answers that fail by themselves have a
-- problem. Warnings about single models are not shown.
CREATE FUNCTION _aer_run_comparison(statement text, learners jsonb[], answers bigint[],
	OUT answer bigint, OUT learned bigint, OUT reads bigint, OUT evaluation aer_evaluation,
	OUT problem text)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 10
	SET client_min_messages = error AS $$
DECLARE
	-- of all answers, but only those that are wanted are used
	all_learned pg_catalog.int8[];
	all_reads pg_catalog.int8[];
	evaluations @extschema@.aer_evaluation[];
	half CONSTANT pg_catalog.int4 := pg_catalog.cardinality(answers) OPERATOR(pg_catalog./) 2;
	failure pg_catalog.text;
	detail pg_catalog.text;
	hint pg_catalog.text;
BEGIN
	IF pg_catalog.cardinality(answers) OPERATOR(pg_catalog.=) 0 THEN
		RETURN;
	END IF;
	BEGIN
		EXECUTE statement INTO all_learned, all_reads, evaluations USING learners, answers;
	EXCEPTION
		WHEN operator_intervention OR insufficient_resources OR system_error OR internal_error THEN
			RAISE;
		WHEN OTHERS THEN
			GET STACKED DIAGNOSTICS
				failure = MESSAGE_TEXT,
				detail = PG_EXCEPTION_DETAIL,
				hint = PG_EXCEPTION_HINT;
			failure := pg_catalog.concat(failure,
				CASE WHEN pg_catalog.concat(detail, hint) OPERATOR(pg_catalog.<>) '' THEN '. ' END,
				pg_catalog.concat_ws(' ',
					CASE WHEN detail OPERATOR(pg_catalog.<>) '' THEN detail END,
					CASE WHEN hint OPERATOR(pg_catalog.<>) '' THEN hint END));
	END;
	IF failure IS NOT NULL AND half OPERATOR(pg_catalog.>) 0 THEN
		RETURN QUERY
		SELECT tried.*
		FROM @extschema@._aer_run_comparison(statement, learners, answers[:half]) tried;
		RETURN QUERY
		SELECT tried.* FROM @extschema@._aer_run_comparison(statement, learners,
			answers[half OPERATOR(pg_catalog.+) 1:]) tried;
		RETURN;
	END IF;
	FOREACH answer IN ARRAY answers LOOP
		learned := all_learned[answer];
		problem := coalesce(failure,
			CASE WHEN learned IS NULL THEN 'there was no row to train on' END);
		reads := CASE WHEN problem IS NULL THEN all_reads[answer] END;
		evaluation := CASE WHEN problem IS NULL THEN evaluations[answer] END;
		RETURN NEXT;
	END LOOP;
END $$;

-- Compares learners and reports rows left out and problems. "row_count" is the number of rows of
-- _aer_tests, "left_out" the number of those that lack features or target. If the target is
-- named, a missing value is found only when the row is scored.
CREATE FUNCTION _aer_compare_learners(data text, keyed boolean, learners jsonb[], operator text,
	parts bigint[], pooled boolean, row_count bigint, left_out bigint,
	OUT learner jsonb, OUT line bigint, OUT learned bigint, OUT reads bigint,
	OUT evaluation aer_evaluation, OUT problem text)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 100 AS $$
#variable_conflict use_variable
DECLARE
	lines CONSTANT pg_catalog.int8 :=
		CASE WHEN pooled THEN 1 ELSE pg_catalog.cardinality(parts) END;
	scorings CONSTANT pg_catalog.int8 := CASE	-- of each row
		WHEN operator OPERATOR(pg_catalog.=) '<='
		THEN GREATEST(pg_catalog.cardinality(parts), 1) ELSE 1 END;
	index pg_catalog.int8;		-- of the answer, from 0
	tried pg_catalog.record;
	scored pg_catalog.int8;		-- by a learner; NULL: one of its lines has a problem
	problems pg_catalog.text[] := '{}';
BEGIN
	learners := ARRAY(SELECT pg_catalog.unnest(learners));	-- of one dimension
	FOR tried IN SELECT t.* FROM @extschema@._aer_run_comparison(
			@extschema@._aer_comparison_statement(data, keyed, learners, operator, parts, pooled),
			learners,
			ARRAY(SELECT pg_catalog.generate_series(1::pg_catalog.int8,
				pg_catalog.cardinality(learners) OPERATOR(pg_catalog.*) lines))) t LOOP
		index := tried.answer OPERATOR(pg_catalog.-) 1;
		learner := learners[index OPERATOR(pg_catalog./) lines OPERATOR(pg_catalog.+) 1];
		line := index OPERATOR(pg_catalog.%) lines OPERATOR(pg_catalog.+) 1;
		learned := tried.learned;
		reads := tried.reads;
		evaluation := tried.evaluation;
		problem := tried.problem;
		problems := pg_catalog.array_append(problems, problem);
		IF line OPERATOR(pg_catalog.=) 1 THEN
			scored := 0;
		END IF;
		scored := scored OPERATOR(pg_catalog.+)
			CASE WHEN problem IS NULL THEN coalesce(evaluation.rows, 0) END;
		IF line OPERATOR(pg_catalog.=) lines THEN
			left_out := GREATEST(left_out,
				row_count OPERATOR(pg_catalog.-) (scored OPERATOR(pg_catalog./) scorings));
		END IF;
		RETURN NEXT;
	END LOOP;
	IF left_out OPERATOR(pg_catalog.>) 0 THEN
		RAISE NOTICE 'rows left out because they have no features or no target: %', left_out;
	END IF;
	IF pg_catalog.num_nonnulls(VARIADIC problems) OPERATOR(pg_catalog.>) 0 THEN
		RAISE WARNING USING
			MESSAGE = pg_catalog.format('%s of %s %s could not be trained or scored',
				pg_catalog.num_nonnulls(VARIADIC problems), pg_catalog.cardinality(problems),
				CASE WHEN pooled THEN 'learners' ELSE 'models' END),
			DETAIL = (pg_catalog.array_remove(problems, NULL))[1],
			HINT = 'The column "problem" of the result says why.';
	END IF;
END $$;

-- Assigns the rows of a query to folds. The complement of the seed keeps these folds different
-- from those of a design with the same seed.
CREATE FUNCTION _aer_folds(query text, folds bigint, seed bigint,
	OUT data text, OUT keyed boolean, OUT row_count bigint, OUT left_out bigint, OUT parts bigint[])
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 AS $$
DECLARE
	described pg_catalog.record := @extschema@._aer_query(query);
BEGIN
	IF folds OPERATOR(pg_catalog.<) 2 OR folds OPERATOR(pg_catalog.>) described.usable THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'there must be at least 2 folds, and a row for each',
			DETAIL = pg_catalog.format(
				'"folds" is %s, and the query returned %s rows with features and target.',
				folds, described.usable);
	END IF;
	data := pg_catalog.format('_aer_rows AS MATERIALIZED (
		SELECT features, target, key,
			@extschema@.aer_fold(%L, %s) AS part
		FROM %s),
	_aer_tests AS (SELECT features, target, part FROM _aer_rows)',
		@extschema@.aer_design(
			folds => folds::pg_catalog.int4, seed => OPERATOR(pg_catalog.~) seed),
		CASE
			WHEN described.keys OPERATOR(pg_catalog.=) described.row_count THEN 'key'
			ELSE 'coalesce(key, pg_catalog.row_number() OVER ())'
		END,
		described.source);
	keyed := described.keyed;
	row_count := described.row_count;
	left_out := row_count OPERATOR(pg_catalog.-) described.usable;
	parts := ARRAY(SELECT pg_catalog.generate_series(1::pg_catalog.int8, folds));
END $$;

-- folds are bigint: an integer in their place is the budget of a table.
CREATE FUNCTION aer_cross_validate(query text, learners jsonb[],
	folds bigint DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT fold integer, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT error_rate float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off SET max_parallel_workers_per_gather = 0 SET jit = off AS $$
DECLARE
	dealt pg_catalog.record := @extschema@._aer_folds(query, folds, seed);
BEGIN
	RETURN QUERY
	SELECT c.learner, c.line::pg_catalog.int4,
		CASE WHEN c.problem IS NULL THEN coalesce((c.evaluation).rows, 0) END, c.reads,
		(c.evaluation).mse, (c.evaluation).error_rate, (c.evaluation).mse_se, c.problem
	FROM @extschema@._aer_compare_learners(dealt.data, dealt.keyed, learners, '<>'::pg_catalog.text,
		dealt.parts, false, dealt.row_count, dealt.left_out) c;
END $$;

CREATE FUNCTION aer_compare(query text, learners jsonb[],
	folds bigint DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT looks float8, OUT mse float8, OUT mse_se float8,
	OUT r2 float8, OUT error_rate float8, OUT auc float8, OUT rows bigint, OUT problem text)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 10
	SET synchronize_seqscans = off SET max_parallel_workers_per_gather = 0 SET jit = off AS $$
DECLARE
	dealt pg_catalog.record := @extschema@._aer_folds(query, folds, seed);
BEGIN
	RETURN QUERY
	SELECT c.learner,
		CASE WHEN (c.evaluation).mse IS NOT NULL
			THEN c.reads::pg_catalog.float8 OPERATOR(pg_catalog./) c.learned::pg_catalog.float8 END,
		(c.evaluation).mse, (c.evaluation).mse_se, (c.evaluation).r2, (c.evaluation).error_rate,
		(c.evaluation).auc,
		CASE WHEN c.problem IS NULL THEN coalesce((c.evaluation).rows, 0) END, c.problem
	FROM @extschema@._aer_compare_learners(dealt.data, dealt.keyed, learners, '<>'::pg_catalog.text,
			dealt.parts, true, dealt.row_count, dealt.left_out)
		WITH ORDINALITY c (learner, line, learned, reads, evaluation, problem, place)
	ORDER BY (c.evaluation).mse, c.place;
END $$;

-- Each model learns from the first rows of one query, and scores all rows of another.
CREATE FUNCTION aer_learning_curve(train_query text, test_query text, learners jsonb[],
	points integer[],
	OUT learner jsonb, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT error_rate float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off SET max_parallel_workers_per_gather = 0 SET jit = off AS $$
DECLARE
	training pg_catalog.record := @extschema@._aer_query(train_query);
	test pg_catalog.record := @extschema@._aer_query(test_query);
	reached pg_catalog.int8[] := ARRAY(
		SELECT DISTINCT LEAST(point::pg_catalog.int8, training.usable)
		FROM pg_catalog.unnest(points) point ORDER BY 1);
BEGIN
	IF training.usable OPERATOR(pg_catalog.<) training.row_count THEN
		RAISE NOTICE 'rows left out because they have no features or no target: %',
			training.row_count OPERATOR(pg_catalog.-) training.usable;
	END IF;
	RETURN QUERY
	SELECT c.learner, coalesce(c.learned, reached[c.line]), c.reads,
		(c.evaluation).mse, (c.evaluation).error_rate, (c.evaluation).mse_se,
		coalesce(c.problem,
			CASE WHEN (c.evaluation).rows IS NULL THEN 'there was no row to score' END)
	FROM @extschema@._aer_compare_learners(pg_catalog.format('_aer_rows AS MATERIALIZED (
		SELECT features, target, key, pg_catalog.count(*)
			FILTER (WHERE pg_catalog.num_nulls(features, target) OPERATOR(pg_catalog.=) 0)
			OVER (ROWS UNBOUNDED PRECEDING) AS part
		FROM %s),
	_aer_tests AS MATERIALIZED (SELECT features, target, NULL::pg_catalog.int8 AS part FROM %s)',
			training.source, test.source),
		training.keyed, learners, '<='::pg_catalog.text, reached, false, test.row_count,
		test.row_count OPERATOR(pg_catalog.-) test.usable) c;
END $$;

COMMENT ON FUNCTION aer_cross_validate(text, jsonb[], bigint, bigint) IS
'cross-validates designs and learners on the rows of a query that returns features, '
	'target and, better, key: a row for each learner and fold; "problem" says why a model failed';
COMMENT ON FUNCTION aer_compare(text, jsonb[], bigint, bigint) IS
'compares designs and learners by cross-validation on the rows of a query: a row '
	'for each, the best first, with the error over all folds';
COMMENT ON FUNCTION aer_learning_curve(text, text, jsonb[], integer[]) IS
'the error on the rows of test_query after training on the first points[1], points[2], ... rows of '
	'train_query: a row for each learner and point';
