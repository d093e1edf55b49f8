
# Transition functions that are called from within an aggregate of somebody
# else, as distributed engines do (test/modules/foreign_aggregate.c): the same
# result, or an error that says what is missing; never a crash.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $module = PostgreSQL::Test::Utils::tempdir . '/foreign_aggregate.so';
chomp(my ($cc, $cflags, $include) = map { `pg_config --$_` } qw(cc cflags_sl includedir-server));
system_or_bail('sh', '-c', "$cc -std=gnu99 -O1 -g -Wall -Werror $cflags -shared -I'$include' -o '$module' test/modules/foreign_aggregate.c");

my $node = start_server('foreign', 'jit = off', 'client_min_messages = warning');
$node->safe_psql('postgres', qq{
	CREATE EXTENSION aer;
	CREATE FUNCTION foreign_transition(internal, oid, record) RETURNS internal AS '$module' LANGUAGE C;
	CREATE FUNCTION foreign_typed_transition(internal, oid, record) RETURNS internal AS '$module' LANGUAGE C;
	CREATE FUNCTION foreign_final(internal) RETURNS text AS '$module' LANGUAGE C;
	CREATE AGGREGATE foreign_aggregate(oid, record) (SFUNC = foreign_transition, STYPE = internal, FINALFUNC = foreign_final);
	CREATE AGGREGATE foreign_typed(oid, record) (SFUNC = foreign_typed_transition, STYPE = internal, FINALFUNC = foreign_final);
	CREATE FUNCTION foreign_transition(internal, oid, int, int, int, record) RETURNS internal AS '$module' LANGUAGE C;
	CREATE AGGREGATE foreign_aggregate(oid, int, int, int, record)
		(SFUNC = foreign_transition, STYPE = internal, FINALFUNC = foreign_final);
	CREATE TABLE v AS SELECT i, ARRAY[i % 5, i % 3, i * i % 7]::float8[] AS x, (i % 4)::float8 AS y FROM generate_series(1, 50) i;
	CREATE TABLE p AS SELECT i, x[1] AS a, x[2] AS b, x[3] AS c, y FROM v;
	CREATE TABLE models AS SELECT g, aer_train(x, y, aer_ridge(budget => 2, radius => 3) ORDER BY i) AS m,
			(SELECT aer_train(p, 'y', aer_ridge(budget => 2, radius => 3, exclude => '{i}') ORDER BY i) FROM p) AS r
		FROM v, generate_series(1, 3) g WHERE i % 3 <> g GROUP BY g;
	CREATE TABLE moments AS SELECT g, aer_moments(x, y) AS s FROM v, generate_series(1, 3) g WHERE i % 3 <> g GROUP BY g;
	CREATE TABLE judged AS SELECT o, aer_judgments(a, v) AS j, aer_judgments('a' || a, v) AS n, o % 7 AS y
		FROM (SELECT o, a, (o * a + k) % 5 AS v FROM generate_series(1, 20) o, generate_series(1, 3) a, generate_series(1, 2) k) s
		GROUP BY o;
});

