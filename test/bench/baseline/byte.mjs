// The least that Node can do on a terminal.
process.stdout.write('x');
