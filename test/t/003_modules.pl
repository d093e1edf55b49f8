# The rules of src/README.md: places of files, and their includes.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;

use File::Basename;
use File::Find;

# System headers that the kernel may include.
my %kernel_takes = map { $_ => 1 } qw("c.h" "common/pg_prng.h"
  <cblas.h> <lapacke.h> <float.h> <limits.h> <math.h> <stddef.h> <stdint.h> <string.h>);

sub slurp
{
	my ($name) = @_;
	open my $file, '<', $name or die "$name: $!";
	local $/;
	return scalar <$file>;
}

sub none
{
	my ($name, @wrong) = @_;
	is(join("\n", @wrong), '', $name);
}

# module -> [public headers], [modules that it may include]
my (%public, %may);
for my $line (split /\n/, slurp('src/README.md'))
{
	my @cell = split /\s*\|\s*/, $line;
	next unless @cell > 3 && $cell[1] =~ /^`((?:kernel|pg)[\w\/]*)`$/;
	my $module = $1;
	$public{$module} = $cell[3] eq 'all' ? undef : { map { $_ => 1 } $cell[3] =~ /`([^`]+)`/g };
	$may{$module} = { map { $_ => 1 } ($cell[4] // '') =~ /`([^`]+)`/g };
}
cmp_ok(scalar keys %public, '>=', 10, 'src/README.md names the modules');

