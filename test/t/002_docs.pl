
# The examples in README.md and docs/ are what expected/readme.out says.

use strict;
use warnings;

use Test::More;

my $output = `scripts/docs --check 2>&1`;
is($?, 0, 'examples of the pages are those of the test "readme"') or diag($output);

done_testing();
