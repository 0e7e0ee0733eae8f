// The phases of a test run by name, each with the arguments of npm that run it alone. `--only` accepts names, or their
// first words. They aren’t scripts of package.json, because npm runs one script at a time, and because they share a build.
// Phases start in this order, so long phases come before short ones, but after the first that need no prepared host.

/** `npm test`. Without the minimum version of VS Code: the sources are compiled with its types. */
export const everydayPhases = {
  fake: 'run fake',
  unit: 'run unit',
  'ui node': 'run ui -- --host node',
  'host newest node': 'run integration -- --version newest --host node --quick',
}

/** `npm run test:change`. Long tests run only in `npm run test:all`. */
export const changePhases = {
  ...everydayPhases,
  'ui node': 'run ui -- --host node --change',
  'host minimum node': 'run integration -- --version minimum --host node --quick',
  'host newest web': 'run integration -- --version newest --host web --quick',
  'windows node': 'run integration -- --version newest --host node --windows',
  check: 'run check',
}

/**
 * `npm run test:all`. The newest VS Code runs everything in Node.js, and the minimum version in a browser. The other two
 * combinations run only what must pass in VS Code with every change, and what would otherwise run in one version alone.
 */
export const allPhases = {
  unit: 'run unit -- --long',
  fake: 'run fake -- --long',
  'host newest node': 'run integration -- --version newest --host node --long',
  'host minimum web': 'run integration -- --version minimum --host web --long',
  'ui node': 'run ui -- --host node --long',
  'ui web': 'run ui -- --host web --long',
  'host newest web': 'run integration -- --version newest --host web --quick',
  'host minimum node': 'run integration -- --version minimum --host node --quick --long',
  'windows node': 'run integration -- --version newest --host node --windows',
  'windows web': 'run integration -- --version newest --host web --windows',
  check: 'run check',
  bench: 'run bench -- --check',
}
