
# Every error that src can raise is raised by a test: its message stands in
# expected/, in what damaged values answer (test/formats), or in a TAP test.
use strict;
use warnings;

use File::Find;
use PostgreSQL::Test::Utils;
use Test::More;

# Errors that no test raises, and why.
my %exempt = (
	'record %s was updated, but its trigger sees another row' => 'PostgreSQL 15.20 does not',
	'a column that is generated and not stored cannot be followed' => 'PostgreSQL 18 has such columns',
	'table %s was renamed while aer_follow() waited to lock it' => 'a race',
	'log %s was renamed while it was read' => 'a race',
	'cache lookup failed for aggregate %u' => 'a catalog that lost a row',
	'cache lookup failed for function %u' => 'a catalog that lost a row',
	'function %u has no argument names' => 'a C function declared otherwise than by the extension',
	'status %d of the kernel' => 'callers name what they know that calls may raise',
	'the eigenvalues of the covariance matrix could not be computed' => 'LAPACK gives up on no finite matrix that is known',
	'%s of %d bytes is too large for text' => 'moments of half a gigabyte',
	'too many attributes for aer_judgments' => 'judgments of a gigabyte',
	'these rows of %u attributes take more than a value can hold' => 'looks of a gigabyte',
	'names of attributes take more than %zu bytes' => 'a gigabyte of names',
	'more than %d judgments of attribute %s' => 'two thousand million purchases, one after the other',
);

my @source;
find({ no_chdir => 1, wanted => sub { push @source, $_ if /\.[ch]$/ } }, 'src');

my $string = qr/"(?:[^"\\]|\\.)*"/;
my $format = qr/U?INT64_FORMAT/;

# The text from an opening parenthesis to the one that closes it.
sub call
{
	my ($text) = @_;
	return $text =~ /^(\((?:[^()"']|$string|'(?:[^'\\]|\\.)'|(?1))*\))/s ? $1 : die 'no call: ' . substr($text, 0, 80);
}

# The messages of a source's errors, as formats.
sub messages
{
	my ($text) = @_;
	my @messages;

	$text =~ s{/\*.*?\*/}{}gs;
	while ($text =~ /\b(?:ereport(?=\(ERROR)|elog(?=\(ERROR))/g)
	{
		my $call = call(substr($text, pos $text));
		$call =~ s/^\(ERROR, /errmsg(/ if $call !~ /errmsg/;
		while ($call =~ /\berrmsg(?:_internal)?\(\s*((?:(?:$string|$format)\s*)+)/g)
		{
			my $message = $1;
			$message =~ s/$format/"%d"/g;
			push @messages, join '', map { s/^"|"$//gr } $message =~ /$string/g;
		}
	}
	# options that do not go together
	push @messages, map { s/^"|"$//gr } grep { defined } $1, $2 while $text =~ /\bproblem\($string, ($string)\)|\.problem = ($string)/g;
	s/\\(.)/$1/g foreach @messages;
	return @messages;
}

# The pattern of a printed message.
sub pattern
{
	my ($message) = @_;
	my $text = join '.*', map { quotemeta } map { s/^ | $//gr } split /%[-\d.*]*(?:zu|l?[udfgsc])/, $message, -1;
	return qr/$text/;
}

# Those of functions in SQL, with the marks of C.
sub raised
{
	my ($text) = @_;

	return map { s/''/'/gr =~ s/%+[sIL]?/%s/gr }
	  $text =~ /\bRAISE EXCEPTION (?:USING[^;]*?\bMESSAGE = (?:format\()?)?'((?:[^']|'')*[^'%]{4}(?:[^']|'')*)'/g;
}

my %message;
my @sql = grep { !/--/ } glob 'sql/*.sql';
for my $file (sort @source)
{
	push @{ $message{$_} }, $file foreach messages(slurp_file($file));
}
for my $file (@sql)
{
	push @{ $message{$_} }, $file foreach raised(slurp_file($file));
}

my @printed = map { /^.*ERROR: +(.*)$/mg } map { slurp_file($_) } glob 'expected/*.out';
push @printed, split /[\t\n]/, slurp_file('test/formats/damaged.tsv');
# patterns and strings of TAP tests, as the text that they match
push @printed, map { map { s/\\([^\w])/$1/gr } split /\n/, slurp_file($_) } grep { $_ ne 'test/t/016_errors.pl' } glob 'test/t/*.pl';

my @missing = grep { my $pattern = pattern($_); !$exempt{$_} && !grep { $_ =~ $pattern } @printed } sort keys %message;
is(join("\n", map { "$_ (@{$message{$_}})" } @missing), '', 'every error is raised by a test');
is(join("\n", grep { !$message{$_} } sort keys %exempt), '', 'every exception is of an error');
is(join("\n", grep { my $pattern = pattern($_); grep { $_ =~ $pattern } @printed } sort keys %exempt), '', 'that no test raises');

# Finding too few would be no test.
my $errors = keys %message;
my ($stated) = slurp_file('test/README.md') =~ /\((\d+) errors or more\)/;
cmp_ok($errors, '>=', $stated // 'nothing', "$errors errors, as many as test/README.md says or more, " . scalar(keys %exempt) . ' of them exceptions');

# docs/reference.md has a line for each SQLSTATE.
chomp(my $headers = `pg_config --includedir-server`);
my %state = slurp_file("$headers/utils/errcodes.h") =~ /^#define (ERRCODE_\w+) MAKE_SQLSTATE\((.*)\)/mg;
s/\W//g foreach values %state;
my %used = map { $_ => 1 } map { slurp_file($_) =~ /\bERRCODE_\w+/g } @source;
$used{"ERRCODE_\U$_"} = 1 for map { slurp_file($_) =~ /\bERRCODE = '([a-z]\w+)'/g } @sql;
my ($table) = slurp_file('docs/reference.md') =~ /^## Errors\n(.*)/ms;
is(join("\n", grep { $table !~ /`\Q$state{$_}\E`/ } sort keys %used), '', 'every SQLSTATE is in the reference');
done_testing();
