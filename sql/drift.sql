--
-- drift.sql: the rows that a model meets now, compared with its training rows
--
-- "Then" is what the model stores of its training rows. All distances have the same unit and, if
-- nothing has changed, about the same standard error, sqrt(1 / rows then + 1 / rows now). They are
-- the effect sizes d, w and h of Cohen (1988): the difference of two means in standard deviations,
-- the root of the sum of (now - then)^2 / then over the shares of categories, and
-- |2 asin(sqrt(now)) - 2 asin(sqrt(then))| for one share.
--

-- Returns the role of each attribute of a column, in the order of src/kernel/columns.h.
CREATE FUNCTION _aer_column_roles(description jsonb) RETURNS text[]
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE description ->> 'kind'
			WHEN 'categories'
			THEN array_fill('category'::text,
				ARRAY[jsonb_array_length(description -> 'categories')])
			WHEN 'levels'
			THEN '{}'
			ELSE '{number}'::text[] || array_fill('knot'::text,
				ARRAY[coalesce(jsonb_array_length(description -> 'knots'), 0)]) END
		|| CASE WHEN description ? 'null' THEN '{"null"}'::text[] ELSE '{}' END
		|| array_fill('level'::text, ARRAY[coalesce((
			SELECT CASE jsonb_typeof(value) WHEN 'array' THEN jsonb_array_length(value) ELSE 1 END
			FROM jsonb_each(description -> 'levels') LIMIT 1), 0)])
$$;

-- Returns the mean of the known values of an attribute from the mean of all values, in which a
-- share of NULLs counts as "at_null".
CREATE FUNCTION _aer_known_mean(mean float8, at_null float8, nulls float8) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN nulls = 0 THEN mean ELSE at_null + (mean - at_null) / nullif(1 - nulls, 0) END
$$;

-- Returns their standard deviation; NULL if it is 0. The variance of all values is that of the
-- known ones plus that between the known ones and the NULLs.
CREATE FUNCTION _aer_known_sd(sd float8, mean float8, at_null float8, nulls float8) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN nulls = 0 THEN nullif(sd, 0)
		WHEN sd > 0 AND nulls < 1 THEN nullif(sd * sqrt(greatest(0,
			1 - ((mean - at_null) / sd) ^ 2 * nulls / (1 - nulls)) / (1 - nulls)), 0) END
$$;

-- Returns the distance of two shares.
CREATE FUNCTION _aer_share_distance(before float8, after float8) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT 2 * abs(asin(sqrt(greatest(0, least(1, after))))
		- asin(sqrt(greatest(0, least(1, before)))))
$$;

-- Returns what a sum of shares leaves; a rounding error counts as nothing.
CREATE FUNCTION _aer_rest(shares float8) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN shares < 1 - 1e-12 THEN 1 - shares ELSE 0 END
$$;

-- True if a distance matters and is not chance: above 0.2, and four standard errors above what
-- chance alone gives the root of a sum of "squares" squares.
CREATE FUNCTION _aer_has_drifted(distance float8, squares bigint, rows_then float8,
	rows_now float8) RETURNS boolean
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(distance > 0.2 AND distance > (sqrt(squares - 1) + 4)
		* sqrt(1 / nullif(rows_then, 0) + 1 / nullif(rows_now, 0)), false)
$$;

CREATE FUNCTION _aer_percent(share float8) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT @extschema@._aer_digits(100 * share, 3) || ' %'
$$;

