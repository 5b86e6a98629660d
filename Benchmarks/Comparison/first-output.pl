#!/usr/bin/perl
# Prints the milliseconds until a command shows its first output.
#
# first-output.pl row COMMAND...    from the first word on its standard error to the first on its output
# first-output.pl frame COMMAND...  from its start to the first frame on a terminal of 200 by 60
use strict;
use warnings;
use POSIX ();
use Time::HiRes qw(time);

my ($what, @command) = @ARGV;
printf "%.2f\n", 1000 * ($what eq 'row' ? row() : frame());

sub row {
  pipe(my $output, my $output_end) or die "pipe: $!";
  pipe(my $errors, my $errors_end) or die "pipe: $!";
  my $child = start(sub {
    POSIX::dup2(fileno($output_end), 1);
    POSIX::dup2(fileno($errors_end), 2);
  });
  close $output_end;
  close $errors_end;
  my $arrival = await($errors, qr/./s);
  my $row = await($output, qr/./s);
  kill 'TERM', $child;
  waitpid $child, 0;
  return $row - $arrival;
}

sub frame {
  open(my $master, '+<', '/dev/ptmx') or die "/dev/ptmx: $!";
  my $number = pack 'i', 0;
  ioctl($master, 0x40045431, $number) or die "TIOCSPTLCK: $!";
  ioctl($master, 0x80045430, $number) or die "TIOCGPTN: $!";
  my $name = '/dev/pts/' . unpack('i', $number);
  my $begin = time;
  my $child = start(sub {
    POSIX::setsid();
    open(my $terminal, '+<', $name) or die "$name: $!";
    my $size = pack 'S4', 60, 200, 0, 0;
    ioctl($terminal, 0x5414, $size) or die "TIOCSWINSZ: $!";
    POSIX::dup2(fileno($terminal), $_) for 0 .. 2;
    $ENV{TERM} = 'xterm-256color';
  });
  # The frame is complete when a synchronized update ends.
  my $end = await($master, qr/\e\[\?2026l/);
  kill 'TERM', $child;
  waitpid $child, 0;
  return $end - $begin;
}

sub start {
  my ($prepare) = @_;
  my $child = fork // die "fork: $!";
  return $child if $child;
  $prepare->();
  exec { $command[0] } @command or POSIX::_exit(127);
}

# The time when the pattern appears or the output ends.
sub await {
  my ($handle, $pattern) = @_;
  my $seen = '';
  while (sysread $handle, my $bytes, 65536) {
    $seen .= $bytes;
    return time if $seen =~ $pattern;
  }
  die "first-output: nothing came\n";
}
