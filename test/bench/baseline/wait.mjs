// The least that Node can do and stay.
process.stdout.write('x');
setInterval(() => {}, 1e9);
