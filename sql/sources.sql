--
-- sources.sql: what the functions that are written in SQL ask of tables
--
-- Expressions and items of FROM that are built here also run where the caller's search_path
-- applies, and on the servers of a distributed table: they qualify every name, and each argument
-- has exactly the type that a function declares, so that no other function of that name is meant.
--

-- Returns the number of a column of a table. If there is none, the detail of the error is
-- "usage", and its hint a similar name.
CREATE FUNCTION _aer_source_column(source regclass, name text, usage text) RETURNS smallint
	AS 'MODULE_PATHNAME', 'aer_source_column' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

-- Returns the name that is nearest to a misspelt one; NULL if none is near.
CREATE FUNCTION _aer_near_name(name text, names text[]) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_near_name' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Returns the columns from which the attributes of a keyed design come, in order. Without whole
-- rows it checks the options only and returns NULL.
CREATE FUNCTION _aer_source_columns(
	source regclass, design jsonb, target text, key text, whole_rows boolean) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_source_columns' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

-- Returns the table or view with a name. The caller's search_path finds it, so this function has
-- none of its own. A query raises an error with the statement that makes a view of it.
CREATE FUNCTION _aer_table(source text) RETURNS regclass
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
	query pg_catalog.text := pg_catalog.regexp_replace(
		source, '^[[:space:]]+|[[:space:];]+$', '', 'g');
	view pg_catalog.text;
BEGIN
	IF query OPERATOR(pg_catalog.~*) '^([(]|(select|with|values|table)[[:space:](*])' THEN
		SELECT name INTO view
		FROM (
			SELECT 'training_rows'
			UNION ALL
			SELECT pg_catalog.concat('training_rows', number)
			FROM pg_catalog.generate_series(2, 100) number) views (name)
		WHERE pg_catalog.to_regclass(name) IS NULL
		LIMIT 1;
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'source must be the name of a table or view, not a query',
			HINT = pg_catalog.format('Create a view: CREATE VIEW %s AS %s; then pass %1$L.', view,
				CASE WHEN query OPERATOR(pg_catalog.~) '^[(].*[^)]$'
					THEN pg_catalog.concat('SELECT * FROM ', query) ELSE query END);
	END IF;
	RETURN source::pg_catalog.regclass;
END $$;

-- Returns the type below domains.
CREATE FUNCTION _aer_base_type(type oid) RETURNS regtype
	AS 'MODULE_PATHNAME', 'aer_base_type' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

-- Returns the kind of attribute that a type makes: integer, number (also a point in time),
-- boolean, words or enum; NULL: none.
CREATE FUNCTION _aer_kind(type oid) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_kind' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

-- Returns an expression that converts a column to a number, for some types that are not numbers;
-- NULL for all others.
CREATE FUNCTION _aer_as_number(type regtype, name text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN type = 'money'::regtype
		THEN format('%I::numeric', name)
		WHEN type IN ('interval'::regtype, 'time'::regtype, 'timetz'::regtype)
		THEN format('extract(epoch FROM %I)', name) END
$$;

-- True if arrays of the type can be features. Domains cannot, because the casts of their arrays
-- may be anybody's. Points in time cannot, because no aggregate is declared for their arrays (see
-- _aer_arguments).
CREATE FUNCTION _aer_is_number(type oid) RETURNS boolean
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(
		@extschema@._aer_base_type(type) = type
		AND @extschema@._aer_kind(type) IN ('integer', 'number', 'boolean')
		AND type <> ALL ('{date,timestamp,timestamptz}'::regtype[]), false)
$$;

-- True if the type has a cast to real[] and can be features. A superuser must have made the cast,
-- so the type must be a base type and no array: casts of other types, also of arrays of a domain,
-- may be anybody's.
CREATE FUNCTION _aer_is_embedding(type oid) RETURNS boolean
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT EXISTS (
		SELECT FROM pg_type t JOIN pg_cast ON castsource = t.oid
		WHERE t.oid = type AND typtype = 'b' AND typcategory <> 'A'
			AND casttarget = 'float4[]'::regtype)
$$;

-- True if a value of the type holds all attributes of a row, by number: arrays and embeddings.
CREATE FUNCTION _aer_is_array(type oid) RETURNS boolean
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT @extschema@._aer_is_embedding(oid)
		OR typsubscript = 'array_subscript_handler'::regproc AND @extschema@._aer_is_number(typelem)
	FROM pg_type
	WHERE oid = @extschema@._aer_base_type(type)