# Every aggregate of aer, the values that it is called with, and where they are.
my $ridge  = q{aer_ridge(budget => 2, radius => 3)};
my $ridge_p = q{aer_ridge(budget => 2, radius => 3, exclude => '{i}')};
my $model  = q{(SELECT m FROM models WHERE g = 1)};
my $model_b = q{(SELECT aer_train(x, y > 1, aer_ridge(budget => 2, radius => 3) ORDER BY i) FROM v)};
my $model_p = q{(SELECT r FROM models WHERE g = 1)};
my $design = q{aer_design(budget => 2)};
my $design_p = q{aer_design(budget => 2, exclude => '{i}')};
my %calls = (
	'aer_train(anyarray,anycompatiblenonarray,jsonb)' => [ "x, y, $ridge", 'v', 'i' ],
	'aer_train(record,text,jsonb)' => [ "p, 'y'::text, $ridge_p", 'p', 'i' ],
	'aer_train(anyarray,anycompatiblenonarray)' => [ 'x, y', 'v', 'i' ],
	'aer_train(anyarray,anycompatiblenonarray,jsonb,bigint)' => [ "x, y, $design, i::bigint", 'v', 'i' ],
	'aer_train(record,text)' => [ "p, 'y'::text", 'p', 'i' ],
	'aer_train(record,text,jsonb,bigint)' => [ "p, 'y'::text, $design_p, i::bigint", 'p', 'i' ],
	'aer_continue(anyarray,anycompatiblenonarray,aer_model)' => [ "x, y, $model", 'v', 'i' ],
	'aer_continue(record,text,aer_model)' => [ "p, 'y'::text, $model_p", 'p', 'i' ],
	'aer_evaluate(aer_model,anyarray,anycompatiblenonarray)' => [ "$model_b, x, y > 1", 'v', 'i' ],
	'aer_evaluate(aer_model,record,text)' => [ "$model_p, p, 'y'::text", 'p', 'i' ],
	'aer_evaluate(aer_model,anyarray,anycompatiblenonarray,integer)' => [ "$model, x, y, 2", 'v', 'i' ],
	'aer_evaluate(aer_model,record,text,integer)' => [ "$model_p, p, 'y'::text, 2", 'p', 'i' ],
	'aer_calibrate(aer_model,double precision,boolean)' => [ '(SELECT aer_train(x, y > 1, aer_ridge() ORDER BY i) FROM v), x[1] - k, (i + k) % 3 > 0', 'v, generate_series(1, 2) k', 'i, k' ],
	'aer_calibrate(aer_model,double precision,double precision)' => [ "$model, x[1] + k, ((i + k) % 2)::float8", 'v, generate_series(1, 2) k', 'i, k' ],
	'aer_calibration(double precision,boolean)' => [ 'x[1] / 8, y > 1', 'v', 'i' ],
	'aer_calibration(double precision,boolean,integer)' => [ 'x[1] / 8, y > 1, 3', 'v', 'i' ],
	'aer_roc(double precision,boolean)' => [ 'x[1], y > 1', 'v', 'i' ],
	'aer_moments(anyarray,anycompatiblenonarray)' => [ 'x, y', 'v', 'i' ],
	'aer_moments(anyarray,anycompatiblenonarray,jsonb)' => [ "x, y, $design", 'v', 'i' ],
	'aer_moments(anyarray,anycompatiblenonarray,jsonb,bigint)' => [ "x, y > 1, $design, i::bigint", 'v', 'i' ],
	'aer_moments(record,text)' => [ "p, 'y'::text", 'p', 'i' ],
	'aer_moments(record,text,jsonb)' => [ "p, 'y'::text, $design_p", 'p', 'i' ],
	'aer_moments(record,text,jsonb,bigint)' => [ "p, 'y'::text, $design_p, i::bigint", 'p', 'i' ],
	'aer_moments(aer_moments)' => [ 's', 'moments', 'g' ],
	'aer_judgment_moments(aer_judgment_moments)' => [ 'm', '(SELECT o, aer_judgment_moments(j, y::float8, 3) AS m FROM judged GROUP BY o) s', 'o' ],
	'aer_prices(integer,double precision)' => [ 'i, y', 'v', 'i' ],
	'aer_prices(text,double precision)' => [ "'a' || i, y", 'v', 'i' ],
	'aer_prices(integer,double precision,text,double precision)' => [ "i, y, 'panel ' || i % 3, (i % 3)::float8", 'v', 'i' ],
	'aer_prices(text,double precision,text,double precision)' => [ "'a' || i, y, 'panel ' || i % 3, (i % 3)::float8", 'v', 'i' ],
	'aer_judgments(integer,double precision)' => [ '(i % 3 + 1)::int, y', 'v', 'i' ],
	'aer_judgments(text,double precision)' => [ "'a' || i % 3, y", 'v', 'i' ],
	'aer_judgment_moments(aer_judgments,double precision,integer)' => [ 'j, y::float8, 3', 'judged', 'o' ],
	'aer_judgment_moments(aer_judgments,double precision,text[])' => [ q{n, y::float8, '{a3,a1}'::text[]}, 'judged', 'o' ],
);
# Observed and predicted classes, and errors on held-out rows.
sub measured
{
	my ($table, $design, $features, $target) = @_;
	my $moments = "aer_moments($features, $target, $design, i::bigint)";

	return ("(SELECT aer_fit_ridge($moments, partial => true) FROM $table)", "(SELECT aer_fold_models($moments) FROM $table)");
}
{
	my ($of, $folds) = measured('v', 'aer_design(folds => 2)', 'x', 'y > 1');
	$calls{'aer_measure(aer_model,aer_model[],anyarray,anycompatiblenonarray,bigint)'} = [ "$of, $folds, x, y > 1, i::bigint", 'v', 'i' ];
	$calls{'aer_remember(aer_model,anyarray,anycompatiblenonarray,bigint)'} = [ "$of, x, y > 1, i::bigint", 'v', 'i' ];
	$calls{'aer_confusion(aer_model,anyarray,anycompatiblenonarray)'} = [ "$of, x, y > 1", 'v', 'i' ];
	($of, $folds) = measured('p', "aer_design(folds => 2, include => '{a,b,c}')", 'p', "'y'::text");
	$calls{'aer_measure(aer_model,aer_model[],record,text,bigint)'} = [ "$of, $folds, p, 'y'::text, i::bigint", 'p', 'i' ];
	$calls{'aer_remember(aer_model,record,text,bigint)'} = [ "$of, p, 'y'::text, i::bigint", 'p', 'i' ];
	$calls{'aer_confusion(aer_model,record,text)'} = [ "(SELECT aer_train(p, 'y=1', aer_design(include => '{a,b,c}')) FROM p), p, 'y=1'::text", 'p', 'i' ];
}
my $ridge_j = q{aer_ridge(budget => 2, radius => 3, include => '{a,b,c}')};
my $design_j = q{aer_design(budget => 2, include => '{a,b,c}')};
my %refused;	# streaming learners take no words
# jsonb, with each type of target.
foreach (['double precision', 'y'], ['boolean', 'y > 1'], ['text', "'y'::text"])
{
	my ($type, $target) = @$_;
	my $given = "to_jsonb(p), $target";
	my $model_j = "(SELECT aer_train(to_jsonb(p), $target, $ridge_j) FROM p WHERE i < 9)";

	$calls{"aer_train(jsonb,$type,jsonb)"} = [ "$given, $ridge_j", 'p', 'i' ];
	$calls{"aer_train(jsonb,$type,jsonb,bigint)"} = [ "$given, $design_j, i::bigint", 'p', 'i' ];
	$calls{"aer_continue(jsonb,$type,aer_model)"} = [ "$given, $model_j", 'p', 'i' ];
	$calls{"aer_evaluate(aer_model,jsonb,$type)"} = [ "$model_j, $given", 'p', 'i' ];
	$calls{"aer_evaluate(aer_model,jsonb,$type,integer)"} = [ "$model_j, $given, 2", 'p', 'i' ];
	my ($of, $folds) = measured('p', "aer_design(folds => 2, include => '{a,b,c}')", 'to_jsonb(p)', $target);
	my $two = $type eq 'double precision' ? '(y > 1)::int::float8' : $type eq 'boolean' ? 'y > 1' : "'y=1'::text";
	$calls{"aer_measure(aer_model,aer_model[],jsonb,$type,bigint)"} = [ "$of, $folds, $given, i::bigint", 'p', 'i' ];
	$calls{"aer_remember(aer_model,jsonb,$type,bigint)"} = [ "$of, $given, i::bigint", 'p', 'i' ];
	$calls{"aer_confusion(aer_model,jsonb,$type)"} = [ "(SELECT aer_train(to_jsonb(p), $two, $design_j, i::bigint) FROM p), to_jsonb(p), $two", 'p', 'i' ];
	$calls{"aer_moments(jsonb,$type,jsonb)"} = [ "$given, $design_j", 'p', 'i' ];
	$calls{"aer_moments(jsonb,$type,jsonb,bigint)"} = [ "$given, $design_j, i::bigint", 'p', 'i' ];
}
# Arrays of each type, with all types declared: what distributed engines take.
foreach my $type ('real', 'double precision', 'smallint', 'integer', 'bigint', 'numeric', 'boolean')
{
	my $array = $type eq 'boolean' ? 'x::int[]::boolean[]' : "x::$type\[]";

	foreach (['double precision', 'y', $model], ['boolean', 'y > 1', $model_b],
		['text', "'c' || (y > 1)::int", '(SELECT aer_train(x, $$c$$ || (y > 1)::int) FROM v)'])
	{
		my ($target, $value, $of) = @$_;

		foreach my $name ('aer_moments', 'aer_train')
		{
			$calls{"$name($type\[],$target)"} = [ "$array, $value", 'v', 'i' ];
			$calls{"$name($type\[],$target,jsonb)"} = [ "$array, $value, $design", 'v', 'i' ];
			$calls{"$name($type\[],$target,jsonb,bigint)"} = [ "$array, $value, $design, i::bigint", 'v', 'i' ];
		}
		# learners of the papers take no words
		my $begun = "(SELECT aer_train($array, " . ($target eq 'text' ? 'y' : $value) . ", $ridge ORDER BY i) FROM v)";
		($target eq 'text' ? \%refused : \%calls)->{"aer_continue($type\[],$target,aer_model)"} = [ "$array, $value, $begun", 'v', 'i' ];
		$calls{"aer_evaluate(aer_model,$type\[],$target)"} = [ "$of, $array, $value", 'v', 'i' ];
		$calls{"aer_evaluate(aer_model,$type\[],$target,integer)"} = [ "$of, $array, $value, 2", 'v', 'i' ];
		my ($fit, $folds) = measured('v', 'aer_design(folds => 2)', $array, $value);
		my $two = $target eq 'double precision' ? '(y > 1)::int::float8' : $value;
		$calls{"aer_measure(aer_model,aer_model[],$type\[],$target,bigint)"} = [ "$fit, $folds, $array, $value, i::bigint", 'v', 'i' ];
		$calls{"aer_remember(aer_model,$type\[],$target,bigint)"} = [ "$fit, $array, $value, i::bigint", 'v', 'i' ];
		$calls{"aer_confusion(aer_model,$type\[],$target)"} = [ "(SELECT aer_train($array, $two) FROM v), $array, $two", 'v', 'i' ];
	}
}
$calls{'aer_names(jsonb)'} = [ 'to_jsonb(p)', 'p', 'i' ];
$calls{'_aer_keys(jsonb)'} = [ 'to_jsonb(p)', 'p', 'i' ];
is($node->safe_psql('postgres', q{
	SELECT string_agg(oid::regprocedure::text, ' ' ORDER BY oid::regprocedure::text COLLATE "C") FROM pg_proc, pg_depend
	WHERE prokind = 'a' AND objid = pg_proc.oid AND classid = 'pg_proc'::regclass AND deptype = 'e'
		AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'aer')}),
	join(' ', sort keys %calls, keys %refused, '_aer_column_decisions(integer,double precision,boolean,boolean,boolean,boolean[],double precision,record)',
		(map { "_aer_sampled_pairs($_,text,jsonb,integer,double precision,bigint)" } 'jsonb', 'record'),
		(map { "_aer_sample_model($_,jsonb,bigint)" } 'jsonb,boolean', 'jsonb,double precision', 'jsonb,text', 'record,text'),
		(map { /^aer_evaluate\((aer_model,[\w ]+\[\],[^,]+)\)$/ ? "_aer_evaluated_rows($1,double precision)" : () } keys %calls),
		'_aer_level_statistics(text[],double precision[],integer,double precision,text[],boolean[],jsonb)',
		'_aer_level_effects(text,double precision[],integer,double precision,double precision,double precision[])',
		'_aer_measure(bytea)', '_aer_evaluate_groups(double precision[],boolean)',
		'_aer_moments(anyarray,anycompatiblenonarray,jsonb,bigint,record)', '_aer_measured_rows(aer_model,aer_model[],anyarray,anycompatiblenonarray,bigint,record)',
		'_aer_remember(aer_model,aer_model[],anyarray,anycompatiblenonarray,bigint,integer,record)',
		map { ("_aer_measured_rows(aer_model,aer_model[],$_,bigint)", "_aer_remember(aer_model,aer_model[],$_,bigint,integer)", "_aer_evaluated_rows(aer_model,$_,double precision)") }
			'anyarray,anycompatiblenonarray', 'jsonb,boolean', 'jsonb,double precision', 'jsonb,text', 'record,text'),
	'every aggregate is here, and those of aer_suggest and of shards, which do not travel');

