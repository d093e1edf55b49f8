--
-- reports.sql: a model, described in lines that can be read aloud
--

-- Returns a number rounded to significant digits as people write it: 33,400. From 10 million on
-- and below 0.0001 it has an exponent.
CREATE FUNCTION _aer_digits(number float8, digits integer) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN abs(rounded) >= 1000 AND abs(rounded) < 10000000
		THEN rtrim(to_char(rounded, 'FM9,999,999.999999999999'), '.')
		WHEN rounded = 0 OR abs(rounded) >= 0.0001 AND abs(rounded) < 10000000
		THEN trim_scale(rounded)::text
		ELSE regexp_replace(scientific, '[.]?0*e', 'e')
	END
	FROM (SELECT ltrim(to_char(number, '9.' || repeat('9', digits - 1) || 'EEEE'))) s (scientific),
		LATERAL (SELECT scientific::numeric) r (rounded)
$$;

-- Returns number / divisor; NULL if the divisor is 0, and 1e300 or 0 instead of an overflow or
-- underflow.
CREATE FUNCTION _aer_quotient(number float8, divisor float8) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN abs(quotient) >= 1e-300 THEN least(greatest(quotient, -1e300), 1e300)
		ELSE 0
	END::float8
	FROM (SELECT number::numeric / nullif(divisor::numeric, 0)) q (quotient)
	WHERE quotient IS NOT NULL
$$;

-- Compares the expected squared error of a model with that of an alternative, in words; only in
-- per cent if the error was measured.
CREATE FUNCTION _aer_error_comparison(measured boolean, used float8, other_name text, other float8)
	RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN NOT measured THEN format('; the expected RMSE is %s (%s: %s%s)',
			@extschema@._aer_digits(sqrt(used), 3),
			other_name,
			@extschema@._aer_digits(sqrt(other), 3),
			CASE WHEN other < used THEN ', not clearly smaller' ELSE '' END)
		WHEN other = used OR round(percent) <= 0
		THEN format('; %s the error would not be clearly smaller', other_name)
		WHEN percent < 1000 THEN format('; %s the error would be %s %% larger', other_name,
			@extschema@._aer_digits(percent, 2))
		ELSE format('; %s the error would be many times larger', other_name)
	END
	FROM (SELECT 100 * (@extschema@._aer_quotient(sqrt(other), sqrt(used)) - 1)) p (percent)
	WHERE used >= 0 AND other >= 0
$$;

-- Returns the share of the rarer of two values of a target. If that is s, the variance in units of
-- the squared distance of the values is s (1 - s).
CREATE FUNCTION _aer_rarer_share(variance numeric, low numeric, high numeric) RETURNS numeric
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT 2 * product / (1 + sqrt(1 - 4 * product))
	FROM (SELECT greatest(variance, 0) / ((high - low) * (high - low))) q (quotient),
		LATERAL (SELECT least(quotient, 0.25)) p (product)
	WHERE high <> low
$$;

-- Returns all that aer_report and aer_page need to know of a model; no other function reads its
-- JSON. Predictions from a part of the columns may take megabytes and are left out first. Somebody
-- may have written the options by hand, so their types are not certain.
CREATE FUNCTION _aer_report_facts(model aer_model) RETURNS record
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	document jsonb;
	options jsonb;
	fit record;
	facts record;