$$;

-- Returns an expression for the text of a value that runs no code but that of its type. A type
-- that somebody created is written by its output function, as its cast may be anybody's. format()
-- makes '' of NULL.
CREATE FUNCTION _aer_text(value text, type oid) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE WHEN type::bigint < 16384
		THEN '%1$s::pg_catalog.text'
		ELSE 'CASE WHEN pg_catalog.num_nonnulls(%1$s) OPERATOR(pg_catalog.=) 1 '
			'THEN pg_catalog.format(''%%s'', %1$s) END' END, value)
$$;

-- Return a point in time as a target: days from 2000-01-01, in UTC.
CREATE FUNCTION _aer_days(date) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_days' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_days(timestamp) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_days' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_days(timestamptz) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_days' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Raises the error that a column of that type cannot be a target.
CREATE FUNCTION _aer_refuse_target(target text, type regtype) RETURNS void
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RAISE EXCEPTION USING
		ERRCODE = 'datatype_mismatch',
		MESSAGE = format(
			'target column "%s" is of type %s, which is not a number, a boolean or text',
			target, format_type(type, NULL)),
		HINT = CASE
			WHEN @extschema@._aer_as_number(type, target) IS NOT NULL
			THEN format('Convert it to a number in a view: %s.',
				@extschema@._aer_as_number(type, target))
			WHEN type IN ('json', 'jsonb')
			THEN format('One of its keys can be the target: select %I ->> ''key'' in a view, '
				'cast to a number if it is one.', target)
			WHEN (SELECT typcategory = 'A' FROM pg_type WHERE oid = type)
			THEN format('One of its elements can be the target: select %I[1] in a view.', target)
			ELSE format('Pass ''%s=VALUE'' to predict one value against all others.', target) END;
END $$;

-- Raises an error if a target is an expression of columns, with the statement that makes a view in
-- which it is a column. 'ward = north' is no expression.
CREATE FUNCTION _aer_refuse_expression(source regclass, target text) RETURNS void
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	view text := (
		SELECT name
		FROM unnest('{training_rows,training_rows2}'::text[]) WITH ORDINALITY v (name, place)
		WHERE name NOT IN (SELECT relname FROM pg_class WHERE oid = source)
		ORDER BY place
		LIMIT 1);
	words text[] := ARRAY(
		SELECT CASE WHEN word[1] LIKE '"%' THEN replace(btrim(word[1], '"'), '""', '"')
			ELSE lower(word[1]) END
		FROM regexp_matches(regexp_replace(target, $re$'[^']*'$re$, '', 'g'),
			'"(?:[^"]|"")+"|[[:alpha:]_][[:alnum:]_$]*', 'g') word);
	columns text[] := ARRAY(
		SELECT attname FROM pg_attribute
		WHERE attrelid = source AND attnum > 0 AND NOT attisdropped
		ORDER BY attnum);
	used text[] := ARRAY(SELECT name FROM unnest(columns) name WHERE name = ANY (words));
BEGIN
	IF target !~ '[-+*/%^|:!<>()]|=.*=' OR used = '{}' THEN
		RETURN;
	END IF;
	RAISE EXCEPTION USING
		ERRCODE = 'invalid_parameter_value',
		MESSAGE = 'target must be the name of a column, not an expression',
		HINT = format('Create a view: CREATE VIEW %s AS SELECT *, %s AS %I FROM %s; then name %1$L '
			'and %3$L, and leave out the columns of the expression: exclude => %5$L.',
			view, btrim(target),
			CASE WHEN 'target' = ANY (columns) THEN 'target2' ELSE 'target' END,
			source, used);
END $$;

