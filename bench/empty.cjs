// The least a Node program can be: one byte on stdout. It waits to be ended, as an agent does.
process.stdout.write("\n");
process.stdin.resume();
