// The built package's locked read-modify-write, over and over. Prints how many times a second.
const [, , statePackage, root, id, ms] = process.argv;
const { updateSessionState } = await import(statePackage);

const step = () =>
  updateSessionState(
    id,
    (state) => {
      state.count = (state.count ?? 0) + 1;
      return true;
    },
    { root },
  );

// The first lock loads what it needs, once.
await step();
const began = performance.now();
let count = 0;
for (; performance.now() < began + Number(ms); count++) await step();
console.log((count * 1000) / (performance.now() - began));