-- Returns the column that a target names, its type below domains, and expressions of a row s: the
-- stored value, and the target with its type. 'class=good' is the value "good" of the column
-- "class" against all others, unless a column has exactly that name.
CREATE FUNCTION _aer_target(source regclass, target text,
	OUT name text, OUT type regtype, OUT value text, OUT stored text, OUT expression text,
	OUT expression_type regtype)
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
	SELECT attname, @extschema@._aer_base_type(atttypid),
			CASE WHEN attname <> target THEN substr(target, length(attname) + 2) END
		INTO name, type, value
	FROM pg_attribute
	WHERE attrelid = source AND attnum > 0 AND NOT attisdropped
		AND (attname = target OR starts_with(target, attname || '='))
	ORDER BY attname = target DESC, length(attname) DESC
	LIMIT 1;
	IF name IS NULL THEN
		PERFORM @extschema@._aer_refuse_expression(source, target);
		PERFORM @extschema@._aer_source_column(source, target, 'It is named as the target.'::text);
	END IF;
	stored := format('s.%I', name);
	IF value IS NULL THEN
		expression := stored;
		expression_type := type;
	ELSE
		expression := format('(%s) OPERATOR(pg_catalog.=) %L',
			@extschema@._aer_text(stored, type::oid), value);
		expression_type := 'boolean';
	END IF;
END $$;

-- Returns an expression for the bigint key of a row whose key column has that type; NULL if the
-- type cannot be a key.
CREATE FUNCTION _aer_row_key(type oid, value text) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN base IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)
		THEN format('%s::pg_catalog.int8', value)
		WHEN base IN ('text'::regtype, 'varchar'::regtype)
		THEN format('@extschema@.aer_key(%s::pg_catalog.text)', value)
		WHEN base = 'uuid'::regtype
		THEN format('@extschema@.aer_key(%s::pg_catalog.uuid)', value) END
	FROM @extschema@._aer_base_type(type) base
$$;

-- Returns the same for a key column. Without a column it is the primary key, and NULL if that is
-- not one column that can be a key.
CREATE FUNCTION _aer_row_key(source regclass, key text, row_name text) RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	type oid;
	expression text;
BEGIN
	SELECT atttypid, @extschema@._aer_row_key(atttypid, format('%s.%I', row_name, attname))
		INTO type, expression
	FROM pg_attribute
	WHERE attrelid = source AND attnum = CASE
		WHEN key IS NULL
		THEN (SELECT indkey[0] FROM pg_index
			WHERE indrelid = source AND indisprimary AND indnkeyatts = 1)
		ELSE @extschema@._aer_source_column(source, key, 'It is named as the key.'::text) END;
	IF key IS NOT NULL AND expression IS NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'datatype_mismatch',
			MESSAGE = format('key column "%s" is of type %s, which cannot be a key',
				key, format_type(type, NULL)),
			DETAIL = 'A key is an integer, or a text, varchar or uuid, which aer_key() converts.',
			HINT = 'Cast it to one of these, in a view or a column of its own, so that it does not '
				'depend on DateStyle, TimeZone or bytea_output.';
	END IF;
	RETURN expression;
END $$;

-- Returns the statement that adds a key to a table. A unique constraint of a partitioned table must
-- include the columns of its partition key, and cannot include expressions.
CREATE FUNCTION _aer_add_key(source regclass) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('ALTER TABLE %s ADD %s bigserial%s; then pass key => %L.', source, name,
		CASE WHEN 0 = ANY (parts) THEN '' ELSE format(', ADD UNIQUE (%s)', concat_ws(', ', name, (
			SELECT string_agg(quote_ident(attname), ', ' ORDER BY place)
			FROM unnest(parts) WITH ORDINALITY p (part, place)
				JOIN pg_attribute ON attrelid = source AND attnum = part))) END, name)
	FROM (
		SELECT (SELECT partattrs::int2[] FROM pg_partitioned_table WHERE partrelid = source),
			CASE WHEN EXISTS (
				SELECT FROM pg_attribute WHERE attrelid = source AND attname = 'id')
				THEN 'row_id' ELSE 'id' END) k (parts, name)
$$;

-- True if a column is unique, perhaps only together with columns of the table's partition key.
CREATE FUNCTION _aer_is_unique(source regclass, number int2) RETURNS boolean
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT EXISTS (
		SELECT FROM pg_index,
			LATERAL (SELECT (indkey::int2[])[0:indnkeyatts - 1] AS columns) k
		WHERE indrelid = source AND indisunique AND indisvalid AND indimmediate AND indpred IS NULL
			AND number = ANY (columns) AND 0 <> ALL (columns)
			AND columns <@ (number || coalesce((SELECT partattrs::int2[] FROM pg_partitioned_table
				WHERE partrelid = source), '{}')))
$$;