foreach my $aggregate (sort keys %calls)
{
	my ($values, $from, $order) = @{ $calls{$aggregate} };
	my ($name) = $aggregate =~ /^(\w+)/;
	my $right = $node->safe_psql('postgres', "SELECT $name($values ORDER BY $order)::text FROM $from");
	my @result = map { my ($status, $out, $error) = $node->psql('postgres',
			"SELECT $_('$aggregate'::regprocedure, ROW($values) ORDER BY $order) FROM $from"); $error || $out } 'foreign_typed', 'foreign_aggregate';

	isnt($right, '', "$aggregate has a result");
	is($result[0], $right, "$aggregate in another aggregate");
	if ($aggregate =~ /anyarray/)
	{
		like($result[1], qr/ERROR:  the type of argument \d of _aer_\w+ is not known\n.*\nHINT:  Use whole rows/,
			"$aggregate whose target has no type");
	}
	else
	{
		is($result[1], $right, "$aggregate without types");
	}
}

# What must not change from row to row is checked here too, although constants
# stand in the other aggregate's list at the places of these arguments.
sub fails
{
	my ($aggregate, $values, $from, $error, $name) = @_;
	my ($status, $out, $err) = $node->psql('postgres',
		"SELECT foreign_aggregate('$aggregate'::regprocedure, 1, 2, 3, ROW($values) ORDER BY i) FROM $from");

	like($err, $error, $name);
}
fails('aer_train(record,text,jsonb)', "p, 'y'::text, aer_ridge(seed => i)", 'p', qr/learner must not change/, 'another learner');
fails('aer_moments(record,text,jsonb,bigint)', "p, 'y'::text, aer_design(seed => i), i::bigint", 'p',
	qr/design must not change/, 'another design');
