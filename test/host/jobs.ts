// The phases of a run by their names, which `--only` takes, whole or their first words: each as a person runs it alone, by
// npm. The first start first: put what takes long there, after one that can run while the hosts are prepared.

/** `npm test` */
export const everydayPhases = {
  fake: 'run fake',
  'ui node': 'run ui -- --host node --quick',
  unit: 'run unit',
  'host newest node': 'run integration -- --version newest --host node --suites real',
  'host minimum node': 'run integration -- --version minimum --host node --suites everyHost',
}

/** `npm run test:all` */
export const allPhases = {
  unit: 'run unit -- --long',
  'host newest node': 'run integration -- --version newest --host node --long',
  'host minimum node': 'run integration -- --version minimum --host node --long',
  'host newest web': 'run integration -- --version newest --host web --long',
  'host minimum web': 'run integration -- --version minimum --host web --long',
  'ui node': 'run ui -- --host node',
  'ui web': 'run ui -- --host web',
  fake: 'run fake -- --long',
  'windows node': 'run integration -- --version newest --host node --windows',
  'windows web': 'run integration -- --version newest --host web --windows',
  check: 'run check',
  bench: 'run bench -- --check',
}