-- Returns the given key column or else the primary key; an error if there is neither.
CREATE FUNCTION _aer_key_column(source regclass, key text) RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	candidate name;
BEGIN
	key := coalesce(key, (
		SELECT attname
		FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
		WHERE indrelid = source AND indisprimary AND indnkeyatts = 1
			AND @extschema@._aer_row_key(atttypid, ''::text) IS NOT NULL));
	IF key IS NULL THEN
		SELECT attname INTO candidate
		FROM pg_attribute
		WHERE attrelid = source AND attnum > 0 AND attnotnull
			AND @extschema@._aer_row_key(atttypid, ''::text) IS NOT NULL
			AND @extschema@._aer_is_unique(source, attnum)
		ORDER BY attnum LIMIT 1;
		RAISE EXCEPTION USING
			ERRCODE = 'null_value_not_allowed',
			MESSAGE = format('%s has no single-column primary key that can be a key', source),
			DETAIL = 'A key is an integer, or text, varchar or uuid.',
			HINT = CASE WHEN candidate IS NOT NULL
				THEN format('Pass a column that identifies its rows: key => %L.', candidate)
				ELSE 'Pass the column that identifies its rows as "key".' END || CASE
				WHEN candidate IS NULL
					AND (SELECT relkind IN ('r', 'p') FROM pg_class WHERE oid = source)
				THEN ' If there is none: ' || @extschema@._aer_add_key(source) ELSE '' END;
	END IF;
	RETURN key;
END $$;

-- Returns the method by which Citus has distributed a table ("n": a copy on every server); NULL
-- if it has not.
CREATE FUNCTION _aer_distributed(source regclass) RETURNS "char"
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	method "char";
BEGIN
	IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
		EXECUTE 'SELECT partmethod FROM pg_dist_partition WHERE logicalrelid = $1'
			INTO method USING source;
	END IF;
	RETURN method;
END $$;

-- Returns a table as an item of FROM, with its schema. OFFSET makes Citus bring the rows of a
-- distributed table, or of a view of one, to the coordinator first: a whole row from another
-- server loses the names of its columns.
CREATE FUNCTION _aer_relation(source regclass) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE WHEN @extschema@._aer_distributed(source) <> 'n'
			OR relkind = 'v' AND to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL
		THEN '(SELECT * FROM %I.%I OFFSET 0)' ELSE '%I.%I' END, nspname, relname)
	FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
	WHERE c.oid = source
$$;

-- Returns features and target as arguments of an aggregate over rows s, for features that are one
-- expression. Beside a document, text would be taken for the name of a target in it, so it is put
-- into the document. An enum is passed as text, as its casts may be anybody's.
CREATE FUNCTION _aer_arguments(
	features text, is_jsonb boolean, target text, expression text, type regtype) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN expression IS NULL
		THEN format('%s, %L::pg_catalog.text', features, target)
		WHEN is_jsonb AND @extschema@._aer_kind(type::oid) IN ('words', 'enum')
		THEN format('%s OPERATOR(pg_catalog.||) '
			'pg_catalog.jsonb_build_object(%L::pg_catalog.text, %s), %2$L::pg_catalog.text',
			features, target, @extschema@._aer_text(expression, type::oid))
		WHEN @extschema@._aer_kind(type::oid) IN ('words', 'enum')
		THEN format('%s, %s', features, @extschema@._aer_text(expression, type::oid))
		WHEN type IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype)
		THEN format('%s, @extschema@._aer_days(%s::pg_catalog.%s)',
			features, expression, (SELECT typname FROM pg_type WHERE oid = type))
		WHEN type = 'bool'::regtype
		THEN format('%s, (%s)::pg_catalog.bool', features, expression)
		ELSE format('%s, (%s)::pg_catalog.float8', features, expression) END
$$;

-- Returns the columns, or keys of documents, that have a role in a design beside its features.
CREATE FUNCTION _aer_roles(design jsonb) RETURNS text[]
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT array_remove(
		ARRAY[design ->> 'groups', design ->> 'time_column', design ->> 'weight'], NULL)
$$;

-- True if the design is for arrays whose roles stand in other columns, so that aggregates take
-- them as one more argument: an array has no names to include.
CREATE FUNCTION _aer_has_role_columns(design jsonb) RETURNS boolean
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT @extschema@._aer_roles(design) <> '{}' AND NOT design ? 'include'
$$;

