--
-- training.sql: aer_train and what is read of models
--

CREATE FUNCTION _aer_model_to_jsonb(aer_model) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_model_to_jsonb'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

CREATE FUNCTION _aer_model_to_float8_array(aer_model) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_model_to_float8_array'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE CAST (aer_model AS jsonb) WITH FUNCTION _aer_model_to_jsonb(aer_model);
CREATE CAST (aer_model AS float8[]) WITH FUNCTION _aer_model_to_float8_array(aer_model);

COMMENT ON CAST (aer_model AS jsonb) IS 'the model''s JSON text';
COMMENT ON CAST (aer_model AS float8[]) IS 'the weights, without the intercept';

CREATE FUNCTION _aer_train_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_train_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_trim(model aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_trim(aer_model) IS
'a smaller model that only scores complete rows: its training cannot be continued, and it does not '
	'predict from some of the columns';

CREATE FUNCTION aer_sql(model aer_model, what text DEFAULT 'prediction', class text DEFAULT NULL,
	dialect text DEFAULT 'standard', array_name text DEFAULT 'x') RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_sql(aer_model, text, text, text, text) IS
'an SQL expression over the columns of a row with the prediction of the model for complete rows, '
	'also in databases without aer: ''prediction'', ''probability'' or ''score''';

CREATE FUNCTION aer_weights(model aer_model, names text[] DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT weight float8, OUT se float8, OUT class text,
	OUT interaction boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_weights(aer_model, text[]) IS
'the weights, in the units of the data, with standard errors if they are known; attribute 0 is the '
	'intercept. "names" names the attributes of arrays';

CREATE FUNCTION aer_importance(model aer_model,
	OUT name text, OUT drop_r2 float8, OUT share float8, OUT importance float8,
	OUT "column" text, OUT column2 text, OUT bar text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 20;

COMMENT ON FUNCTION aer_importance(aer_model) IS
'a row for each column and each interaction, sorted by the drop in r2 without it; and how much it '
	'moves the prediction, as a share of all effects and in units of the target';

CREATE FUNCTION aer_curve(model aer_model, "column" text,
	low float8 DEFAULT NULL, high float8 DEFAULT NULL,
	column2 text DEFAULT NULL, class text DEFAULT NULL,
	OUT value text, OUT number float8, OUT effect float8, OUT se float8,
	OUT value2 text, OUT number2 float8, OUT bar text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 25;

COMMENT ON FUNCTION aer_curve(aer_model, text, float8, float8, text, text) IS
'the effect of each value of a column on the score, in units of the target; with "column2", of '
	'both columns together. "low" and "high" limit the values of a number';

CREATE FUNCTION aer_summary(model aer_model,
	OUT learner jsonb, OUT attributes integer, OUT rows bigint, OUT skipped bigint,
	OUT draws bigint, OUT reads bigint, OUT continuable boolean,
	OUT expected_mse float8, OUT expected_se float8, OUT mistakes bigint,
	OUT target_min float8, OUT target_max float8, OUT link_slope float8, OUT link_offset float8,
	OUT progressive_mse float8, OUT progressive_se float8, OUT mse_of_mean float8,
	OUT worse_than_mean boolean, OUT curves boolean, OUT columns integer,
	OUT expected_error_rate float8, OUT expected_auc float8,
	OUT measured_rows bigint, OUT measured_mse float8, OUT measured_mse_se float8,
	OUT measured_error_rate float8, OUT measured_error_rate_se float8,
	OUT measured_auc float8, OUT measured_auc_se float8, OUT measured_log_loss float8)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;

COMMENT ON FUNCTION aer_summary(aer_model) IS
'one row: the learner and its options, counts of rows and reads, and the error, estimated '
	'(expected_*) or measured on held-out rows (measured_*)';

CREATE FUNCTION _aer_remember_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_remember_final'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

CREATE FUNCTION _aer_train_moments_final(aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_train_moments_final'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

CREATE FUNCTION _aer_sample_model_final(aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_sample_model_final'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

--
-- From a table to a model
--

-- Returns the moments of all rows of a source, which is "item" in FROM, under some designs, the
-- number of rows, and the sum of their keys. Those of shards are added up.
CREATE FUNCTION _aer_design_moments(source regclass, item text, designs jsonb[], has_key boolean,
	OUT moments aer_moments[], OUT rows bigint, OUT keys numeric)
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	query text := format('
			SELECT ARRAY[%s] AS moments, pg_catalog.count(*) AS rows, pg_catalog.sum(s.key) AS keys
			FROM %s',
		(SELECT string_agg(format('
				@extschema@.%s(s.features, s.target, %L::pg_catalog.jsonb%s)',
			CASE WHEN has_roles THEN '_aer_moments' ELSE 'aer_moments' END, design,
			CASE WHEN has_roles THEN ', s.key, s.roles' WHEN has_key THEN ', s.key' END),
			',' ORDER BY place)
		FROM unnest(designs) WITH ORDINALITY d (design, place),
			@extschema@._aer_has_role_columns(design) has_roles), item);
BEGIN
	EXECUTE format('
		SELECT ARRAY[%s], sum(part.rows)::bigint, sum(part.keys)
		FROM %s',
		(SELECT string_agg(format('@extschema@.aer_moments(part.moments[%s])', place), ', '
			ORDER BY place)
		FROM generate_subscripts(designs, 1) place),
		@extschema@._aer_source_query(source, query,
			'moments @extschema@.aer_moments[], rows bigint, keys numeric'))
		INTO moments, rows, keys USING query;
END $$;

-- Measures models on every nth row of a source by hash of the key. Each call lists the arguments
-- of _aer_measured_rows(): a model, its fold models and the columns. All rows are counted. Values
-- for shards stand in the query, which takes no parameters there.
CREATE FUNCTION _aer_score_models(source regclass, item text, fold_models aer_model[], calls text[],
	nth bigint, keys_differ boolean,
	INOUT models aer_model[], OUT rows bigint, OUT keys numeric, OUT different bigint)
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	values text := CASE WHEN @extschema@._aer_distributed(source) <> 'n'
		THEN format('%L::@extschema@.aer_model[], %L::@extschema@.aer_model[]', models, fold_models)
		ELSE '$2, $3' END;
	query text := format('
			SELECT ARRAY[%s] AS scored, pg_catalog.count(*) AS rows, pg_catalog.sum(s.key) AS keys,
				pg_catalog.count(%s) AS different
			FROM (SELECT %s) trained (models, fold_models), %s',
		(SELECT string_agg(format('
				@extschema@._aer_measured_rows(%s) FILTER (WHERE
				pg_catalog.mod(pg_catalog.hashint8extended(s.key, 20260101), %s)
				OPERATOR(pg_catalog.=) 0)', call, nth), ',' ORDER BY place)
		FROM unnest(calls) WITH ORDINALITY c (call, place)),
		CASE WHEN keys_differ THEN '*' ELSE 'DISTINCT s.key' END, values, item);
BEGIN
	EXECUTE format('
		SELECT ARRAY[%s], sum(part.rows)::bigint, sum(part.keys), sum(part.different)::bigint
		FROM %s',
		(SELECT string_agg(format('@extschema@._aer_measure(part.scored[%s])', place), ', '
			ORDER BY place)
		FROM generate_subscripts(calls, 1) place),
		@extschema@._aer_source_query(source, query,
			'scored bytea[], rows bigint, keys numeric, different bigint'))
		INTO models, rows, keys, different USING query, models, fold_models;
END $$;

-- Returns the models of all rows under some designs, measured in a second scan on the rows with
-- mod(hash of key, n) = 0, at most 50,000. If the rows or the sum of their keys differ between
-- the scans, the rows are not the same. A model that was not measured has a problem; a model that
-- is NULL was not fitted, or cannot be. A key in several shards counts as different in each.
-- aer_learn() calls this if every column of every row is read, and aer_compare() for each budget.
-- "width" is the number of columns that are read, for notices of progress.
CREATE FUNCTION _aer_measured_models(source regclass, item text, designs jsonb[],
	keys_differ boolean, quiet boolean, width integer,
	OUT design jsonb, OUT model aer_model, OUT moments aer_moments, OUT problem text)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000 ROWS 10
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_variable
DECLARE
	least_keys CONSTANT bigint := 100;
	most_rows CONSTANT bigint := 50000;
	n CONSTANT integer := cardinality(designs);
	collected record;
	measured record;
	fits @extschema@.aer_model[];
	models @extschema@.aer_model[] := '{}';
	fold_models @extschema@.aer_model[] := '{}';
	calls text[] := '{}';
	places integer[];		-- of the model of each design; NULL: it has none
	problems text[] := array_fill(NULL::text, ARRAY[n]);
	reason text;			-- why no model is measured
	nth bigint;				-- row is scored
BEGIN
	collected := @extschema@._aer_design_moments(source, item, designs, true);
	nth := CASE WHEN collected.rows > most_rows
		THEN collected.rows * 51 / 50 / most_rows + 1 ELSE 1 END;
	PERFORM @extschema@._aer_progress(collected.rows::float8, width::float8, format(
		'%s rows were read; next, %s fitted', @extschema@._aer_count(collected.rows::float8),
		CASE n WHEN 1 THEN 'a model is' ELSE n || ' models are' END));
	IF collected.rows < least_keys THEN
		reason := format('there are fewer than %s rows', least_keys);
	ELSE
		FOR i IN 1 .. n LOOP
			BEGIN
				fits := @extschema@._aer_fit_folds(collected.moments[i], quiet);
				calls := calls || format(
					'models[%s], fold_models[%s:%s], s.features, s.target, s.key%s',
					cardinality(calls) + 1, cardinality(fold_models) + 1,
					cardinality(fold_models) + cardinality(fits) - 1,
					CASE WHEN @extschema@._aer_has_role_columns(designs[i]) THEN ', s.roles' END);
				models := models || fits[1];
				fold_models := fold_models || fits[2:];
				places[i] := cardinality(models);
			EXCEPTION WHEN program_limit_exceeded OR numeric_value_out_of_range
				OR invalid_parameter_value THEN
				problems[i] := SQLERRM;
			END;
		END LOOP;
	END IF;
	IF cardinality(calls) > 0 THEN
		PERFORM @extschema@._aer_progress(collected.rows::float8, width::float8, format(
			'%s fitted; next, rows are read again, and the error is measured on %s of them',
			CASE n WHEN 1 THEN 'the model was' ELSE 'the models were' END,
			CASE WHEN nth = 1 THEN 'all'
				ELSE 'about ' || @extschema@._aer_count((collected.rows / nth)::float8) END));
		BEGIN
			measured := @extschema@._aer_score_models(
				source, item, fold_models, calls, nth, keys_differ, models);
			reason := CASE
				WHEN measured.rows <> collected.rows OR measured.keys <> collected.keys
				THEN 'its rows are not the same when they are read again'
				WHEN measured.different < least_keys
				THEN format('fewer than %s rows are different', least_keys) END;
			models := CASE WHEN reason IS NULL THEN measured.models ELSE models END;
		EXCEPTION WHEN program_limit_exceeded OR numeric_value_out_of_range
			OR invalid_parameter_value OR null_value_not_allowed THEN
			reason := SQLERRM;
		END;
	END IF;
	FOR i IN 1 .. n LOOP
		design := designs[i];
		model := models[places[i]];
		moments := collected.moments[i];
		problem := coalesce(problems[i], reason);
		RETURN NEXT;
	END LOOP;
END $$;

-- Raises an error unless rows of a source can be remembered.
CREATE FUNCTION _aer_check_keep_rows(source regclass, budget float8, keep_rows integer) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF keep_rows NOT BETWEEN 1 AND 20000 THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = '"keep_rows" must be from 1 to 20000',
			DETAIL = format('It is %s.', keep_rows);
	ELSIF keep_rows IS NOT NULL AND budget IS NOT NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'a model trained with a budget cannot remember rows',
			DETAIL = 'Remembered rows are read in full.',
			HINT = 'Leave out "budget" or "keep_rows".';
	ELSIF keep_rows IS NOT NULL AND @extschema@._aer_distributed(source) <> 'n' THEN
		RAISE EXCEPTION USING
			ERRCODE = 'feature_not_supported',
			MESSAGE = format('rows of the distributed table %s cannot be remembered', source),
			HINT = 'Leave "keep_rows" out, or pass a view of the table, '
				'whose rows Citus brings here.';
	END IF;
END $$;

-- Returns a model that remembers rows of its source, from one more scan.
CREATE FUNCTION _aer_remembering(item text, design jsonb, moments aer_moments, model aer_model,
	keep_rows integer) RETURNS aer_model
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	fold_models @extschema@.aer_model[] := @extschema@.aer_fold_models(moments);
	remembering @extschema@.aer_model;
BEGIN
	EXECUTE format('SELECT @extschema@._aer_remember($1, $2, s.features, s.target, s.key, $3%s)
		FROM %s',
		CASE WHEN @extschema@._aer_has_role_columns(design) THEN ', s.roles' END, item)
		INTO remembering USING model, fold_models, keep_rows;
	RETURN remembering;
END $$;

-- Gives a notice if sums of arrays may take more than 500 MB; only arrays have that many
-- attributes. Rows stay rows, of 12 bytes for each value, as long as they take less than the sums
-- of five folds, of 8 width^2 bytes, or double that if not all values are read.
CREATE FUNCTION _aer_notice_sums(rows float8, width float8, budget float8, is_array boolean)
	RETURNS void
	LANGUAGE plpgsql VOLATILE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	megabytes float8 := 1e-6 * least(
		12 * rows * (1 + least(width, budget)),
		5 * width ^ 2 * CASE WHEN budget < width THEN 16 ELSE 8 END);
BEGIN
	IF is_array AND megabytes > 500 THEN
		PERFORM @extschema@._aer_notice(format('the sums may take about %s MB of memory',
			@extschema@._aer_count(megabytes)));
	END IF;
END $$;

CREATE FUNCTION _aer_learn(source regclass, target text, budget float8, exclude text[],
	prices jsonb, key text, measure boolean, features text, groups text, time_column text,
	weight text, curves boolean, null_categories boolean, interactions boolean,
	levels boolean, keep_rows integer)
	RETURNS aer_model
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_variable
DECLARE
	row_key text := @extschema@._aer_row_key(source, key, 's'::text);
	design jsonb;
	keys_differ boolean;	-- for sure
	source_rows float8;		-- about
	item text;
	width integer;
	measured record;
	moments @extschema@.aer_moments;
	model @extschema@.aer_model;
BEGIN
	PERFORM @extschema@._aer_check_keep_rows(source, budget, keep_rows);
	keys_differ := key IS NULL AND row_key IS NOT NULL;
	SELECT * INTO row_key, design, source_rows
	FROM @extschema@._aer_suggest_design(source, target, budget,
		CASE WHEN key IS NULL OR features IS NOT NULL THEN exclude ELSE exclude || key END,
		prices, curves, null_categories, interactions, features, groups, time_column, weight,
		levels, measure IS NOT FALSE OR num_nonnulls(groups, time_column, weight, keep_rows) > 0
			OR budget IS NULL AND (@extschema@._aer_features(
				source, features, target, '{}'::text[])).is_jsonb IS NOT FALSE, row_key);
	keys_differ := keys_differ OR row_key ~ 'ctid';
	measure := coalesce(measure, budget IS NULL
		OR prices IS NULL AND budget >= jsonb_array_length(design -> 'include'));
	item := @extschema@._aer_source(source, target, design, row_key, features);
	width := @extschema@._aer_width(source, item, design);
	PERFORM @extschema@._aer_progress(source_rows, width::float8, format(
		'a sample was read; next, all rows, about %s, are read into sums',
		@extschema@._aer_count(source_rows)));
	PERFORM @extschema@._aer_notice_sums(
		source_rows, width::float8, budget, features IS NOT NULL);
	IF measure THEN
		SELECT m.* INTO measured
		FROM @extschema@._aer_measured_models(
			source, item, ARRAY[design], keys_differ, false, width) m;
		moments := measured.moments;
		model := coalesce(measured.model, @extschema@.aer_fit_ridge(moments));
		IF model IS NOT NULL AND measured.problem IS NOT NULL THEN
			PERFORM @extschema@._aer_notice(format('the error of the model is estimated from sums, '
				'not measured on held-out rows: %s', measured.problem));
		END IF;
	ELSIF @extschema@._aer_distributed(source) <> 'n' OR keep_rows IS NOT NULL
		OR @extschema@._aer_has_role_columns(design) THEN
		moments := (@extschema@._aer_design_moments(
			source, item, ARRAY[design], row_key IS NOT NULL)).moments[1];
		model := @extschema@.aer_fit_ridge(moments);
	ELSE
		EXECUTE format('SELECT @extschema@.aer_train(s.features, s.target, $1%s) FROM %s',
			CASE WHEN row_key IS NOT NULL THEN ', s.key' END, item)
			INTO model USING design;
	END IF;
	IF model IS NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'no_data_found',
			MESSAGE = format('"%s" is NULL in every row of %s whose target is known',
				features, source),
			HINT = 'Fill it in, or name another column as "features".';
	END IF;
	IF keep_rows IS NOT NULL THEN
		PERFORM @extschema@._aer_progress(source_rows, width::float8, format(
			'the model is ready; next, rows are read again, and %s of them are remembered',
			@extschema@._aer_count(keep_rows::float8)));
		model := @extschema@._aer_remembering(item, design, moments, model, keep_rows);
	END IF;
	RETURN model;
END $$;

CREATE FUNCTION aer_learn(source text, target text, budget float8 DEFAULT NULL,
	exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL, key text DEFAULT NULL,
	measure boolean DEFAULT NULL, features text DEFAULT NULL, groups text DEFAULT NULL,
	time_column text DEFAULT NULL, weight text DEFAULT NULL, curves boolean DEFAULT true,
	null_categories boolean DEFAULT true, interactions boolean DEFAULT true,
	levels boolean DEFAULT true, keep_rows integer DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL UNSAFE COST 1000000;

CREATE FUNCTION aer_learn(source regclass, target text, budget float8 DEFAULT NULL,
	exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL, key text DEFAULT NULL,
	measure boolean DEFAULT NULL, features text DEFAULT NULL, groups text DEFAULT NULL,
	time_column text DEFAULT NULL, weight text DEFAULT NULL, curves boolean DEFAULT true,
	null_categories boolean DEFAULT true, interactions boolean DEFAULT true,
	levels boolean DEFAULT true, keep_rows integer DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL UNSAFE COST 1000000;

COMMENT ON FUNCTION aer_learn(
	text, text, float8, text[], jsonb, text, boolean, text, text, text, text, boolean,
		boolean, boolean, boolean, integer) IS
'a model of all rows of a table or view by the design of aer_suggest(). Without a budget its error '
	'is measured on held-out rows. Over rows of a query write (SELECT aer_learn(...))';

COMMENT ON FUNCTION aer_learn(
	regclass, text, float8, text[], jsonb, text, boolean, text, text, text, text, boolean,
		boolean, boolean, boolean, integer) IS
'the same of a table as regclass, as catalogs have it; in a view its OID is stored, so it may be '
	'renamed and need not be in search_path';