my @source;
find({ no_chdir => 1, wanted => sub { push @source, $_ if -f && /\.[ch]$/ } }, 'src');
@source = map { s{^src/}{}r } sort @source;
cmp_ok(scalar @source, '>=', 100, 'there are sources');
my %text = map { $_ => slurp("src/$_") } @source;
my %include = map { $_ => [ $text{$_} =~ /^[ \t]*#[ \t]*include[ \t]+(\S+)/mg ] } @source;

# Places of files.
my (%folder, @wrong);
for my $file (@source)
{
	my ($name, $module) = fileparse($file, qr/\.[ch]/);
	$module =~ s{/$}{};
	push @wrong, "$file: $folder{$name} has a $name too" if ($folder{$name} // $module) ne $module;
	$folder{$name} = $module;
	push @wrong, "$file: src/README.md does not know its module" unless exists $public{$module};
}
for my $module (sort keys %public)
{
	push @wrong, "$module: no folder" unless -d "src/$module";
	push @wrong, "$module: $_ is not there" for grep { !-f "src/$module/$_" } sort keys %{ $public{$module} // {} };
}
none('base names are unique, every module is described and there', @wrong);

@wrong = ();
for my $file (@source)
{
	my ($head) = $text{$file} =~ m{\A(/\*.*?\*/)}s;

	push @wrong, "$file: its opening comment does not begin with its name"
	  unless ($head // '') =~ m{\A/\*\n \* \Q@{[ basename $file ]}\E\n};
}
none('files begin with what they are', @wrong);

# Names in comments exist (a rename may forget comments), and no type is a verb.
my %comments = map { $_ => [ $text{$_} =~ m{/\*.*?\*/}sg ] } @source;
my %named = map { $_ => 1 } map { s{/\*.*?\*/}{}sgr =~ /\w+/g } values %text;
my %not_ours = map { $_ => 1 } qw(aer_hedge foo_size foo_init get_fn_expr_arg_stable to_jsonb);
@wrong = ();
for my $file (@source)
{
	my $guard = 'AER_' . uc(basename($file, '.h')) =~ s/^AER$//r . '_H';
	push @wrong, "$file: not guarded by $guard"
	  if $file =~ /\.h$/ && $file !~ /(?:_list|\baer)\.h$/ && $text{$file} !~ /^#ifndef $guard\n#define $guard\n/m;
	for my $comment (@{ $comments{$file} })
	{
		push @wrong, "$file: a comment names $_, which is not there"
		  for grep { !$named{$_} && !$not_ours{$_} } $comment =~ /\b([A-Z]{2,}(?:_[A-Z]{2,})+\b|_?[a-z]+_\w+(?=\(\)))/g;
		push @wrong, "$file: $1 is a type, not what is done"
		  if $comment =~ m{\A/\*[\s*]*([A-Z]\w*[a-z][A-Z]\w*) (?:an? |the |what |\w+\[)};
	}
}
none('comments name what is there', @wrong);

# Includes of files.
@wrong = ();
for my $file (@source)
{
	my $module = dirname($file);
	my %once;

	for my $include (@{ $include{$file} })
	{
		my ($name) = $include =~ /^["<](.*)[">]$/;
		my $other = dirname($name);

		push @wrong, "$file: includes $name twice" if $once{$include}++ && $name !~ /_list\.h$/;
		if (!exists $text{$name})
		{
			push @wrong, "$file: $name is not written from src/"
			  if exists $folder{ basename($name, '.h') };
			push @wrong, "$file: $include is not for the kernel"
			  if $module =~ /^kernel\b/ && !$kernel_takes{$include};
			next;
		}
		push @wrong, "$file: ours are written in quotes ($include)" if $include =~ /^</;
		next if $other eq $module;
		push @wrong, "$file: $module may not include $other ($name)"
		  unless $other eq 'kernel' || $may{$module}{$other};
		push @wrong, "$file: $name is no public header"
		  if $public{$other} && !$public{$other}{ basename($name) };
	}
}
none('includes keep to the rules', @wrong);

# SQL is read on a screen: lines have at most 100 columns, tabs being 4.
@wrong = ();
for my $file (glob 'sql/*.sql docs/examples.sql')
{
	my $line = 0;

	for my $text (split /\n/, slurp($file))
	{
		$line++;
		1 while $text =~ s/\t/' ' x (4 - $-[0] % 4)/e;
		push @wrong, "$file:$line" if length $text > 100;
	}
}
none('lines of SQL have at most 100 columns', @wrong);

# A header is what several files use: the names that it declares stand in two
# files besides its own .c, or in one of another module, or in a unit test.
my %alone = (
	'kernel/stream/learner_list.h' => 'declares nothing: it is included twice, for two lists');
my %tests;
find({ no_chdir => 1, wanted => sub { $tests{$_} = slurp($_) if -f && /\.[ch]$/ } }, 'test/kernel');
my %words;
for my $file (@source, keys %tests)
{
	my $code = ($text{$file} // $tests{$file}) =~ s{/\*.*?\*/}{}sgr =~ s{"[^"\n]*"}{}gr;

	$words{$file} = { map { $_ => 1 } $code =~ /\w+/g };
	$text{$file} = $code if exists $text{$file};
}
sub declared
{
	my ($code) = @_;
	my @name = ($code =~ /^#define\s+(\w+)/mg, $code =~ /^\}\s*(\w+);/mg,
		$code =~ /^typedef [^{};]*?(\w+);/mg, $code =~ /^\w[^\n;={}#]*?\b(\w+)\(/mg,
		$code =~ /^extern [^;(]*?(\w+)(?:\[\w*\])?;/mg);

	push @name, /^\s*([A-Z]\w+)/mg for $code =~ /enum(?: \w+)?\s*\{(.*?)\}/sg;
	return grep { !/^AER_\w+_H$/ } @name;
}
@wrong = ();
for my $header (grep { /\.h$/ } @source)
{
	my @name = declared($text{$header});
	my $own = $header =~ s/\.h$//r;
	my %user;

	for my $file (keys %words)
	{
		my $pair = $file =~ s/\.[ch]$//r;

		$user{$pair} = 1 if $pair ne $own && grep { $words{$file}{$_} } @name;
	}
	my @user = keys %user;
	my $wrong = (!grep { !/^test/ } @user) || (@user == 1 && dirname($user[0]) eq dirname($header));

	push @wrong, "$header: " . (@user == 1 ? "$user[0] alone uses it" : 'nothing but tests uses it')
	  if $wrong && !$alone{$header};
	push @wrong, "$header: has an exception, and needs none" if !$wrong && $alone{$header};
}
none('what one file alone uses is in no header', @wrong);

# A module is called so in the picture; the tree of docs/development.md lists the folders of the kernel and of functions.
my $picture = slurp_file('docs/architecture.svg');
my ($tree) = slurp_file('docs/development.md') =~ /^## The tree\n(.*?)^## /ms;
none('the picture has every module', grep { $picture !~ />\Q$_\E</ } sort keys %may);
none('the tree has every folder', grep { $tree !~ m{`\Q@{[basename($_)]}\E`} } grep { m{^kernel/|^pg/functions/} } sort keys %may);

# A .c and its .h are one node, with the header of its stored form; none may lead back to itself.
my %leads;
for my $file (@source)
{
	my $pair = $file =~ s/\.[ch]$//r =~ s/_form$//r;

	for my $name (map { /^"(.*)\.h"$/ ? $1 : () } @{ $include{$file} })
	{
		$leads{$pair}{ $name =~ s/_form$//r } = 1 if $name =~ s/_form$//r ne $pair && exists $text{"$name.h"};
	}
}
sub circle
{
	my ($from, $goal, $seen) = @_;

	for my $next (sort keys %{ $leads{$from} })
	{
		return ($next) if $next eq $goal;
		next if $seen->{$next}++;
		my @way = circle($next, $goal, $seen);
		return ($next, @way) if @way;
	}
	return;
}
my %circle = map { my @way = circle($_, $_, {}); @way ? ($_ => join(' -> ', $_, @way)) : () } sort keys %leads;
none('files include each other in one direction', map { $circle{$_} } sort keys %circle);

# The kernel never leads to src/pg, and no module to itself.
sub reaches
{
	my ($module, $goal, %seen) = @_;
	for my $next (keys %{ $may{$module} })
	{
		return 1 if $next eq $goal || (!$seen{$next} && reaches($next, $goal, %seen, $next => 1));
	}
	return 0;
}
none('modules include each other in one direction', grep { reaches($_, $_) } sort keys %may);
none('the kernel knows nothing of src/pg', grep { /^kernel\b/ && grep { /^pg\b/ } keys %{ $may{$_} } } sort keys %may);

# postgres.h must come first, and pg/aer.h has it.
@wrong = ();
for my $file (grep { m{^pg/} && $_ ne "pg/aer.h" } @source)
{
	my $first = $file;
	$first = ($include{$first}[0] // '') =~ s/"//gr
	  while exists $text{$first} && $first ne 'pg/aer.h';
	push @wrong, "$file: first of all it includes $first" if $first ne 'pg/aer.h';
}
none('pg/aer.h comes first', @wrong);

done_testing();