-- Return the weight of a row, which may be a key of a document; NULL if the row does not count.
CREATE FUNCTION _aer_weight(float8) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_weight' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_weight(jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_weight_of_key' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- Returns an expression of a row s for a column of the source, or else for a key of a document,
-- that has a role. Without a name no row has a group, and every row has weight 1.
CREATE FUNCTION _aer_role(source regclass, document text, name text, is_weight boolean)
	RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	type oid := (
		SELECT @extschema@._aer_base_type(atttypid) FROM pg_attribute
		WHERE attrelid = source AND attname = name AND attnum > 0 AND NOT attisdropped);
	value text := CASE WHEN type IS NULL
		THEN format('@extschema@._aer_value(%s, %L::pg_catalog.text)', document, name)
		ELSE format('s.%I', name) END;
BEGIN
	IF name IS NULL THEN
		RETURN CASE WHEN is_weight THEN '1::pg_catalog.float8' ELSE 'NULL::pg_catalog.text' END;
	ELSIF NOT is_weight THEN
		RETURN CASE
			WHEN type IS NULL
			THEN format('(%s OPERATOR(pg_catalog.#>>) ARRAY[]::pg_catalog.text[])', value)
			WHEN type::bigint < 16384
			THEN value
			ELSE @extschema@._aer_text(value, type) END;
	ELSIF type IS NOT NULL AND NOT @extschema@._aer_is_number(type) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'datatype_mismatch',
			MESSAGE = format('weight column "%s" is of type %s, which is not a number', name,
				format_type(type, NULL));
	END IF;
	RETURN format(CASE
		WHEN type IS NULL
		THEN '@extschema@._aer_weight(%s)'
		WHEN type = 'bool'::regtype
		THEN '@extschema@._aer_weight((%s)::pg_catalog.int4::pg_catalog.float8)'
		ELSE '@extschema@._aer_weight((%s)::pg_catalog.float8)' END, value);
END $$;

-- Returns features that stand in one column of a row s as an expression, the expression of the
-- target, and both as arguments of an aggregate. The column is an array, jsonb, or of a type with
-- a cast to real[]. The target is a column, or else a key of the document, which has no
-- expression; NULL: there is none.
CREATE FUNCTION _aer_features(source regclass, features text, target text, roles text[],
	OUT is_jsonb boolean, OUT expression text, OUT target_expression text, OUT arguments text)
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	type oid := (
		SELECT atttypid FROM pg_attribute
		WHERE attrelid = source AND attnum = @extschema@._aer_source_column(
			source, features, 'It is named as the features.'::text));
	base pg_type := (SELECT t FROM pg_type t WHERE oid = @extschema@._aer_base_type(type));
	is_embedding boolean := @extschema@._aer_is_embedding(base.oid);
	named record;
	target_type regtype;
BEGIN
	IF features IS NULL THEN
		RETURN;
	END IF;
	is_jsonb := base.oid = 'jsonb'::regtype;
	IF NOT is_jsonb AND NOT @extschema@._aer_is_array(type) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'datatype_mismatch',
			MESSAGE = format('features column "%s" is of type %s, '
					'which is neither an array of numbers nor jsonb',
				features, format_type(type, NULL)),
			HINT = CASE
				WHEN type = 'json'::regtype
				THEN 'Change its type to jsonb.'
				WHEN base.typcategory = 'A' AND @extschema@._aer_is_number(
					@extschema@._aer_base_type(base.typelem)::oid)
				THEN format('Cast it to %s[], in a view.', @extschema@._aer_base_type(base.typelem))
				ELSE 'Leave "features" out to train on whole rows.' END;
	END IF;
	-- what aggregates declare, which below domains it is
	expression := format('s.%I::pg_catalog.%s', features, CASE
		WHEN is_jsonb THEN 'jsonb'
		WHEN is_embedding THEN '_float4'
		ELSE (SELECT a.typname FROM pg_type e JOIN pg_type a ON a.oid = e.typarray
			WHERE e.oid = base.typelem) END);
	IF is_jsonb THEN
		expression := expression || (
			SELECT coalesce(string_agg(format(' OPERATOR(pg_catalog.||) '
				-- a type that somebody created may have a cast to json of theirs
				'pg_catalog.jsonb_build_object(%L::pg_catalog.text, %s)', attname,
				CASE WHEN atttypid::bigint < 16384 THEN format('s.%I', attname)
					ELSE @extschema@._aer_text(format('s.%I', attname), atttypid) END), ''), '')
			FROM pg_attribute
			WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname = ANY (roles));
	END IF;
	IF target IS NULL THEN
		RETURN;
	ELSIF NOT is_jsonb OR EXISTS (
		SELECT FROM pg_attribute
		WHERE attrelid = source AND attnum > 0 AND NOT attisdropped
			AND (attname = target OR starts_with(target, attname || '='))) THEN
		named := @extschema@._aer_target(source, target);
		target_expression := named.expression;
		target_type := named.expression_type;
		IF named.name = features THEN
			RAISE EXCEPTION USING
				ERRCODE = 'invalid_parameter_value',
				MESSAGE = format('column "%s" cannot be both target and features', features);
		ELSIF is_jsonb AND target_type = ANY ('{date,timestamp,timestamptz}'::regtype[]) THEN
			RAISE EXCEPTION USING
				ERRCODE = 'datatype_mismatch',
				MESSAGE = format(
					'target column "%s" is of type %s, which cannot be a target with jsonb '
						'features',
					target, target_type),
				HINT = 'Convert it to a number in a view, for example to the days that have '
					'passed.';
		ELSIF @extschema@._aer_kind(target_type::oid) IS NULL THEN
			PERFORM @extschema@._aer_refuse_target(target, target_type);
		END IF;
	END IF;
	arguments := @extschema@._aer_arguments(
		expression, is_jsonb, target, target_expression, target_type);