fails('aer_moments(record,text)', "p, (ARRAY['y', 'a'])[1 + i % 2]", 'p', qr/name of the target must not change/, 'another target');
fails('aer_judgment_moments(aer_judgments,double precision,integer)', '(SELECT aer_judgments(a, i) FROM generate_series(1, 1 + i % 3) a), y, 1 + i % 3', 'v',
	qr/of 2 and of 3 attributes cannot be added/, 'another number of attributes');
fails('aer_judgment_moments(aer_judgments,double precision,text[])', q{n, y::float8, (ARRAY['a1', 'a2', 'a3'])[o % 3:3]},
	'judged, LATERAL (SELECT o AS i) s', qr/cannot be added/, 'other attributes');

# An aggregate of the user's own around a transition function is one like ours.
$node->safe_psql('postgres', q{
	CREATE AGGREGATE mine(float8[], float8, jsonb) (SFUNC = _aer_moments_array_transition, STYPE = aer_moments, FINALFUNC = _aer_moments_final)});
is($node->safe_psql('postgres', "SELECT mine(x, y, $design)::text = aer_moments(x, y, $design)::text FROM v"), 't', 'an aggregate of a user');
# One that begins with a state is not.
{
	my $state = $node->safe_psql('postgres', 'SELECT aer_moments(x, y) FROM v');
	$node->safe_psql('postgres', "CREATE AGGREGATE begun(float8[], float8) (SFUNC = _aer_moments_array_transition, STYPE = aer_moments, INITCOND = '$state')");
	my ($status, $out, $err) = $node->psql('postgres', "\\set VERBOSITY verbose\nSELECT begun(x, y) FROM v");
	like($err, qr/55000: the state of aer_moments was not made by its transition function/, 'an aggregate that begins with a state');
}

