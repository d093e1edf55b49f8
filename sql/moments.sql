--
-- moments.sql: designs, moments of rows, and what is fitted to them
--

CREATE FUNCTION _aer_moments_merge(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_merge' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION _aer_moments_merge(aer_moments, aer_moments) IS 'internal: aer_moments, aer_judgment_moments';

CREATE AGGREGATE aer_moments(moments aer_moments) (
	SFUNC = _aer_moments_merge,
	STYPE = aer_moments,
	SSPACE = 45000,
	COMBINEFUNC = _aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_moments(aer_moments) IS
'merge stored moments of one kind and the same attributes: the moments of all their rows or objects together';

CREATE FUNCTION aer_add(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_add(aer_moments, aer_moments) IS
'the moments of all rows (or objects) of both, as aer_moments(moments) merges them: implementation of +';

CREATE FUNCTION aer_subtract(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_subtract(aer_moments, aer_moments) IS
'the moments of those rows of the first that are not among the rows of the second: both keyed, of the same design. A fit of what is left is an error where rounding of what was taken back may have eaten up an attribute or the target: implementation of -';

CREATE OPERATOR + (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_add
);

CREATE OPERATOR - (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_subtract
);

COMMENT ON OPERATOR + (aer_moments, aer_moments) IS 'the moments of all rows of both';
COMMENT ON OPERATOR - (aer_moments, aer_moments) IS 'the moments of the rows of the first without those of the second';

CREATE FUNCTION aer_design(
	budget float8 DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	deep_budget float8 DEFAULT NULL,
	sampling text DEFAULT NULL,
	spread "any" DEFAULT NULL,
	center "any" DEFAULT NULL,
	units text DEFAULT NULL,
	missing text DEFAULT NULL,
	folds integer DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_design(float8, jsonb, float8, text, "any", "any", text, text, integer, text[], text[], jsonb, bigint) IS
'a sampling design for aer_train and aer_moments: how many attributes of each row are looked at ("budget"; NULL, or as many as there are: all), or, with "prices" (aer_prices), what money that may take. With "deep_budget" some records, chosen by their keys, may take that, and the others less, so that the mean stays. "sampling": uniform, spread (in proportion to "spread", a deviation for each attribute) or learned (from the rows before; not with a row key); NULL: spread where it is given, else learned for arrays in common units without a key, and uniform otherwise. "center" is taken off each attribute. "units": common (all attributes are of one kind, as pixels are) or own (each is measured by its deviation); NULL: common; of arrays alone, for named attributes are measured in coordinates of their columns. "missing": available: a NULL that is asked for is a hole, counted and not read; or error. "folds" for choosing penalties: 1 to 100, NULL: 5; 1: no choice';

-- The quartiles of a column, by the values below which 1 to 199 of 200 are. Where one of them is
-- the least value or the largest, as with counts that are mostly 0, those of what is between.
CREATE FUNCTION _aer_quartiles(low anyelement, high anyelement, level anyarray) RETURNS anyarray
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN level[50] > low AND level[150] < high THEN ARRAY[level[50], level[100], level[150]]
		ELSE (SELECT percentile_disc('{.25,.5,.75}'::float8[]) WITHIN GROUP (ORDER BY value) FROM unnest(level) value WHERE value > low AND value < high) END
$$;

-- Quartiles of a number, rounded to a thousandth of its range: those that can be knots, or just so.
CREATE FUNCTION _aer_knots(low float8, high float8, quartile float8[], inside boolean) RETURNS jsonb
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT jsonb_agg(DISTINCT trim_scale(knot)) FROM unnest(quartile) q,
		LATERAL (SELECT CASE WHEN high::numeric > low::numeric THEN round(q::numeric, 3 - floor(log(high::numeric - low::numeric))::integer) ELSE q::numeric END AS knot) k
	WHERE NOT inside OR (knot::float8 > low AND knot::float8 < high)
$$;

-- The same of points in time, as text: whole days, or seconds, where these are short beside the range.
CREATE FUNCTION _aer_knots(low timestamp, high timestamp, quartile timestamp[], inside boolean) RETURNS jsonb
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT jsonb_agg(DISTINCT to_char(knot, CASE unit WHEN 'day' THEN 'YYYY-MM-DD' WHEN 'second' THEN 'YYYY-MM-DD HH24:MI:SS' ELSE 'YYYY-MM-DD HH24:MI:SS.US' END)) FROM unnest(quartile) q,
		LATERAL (SELECT CASE WHEN high - low >= '1000 days' OR (high = date_trunc('day', high) AND low = date_trunc('day', low)) THEN 'day' WHEN high - low >= '1000 seconds' THEN 'second' ELSE 'microsecond' END AS unit) u,
		LATERAL (SELECT date_trunc(unit, q) AS knot) k
	WHERE (NOT inside OR (knot > low AND knot < high)) AND low >= '0001-01-01' AND high < '10000-01-01'
$$;

COMMENT ON FUNCTION _aer_quartiles(anyelement, anyelement, anyarray) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_knots(float8, float8, float8[], boolean) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_knots(timestamp, timestamp, timestamp[], boolean) IS 'internal: aer_suggest';

-- A value as it is sampled, an expression. A numeric becomes a float8, here for all that is asked of it, as that
-- takes long; one that is too large is no number.
CREATE FUNCTION _aer_read(value text, type regtype) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE @extschema@._aer_kind(type) WHEN 'enum' THEN @extschema@._aer_text(value, type)
		ELSE format(CASE type WHEN 'boolean'::regtype THEN '(%s)::integer' WHEN 'numeric'::regtype THEN
			'CASE WHEN %1$s BETWEEN -1.797693134862315e308 AND 1.797693134862315e308 THEN %1$s::float8 WHEN %1$s IS NOT NULL THEN ''NaN'' END' ELSE '%s' END, value) END
$$;

-- What is asked of sampled values and their targets y, as an expression over all of them.
-- No aggregate is DISTINCT or has ORDER BY: from PostgreSQL 16 on all would get their rows sorted.
CREATE FUNCTION _aer_facts(value text, type regtype, kind text, target regtype, most_words integer) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE WHEN kind IN ('words', 'enum') THEN 'jsonb_build_object(''values'', count(%1$s), ''varies'', min(%1$s::text COLLATE "C") <> max(%1$s::text COLLATE "C"), ''long'', bool_or(pg_column_size(%1$s) > 1000), ''says'', %2$s,
			''words'', (SELECT CASE WHEN 4 * sum(times) < count(%1$s) THEN ''[]'' ELSE jsonb_agg(word ORDER BY times DESC, word) END FROM (SELECT v::text COLLATE "C" AS word, count(*) AS times
				FROM unnest(%10$s) v WHERE v IS NOT NULL GROUP BY 1 HAVING count(*) > 1 ORDER BY 2 DESC, 1 LIMIT %3$s) w))'
		WHEN kind = 'boolean' THEN 'jsonb_build_object(''values'', count(%1$s), ''varies'', min(%1$s) <> max(%1$s), ''truth'', ''["true", "false"]''::jsonb, ''says'', %4$s OR %2$s)'
		ELSE 'jsonb_build_object(''values'', count(%1$s), ''varies'', min(%1$s) <> max(%1$s), ''finite'', %5$s, ''says'', %4$s OR %2$s,
			''median'', CASE WHEN %5$s THEN %6$s._aer_knots(min(%7$s), max(%7$s), (%8$s)[100:100], false) END,
			''knots'', CASE WHEN %5$s AND (%11$s OR %12$s) THEN %6$s._aer_knots(min(%7$s), max(%7$s), %6$s._aer_quartiles(min(%7$s), max(%7$s), %8$s), true) END, ''numbers'', %9$s)' END,
		value, says, most_words, correlates, finite, '@extschema@', number, levels, numbers, listed, format(are_many, 500), format(are_many, NULL))
	FROM (SELECT format('array_agg(%s)', format(CASE WHEN kind IN ('words', 'enum') THEN 'CASE WHEN pg_column_size(%1$s) <= 1000 THEN %1$s END' ELSE '%s' END, value))) b (listed),
		-- Is the target a function of something, in few rows, and in all?  Of most columns it is not even in few.
		-- And are there more than ten values?  Of most columns of numbers there are in few rows.
		LATERAL (SELECT format('(SELECT bool_and(low = high) AND %2$s FROM (SELECT min(y) AS low, max(y) AS high, count(*) AS n FROM unnest((%1$s)[:%3$s], (array_agg(y))[:%3$s]) s (v, y) GROUP BY %4$s) g)',
				listed, '%1$s', '%2$s', '%3$s')) f (is_function),
		LATERAL (SELECT format('(SELECT count(*) FROM (SELECT FROM unnest((%s)[:%s]) v GROUP BY v LIMIT 11) several) > 10', listed, '%s')) m (are_many),
		LATERAL (VALUES (
			-- Whether it is there says the target; or it does, where nine rows of ten have a value that ten rows have.
			format('CASE WHEN count(%1$s) >= 10 AND count(*) - count(%1$s) >= 10 AND %2$s AND %3$s THEN min(y) <> max(y) WHEN %4$s THEN %5$s END', value,
				format(is_function, 'true', 500, 'v IS NULL'), format(is_function, 'true', NULL, 'v IS NULL'), format(is_function, 'true', 500, 'v'),
				format(is_function, 'sum(n) FILTER (WHERE n >= 10) >= 0.9 * sum(n) AND count(DISTINCT low) FILTER (WHERE n >= 10) > 1', NULL, 'v')),
			format('CASE WHEN count(%s) >= 20 THEN abs(corr(%s, %s)) >= 0.9999 END', value, @extschema@._aer_measured(value, type), @extschema@._aer_measured('y', target)),
			CASE WHEN kind = 'integer' THEN 'true' ELSE format('(min(%1$s) > ''-Infinity'' AND max(%1$s) < ''Infinity'')', value) END,
			format(CASE type WHEN 'date'::regtype THEN 'CASE WHEN %s < ''294277-01-01'' THEN %1$s::timestamp END'
				WHEN 'timestamptz'::regtype THEN '(%s AT TIME ZONE ''UTC'')' WHEN 'timestamp'::regtype THEN '%s' ELSE '%s::float8' END, value),
			-- Integers number the rows, as a key does that nobody declared, if each is larger than the one
			-- before, but once: a scan that joins another's begins in the middle.
			CASE WHEN kind = 'integer' THEN format('CASE WHEN count(%1$s) >= 20 AND max(%1$s)::numeric - min(%1$s) >= count(%1$s) / 2 - 1 AND max(%1$s)::numeric - min(%1$s) < 10.0 * coalesce($1, count(*)) / count(*) * count(%1$s) THEN
				(SELECT count(*) FILTER (WHERE v <= before) <= 1 FROM (SELECT v, lag(v) OVER () AS before FROM unnest(array_agg(%1$s)) v WHERE v IS NOT NULL) b) END', value) ELSE 'NULL' END))
			e (says, correlates, finite, number, numbers),
		LATERAL (SELECT format('percentile_%s(ARRAY(SELECT i / 200.0 FROM generate_series(1, 199) i)::float8[]) WITHIN GROUP (ORDER BY %s)',
			CASE WHEN type IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) THEN 'disc' ELSE 'cont' END, number)) l (levels)
$$;

-- A value as a number of which there may be squares; of words there is none.
CREATE FUNCTION _aer_measured(value text, type regtype) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE WHEN @extschema@._aer_kind(type) IN ('words', 'enum') THEN 'NULL::float8'
		WHEN type IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) THEN 'CASE WHEN isfinite(%1$s) THEN EXTRACT(EPOCH FROM %1$s)::float8 END'
		WHEN type IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'boolean'::regtype) THEN '%s::float8' ELSE 'CASE WHEN %1$s BETWEEN -1e60 AND 1e60 THEN %1$s::float8 END' END, value)
$$;

-- Values of a column of some rows, at most ten: those that begin like a value that is not there, and then the frequent ones.
CREATE FUNCTION _aer_values(rows text, value text, missed text) RETURNS text
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	list text;
BEGIN
	EXECUTE format('SELECT string_agg(format(''"%%s%%s"'', left(v, 80), CASE WHEN length(v) > 80 THEN ''...'' END), '', '' ORDER BY place) FILTER (WHERE place <= 10) || CASE WHEN max(place) > 10 THEN '' and more'' ELSE '''' END
		FROM (SELECT v, row_number() OVER (ORDER BY lower(left(v, 2)) = lower(left($1, 2)) DESC, count(*) DESC, v) AS place
			FROM (SELECT (%s) COLLATE "C" AS v FROM %s) r GROUP BY v) v', value, rows) INTO list USING missed;
	RETURN list;
END $$;

-- How a column that is an array of attributes, or an object, is learned from: the first one.
CREATE FUNCTION _aer_one_column(source regclass, relation text, target text, type regtype, budget float8, exclude text[]) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('Attributes that stand in one column: SELECT aer_train(s.%I, %s, aer_design(%s)) FROM %s s;', attname, target,
		concat_ws(', ', budget, CASE WHEN base = 'jsonb'::regtype THEN format('include => (SELECT aer_names(s.%I) FROM %s s)', attname, relation) END), relation)
	FROM pg_attribute, @extschema@._aer_base_type(atttypid) base JOIN pg_type t ON t.oid = base
	WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname <> ALL (coalesce(exclude, '{}')) AND (typcategory = 'A' AND @extschema@._aer_kind(typelem) IN ('integer', 'number', 'boolean')
		-- beside an object a word is the name of the target
		OR base = 'jsonb'::regtype AND @extschema@._aer_kind(type) NOT IN ('words', 'enum'))
	ORDER BY attnum LIMIT 1
$$;

COMMENT ON FUNCTION _aer_values(text, text, text) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_one_column(regclass, text, text, regtype, float8, text[]) IS 'internal: aer_suggest';

CREATE FUNCTION _aer_suggest(source regclass, target text, budget float8, exclude text[], prices jsonb, curves boolean, missing boolean) RETURNS jsonb
	LANGUAGE plpgsql STABLE PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_variable
DECLARE
	most CONSTANT bigint := 20000;		-- rows that are read
	relation text;
	relkind "char";
	named record;			-- the target
	target_type oid;		-- of its column
	expected bigint;
	sampled boolean;
	names text[];			-- of the columns but the target
	left_out text[];		-- why, by what is known without reading
	read text;				-- of each row
	asked text;				-- of all of them
	looked text;			-- the rows, as they stand in FROM
	facts jsonb[];			-- the answers
	rows bigint;
	constant boolean;		-- is the target?
	there boolean;			-- is its value, in any row?
	include text[] := '{}';
	holes bigint;			-- rows that have nothing at a column
	list jsonb;				-- what is known of a column
	columns jsonb;
	reasons text[] := '{}';
BEGIN
	IF source IS NULL OR target IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = 'the source and the target must not be NULL';
	END IF;
	curves := coalesce(curves, true);
	missing := coalesce(missing, true);
	PERFORM @extschema@.aer_design(budget => budget, exclude => exclude, prices => prices);
	named := @extschema@._aer_target(source, target);
	target_type := named.type;
	PERFORM @extschema@._aer_source_column(source, name, 'It is listed in "exclude".') FROM unnest(exclude) name;
	SELECT format('%I.%I', nspname, relname), r.relkind INTO relation, relkind FROM pg_class r JOIN pg_namespace n ON n.oid = relnamespace WHERE r.oid = source;
	IF named.value IS NULL AND @extschema@._aer_kind(named.type) IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch',
			MESSAGE = format('target column "%s" is of type %s, which is neither a number, boolean nor a word', target, format_type(named.type, NULL)),
			HINT = format('''%s=VALUE'' is one value against all others.', target);
	ELSIF named.value IS NOT NULL THEN
		named.type := 'boolean';
	END IF;

	SELECT array_agg(attname ORDER BY attnum), array_agg(why ORDER BY attnum),
		string_agg(CASE WHEN why IS NULL THEN format('%s AS c%s, ', @extschema@._aer_read(format('s.%I', attname), type), attnum) END, '' ORDER BY attnum),
		string_agg(CASE WHEN why IS NULL THEN @extschema@._aer_facts(format('c%s', attnum), type, kind, named.type, 100) ELSE 'NULL' END, ', ' ORDER BY attnum)
		INTO names, left_out, read, asked
	FROM (SELECT attname, attnum, atttypid, @extschema@._aer_base_type(atttypid) AS type, @extschema@._aer_kind(atttypid) AS kind FROM pg_attribute
			WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname <> ALL (named.name || coalesce(exclude, '{}'))) c,
		LATERAL (SELECT CASE WHEN EXISTS (SELECT FROM pg_index WHERE indrelid = source AND indisunique AND indisvalid AND indpred IS NULL
				AND attnum = ANY ((indkey::smallint[])[0:indnkeyatts - 1]) AND (indisprimary OR indnkeyatts = 1)) THEN 'key'
			WHEN kind IS NULL THEN format('%s is no number', format_type(atttypid, NULL)) END AS why) w;

	-- Of a large table a sample, which workers agree on.  Where it has few rows the planner knew
	-- the table badly: then the first rows, as of a view.
	expected := CASE WHEN @extschema@._aer_distributed(source) <> 'n' THEN (SELECT sum(n::float8) FROM @extschema@._aer_of_shards(source,
			E'SELECT coalesce((SELECT greatest(c.reltuples, 0) FROM \001 s JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) s.tableoid LIMIT 1), 0)') n)
		ELSE @extschema@._aer_expected_rows(format('SELECT FROM %s WHERE %I IS NOT NULL', relation, named.name)) END;
	sampled := relkind IN ('r', 'p', 'm') AND expected > most;
	LOOP
		looked := format('%s s%s WHERE s.%I IS NOT NULL LIMIT %s', relation, CASE WHEN sampled THEN format(' TABLESAMPLE SYSTEM (%s) REPEATABLE (0)', 100.0 * most / expected) END, named.name, most);
		EXECUTE format('SELECT count(*), min(y) = max(y), ARRAY[%s]::jsonb[] FROM (SELECT %s%s AS y FROM %s) t', asked,
				read, @extschema@._aer_read(named.expression, named.type), looked)
			INTO rows, constant, facts USING CASE WHEN sampled THEN expected END;
		EXIT WHEN NOT sampled OR rows >= most / 20;
		sampled := false;
	END LOOP;
	IF rows = 0 THEN
		RAISE EXCEPTION USING ERRCODE = 'no_data_found', MESSAGE = format('%s has no row whose target is known', relation);
	END IF;
	IF constant AND named.value IS NOT NULL THEN
		-- Rows that were not looked at may have it.
		EXECUTE format('SELECT true FROM %s s WHERE %s LIMIT 1', relation, named.expression) INTO there;
		IF there IS NULL THEN
			RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('no row of %s has the value "%s" in column "%s"', relation, named.value, named.name),
				DETAIL = format('The column has %s.', @extschema@._aer_values(looked, @extschema@._aer_text(format('s.%I', named.name), target_type), named.value));
		END IF;
	END IF;

	FOR i IN 1 .. coalesce(cardinality(names), 0) LOOP
		holes := rows - (facts[i] ->> 'values')::bigint;
		left_out[i] := coalesce(left_out[i], CASE WHEN (facts[i] ->> 'long')::boolean THEN 'values of more than 1000 bytes'
			WHEN holes = rows THEN 'all NULL'
			WHEN NOT (facts[i] ->> 'finite')::boolean THEN 'NaN or infinite values'
			-- one row says nothing of that
			WHEN NOT (facts[i] ->> 'varies')::boolean AND NOT (missing AND holes > 1) AND rows > 1 THEN 'constant'
			WHEN facts[i] -> 'words' = 'null' THEN 'no value twice'
			WHEN facts[i] -> 'words' = '[]' THEN 'too many different words'
			WHEN (facts[i] ->> 'numbers')::boolean THEN 'numbers the rows'
			WHEN (facts[i] ->> 'says')::boolean THEN 'says the target' END);
		IF left_out[i] IS NOT NULL THEN
			reasons := reasons || format('"%s" (%s)', names[i], left_out[i]);
		ELSE
			include := include || names[i];
			list := coalesce(facts[i] -> 'words', CASE WHEN curves THEN nullif(facts[i] -> 'knots', 'null') END);
			IF missing AND holes > 1 THEN
				list := coalesce(list, facts[i] -> 'truth', nullif(facts[i] -> 'median', 'null')) || 'null';
			END IF;
			columns := CASE WHEN list IS NULL THEN columns ELSE coalesce(columns, '{}') || jsonb_build_object(names[i], list) END;
		END IF;
	END LOOP;
	IF reasons <> '{}' THEN
		PERFORM @extschema@._aer_notice(format('columns that are left out: %s', array_to_string(reasons, ', ')));
	END IF;
	IF include = '{}' THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = format('no column of %s can be an attribute', relation),
			HINT = coalesce(@extschema@._aer_one_column(source, relation, format(CASE WHEN named.value IS NULL THEN 's.%I' ELSE 's.%I = %L' END, named.name, named.value), named.type, budget, named.name || coalesce(exclude, '{}')),
				'Write the list by hand, in the option "include" of aer_design().');
	ELSIF sampled THEN
		PERFORM @extschema@._aer_notice(format('%s of about %s rows of %s were looked at', rows, expected, relation));
	ELSIF rows = most THEN
		PERFORM @extschema@._aer_notice(format('the first %s rows of %s were looked at', rows, relation));
	END IF;
	IF constant THEN
		RAISE WARNING USING MESSAGE = format('the target "%s" has one value only%s', target,
				CASE WHEN sampled OR rows = most THEN ' in the rows that were looked at' ELSE ', and so will predictions' END),
			DETAIL = format('Rows that were looked at: %s.', rows);
	END IF;
	RETURN @extschema@.aer_design(budget => budget, include => include, columns => columns, prices => prices);
END $$;

COMMENT ON FUNCTION _aer_read(text, regtype) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_facts(text, regtype, text, regtype, integer) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_measured(text, regtype) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_suggest(regclass, text, float8, text[], jsonb, boolean, boolean) IS 'internal: aer_suggest(), which calls it once for all rows of a statement';

CREATE FUNCTION aer_suggest(source regclass, target text, budget float8 DEFAULT NULL, exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL,
	curves boolean DEFAULT true, missing boolean DEFAULT true) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 100000;

COMMENT ON FUNCTION aer_suggest(regclass, text, float8, text[], jsonb, boolean, boolean) IS
'a first design for a table or view: "include" written out (numbers, booleans, dates and times, words; not those that "exclude" lists) and "columns" filled in: of words the 100 most frequent, seen twice or more; of numbers with more than 10 different values the quartiles as knots, where one is the least or largest value those of what is between (not with curves => false); null where there are two NULLs or more (not with missing => false). A NOTICE says which columns are left out and why: keys, constants, words of which the 100 most frequent are less than a quarter of the values, nothing but NULL, NaN, types that are no numbers, and columns that say the target: it is a function of them, or of their being NULL, or they correlate with it by 0.9999 or more. "target": a column of numbers, booleans or words, or column=value: that value against all others, an error if no row has it. "prices": those of aer_prices. It reads at most 20,000 rows (for a value that none of them has all, until one has it), once for all rows of a statement, with the caller''s rights; of larger tables a sample, and says so';

CREATE FUNCTION aer_plan(design jsonb, attributes integer, key bigint) RETURNS integer[]
	AS 'MODULE_PATHNAME', 'aer_plan_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_plan(design jsonb, names text[], key bigint) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_plan_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_deep(design jsonb, key bigint) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_deep' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_design_summary(design jsonb, attributes integer,
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

CREATE FUNCTION aer_design_summary(design jsonb, names text[],
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_design_summary(jsonb, integer) IS
'what each look costs under a design, its panel, whether the largest budget ever reaches it (else it is never looked at), the looks that this never pays for together with it, and whether only records that are looked at deeply ("deep_budget") reach it';

COMMENT ON FUNCTION aer_design_summary(jsonb, text[]) IS
'the same by name';

COMMENT ON FUNCTION _aer_deep(jsonb, bigint) IS
'internal: is the record of that key one that a design with a "deep_budget" looks at deeply?';

COMMENT ON FUNCTION aer_plan(jsonb, integer, bigint) IS
'the attributes (1-based, ascending) that aer_moments with this design looks at in the row of that key: the same always and everywhere';

COMMENT ON FUNCTION aer_plan(jsonb, text[], bigint) IS
'the same by name; "names" are the attributes, in any order, which is that of the result';

CREATE FUNCTION _aer_moments_final(aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_moments_final(aer_moments) IS 'internal: aer_moments';

CREATE FUNCTION aer_attributes(moments aer_moments,
	OUT attribute integer, OUT name text, OUT reads bigint, OUT missing bigint,
	OUT mean float8, OUT deviation float8, OUT correlation float8, OUT unknown bigint,
	OUT cost float8, OUT spent float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_attributes(aer_moments) IS
'what moments of rows say of each attribute: values read, those asked for that were NULL, the mean and standard deviation of the values, and their correlation with the target, NULL where too little was seen, or where it is lost to rounding next to what was taken back; and of a column of words how many values read were none of those given. What a look costs, and what all of those in the sums have: at the first attribute of a look, without fees; NULL where designs with other prices were merged';

CREATE FUNCTION aer_second_moments(moments aer_moments, centered boolean DEFAULT true) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_second_moments(aer_moments, boolean) IS
'the second moment of each attribute, about its mean or (not "centered") about 0: for the option "second_moments" of learners. An error where rounding has left nothing of an attribute, or of the target, next to what was taken back';

CREATE FUNCTION aer_sampling(second_moments float8[], OUT learner text, OUT share float8, OUT draws integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 2;

COMMENT ON FUNCTION aer_sampling(float8[]) IS
'what drawing by these second moments (aer_second_moments) is worth to aer_ridge and to aer_lasso: the share of the looks of uniform sampling that it needs, 1: nothing to gain; and how many draws, of 1 to d attributes for the record itself, have the guarantee of reading all of them, up to a constant factor: the inner product takes draws besides, "budget" is their sum (rho and k of Kukliansky & Shamir 2015). NULL where all moments are 0';

CREATE FUNCTION aer_fit_ridge(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL,
	bends boolean DEFAULT NULL, partial boolean DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_lasso(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_ols(moments aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fit_ridge(aer_moments, float8, float8, boolean, boolean) IS
'ridge regression: half the mean squared error plus lambda/2 times the sum of squared weights, in the design''s units, of named attributes in coordinates (a number over its deviation, words and bends so that a penalty treats them alike); exact if every attribute was read. "lambda" NULL: of the design''s sampling noise alone; if every attribute was read, chosen from the folds. The length of the weights, the link of a target that takes two values, and the model''s expected_mse, a forecast of the test error, come from the folds, at no further reads. "radius": of an l2 ball that the weights stay in; they are not judged on the folds then. "bends": do numbers with knots have them, or are they lines? NULL: bends where the folds forecast that they help, and aer_summary() says which. "partial": does the model predict from whatever is known of a row, too? NULL: from moments of named attributes yes, so that aer_predict() leaves out what is NULL and never returns NULL (not within a radius, nor wide), of arrays no; with everything known the weights are the same. A fit takes milliseconds to many seconds: store the model, in a table or a materialized view; a plain view fits again for every row that it is joined to';

COMMENT ON FUNCTION aer_fit_lasso(aer_moments, float8, float8) IS
'the lasso: half the mean squared error plus lambda times the sum of absolute weights, in the design''s units, of named attributes of the lengths of looks in coordinates: a column is used with all its attributes or not at all; exact if every attribute was read. "lambda" NULL: chosen from the folds. "radius": of an l1 ball that the weights stay in';

COMMENT ON FUNCTION aer_fit_ols(aer_moments) IS
'ordinary least squares, from moments of which every attribute of every row was read; where attributes are linearly dependent, the solution of least norm';

CREATE FUNCTION aer_path(moments aer_moments, penalty text DEFAULT 'ridge', lambdas float8[] DEFAULT NULL,
	OUT lambda float8, OUT cv_mse float8, OUT cv_se float8, OUT nonzero integer, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_path(aer_moments, text, float8[]) IS
'the choice of lambda that aer_fit_ridge (penalty "ridge") or aer_fit_lasso ("lasso") makes, shown: for each lambda the forecast of the test error (if every attribute was read, of ridge: of the weights before their length is chosen), its standard error, the number of weights (of named attributes: of columns) that are not 0, and whether it was chosen: of ridge under a design with a budget the default, or of the lambdas given the one nearest to it';

CREATE FUNCTION _aer_names_transition(bytea, jsonb) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_names_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION _aer_names_combine(bytea, bytea) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_names_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_names_final(bytea) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_names_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_names_transition(bytea, jsonb) IS 'internal: aer_names';
COMMENT ON FUNCTION _aer_names_combine(bytea, bytea) IS 'internal: aer_names';
COMMENT ON FUNCTION _aer_names_final(bytea) IS 'internal: aer_names';

CREATE AGGREGATE aer_names(features jsonb) (
	SFUNC = _aer_names_transition,
	STYPE = bytea,
	SSPACE = 10000,
	FINALFUNC = _aer_names_final,
	COMBINEFUNC = _aer_names_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_names(jsonb) IS
'the keys that hold a number or a boolean in some row, sorted by bytes, for the option "include"; at most 100,000. Reads all of every object; no rows: NULL';