END $$;

-- Returns a source, or each shard of it, as one item of FROM with the columns features, target
-- and key, and for arrays a record of the columns that have roles. The record of a whole row has
-- the attributes of the design, the columns of roles and that of the target. \001 stands for the
-- name of a shard (see _aer_source_query).
CREATE FUNCTION _aer_source(source regclass, target text, design jsonb,
	row_key text, features text) RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	relation text := CASE WHEN @extschema@._aer_distributed(source) <> 'n'
		THEN E'\001' ELSE @extschema@._aer_relation(source) END;
	roles text[] := @extschema@._aer_roles(design);
	columns text;
BEGIN
	row_key := coalesce(row_key, 'NULL::pg_catalog.int8');
	IF features IS NOT NULL THEN
		RETURN format(CASE WHEN @extschema@._aer_has_role_columns(design)
			THEN '(
				SELECT %s, %s, _aer_role.*::pg_catalog.record
				FROM %s s, LATERAL (SELECT %s) _aer_role) s (features, target, key, roles)'
			ELSE '(SELECT %s, %s FROM %s s) s (features, target, key)' END,
			(@extschema@._aer_features(source, features, target, roles)).arguments,
			row_key, relation,
			(SELECT string_agg(format('s.%I', name), ', ') FROM unnest(roles) name));
	END IF;
	SELECT string_agg(format('s.%I', name), ', ' ORDER BY place) INTO columns
	FROM (
		SELECT name, min(place) AS place
		FROM jsonb_array_elements_text(design -> 'include'
			|| to_jsonb((@extschema@._aer_target(source, target)).name)
			|| to_jsonb(roles))
			WITH ORDINALITY attribute (name, place)
		GROUP BY name) attribute;
	RETURN format('(
		SELECT _aer_row.*::pg_catalog.record, %L::pg_catalog.text, %s
		FROM %s s, LATERAL (SELECT %s) _aer_row) s (features, target, key)',
		target, row_key, relation, columns);
END $$;

-- Returns an expression for a bigint that identifies a row s during a statement: where a row of a
-- table is stored, for other relations a hash of the columns of the design or of the features.
-- The target is no part of it: rows that are otherwise equal would leave a fold together.
CREATE FUNCTION _aer_fallback_row_key(source regclass, design jsonb, features text) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	WITH RECURSIVE parts AS (
		SELECT source::oid AS oid
		UNION
		SELECT inhrelid FROM pg_inherits JOIN parts ON inhparent = oid)
	SELECT CASE
		WHEN has_table_privilege(source, 'SELECT')
			AND (@extschema@._aer_distributed(source) <> 'n') IS NOT TRUE
			AND NOT EXISTS (
				SELECT FROM parts JOIN pg_class USING (oid) WHERE relkind NOT IN ('r', 'm', 'p'))
		THEN 'pg_catalog.hashtidextended(s.ctid, s.tableoid::pg_catalog.int8)'
		WHEN features IS NOT NULL
		THEN format('pg_catalog.hash_record_extended(ROW(%s), 0)', features)
		ELSE (
			SELECT format('pg_catalog.hash_record_extended(ROW(%s), 0)', string_agg(
				CASE WHEN @extschema@._aer_kind(atttypid) = 'enum'
					THEN @extschema@._aer_text(format('s.%I', attname), atttypid)
					ELSE format('s.%I', attname) END, ', ' ORDER BY attnum))
			FROM pg_attribute
			WHERE attrelid = source AND design -> 'include' ? attname::text) END
