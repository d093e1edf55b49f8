
# The setting aer.progress: long work tells how far it is, at most every five
# seconds, and not at all unless it is asked to.  The queries sleep, so the time
# that they take does not depend on the machine, but for being longer.
use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use Test::More;
use Time::HiRes qw(time);

my $node = start_server('progress');
$node->safe_psql('postgres', 'CREATE EXTENSION aer');

# 48 rows of 0.15 s: 7.2 s a scan.
my $rows = 'SELECT ARRAY[i, i % 7]::float8[] AS features, i % 5 AS target, i AS key FROM generate_series(1, 48) i, LATERAL (SELECT pg_sleep(0.15 + 0 * i)) s';
my $learners = 'ARRAY[aer_ridge(step => 0.0001), aer_design()]';

# The notices of a statement, and the seconds that it took.
sub notices
{
	my ($statement) = @_;
	my $start = time;
	my ($code, $out, $error) = $node->psql('postgres', $statement);

	is($code, 0, 'it works') or diag($error);
	return (time - $start, $error =~ /^psql:.*NOTICE:  (.*)$/mg);
}

sub check
{
	my ($function, $arguments, @expected) = @_;
	my ($seconds, @notices) = notices("SET aer.progress = on; SELECT count(*) FROM $function($arguments)");

	cmp_ok(scalar @notices, '<=', $seconds / 5, sprintf('%s: at most a notice every five seconds of %.1f', $function, $seconds));
	for my $pattern (@expected)
	{
		cmp_ok(scalar(grep { /^$function: $pattern$/ } @notices), '>=', 1, "$function: $pattern")
		  or diag(join "\n", @notices);
	}
	return @notices;
}

my $so_far = 'learning, \d+ rows so far';
my $share = 'scoring, \d+ of 48 rows \(\d+ %\), about \d+ s left';
my @notices = check('aer_compare', "\$\$$rows\$\$, $learners, 3", $so_far, $share);

# The time left: at 0.15 s a row, or more on a busy machine.
my ($done, $left) = map { /scoring, (\d+) of .* about (\d+) s/ ? ($1, $2) : () } @notices;
cmp_ok($left, '>=', int(0.15 * (48 - $done)) - 1, 'no less time is left than the rows take');

check('aer_learning_curve', "\$\$$rows\$\$, \$\$$rows\$\$, $learners, '{48}'", $so_far, 'scoring, \d+ rows so far');
my ($seconds, @silent) = notices("SELECT count(*) FROM aer_cross_validate(\$\$$rows\$\$, $learners, 3)");
is("@silent", '', sprintf('silent in %.1f s unless it is asked to tell', $seconds));

stop_server($node);
