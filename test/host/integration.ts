// npm run integration
import { suites } from '../integration/selection.ts'
import { choiceOf, grepOption, readOptions } from './options.ts'
import { extensionHosts, otherWindows, versionNames } from './versions.ts'

const given = readOptions({
  version: { type: 'string' },
  host: { type: 'string' },
  suites: { type: 'string' },
  windows: { type: 'boolean' },
  ...grepOption,
  long: { type: 'boolean' },
  'no-build': { type: 'boolean' },
})
const version = choiceOf('version', versionNames, given.version)
const host = choiceOf('host', extensionHosts, given.host)
const { buildIntegration, runIntegration } = await import('./integrationRuns.ts')
if (!given['no-build']) await buildIntegration()
await runIntegration({
  versions: version ? [version] : versionNames,
  hosts: host ? [host] : extensionHosts,
  suites: choiceOf('suites', suites, given.suites) ?? 'all',
  windows: given.windows ? otherWindows : undefined,
  grep: given.grep,
  long: given.long,
})