# Aggregates that users put together: SQL looks at types only, so every transition
# function goes with every combine and final function whose state has the same
# type, with another of the same arguments as its inverse, and with states of that
# type to begin with.  Some transition functions of PostgreSQL make states of type
# internal and float8[] that are not ours.  What comes of it is a result or an
# error, never a crash or an internal error.
is($node->safe_psql('postgres', q{
	SELECT count(*) FROM pg_aggregate a, pg_depend d WHERE classid = 'pg_proc'::regclass AND deptype = 'e' AND objid = a.aggfnoid
		AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'aer') AND (aggserialfn <> 0 OR aggdeserialfn <> 0 OR aggmtransfn <> 0)}),
	0, 'no functions that make a state travel or take rows back, which would have to be mixed, too');
my %given;						# transition function to values, as ours are called
foreach (split /\n/, $node->safe_psql('postgres', q{
	SELECT aggtransfn::oid || '|' || aggfnoid::regprocedure FROM pg_aggregate, pg_depend
	WHERE objid = aggfnoid AND classid = 'pg_proc'::regclass AND deptype = 'e'
		AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'aer')}))
{
	my ($transition, $aggregate) = split /\|/;

	$given{$transition} //= $calls{$aggregate} // $refused{$aggregate};
	# the same with a weight, with a number of rows, or with the columns that have roles
	my $like = $aggregate =~ s/anyarray,anycompatiblenonarray/double precision[],double precision/r;
	if ($like =~ s/^_aer_evaluated_rows(.*),double precision\)$/aer_evaluate$1)/ || $like =~ s/^_aer_(moments.*),record\)$/aer_$1)/
		|| $like =~ s/^_aer_measured_rows(.*),record\)$/aer_measure$1)/)
	{
		my ($values, @from) = @{ $calls{$like} // die "no $like" };
		$given{$transition} //= [ "$values, " . ($aggregate =~ /record\)$/ ? 'ROW(i)' : '1::float8'), @from ];
	}
	elsif ($like =~ s/^_aer_remember\((.*),integer(,record)?\)$/aer_measure($1)/)
	{
		my $role = $2 ? ', ROW(i)' : '';
		my ($values, @from) = @{ $calls{$like} // die "no $like" };
		$given{$transition} //= [ "$values, 5$role", @from ];
	}
}
$node->safe_psql('postgres', q{
	CREATE VIEW ours AS
		SELECT a.* FROM pg_aggregate a, pg_depend d
		WHERE objid = aggfnoid AND classid = 'pg_proc'::regclass AND deptype = 'e'
			AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'aer');
	CREATE VIEW transitions AS
		SELECT DISTINCT aggtransfn::oid AS fn, aggtranstype AS type, begins, proargtypes AS arguments,
			array_to_string((SELECT array_agg(format_type(t, NULL) ORDER BY n) FROM unnest(proargtypes) WITH ORDINALITY u(t, n) WHERE n > 1), ', ') AS taken
		FROM (SELECT aggtransfn, aggtranstype, '' AS begins FROM ours
			UNION VALUES ('array_agg_transfn(internal,anynonarray)'::regprocedure, 'internal'::regtype, ''),
				('string_agg_transfn(internal,text,text)', 'internal', ''), ('numeric_accum(internal,numeric)', 'internal', ''),
				('float8_accum(float8[],float8)', 'float8[]', ', INITCOND = ''{0,0,0}''')) a
			JOIN pg_proc p ON p.oid = aggtransfn;
	CREATE VIEW combines AS SELECT DISTINCT aggcombinefn::oid AS fn, aggtranstype AS type FROM ours WHERE aggcombinefn <> 0;
	CREATE VIEW finals AS SELECT DISTINCT aggfinalfn::oid AS fn, aggtranstype AS type FROM ours WHERE aggfinalfn <> 0;
	CREATE TABLE beginnings AS
		SELECT 'aer_moments'::regtype::oid AS type, s::text AS state FROM moments WHERE g = 1
		UNION ALL SELECT 'aer_judgment_moments'::regtype, aer_judgment_moments(j, y, 3)::text FROM judged
		UNION ALL SELECT 'aer_judgments'::regtype, j::text FROM judged WHERE o = 1
		UNION ALL SELECT 'aer_model'::regtype, m::text FROM models WHERE g = 1
		UNION ALL SELECT 'float8[]'::regtype, unnest(ARRAY['{}', '{1,NULL}', array_fill(0, ARRAY[30])::text])
		UNION ALL SELECT 'bytea'::regtype, unnest(ARRAY['', '\xffffffff00', '\x0000000161']);
});
# Ends in what CREATE AGGREGATE takes, and the transition function's values.
my @mixed = split /\n/, $node->safe_psql('postgres', q{
	SELECT format('%s|%s|SFUNC = %s, STYPE = %s%s%s', t.fn, t.taken, t.fn::regproc, t.type::regtype, begins, more)
	FROM transitions t, LATERAL (
		SELECT format(', FINALFUNC = %s', f.fn::regproc) FROM finals f WHERE f.type = t.type
		UNION SELECT format(', FINALFUNC = %s, COMBINEFUNC = %s, PARALLEL = SAFE', f.fn::regproc, c.fn::regproc)
			FROM combines c, finals f WHERE (c.type, f.type) = (t.type, t.type)
		UNION SELECT format(', COMBINEFUNC = %s, PARALLEL = SAFE', c.fn::regproc) FROM combines c WHERE c.type = t.type
		UNION SELECT format(', FINALFUNC = %s, MSFUNC = %s, MINVFUNC = %s, MSTYPE = %s, MFINALFUNC = %s', f.fn::regproc, t.fn::regproc,
				i.fn::regproc, t.type::regtype, f.fn::regproc)
			FROM finals f, transitions i WHERE f.type = t.type AND (i.type, i.arguments) = (t.type, t.arguments) AND t.begins = ''
		UNION SELECT format(', INITCOND = %L', state) || CASE WHEN f.fn IS NULL THEN '' ELSE format(', FINALFUNC = %s', f.fn::regproc) END
			FROM beginnings b LEFT JOIN finals f USING (type) WHERE b.type = t.type AND begins = '') s(more)
	ORDER BY 1});
