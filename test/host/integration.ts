// npm run integration
import { suites } from '../integration/selection.ts'
import { grepOption, readOptions } from './options.ts'
import { extensionHosts, otherWindows, versionNames } from './versions.ts'

const given = readOptions({
  name: 'integration',
  summary:
    'Runs test/integration inside the extension hosts of VS Code: in all four, unless options choose.',
  options: {
    version: { choices: versionNames, help: 'Only this version of VS Code' },
    host: {
      choices: extensionHosts,
      help: 'Only the extension host of Node.js, or of the browser',
    },
    suites: { choices: suites, help: 'Which test files; all by default' },
    windows: { choices: otherWindows, several: true, help: 'Try these windows, and nothing else' },
    grep: grepOption,
    long: {
      help: 'Run the long tests too: every fault, 600 random sequences, half an hour’s work',
    },
    'no-build': { help: 'Use the last build of the extension and the tests' },
  },
})
const { buildIntegration, runIntegration } = await import('./integrationRuns.ts')
if (!given['no-build']) await buildIntegration()
await runIntegration({
  versions: given.version ? [given.version] : versionNames,
  hosts: given.host ? [given.host] : extensionHosts,
  suites: given.suites ?? 'all',
  windows: given.windows,
  grep: given.grep,
  long: given.long,
})