$$;

-- Returns the answers of all shards to a query, in the order of the shards. The name of each
-- shard takes the place of \001 in the query.
CREATE FUNCTION _aer_run_on_shards(source regclass, query text) RETURNS SETOF text
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	shard record;
BEGIN
	-- The connections to the shards would wait for this very transaction, for ever.
	IF EXISTS (
		SELECT FROM pg_locks
		WHERE pid = pg_backend_pid() AND relation = source
			AND mode = 'AccessExclusiveLock' AND granted) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'object_in_use',
			MESSAGE = format('%s was changed in this transaction', source),
			DETAIL = 'Other connections read its shards and would wait for this transaction.',
			HINT = 'COMMIT first.';
	END IF;
	-- in a name or a value, the name of a shard could end the quotes
	IF length(query) <> length(replace(query, E'\001', '')) + 1 THEN
		RAISE EXCEPTION 'a name or a value of % has the control character U+0001', source
			USING ERRCODE = 'feature_not_supported';
	END IF;
	FOR shard IN
		EXECUTE 'SELECT shardid, success, result FROM run_command_on_shards($1, $2) ORDER BY 1'
		USING source, replace(replace(query, '%', '%%'), E'\001', '%s')
	LOOP
		IF NOT shard.success THEN
			RAISE EXCEPTION USING
				ERRCODE = 'object_not_in_prerequisite_state',
				MESSAGE = format('shard %s of %s gave no answer', shard.shardid, source),
				DETAIL = shard.result;
		END IF;
		RETURN NEXT nullif(shard.result, '');
	END LOOP;
END $$;

-- Returns the one row of a query about a source, or about each shard of it, as one item of FROM
-- with these columns. Another session runs the query of a shard, so the query names the schema
-- pg_catalog. The statement takes the query as $1, too, because it may hold large models and
-- errors print the statement in their context.
CREATE FUNCTION _aer_source_query(source regclass, query text, columns text) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN @extschema@._aer_distributed(source) <> 'n'
		THEN format('(
			SELECT part.*
			FROM @extschema@._aer_run_on_shards(%s::regclass,
					''SELECT pg_catalog.row_to_json(part) FROM ('' || $1 || '') part'') answer,
				json_to_record(answer::json) part (%s)) part', source::oid, columns)
		ELSE format('(%s) part', query) END
$$;

-- Raises a NOTICE once in a statement, whichever worker raises it.
CREATE FUNCTION _aer_notice(message text) RETURNS void
	AS 'MODULE_PATHNAME', 'aer_notice' LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 100;

-- Gives a notice of progress if there are more than five million values: aer reads some millions
-- of them a second.
CREATE FUNCTION _aer_progress(rows float8, columns float8, message text) RETURNS void
	LANGUAGE plpgsql VOLATILE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF rows * columns > 5e6 THEN
		PERFORM @extschema@._aer_notice(message);
	END IF;
END $$;

-- Returns a number of rows, or of megabytes, as people write it.
CREATE FUNCTION _aer_count(number float8) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT to_char(number, 'FM999,999,999,999,999')
$$;

-- Returns the number of columns, or keys, that a design reads of the rows s of an item, or the
-- number of elements of their arrays; NULL without rows.
CREATE FUNCTION _aer_width(source regclass, item text, design jsonb) RETURNS integer
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	width integer := jsonb_array_length(design -> 'include');
	query text := format('
			SELECT (SELECT pg_catalog.cardinality(s.features) FROM %s
				WHERE s.features IS NOT NULL LIMIT 1) AS width', item);
BEGIN
	IF width IS NULL THEN
		EXECUTE 'SELECT max(part.width) FROM '
			|| @extschema@._aer_source_query(source, query, 'width integer')
		INTO width USING query;
	END IF;
	RETURN width;
END $$;