-- Returns the attributes of a model's columns with their roles, which are numbered within a column,
-- with their values at NULL, and with what the model and moments say about them. Attributes
-- without names are matched by number. Moments say nothing about a column if they lack one of its
-- attributes.
CREATE FUNCTION _aer_drift_attributes(model aer_model, document jsonb, moments aer_moments)
	RETURNS TABLE (place bigint, role text, number bigint, at_null float8, mean_then float8,
		sd_then float8, mean_now float8, seen bigint, missing bigint, unknown bigint)
	LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
	WITH part AS (
		SELECT place, role, row_number() OVER (ORDER BY place, member) AS attribute,
			row_number() OVER (PARTITION BY place, role ORDER BY member) AS number,
			CASE role
				WHEN 'knot' THEN greatest(0, middle - (knots ->> (member - 2)::integer)::float8)
				ELSE coalesce(middle, (description ->> 'center')::float8, 0) END AS at_null
		FROM jsonb_array_elements(document -> 'columns') WITH ORDINALITY c (description, place),
			unnest(@extschema@._aer_column_roles(description)) WITH ORDINALITY r (role, member),
			LATERAL (SELECT description -> 'knots') k (knots),
			LATERAL (SELECT (knots ->> (jsonb_array_length(knots) - 1) / 2)::float8) m (middle)
		UNION ALL
		SELECT attribute, 'number', attribute, 1, 0
		FROM generate_series(1, jsonb_array_length(document #> '{facts,means}')) attribute
		WHERE NOT document ? 'columns'),
	facts AS (
		SELECT attribute, mean::float8 AS mean, sd::float8 AS sd
		FROM ROWS FROM (
			jsonb_array_elements_text(document #> '{facts,means}'),
			jsonb_array_elements_text(document #> '{facts,deviations}'))
			WITH ORDINALITY f (mean, sd, attribute)),
	names AS (SELECT DISTINCT attribute, name FROM @extschema@.aer_weights(model)),
	found AS MATERIALIZED (SELECT * FROM @extschema@.aer_attributes(moments)),
	matching AS (SELECT count(name) > 0 AS by_name FROM found),
	joined AS (
		SELECT part.*, facts.mean AS mean_then, facts.sd, found.mean, found.reads, found.missing,
			found.unknown,
			count(found.attribute) OVER look = count(*) OVER look AS is_whole
		FROM matching CROSS JOIN part
			JOIN facts ON facts.attribute = part.attribute
			JOIN names ON names.attribute = part.attribute
			LEFT JOIN found ON CASE WHEN by_name THEN found.name ELSE found.attribute::text END
				= CASE WHEN by_name THEN names.name ELSE part.attribute::text END
		WINDOW look AS (PARTITION BY part.place))
	SELECT place, role, number, at_null, mean_then, sd, now.*
	FROM joined
		LEFT JOIN LATERAL (SELECT mean, reads, missing, unknown WHERE is_whole) now ON true
$$;

-- Returns the columns of a model with their facts then and now. "squares" is the number of
-- independent differences in "distance"; "shape" is the largest distance of a number above one of
-- its knots; "unread" is the largest share of NULL that a column can have had. The changed category
-- is the one whose share among the listed ones changed most.
--
-- A model does not know which share of its training values was clipped, but "most_clipped" bounds
-- it. Let g be how far a clipped value x lies beyond the outer knots k1 and kn, and h1 and hn what
-- it is above each of these, else 0. Then g^2 = (x - k1)^2 - h1^2 + hn^2, whose means follow from
-- those of x, h1 and hn, and g = 3 (kn - k1) at a fence.
CREATE FUNCTION _aer_drift_columns(model aer_model, document jsonb, moments aer_moments,
	unread float8)
	RETURNS TABLE (place bigint, description jsonb, looks_now float8, values_now float8,
		distance float8, squares bigint, shape float8, knots bigint, mean_then float8,
		mean_now float8, null_then float8, null_now float8, unknown_then float8,
		unknown_now float8, changed bigint, changed_then float8, changed_now float8,
		most_clipped float8)
	LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
	WITH attribute AS (
		SELECT *,
			coalesce(max(mean_then) FILTER (WHERE role = 'null') OVER look, 0) AS nulls_then,
			coalesce(max(mean_now) FILTER (WHERE role = 'null') OVER look,
				-- moments with interactions replace a missing number and count it as unknown
				CASE WHEN role IN ('number', 'knot') THEN unknown / nullif(seen, 0)::float8 END,
				0) AS nulls_now,
			mean_then / nullif(sum(mean_then) OVER of_role, 0) AS part_then,
			mean_now / nullif(sum(mean_now) OVER of_role, 0) AS part_now
		FROM @extschema@._aer_drift_attributes(model, document, moments)
		WINDOW look AS (PARTITION BY place), of_role AS (PARTITION BY place, role)),
	known AS (
		SELECT *, abs(known_now - known_then)
			/ @extschema@._aer_known_sd(sd_then, mean_then, at_null, nulls_then) AS distance
		FROM attribute, LATERAL (
			SELECT @extschema@._aer_known_mean(mean_then, at_null, nulls_then),
				@extschema@._aer_known_mean(mean_now, at_null, nulls_now)
			) k (known_then, known_now)),
	beyond AS (
		SELECT place, sum((sd_then / reach) ^ 2 + ((mean_then - origin) / reach) ^ 2)
				FILTER (WHERE role = 'number' OR number > 1)
			- sum((sd_then / reach) ^ 2 + (mean_then / reach) ^ 2)
				FILTER (WHERE role = 'knot' AND number = 1) AS squares_then
		FROM attribute
			JOIN jsonb_array_elements(document -> 'columns') WITH ORDINALITY
				c (description, place) USING (place),
			LATERAL (SELECT jsonb_array_length(description -> 'knots'),
				(description #>> '{knots,0}')::float8, (description #>> '{knots,-1}')::float8)
				k (knots, low, high),
			LATERAL (SELECT 3 * (high - low), CASE role WHEN 'number' THEN low ELSE 0 END)
				f (reach, origin)
		WHERE knots > 1 AND (role = 'number' OR role = 'knot' AND number IN (1, knots))
		GROUP BY place),
	changed AS (
		SELECT DISTINCT ON (place) place, number AS changed, part_then AS changed_then,
			part_now AS changed_now
		FROM attribute
		WHERE role = 'category'
		ORDER BY place, abs(part_now - part_then) DESC NULLS LAST),
	look AS (
		SELECT place, min(seen)::float8 AS seen, min(missing) AS missing, max(unknown) AS unknown,
			max(known_then) FILTER (WHERE role = 'number') AS mean_then,
			max(known_now) FILTER (WHERE role = 'number') AS mean_now,
			max(distance) FILTER (WHERE role = 'number') AS of_number,
			max(distance) FILTER (WHERE role = 'level') AS of_levels,
			sqrt(sum((part_now - part_then) ^ 2 / nullif(part_then, 0))
				FILTER (WHERE role = 'category')) AS of_categories,
			max(distance) FILTER (WHERE role = 'knot') AS shape,
			count(*) FILTER (WHERE role = 'knot') AS knots,
			count(*) FILTER (WHERE role = 'category') AS categories,
			sum(mean_then) FILTER (WHERE role = 'category') AS listed_then,
			bool_or(role = 'null') AS has_null, max(nulls_then) AS nulls_then,
			max(nulls_now) AS nulls_now
		FROM known
		GROUP BY place)
	SELECT place, description, seen + missing, seen * (1 - nulls_now),
		CASE description ->> 'kind'
			WHEN 'categories' THEN of_categories
			WHEN 'levels' THEN of_levels
			ELSE of_number END,
		greatest(categories - 1, 1), shape, greatest(knots, 1), mean_then, mean_now,
		CASE WHEN has_null THEN nulls_then WHEN not_null THEN 0 END,
		CASE WHEN description ->> 'kind' <> 'levels' IS NOT FALSE
			THEN (missing + seen * nulls_now) / nullif(seen + missing, 0) END,
		CASE WHEN categories > 0
			THEN @extschema@._aer_rest(listed_then / nullif(1 - nulls_then, 0)) END,
		CASE WHEN categories > 0 THEN unknown / nullif(seen * (1 - nulls_now), 0) END,
		changed, changed_then, changed_now,
		squares_then / nullif(1 - CASE WHEN has_null THEN nulls_then ELSE nulls_now END, 0)
	FROM look LEFT JOIN changed USING (place) LEFT JOIN beyond USING (place)
		LEFT JOIN jsonb_array_elements(document -> 'columns')
			WITH ORDINALITY c (description, place) USING (place),
		LATERAL (SELECT unread = 0 AND (description ->> 'kind' = 'levels') IS NOT TRUE) n (not_null)
$$;

-- Says from which mean to which, with as many digits as show the difference.
CREATE FUNCTION _aer_from_to(before float8, after float8, is_time boolean) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('%s from %s to %s',
		CASE WHEN after > before THEN 'rose' ELSE 'fell' END,
		CASE WHEN is_time THEN @extschema@._aer_report_time(floor(before), true)
			ELSE @extschema@._aer_digits(before, digits) END,
		CASE WHEN is_time THEN @extschema@._aer_report_time(floor(after), true)
			ELSE @extschema@._aer_digits(after, digits) END)
	FROM (
		SELECT greatest(3, least(15, 2 + ceil(log(
			greatest(abs(before), abs(after))::numeric
				/ nullif(abs(after::numeric - before::numeric), 0)))))::integer) d (digits)
$$;

CREATE FUNCTION _aer_share_from_to(before float8, after float8) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('%s from %s to %s', CASE WHEN after > before THEN 'rose' ELSE 'fell' END,
		@extschema@._aer_percent(before), @extschema@._aer_percent(after))
$$;

-- Says what has changed in a column; NULL if nothing that matters. Training rows may have been
-- clipped, too: 1 % counts as usual, or as many as there can have been. "unread" is the largest
-- share of NULL in the training rows.
CREATE FUNCTION _aer_drift_note(facts record, unread float8, rows_then float8, clipped float8)
	RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	kind text := facts.description ->> 'kind';
	usually_clipped float8 := greatest(0.01, least(facts.most_clipped, 1));
	notes text[];
BEGIN
	IF @extschema@._aer_has_drifted(facts.distance, facts.squares, rows_then, facts.values_now) THEN
		notes := notes || CASE kind
			WHEN 'categories' THEN format('the share of "%s" among the known categories %s',
				facts.description -> 'categories' ->> (facts.changed - 1)::integer,
				@extschema@._aer_share_from_to(facts.changed_then, facts.changed_now))
			WHEN 'levels' THEN 'the mean effect of its levels has changed'
			WHEN 'boolean' THEN
				'the share of true '
					|| @extschema@._aer_share_from_to(facts.mean_then, facts.mean_now)
			ELSE 'the mean ' || @extschema@._aer_from_to(
				facts.mean_then, facts.mean_now, kind = 'time') END;
	END IF;
	IF notes IS NULL AND @extschema@._aer_has_drifted(
		facts.shape, facts.knots, rows_then, facts.values_now) THEN
		notes := ARRAY['the mean is about the same, but the spread or the shape has changed'];
	END IF;
	IF @extschema@._aer_has_drifted(
		@extschema@._aer_share_distance(
			coalesce(facts.null_then, least(unread, facts.null_now)), facts.null_now),
		1::bigint, rows_then, facts.looks_now) THEN
		notes := notes || coalesce(
			'the share of NULL ' || @extschema@._aer_share_from_to(facts.null_then, facts.null_now),
			format('%s of the rows have NULL', @extschema@._aer_percent(facts.null_now)));
	END IF;
	IF @extschema@._aer_has_drifted(
		@extschema@._aer_share_distance(facts.unknown_then, facts.unknown_now),
		1::bigint, rows_then, facts.values_now) THEN
		notes := notes || ('the share of unknown categories '
			|| @extschema@._aer_share_from_to(facts.unknown_then, facts.unknown_now));
	END IF;
	IF clipped > usually_clipped AND @extschema@._aer_has_drifted(
		@extschema@._aer_share_distance(usually_clipped, clipped),
		1::bigint, rows_then, facts.values_now) THEN
		notes := notes || format(
			'%s of the values are so far beyond the outer knots that the model clips them '
				'(of the training values at most %s)',
			@extschema@._aer_percent(clipped), @extschema@._aer_percent(usually_clipped));
	END IF;
	RETURN array_to_string(notes, '; ');
END $$;

-- Returns the line of the predictions: their mean beside the mean score of the training rows, which
-- is their mean target, in standard deviations of the target; with three or more classes the mean
-- probabilities beside the shares of the classes. "predicted" has the means, and "values_now" the
-- number of rows that were predicted.
CREATE FUNCTION _aer_drift_prediction(model aer_model, document jsonb, predicted float8[],
	values_now float8, rows_then float8,
	OUT mean_then float8, OUT mean_now float8, OUT distance float8, OUT note text)
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	classes bigint := 2;
	changed text;
BEGIN
	IF document ? 'probabilities' THEN
		SELECT count(*), sqrt(sum((after - before) ^ 2 / nullif(before, 0))),
				(array_agg(
					format('the mean probability of "%s" %s', class,
						@extschema@._aer_share_from_to(before, after))
					ORDER BY abs(after - before) DESC))[1]
			INTO classes, distance, changed
		FROM (
			SELECT class, share::float8 AS before, after
			FROM ROWS FROM (jsonb_array_elements_text(document -> 'classes'),
				jsonb_array_elements_text(document #> '{probabilities,shares}'),
				unnest(predicted)) c (class, share, after)) compared;
	ELSE
		SELECT sum(weight * CASE WHEN attribute = 0 THEN 1
				ELSE (document #>> ARRAY['facts', 'means', (attribute - 1)::text])::float8 END)
			INTO mean_then
		FROM @extschema@.aer_weights(model);
		mean_now := predicted[1];
		distance := abs(mean_now - mean_then)
			/ nullif(sqrt((document #>> '{fit,target_variance}')::float8), 0);
		changed := 'the mean ' || @extschema@._aer_from_to(mean_then, mean_now, false);
	END IF;
	IF @extschema@._aer_has_drifted(distance, classes - 1, rows_then, values_now) THEN
		note := changed;
	END IF;
END $$;

-- Returns the text of a model, without what predictions from a part of the columns need. Raises an
-- error if the model knows nothing about its training rows.
CREATE FUNCTION _aer_drift_document(model aer_model) RETURNS jsonb
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	document jsonb := model::jsonb - 'partial';
BEGIN
	IF NOT document ? 'facts' THEN
		RAISE EXCEPTION USING
			ERRCODE = 'object_not_in_prerequisite_state',
			MESSAGE = 'aer_drift needs a model that knows the means of its attributes',
			DETAIL = 'Models that are fitted to moments know the means, until aer_restrict() is '
				'applied; models of repeats and streaming learners do not.',
			HINT = 'Train it with aer_learn(), or with a design and a key: '
				'aer_train(t.*, ''target'', aer_design(), id).';
	END IF;
	RETURN document;
END $$;

-- Raises an error unless moments are of columns, or of as many elements of arrays, as a model has.
CREATE FUNCTION _aer_check_drift(model aer_model, document jsonb, moments aer_moments)
	RETURNS void
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	found record;
	matched record;
BEGIN
	SELECT count(*) AS attributes, count(name) AS names INTO found
	FROM @extschema@.aer_attributes(moments);
	SELECT count(*) AS attributes, count(seen) AS seen INTO matched
	FROM @extschema@._aer_drift_attributes(model, document, moments);
	IF found.attributes > 0
		AND (matched.seen = 0 OR found.names = 0 AND matched.attributes <> found.attributes) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'the moments and the model have different columns',
			HINT = 'Collect moments of new rows under the design of the model: '
				'(aer_summary(model)).learner -> ''design''.';
	END IF;
END $$;

-- Returns the lines of aer_drift from moments, and from what a scan of the rows found besides
-- (_aer_drift_statement), which is NULL without a scan.
CREATE FUNCTION _aer_drift(model aer_model, moments aer_moments, outside_rows bigint[],
	clipped_rows bigint[], predicted float8[], predicted_rows bigint, rows bigint,
	OUT name text, OUT mean_then float8, OUT mean_now float8, OUT distance float8,
	OUT null_then float8, OUT null_now float8, OUT unknown_then float8, OUT unknown_now float8,
	OUT beyond_knots float8, OUT clipped float8, OUT note text)
	RETURNS SETOF record
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE ROWS 20 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
	document jsonb := @extschema@._aer_drift_document(model);
	rows_then float8;	-- of a column, on average
	unread float8;		-- the largest share of NULL in the training rows
BEGIN
	PERFORM @extschema@._aer_check_drift(model, document, moments);
	SELECT least(s.rows, s.reads / looks.n),
			greatest(0, least(1, looks.n - s.reads / s.rows::float8))
		INTO rows_then, unread
	FROM @extschema@.aer_summary(model) s,
		LATERAL (SELECT coalesce(jsonb_array_length(document -> 'columns'),
			jsonb_array_length(document #> '{facts,means}'))::float8) looks (n);
	RETURN QUERY
	SELECT '(prediction)', p.mean_then, p.mean_now, p.distance, NULL::float8,
		1 - predicted_rows / nullif(rows, 0)::float8, NULL::float8, NULL::float8, NULL::float8,
		NULL::float8, p.note
	FROM @extschema@._aer_drift_prediction(
		model, document, predicted, predicted_rows::float8, rows_then) p
	WHERE rows IS NOT NULL;
	RETURN QUERY
	SELECT coalesce(facts.description ->> 'name', facts.place::text), facts.mean_then,
		facts.mean_now, facts.distance, facts.null_then, facts.null_now, facts.unknown_then,
		facts.unknown_now, outside_rows[facts.place] / nullif(facts.values_now, 0), s.clipped,
		@extschema@._aer_drift_note(facts, unread, rows_then, s.clipped)
	FROM @extschema@._aer_drift_columns(model, document, moments, unread) facts,
		LATERAL (SELECT clipped_rows[facts.place] / nullif(facts.values_now, 0)) s (clipped)
	ORDER BY greatest(facts.distance, facts.shape,
			@extschema@._aer_share_distance(facts.null_then, facts.null_now),
			@extschema@._aer_share_distance(facts.unknown_then, facts.unknown_now))
		DESC NULLS LAST, facts.place;
END $$;

CREATE FUNCTION aer_drift(model aer_model, moments aer_moments,
	OUT name text, OUT mean_then float8, OUT mean_now float8, OUT distance float8,
	OUT null_then float8, OUT null_now float8, OUT unknown_then float8, OUT unknown_now float8,
	OUT beyond_knots float8, OUT clipped float8, OUT note text)
	RETURNS SETOF record
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 20 SET search_path = pg_catalog, pg_temp AS $$
	SELECT * FROM @extschema@._aer_drift(
		$1, $2, NULL::bigint[], NULL::bigint[], NULL::float8[], NULL::bigint, NULL::bigint)
$$;

COMMENT ON FUNCTION aer_drift(aer_model, aer_moments) IS
'changes since a model was trained, from moments of new rows: a row for each column, with its mean '
	'and its shares of NULL and unknown categories then and now';

-- Returns the columns of a model as those of a source: expressions of a row s, their types, and the
-- number as float8 of a column with knots, if it is one: casts of other types may be anybody's.
-- "document" is the expression of documents.
CREATE FUNCTION _aer_drift_values(source regclass, document text, columns jsonb)
	RETURNS TABLE (place bigint, description jsonb, value text, type regtype, number text)
	LANGUAGE sql STABLE PARALLEL SAFE ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT c.place, c.description, found.value, found.type,
		CASE WHEN c.description ? 'knots'
			AND @extschema@._aer_kind(found.type::oid) IN ('integer', 'number')
			THEN format(CASE
				WHEN found.type IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype)
				THEN '@extschema@._aer_days(%s::pg_catalog.%s)'
				ELSE '(%s)::pg_catalog.float8' END,
			found.value, (SELECT typname FROM pg_type WHERE oid = found.type)) END
	FROM jsonb_array_elements(columns) WITH ORDINALITY c (description, place),
		LATERAL (
			SELECT format('s.%I', attname), @extschema@._aer_base_type(atttypid)
			FROM pg_attribute
			WHERE document IS NULL AND attrelid = source
				AND attnum = @extschema@._aer_source_column(source, c.description ->> 'name',
					'The model was trained on a column of that name.'::text)
			UNION ALL
			SELECT k.expression, k.type
			FROM @extschema@._aer_key_column(document, c.description ->> 'name', to_jsonb(ARRAY[
				CASE c.description ->> 'kind'
					WHEN 'time' THEN 'time'
					WHEN 'number' THEN 'number'
					ELSE 'string' END])) k
			WHERE document IS NOT NULL) found (value, type)
$$;

-- Returns the design under which the columns of a model are read now. Points in time are text
-- there, and a level has the same effects for the rows of its one fold and for new rows.
CREATE FUNCTION _aer_drift_design(columns jsonb) RETURNS jsonb
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT @extschema@.aer_design(folds => 1, include => array_agg(c ->> 'name' ORDER BY place),
		columns => jsonb_object_agg(c ->> 'name', CASE WHEN c ? 'levels'
			THEN jsonb_strip_nulls(jsonb_build_object(
				'levels', effects.of_levels, 'null_level', effects.of_null,
				'knots', CASE WHEN c ->> 'kind' = 'number' THEN list.elements END))
			ELSE list.elements END) FILTER (WHERE c ?| '{categories,knots,levels}'))
	FROM jsonb_array_elements(columns) WITH ORDINALITY column_of (c, place),
		LATERAL (
			SELECT jsonb_object_agg(key, effect) FILTER (WHERE NOT is_null),
				max(effect::text) FILTER (WHERE is_null)::jsonb
			FROM (
				SELECT key, value, false FROM jsonb_each(c -> 'levels')
				UNION ALL
				SELECT NULL, c -> 'null_level', true
				WHERE c ? 'null_level') l (key, value, is_null),
				LATERAL (SELECT CASE jsonb_typeof(value)
					WHEN 'array'
					THEN (SELECT jsonb_agg(jsonb_build_array(e, e) ORDER BY n)
						FROM jsonb_array_elements(value) WITH ORDINALITY a (e, n))
					ELSE jsonb_build_array(value, value) END) e (effect)
			) effects (of_levels, of_null),
		LATERAL (
			SELECT coalesce(c -> 'categories', (
				SELECT jsonb_agg(CASE WHEN c ->> 'kind' = 'time'
					THEN to_jsonb(to_char(timestamp '2000-01-01'
						+ make_interval(secs => 86400 * knot::text::float8),
						'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
					ELSE knot END ORDER BY n)
				FROM jsonb_array_elements(c -> 'knots') WITH ORDINALITY k (knot, n)), '[]')
				|| CASE WHEN c ? 'open' THEN '["open"]' ELSE '[]' END::jsonb
				|| CASE WHEN c ? 'null' THEN '[null]' ELSE '[]' END::jsonb) list (elements)
$$;

-- Returns an expression that is true if a model that cannot leave out a NULL can predict a row s.
CREATE FUNCTION _aer_drift_complete(source regclass, document text, columns jsonb) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(string_agg(CASE WHEN description ->> 'kind' = 'categories'
			THEN format('%s OPERATOR(pg_catalog.=) ANY (ARRAY[%s]::pg_catalog.text[])%s',
				@extschema@._aer_text(value, type::oid),
				(SELECT string_agg(quote_literal(category), ', ')
				FROM jsonb_array_elements_text(description -> 'categories') category),
				CASE WHEN description ? 'null' THEN format(' OR %s IS NULL', value) END)
			ELSE format('%s IS NOT NULL', value) END, ') AND (' ORDER BY place), 'true')
	FROM @extschema@._aer_drift_values(source, document, columns)
	WHERE description ->> 'kind' = 'categories'
		OR NOT description ? 'null' AND description ->> 'kind' <> 'levels'
$$;

-- Returns an aggregate that counts the numbers numbers[i] outside of an interval; NULL without one.
CREATE FUNCTION _aer_drift_count(i bigint, low float8, high float8) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN i IS NULL THEN 'NULL' ELSE format('pg_catalog.count(*) FILTER (WHERE '
		'numbers[%s] OPERATOR(pg_catalog.<) %L::pg_catalog.float8 OR '
		'numbers[%1$s] OPERATOR(pg_catalog.>) %3$L::pg_catalog.float8)', i, low, high) END
$$;

-- Returns the rows s of a source that meet a condition as an item of FROM with the columns
-- "computed", each of which is computed once for a row, from a record of it. Without OFFSET the
-- planner would compute an array anew for each of its elements. Citus stores the rows of a subquery
-- with OFFSET if it is not LATERAL, and records cannot be stored.
CREATE FUNCTION _aer_drift_item(source regclass, condition text, row_record text, computed text)
	RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE WHEN starts_with(relation, '(')
			THEN '(SELECT computed.* FROM %1$s CROSS JOIN LATERAL (%2$s OFFSET 0) computed)'
			ELSE '(%2$s FROM %1$s OFFSET 0)' END,
		format('(SELECT * FROM %s %I WHERE (%s
				)) s CROSS JOIN LATERAL %s',
			relation, relname, coalesce(condition, 'true'), row_record), computed)
	FROM pg_class, LATERAL (SELECT @extschema@._aer_relation(source)) r (relation)
	WHERE oid = source
$$;

-- Returns a statement that reads all rows of a source that meet a condition. It returns their
-- moments under the columns of a model, which is $1; for each column the number of values beyond
-- its outer knots, and beyond the fences to which the model clips them; the means of the
-- predictions, or of the probabilities of three or more classes; how many rows were predicted; and
-- how many there are. The condition finds names by the search_path of the caller, so the statement
-- qualifies its own.
CREATE FUNCTION _aer_drift_statement(document jsonb, known boolean, source regclass,
	condition text, features text) RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	columns jsonb := document -> 'columns';
	single record := @extschema@._aer_features(source, features, NULL::text, '{}'::text[]);
	is_row boolean := features IS NULL;
	-- elements of arrays have no names
	named jsonb := CASE WHEN is_row OR single.is_jsonb THEN columns END;
	documents text := CASE WHEN single.is_jsonb THEN '_aer_row.features' END;
	counted record;
	item text;
	predictions text := CASE WHEN document ? 'probabilities' THEN (
			SELECT string_agg(format('pg_catalog.avg(CASE WHEN complete '
				'THEN @extschema@.aer_probability($1, features, %L::pg_catalog.text) END)', class),
				', ' ORDER BY place)
			FROM jsonb_array_elements_text(document -> 'classes') WITH ORDINALITY c (class, place))
		ELSE 'pg_catalog.avg(CASE WHEN complete '
			'THEN @extschema@.aer_predict($1, features) END)' END;
BEGIN
	IF is_row AND columns IS NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'datatype_mismatch',
			MESSAGE = format('the model was trained on arrays, and no column of %s holds arrays',
				source);
	END IF;
	SELECT string_agg(number, ', ' ORDER BY place) FILTER (WHERE number IS NOT NULL) AS numbers,
			string_agg(@extschema@._aer_drift_count(i, low, high), ', ' ORDER BY place) AS outside,
			string_agg(@extschema@._aer_drift_count(
				CASE WHEN low < high AND NOT description ? 'open' THEN i END,
				low - 3 * (high - low), high + 3 * (high - low)), ', ' ORDER BY place) AS clipped
		INTO counted
	FROM (
		SELECT place, description, number,
			CASE WHEN number IS NOT NULL THEN count(number) OVER (ORDER BY place) END AS i,
			(description #>> '{knots,0}')::float8 AS low,
			(description #>> '{knots,-1}')::float8 AS high
		FROM @extschema@._aer_drift_values(source, documents, named)) v;
	item := @extschema@._aer_drift_item(source, condition,
		format('(SELECT %s) _aer_row' || CASE WHEN is_row THEN '' ELSE ' (features)' END,
			coalesce(single.expression, (
				SELECT string_agg(format('s.%I', c ->> 'name'), ', ' ORDER BY place)
					|| ', 0::pg_catalog.float8 AS _aer_target'
				FROM jsonb_array_elements(columns) WITH ORDINALITY e (c, place)))),
		format('SELECT %s AS features, ARRAY[%s]::pg_catalog.float8[] AS numbers, %s AS complete',
			CASE WHEN is_row THEN '_aer_row.*::pg_catalog.record' ELSE '_aer_row.features' END,
			counted.numbers,
			CASE WHEN is_row THEN 'true' ELSE
				'pg_catalog.num_nulls(_aer_row.features) OPERATOR(pg_catalog.=) 0' END
				|| CASE WHEN known THEN ''
					WHEN named IS NULL
					THEN ' AND pg_catalog.array_position(_aer_row.features, NULL) IS NULL'
					ELSE format(' AND (%s)',
						@extschema@._aer_drift_complete(source, documents, named)) END));
	RETURN format('
		SELECT @extschema@.aer_moments(features, %s, %L::pg_catalog.jsonb),
			ARRAY[%s]::pg_catalog.int8[], ARRAY[%s]::pg_catalog.int8[], ARRAY[%s],
			pg_catalog.count(*) FILTER (WHERE complete), pg_catalog.count(*)
		FROM %s _aer_rows',
		CASE WHEN is_row THEN format('%L::pg_catalog.text', '_aer_target')
			ELSE '0::pg_catalog.float8' END,
		@extschema@._aer_drift_design(named), counted.outside, counted.clipped, predictions, item);
END $$;

-- The condition is the caller's, so this function has no search_path of its own.
CREATE FUNCTION aer_drift(model aer_model, source text, condition text DEFAULT NULL,
	features text DEFAULT NULL,
	OUT name text, OUT mean_then float8, OUT mean_now float8, OUT distance float8,
	OUT null_then float8, OUT null_now float8, OUT unknown_then float8, OUT unknown_now float8,
	OUT beyond_knots float8, OUT clipped float8, OUT note text)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 20 AS $$
DECLARE
	read_from pg_catalog.regclass := @extschema@._aer_table(source);
	moments @extschema@.aer_moments;
	outside pg_catalog.int8[];
	clipped_rows pg_catalog.int8[];
	predicted pg_catalog.float8[];
	predicted_rows pg_catalog.int8;
	rows pg_catalog.int8;
BEGIN
	IF pg_catalog.num_nulls(model, source) OPERATOR(pg_catalog.>) 0 THEN
		RETURN;
	END IF;
	features := coalesce(features, @extschema@._aer_features_column(model, read_from));
	EXECUTE @extschema@._aer_drift_statement(
			@extschema@._aer_drift_document(model),
			model::pg_catalog.jsonb OPERATOR(pg_catalog.?) 'partial',
			read_from, condition, features)
		INTO moments, outside, clipped_rows, predicted, predicted_rows, rows USING model;
	IF rows OPERATOR(pg_catalog.=) 0 THEN
		PERFORM @extschema@._aer_notice(pg_catalog.format(
			CASE
				WHEN condition IS NULL THEN '%s has no rows'
				ELSE 'no row of %s meets the condition' END,
			read_from));
	END IF;
	RETURN QUERY
	SELECT d.* FROM @extschema@._aer_drift(
		model, moments, outside, clipped_rows, predicted, predicted_rows, rows) d;
END $$;

COMMENT ON FUNCTION aer_drift(aer_model, text, text, text) IS
'the same for the rows of a table or view that meet a condition, with a row for the predictions '
	'and the shares of values beyond the knots: SELECT * FROM aer_drift(model, ''admitted'')';