BEGIN
	IF (SELECT summary.rows FROM @extschema@.aer_summary(model) summary) > 0 THEN
		model := @extschema@.aer_trim(model);
	END IF;
	document := model::jsonb;
	options := CASE WHEN jsonb_typeof(document #> '{learner,design}') = 'object'
		THEN document #> '{learner,design}' ELSE document -> 'learner' END;
	SELECT * INTO fit FROM jsonb_to_record(coalesce(document -> 'fit', '{}')) f (
		target_variance float8, mse_of_lines float8, mse_of_curves float8,
		interactions numeric, mse_of_interactions float8);
	SELECT summary.*, model AS model,
		coalesce(document #>> '{learner,learner}', document #>> '{learner,fit}') AS name,
		(SELECT string_agg(concat(
				coalesce(format('"%s"', document #>> ARRAY['columns', (place - 1)::text, 'name']),
					place::text), ' ', repeats), ', ' ORDER BY place)
		FROM jsonb_path_query(document, 'strict $.learner.repeats[*]', silent => true)
			WITH ORDINALITY r (repeats, place)) AS repeats,
		CASE WHEN jsonb_typeof(options -> 'budget') <> 'object'
			THEN options ->> 'budget' END AS budget,
		(SELECT string_agg(format('"%s"', excluded #>> '{}'), ', ' ORDER BY place)
		FROM jsonb_path_query(options, 'strict $.exclude[*]', silent => true)
			WITH ORDINALITY e (excluded, place)) AS excluded,
		jsonb_path_query_first(options, 'strict $.interactions.size()', silent => true)::integer
			AS interactions_tried,
		fit.mse_of_lines, fit.mse_of_curves, fit.interactions, fit.mse_of_interactions,
		CASE WHEN summary.curves THEN fit.mse_of_curves ELSE fit.mse_of_lines END
			AS mse_without_interactions,
		document #>> '{seldom_together,first}' AS seldom,
		document #>> '{seldom_together,second}' AS seldom2,
		document #>> '{seldom_together,rows}' AS seldom_rows,
		document -> 'later_times' AS later_times,
		document ->> 'target' AS target,
		document ? 'columns' AS named,
		document ? 'facts' AS described,
		document ? 'two_valued' AS two_valued,
		document ? 'link' AS linked,
		document ? 'probabilities' AS many_classes,
		document -> 'classes' AS classes,
		document #> '{probabilities,shares}' AS shares,
		document #> '{facts,deviations}' AS deviations,
		CASE WHEN document ? 'columns' THEN document ? 'interactions' END AS has_interactions,
		(document #>> '{measured,r2}')::numeric AS measured_r2,
		(document #>> '{measured,groups}')::float8 AS measured_groups,
		(document #>> '{measured,horizon}')::float8 AS horizon,
		document #>> '{measured,horizon_in_days}' = '1' AS is_in_days,
		options ->> 'groups' AS groups,
		options ->> 'time_column' AS time_column,
		options ->> 'weight' AS weight,
		jsonb_path_query_first(options, 'strict $.time_cuts.size()', silent => true)::integer + 1
			AS time_blocks,
		jsonb_path_query_first(options, 'strict $.time_cuts[last].double()', silent => true)::float8
			AS last_cut,
		document @? 'strict $.columns[*] ? (@.kind == "time")' AS has_date,
		document #> '{measured,spread}' AS spread,
		(document #>> '{measured,high_share}')::float8 AS high_share,
		(document #>> '{measured,average_precision}')::float8 AS average_precision,
		(document #>> '{measured,top_share}')::float8 AS top_share,
		summary.measured_rows IS NOT NULL AS measured,
		1 - @extschema@._aer_quotient(summary.expected_mse, fit.target_variance) AS expected_r2,
		coalesce(summary.mse_of_mean,
			@extschema@._aer_quotient(summary.measured_mse,
				1 - (document #>> '{measured,r2}')::float8),
			fit.target_variance) AS mse_by_mean,
		coalesce(
			(SELECT 1 - max(share::numeric)
			FROM jsonb_array_elements_text(document #> '{probabilities,shares}') share),
			-- of the held-out rows, which are later ones than most if there is a time column
			(SELECT least(high, 1 - high)
			FROM CAST(document #>> '{measured,high_share}' AS numeric) high),
			CASE WHEN document ? 'two_valued' THEN @extschema@._aer_rarer_share(
				fit.target_variance::numeric,
				summary.target_min::numeric, summary.target_max::numeric)
			END) AS rarer,
		(SELECT count(DISTINCT attribute) FROM @extschema@.aer_weights(model)
		WHERE attribute > 0 AND weight <> 0) AS nonzero
	INTO facts
	FROM @extschema@.aer_summary(model) summary;
	RETURN facts;
END $$;

-- Each section of the report is an array of lines {item, value}; lines without a value are left
-- out.
CREATE FUNCTION _aer_report_training(facts record) RETURNS text[]
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN ARRAY[
		['learner', concat(
			CASE facts.name
				WHEN 'moment ridge' THEN 'ridge regression on moments'
				WHEN 'moment lasso' THEN 'lasso on moments'
				WHEN 'repeats' THEN 'linear predictor on mean judgments'
				ELSE coalesce(facts.name, 'not known')
			END,
			', budget ' || facts.budget)],
		['judgments', 'to buy of each object: ' || facts.repeats],
		['rows', facts.rows::text],
		['rows skipped', CASE WHEN facts.skipped > 0 THEN concat(
			facts.skipped, ', because of a NULL',
			CASE WHEN facts.time_column IS NOT NULL OR facts.weight IS NOT NULL THEN format(
				' in the target or in %s',
				concat_ws(' or ', '"' || facts.time_column || '"', '"' || facts.weight || '"'))
			END,
			CASE WHEN facts.weight IS NOT NULL THEN ', or a weight of 0' END) END],
		['columns excluded', facts.excluded],
		['read per row', CASE WHEN facts.rows > 0 THEN concat(
			@extschema@._aer_digits(facts.reads::float8 / facts.rows, 3),
			CASE WHEN facts.reads <= facts.rows::float8 * facts.columns
				THEN format(' of %s %s', facts.columns,
					CASE WHEN facts.named THEN 'columns' ELSE 'attributes' END) END) END]];
END $$;

-- Returns a time of a design's cuts as people write it.
CREATE FUNCTION _aer_report_time(moment float8, is_in_days boolean) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		-- a year has no separator of thousands
		WHEN is_in_days IS NOT TRUE OR abs(moment) > 1e6 THEN moment::text
		WHEN moment = floor(moment) THEN to_char(date '2000-01-01' + moment::integer, 'YYYY-MM-DD')
		ELSE to_char(timestamp '2000-01-01' + moment * interval '1 day', 'YYYY-MM-DD HH24:MI')
	END
$$;

-- Says which rows were held out to measure the error.
CREATE FUNCTION _aer_report_held_out(facts record) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	rows text := @extschema@._aer_digits(facts.measured_rows::float8, 6);
BEGIN
	RETURN CASE
		WHEN facts.time_column IS NOT NULL THEN format(
			'measured on the last %s by %s (after %s), predicted from the rows before',
			CASE facts.time_blocks
				WHEN 5 THEN 'fifth'
				ELSE format('of %s blocks', facts.time_blocks)
			END,
			facts.time_column,
			@extschema@._aer_report_time(facts.last_cut, facts.is_in_days))
		WHEN facts.groups IS NOT NULL THEN format(
			'measured on %s rows, in folds of whole groups of %s (%s groups)',
			rows, facts.groups, @extschema@._aer_digits(facts.measured_groups, 7))
		ELSE format('measured on %s held-out rows', rows)
	END;
END $$;

-- Says how far ahead the rows were by which the error was measured.
CREATE FUNCTION _aer_report_horizon(facts record) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE
		WHEN NOT facts.measured THEN NULL
		WHEN facts.horizon IS NOT NULL THEN format(
			'measured on %s rows %s after the training rows; further ahead, errors may be larger',
			@extschema@._aer_digits(facts.measured_rows::float8, 6),
			CASE
				WHEN facts.is_in_days IS NOT TRUE
				THEN format('whose %s is up to %s', facts.time_column,
					@extschema@._aer_digits(facts.horizon, 3))
				WHEN facts.horizon < 2
				THEN format('over the %s hours', @extschema@._aer_digits(24 * facts.horizon, 3))
				ELSE format('over the %s days', @extschema@._aer_digits(facts.horizon, 3))
			END)
		WHEN facts.time_column IS NULL AND facts.has_date
		THEN 'measured within the period of the training rows; later rows were not tested'
	END;
END $$;

-- Describes the error on held-out rows.
CREATE FUNCTION _aer_report_measured_error(facts record) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE
		WHEN facts.measured_error_rate IS NULL THEN concat('RMSE ',
			@extschema@._aer_digits(sqrt(facts.measured_mse), 3),
			' +/- ' || @extschema@._aer_digits(@extschema@._aer_quotient(
				facts.measured_mse_se, 2 * sqrt(facts.measured_mse)), 2))
		WHEN facts.measured_error_rate > 0 THEN concat(
			@extschema@._aer_digits(100 * facts.measured_error_rate, 3), ' %',
			' +/- ' || @extschema@._aer_digits(100 * facts.measured_error_rate_se, 2) || ' %',
			' of predictions are wrong (error rate)')
		-- the largest rate at which as many rows have no mistake in one of twenty cases
		ELSE format(
			'0 %% of predictions are wrong (error rate; at most %s %% with 95 %% confidence)',
			@extschema@._aer_digits(100 * (1 - 0.05 ^ (1 / facts.measured_rows::float8)), 2))
	END
	|| ', ' || @extschema@._aer_report_held_out(facts);
END $$;

-- Describes the best known error of a model.
CREATE FUNCTION _aer_report_error(facts record) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	rmse float8 := sqrt(greatest(facts.expected_mse, 0));
	by_mean text := '; predicting the mean: '
		|| @extschema@._aer_digits(sqrt(greatest(facts.mse_by_mean, 0)), 3);
	by_value text := CASE WHEN facts.rarer IS NULL THEN '' ELSE format(
		'; always predicting the most frequent %s would be wrong in %s %%',
		CASE WHEN facts.many_classes THEN 'class' ELSE 'value' END,
		@extschema@._aer_digits(100 * facts.rarer::float8, 3)) END;
BEGIN
	RETURN CASE
		WHEN facts.measured
		THEN concat(@extschema@._aer_report_measured_error(facts),
			CASE WHEN facts.measured_error_rate IS NULL THEN by_mean ELSE by_value END)
		WHEN facts.progressive_mse IS NOT NULL
		THEN concat('RMSE ', @extschema@._aer_digits(sqrt(greatest(facts.progressive_mse, 0)), 3),
			' on each row before the model was trained on it (progressive validation)', by_mean)
		-- the estimate is cut off at the rate of always predicting the most frequent value
		WHEN facts.expected_auc IS NOT NULL
			AND facts.expected_error_rate >= facts.rarer::float8 * (1 - 1e-6)
		THEN concat('not known: no rows were held out, and the estimate from sums says no more ',
			regexp_replace(by_value, '^;', 'than that'),
			'; measure => true of aer_learn, or aer_measure, measures it')
		WHEN facts.expected_auc IS NOT NULL
		THEN format('%s %% of predictions are wrong (error rate), estimated from sums; '
				'no rows were held out%s',
			@extschema@._aer_digits(100 * facts.expected_error_rate, 3), by_value)
		WHEN facts.expected_mse IS NOT NULL
		THEN concat('RMSE ', @extschema@._aer_digits(rmse, 3),
			CASE WHEN facts.many_classes THEN ' of the scores of all classes together' END,
			' (standard error ' || @extschema@._aer_digits(
				@extschema@._aer_quotient(facts.expected_se, 2 * rmse), 2) || ')',
			', estimated from sums', by_mean,
			CASE WHEN facts.many_classes
				THEN '; measure => true of aer_learn, or aer_measure, measures the error rate'
				ELSE '; no rows were held out' END)
		WHEN facts.described AND facts.rows < 10
		THEN 'not known: too few rows'
		WHEN facts.many_classes
		THEN 'not measured; measure => true of aer_learn, or aer_measure, measures it'
		ELSE 'not known; aer_evaluate measures it on rows whose target is known'
	END;
END $$;

-- Returns the errors of the tenths of the held-out rows with the lowest and with the highest
-- predictions, if the larger one is at least twice the smaller.
CREATE FUNCTION _aer_report_spread(spread jsonb) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('RMSE %s where predictions are lowest, %s where they are highest',
		@extschema@._aer_digits(lowest, 3), @extschema@._aer_digits(highest, 3))
	FROM (SELECT sqrt((spread ->> 12)::float8),
		sqrt((spread ->> 11 + (spread ->> 0)::integer)::float8)) s (lowest, highest)
	WHERE greatest(lowest, highest) >= 2 * least(lowest, highest)
$$;

-- Says what later times than those of the training rows count as.
CREATE FUNCTION _aer_report_later_times(facts record) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	least_gain CONSTANT float8 := 0.05;		-- as in measure.c
	held boolean := facts.later_times ? 'held_at';
	other text := CASE WHEN held THEN 'with its trend continued'
		ELSE 'held at its last training value' END;
	mse_of_other float8 := facts.later_times ->> 'mse_of_other';
BEGIN
	RETURN format(CASE WHEN held
			THEN '"%s" is held at its last training value'
			ELSE 'the trend of "%s" is continued' END, facts.later_times ->> 'column')
		|| coalesce(CASE
				WHEN mse_of_other <= (1 - least_gain) * facts.measured_mse
				THEN format('; %s the error would be %s %% smaller, but not on the blocks before',
					other, @extschema@._aer_digits(
						100 * (1 - sqrt(mse_of_other / facts.measured_mse)), 2))
				ELSE @extschema@._aer_error_comparison(
					facts.measured, facts.measured_mse, other, mse_of_other)
			END
			|| '; this was chosen on the rows on which the error was measured'
			|| CASE WHEN facts.time_blocks > 3 THEN ' and on earlier ones' ELSE '' END, '');
END $$;

-- Describes how well a model finds one of two values that less than a fifth of the held-out rows
-- have, so that the error rate says little.
CREATE FUNCTION _aer_report_rare_value(facts record) RETURNS text[]
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	least_rows CONSTANT integer := 1000;
	is_high boolean := facts.high_share <= 0.5;
	share float8 := least(facts.high_share, 1 - facts.high_share);
	value text := CASE facts.target
		WHEN 'boolean' THEN is_high::text
		WHEN 'class' THEN quote_literal(facts.classes ->> is_high::integer)
		ELSE @extschema@._aer_digits(
			CASE WHEN is_high THEN facts.target_max ELSE facts.target_min END, 15) END;
BEGIN
	RETURN ARRAY[
		['top 1 %', CASE WHEN facts.measured_rows >= least_rows THEN format(
			'of the 1 %% of rows with the %s probability, %s %% are %s (%s times the average)',
			CASE WHEN is_high THEN 'highest' ELSE 'lowest' END,
			@extschema@._aer_digits(100 * facts.top_share, 2), value,
			@extschema@._aer_digits(facts.top_share / share, 2)) END],
		['average precision', format('%s (in random order: %s)',
			@extschema@._aer_digits(facts.average_precision, 3),
			@extschema@._aer_digits(share, 2))]];
END $$;

-- Returns the log loss of predicting the shares of the two values, or of the classes, for each row.
CREATE FUNCTION _aer_report_loss_of_shares(facts record) RETURNS float8
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	high float8 := coalesce(facts.high_share, facts.rarer);
	shares float8[] := CASE WHEN facts.many_classes
		THEN ARRAY(SELECT share::numeric FROM jsonb_array_elements_text(facts.shares) share)
		ELSE ARRAY[high, 1 - high] END;
BEGIN
	RETURN (SELECT -sum(share * ln(share)) FROM unnest(shares) share WHERE share > 0);
END $$;

-- Returns error, r2, AUC and log loss, each beside its value without the model.
CREATE FUNCTION _aer_report_quality(facts record) RETURNS text[]
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN ARRAY[
		['error', @extschema@._aer_report_error(facts)],
		['r2', coalesce(
			round(facts.measured_r2, 2)::text,
			CASE WHEN NOT facts.measured
				THEN round(facts.expected_r2::numeric, 2) || ', estimated' END,
			round(1 - @extschema@._aer_quotient(facts.progressive_mse, facts.mse_of_mean)::numeric,
				2)::text)
			|| ' (predicting the mean: 0)'],
		['AUC', coalesce(
			@extschema@._aer_digits(facts.measured_auc, 3)
				|| coalesce(' +/- ' || @extschema@._aer_digits(facts.measured_auc_se, 2), ''),
			CASE WHEN NOT facts.measured
				THEN round(facts.expected_auc::numeric, 2) || ', estimated' END)
			|| ' (in random order: 0.5)'],
		['log loss', @extschema@._aer_digits(facts.measured_log_loss, 3) || coalesce(format(
			' (predicting the share of each %s: ',
			CASE WHEN facts.many_classes THEN 'class' ELSE 'value' END)
			|| @extschema@._aer_digits(@extschema@._aer_report_loss_of_shares(facts), 3)
			|| ')', '')]]
		|| CASE WHEN facts.average_precision IS NOT NULL AND facts.rarer < 0.2
			THEN @extschema@._aer_report_rare_value(facts) END
		|| ARRAY[
			['horizon', @extschema@._aer_report_horizon(facts)],
			['error by prediction', @extschema@._aer_report_spread(facts.spread)],
			['later times', CASE WHEN facts.later_times IS NOT NULL
				THEN @extschema@._aer_report_later_times(facts) END]];
END $$;

CREATE FUNCTION _aer_report_shapes(facts record, first_interactions text) RETURNS text[]
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	used numeric := facts.interactions;
	tried integer := facts.interactions_tried;
BEGIN
	RETURN ARRAY[
		['curves', CASE
			WHEN facts.curves
			THEN 'used' || coalesce(@extschema@._aer_error_comparison(facts.measured,
				facts.mse_of_curves, 'with straight lines'::text, facts.mse_of_lines), '')
			WHEN NOT facts.curves
			THEN 'not used' || coalesce(@extschema@._aer_error_comparison(facts.measured,
				facts.mse_of_lines, 'with curves'::text, facts.mse_of_curves), '')
		END],
		['interactions', CASE
			WHEN num_nulls(used, tried) > 0
			THEN NULL
			WHEN used > 0 AND NOT facts.has_interactions
			THEN format('none left of %s tried', tried)
			WHEN used > 0
			THEN concat(
				coalesce(first_interactions || format(' (%s of %s tried)', used, tried),
					format('%s of %s tried', used, tried)),
				@extschema@._aer_error_comparison(facts.measured, facts.mse_of_interactions,
					'without interactions'::text, facts.mse_without_interactions))
			WHEN tried > 0
			THEN concat(
				format('none of %s tried', tried),
				@extschema@._aer_error_comparison(facts.measured, facts.mse_without_interactions,
					'with interactions'::text, facts.mse_of_interactions))
		END]];
END $$;

-- Lists for each class the three attributes with the largest weights per standard deviation.
CREATE FUNCTION _aer_report_heaviest(facts record) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		WITH ranked AS (
			SELECT class, coalesce('"' || name || '"', attribute::text) AS called,
				row_number() OVER (
					PARTITION BY class
					ORDER BY abs(weight::numeric * deviation::numeric) DESC, attribute) AS rank
			FROM @extschema@.aer_weights(facts.model)
				JOIN jsonb_array_elements_text(facts.deviations)
					WITH ORDINALITY d (deviation, attribute) USING (attribute)
			WHERE weight <> 0),
		heaviest AS (
			SELECT class, string_agg(called, ', ' ORDER BY rank) AS three
			FROM ranked
			WHERE rank <= 3
			GROUP BY class)
		SELECT string_agg(format('%L: %s', class, three), '; ' ORDER BY place)
		FROM jsonb_array_elements_text(facts.classes) WITH ORDINALITY c (class, place)
			JOIN heaviest USING (class)
		WHERE place <= 10);
END $$;

CREATE FUNCTION _aer_report_target(facts record) RETURNS text[]
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	classes text := (
		SELECT string_agg(
			format('%L%s', class, ' ' || round(100 * share, (share < 0.005)::integer) || ' %'),
			', ' ORDER BY place)
		FROM jsonb_array_elements_text(facts.classes) WITH ORDINALITY c (class, place),
			LATERAL (SELECT (facts.shares -> (place - 1)::integer)::numeric) s (share));
	low text := @extschema@._aer_digits(facts.target_min, 6);
	high text := @extschema@._aer_digits(facts.target_max, 6);
BEGIN
	RETURN ARRAY[
		['target', CASE facts.target
			WHEN 'boolean' THEN 'boolean, as -1 and 1'
			WHEN 'class' THEN 'categorical: ' || classes
			WHEN 'number' THEN CASE WHEN facts.two_valued THEN 'a binary number' ELSE 'a number' END
		END],
		['range of the target', low || ' to ' || high],
		['predictions', CASE
			WHEN facts.link_slope IS NOT NULL
			THEN 'go through a link: aer_probability() returns the probability of ' || coalesce(
				quote_literal(facts.classes ->> 1),
				CASE facts.target WHEN 'boolean' THEN 'true' END,
				@extschema@._aer_digits(facts.target_max, 15),
				'the higher value')
			WHEN facts.many_classes
			THEN 'are probabilities of classes: aer_class(), aer_probabilities()'
			WHEN low IS NOT NULL THEN 'are clipped to that range'
			ELSE 'are the linear predictor'
		END]];
END $$;

-- The rows that a model remembers, whether they are used, and the mean loss of held-out rows over
-- 1 to 10 looks with them and by the model alone. No row if it remembers none.
CREATE FUNCTION _aer_remembered(model aer_model, OUT rows integer, OUT used boolean,
	OUT loss float8, OUT loss_of_model float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_remembered'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 1;

CREATE FUNCTION _aer_report_remembered(model aer_model, facts record) RETURNS text[]
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN ARRAY[
		['remembered rows', (
			SELECT format('the model contains the values of %s rows, in bins; aer_ask %s', rows,
				CASE WHEN used THEN 'uses them' ELSE 'does not use them' END) || coalesce(format(
				' (mean %s of held-out rows over 1 to 10 looks: %s with them, %s by the model '
					'alone)',
				CASE WHEN facts.two_valued OR facts.many_classes
					THEN 'log loss' ELSE 'squared error' END,
				@extschema@._aer_digits(loss::numeric, 3),
				@extschema@._aer_digits(loss_of_model::numeric, 3)), '')
			FROM @extschema@._aer_remembered(model))]];
END $$;

CREATE FUNCTION _aer_report_warnings(facts record) RETURNS text[]
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN ARRAY[
		['warning', CASE
			WHEN facts.rows = 0 AND facts.continuable
			THEN 'the model has not been trained on any row yet and predicts nothing'
			WHEN facts.nonzero = 0 THEN 'all weights are 0: every row has the same prediction'
		END],
		['warning', CASE WHEN facts.worse_than_mean THEN 'worse than predicting the mean' END],
		['warning', CASE
			WHEN NOT facts.measured AND facts.expected_r2 <= 0
			THEN 'estimated to be no better than predicting the mean'
			WHEN facts.measured_r2 <= 0 THEN 'measured to be no better than predicting the mean'
			WHEN facts.many_classes AND facts.measured_error_rate > facts.rarer
			THEN 'the predicted class is wrong more often than the most frequent class would be'
		END],
		['warning', CASE WHEN facts.groups IS NOT NULL AND facts.measured_groups < 20 THEN format(
			'the error was measured on only %s groups: the error of new groups may differ from it '
				'by more than its standard error says', facts.measured_groups) END],
		['warning', CASE WHEN facts.skipped > facts.rows / 10
			THEN 'more than a tenth of the rows were skipped' END],
		['warning', CASE WHEN facts.rows > 0 AND facts.rows < facts.attributes
			THEN 'there were fewer rows than weights' END],
		['warning', CASE WHEN NOT facts.measured AND facts.seldom_rows IS NOT NULL THEN format(
			CASE WHEN facts.named THEN '"%s" and "%s"' ELSE 'attributes %s and %s' END
				|| ' were observed together in only %s rows, too few to estimate how they vary '
				'together: the error may be far larger than estimated. A larger budget, or some '
				'rows that are read deeply (deep_budget), would help',
			facts.seldom, facts.seldom2, facts.seldom_rows) END],
		['warning', CASE WHEN facts.two_valued AND NOT facts.linked AND facts.nonzero > 0
			THEN 'probabilities come from a straight line, clipped to 0 and 1: they rank rows, but '
				'they are not calibrated. aer_calibrate fits a link, and so does measuring '
				'(measure => true of aer_learn, or aer_measure)' END]];
END $$;

-- Returns the columns with the largest drops in r2, then those that move predictions although r2
-- does not fall without them; and the first interactions. If the drop of a column is not known, the
-- columns are listed by their shares of the effects.
CREATE FUNCTION _aer_report_importance(facts record, OUT columns text, OUT interactions text)
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	falling text;
	others text;
BEGIN
	WITH look AS (
		SELECT i.*, fall, coalesce(fall > 0, share >= 0.005) AS is_first,
			row_number() OVER (PARTITION BY column2 IS NULL ORDER BY place) AS rank
		FROM (
			SELECT *, bool_and(drop_r2 IS NOT NULL) OVER () AS by_drop
			FROM @extschema@.aer_importance(facts.model) WITH ORDINALITY
				i (name, drop_r2, share, importance, column1, column2, bar, place)) i,
			LATERAL (SELECT CASE WHEN by_drop THEN round(drop_r2::numeric, 3) END) f (fall)),
	listed AS (
		SELECT *, row_number() OVER (
			PARTITION BY is_first
			ORDER BY CASE WHEN is_first THEN place END, share DESC) AS n
		FROM look
		WHERE is_first OR share >= 0.05),
	described AS (
		SELECT is_first, n, concat(
			CASE WHEN fall > 0 AND n = 1 THEN 'r2 falls by ' END,
			CASE WHEN is_first THEN fall || ' without ' END,
			CASE WHEN facts.named THEN format('"%s"', name) ELSE 'attribute ' || name END,
			-- a column that acts by its interactions may have no effect of its own
			CASE WHEN share >= 0.005 THEN format(' (%s %%%s)', round(100 * share::numeric),
				CASE row_number() OVER (PARTITION BY share >= 0.005 ORDER BY is_first DESC, n)
					WHEN 1 THEN ' of the effects' END) END) AS words
		FROM listed
		WHERE n <= CASE WHEN is_first THEN 5 ELSE 3 END)
	SELECT string_agg(words, ', ' ORDER BY n) FILTER (WHERE is_first),
			string_agg(words, ', ' ORDER BY n) FILTER (WHERE NOT is_first),
			(SELECT string_agg(name, ', ' ORDER BY place)
					FILTER (WHERE rank <= 3 AND column2 IS NOT NULL)
				|| CASE WHEN count(column2) > 3 THEN ', ...' ELSE '' END
			FROM look)
		INTO falling, others, interactions
	FROM described;
	columns := nullif(concat_ws('; ',
		falling,
		CASE WHEN falling IS NULL THEN 'r2 falls ' ELSE '' END
			|| 'by less than 0.001 without ' || others), '');
END $$;

CREATE FUNCTION aer_report(model aer_model, OUT item text, OUT value text) RETURNS SETOF record
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE ROWS 10
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	facts record := @extschema@._aer_report_facts(model);
	first_columns text;
	first_interactions text;
	line text[];
BEGIN
	IF facts.described THEN
		SELECT columns, interactions INTO first_columns, first_interactions
		FROM @extschema@._aer_report_importance(facts);
	END IF;
	FOREACH line SLICE 1 IN ARRAY
		@extschema@._aer_report_training(facts)
		|| @extschema@._aer_report_quality(facts)
		|| @extschema@._aer_report_shapes(facts, first_interactions)
		|| ARRAY[
			['nonzero weights', format('%s of %s', facts.nonzero, facts.attributes)],
			['most important', first_columns],
			['most important by class',
				CASE WHEN facts.many_classes THEN @extschema@._aer_report_heaviest(facts) END]]
		|| @extschema@._aer_report_target(facts)
		|| @extschema@._aer_report_remembered(model, facts)
		|| @extschema@._aer_report_warnings(facts)
	LOOP
		item := line[1];
		value := line[2];
		IF value IS NOT NULL THEN
			RETURN NEXT;
		END IF;
	END LOOP;
END $$;

COMMENT ON FUNCTION aer_report(aer_model) IS
'describes a model in lines that can be read aloud: learner, rows, error (measured on held-out '
	'rows or estimated from sums), curves, interactions, most important columns, target, warnings';