cmp_ok(scalar(@mixed), '>', 200, 'aggregates can be mixed: ' . @mixed);
my %foreign = ('array_agg_transfn' => [ 'y', 'v', 'i' ], 'string_agg_transfn' => [ "'a' || i, ','", 'v', 'i' ],
	'numeric_accum' => [ 'y::numeric', 'v', 'i' ], 'float8_accum' => [ 'y', 'v', 'i' ],
	'_aer_column_decisions_transition' => [ '100, 100::float8, true, false, true, NULL::boolean[], 1::float8, ROW(y)', 'v', 'i' ],
	'_aer_level_statistics_transition' => [ q{ARRAY['a' || i % 3], ARRAY[y::float8], 1 + i % 2, 1::float8, ARRAY['a'], ARRAY[false], jsonb '{}'}, 'v', 'i' ],
	'_aer_level_effects_transition' => [ q{'a' || i % 3, ARRAY[y::float8], 1 + i % 2, 1::float8, 1::float8, ARRAY[y::float8 ^ 2]}, 'v', 'i' ],
	'_aer_evaluate_groups_transition' => [ q{array_fill(1::float8, ARRAY[20]), i % 2 = 0}, 'v', 'i' ],
	'_aer_measure_combine' => [ q{decode(repeat('0' || i % 10, 8 * i), 'hex')}, 'v', 'i' ],
	'_aer_sampled_pairs_transition' => [ q{v, 'y', aer_design(), 100, 100::float8, i}, 'v', 'i' ]);
