// The phases of a test run by name, each with the arguments of npm that run it alone. `--only` accepts names, or their
// first words. They aren’t scripts of package.json, because npm runs one script at a time, and because they share a build.
// Phases start in this order, so long phases come first, but after a phase that needs no prepared host.

/** `npm test`. Without the minimum version of VS Code: the sources are compiled with its types. */
export const everydayPhases = {
  fake: 'run fake',
  'ui node': 'run ui -- --host node',
  unit: 'run unit',
  'host newest node': 'run integration -- --version newest --host node --quick',
}

/** `npm run test:change` */
export const changePhases = {
  ...everydayPhases,
  'ui node': 'run ui -- --host node --long',
  'host minimum node': 'run integration -- --version minimum --host node --quick',
  'host newest web': 'run integration -- --version newest --host web --quick',
  'windows node': 'run integration -- --version newest --host node --windows',
  'windows web': 'run integration -- --version newest --host web --windows',
}

/**
 * `npm run test:all`. Everything runs in the minimum version of VS Code, and in a browser’s extension host, but not in both
 * at once: that combination has nothing of its own, and takes a quarter of an hour.
 */
export const allPhases = {
  unit: 'run unit -- --long',
  'host newest node': 'run integration -- --version newest --host node --long',
  'host minimum node': 'run integration -- --version minimum --host node --long',
  'host newest web': 'run integration -- --version newest --host web --long',
  'host minimum web': 'run integration -- --version minimum --host web --quick',
  'ui node': 'run ui -- --host node --long',
  'ui web': 'run ui -- --host web --long',
  fake: 'run fake -- --long',
  'windows node': 'run integration -- --version newest --host node --windows',
  'windows web': 'run integration -- --version newest --host web --windows',
  check: 'run check',
  bench: 'run bench -- --check',
}
