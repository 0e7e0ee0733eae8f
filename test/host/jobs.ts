/**
 * The phases of a run by their names, which `--only` takes, whole or their first words: each a script of
 * package.json with options, as a person runs it alone. The first start first: put what takes long there,
 * after what can run while the hosts are prepared.
 */
export type Jobs = Readonly<Record<string, string>>

const checks = { format: 'format:check', types: 'types', lint: 'lint' }

/** `npm test` */
export const everyday: Jobs = {
  fake: 'fake',
  'ui node': 'ui --host node --quick',
  unit: 'unit',
  'host newest web': 'integration --version newest --host web --suites everyHost',
  'host newest node': 'integration --version newest --host node --suites real',
  'host minimum node': 'integration --version minimum --host node --suites everyHost',
  ...checks,
}

/** `npm run test:all` */
export const all: Jobs = {
  unit: 'unit --long',
  'host newest node': 'integration --version newest --host node --long',
  'host minimum node': 'integration --version minimum --host node --long',
  'host newest web': 'integration --version newest --host web --long',
  'host minimum web': 'integration --version minimum --host web --long',
  'ui node': 'ui --host node',
  'ui web': 'ui --host web',
  fake: 'fake --long',
  'windows node': 'integration --version newest --host node --windows',
  'windows web': 'integration --version newest --host web --windows',
  ...checks,
  bench: 'bench --check',
}