my $script = "SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;\n";
my $n = 0;
foreach (@mixed)
{
	my ($transition, $types, $definition) = split /\|/, $_, 3;
	my ($name) = $definition =~ /^SFUNC = (?:\w+\.)?(\w+)/;
	my ($values, $from, $order) = @{ $given{$transition} // $foreign{$name} // die "no rows for $definition" };

	$n++;
	$script .= "CREATE AGGREGATE mixed_$n($types) ($definition);\n\\echo created :SQLSTATE $definition\n";
	foreach my $query ("mixed_$n($values) FROM $from", "mixed_$n($values) FROM $from WHERE false",
		"mixed_$n($values) FROM $from GROUP BY $order", "mixed_$n($values) OVER (ORDER BY $order ROWS 2 PRECEDING) FROM $from")
	{
		$script .= "SELECT $query \\g /dev/null\n\\echo called :SQLSTATE $query of $definition\n";
	}
}
{
	my ($stdout, $stderr) = ('', '');

	is($node->psql('postgres', $script, stdout => \$stdout, stderr => \$stderr, on_error_stop => 0), 0, 'the session lives')
		|| diag($stdout =~ /([^\n]*)\n?\z/, "\n", $stderr =~ /((?:[^\n]*\n){0,4})\z/);
	my @answer = $stdout =~ /^(\w+ \w{5} .*)$/mg;
	is(scalar(@answer), 5 * @mixed, 'every call came back');
	is_deeply([ grep { /^\w+ XX/ } @answer ], [], 'no internal error');
	is_deeply([ grep { /^created (?!00000)/ } @answer ], [], 'every aggregate can be made');
	my %how;
	$how{$_}++ for map { /^called (\w+)/ } @answer;
	note(join ', ', map { "$_: $how{$_}" } sort keys %how);
	cmp_ok($how{'00000'}, '>', 500, 'some have a result');
	like($stderr, qr/ERROR:  the state was not made by functions of the same aggregate\nHINT:  In an aggregate of your own/, 'some are told that they do not belong together');
}

stop_server($node);
