// npm run soak
import { readOptions } from '../host/options.ts'
import { versionNames } from '../host/versions.ts'

const { version = 'newest' } = readOptions({
  name: 'soak',
  summary:
    'Does half an hour’s worth of refreshes, deletions, and switches as fast as it can, and fails if\n' +
    'memory, timers, or listeners are left.',
  options: {
    version: { choices: versionNames, help: 'The version of VS Code; newest by default' },
  },
})
const { buildIntegration, runIntegration } = await import('../host/integrationRuns.ts')
await buildIntegration()
await runIntegration({
  versions: [version],
  hosts: ['node'],
  suites: 'all',
  grep: '^Long run: A long day.s work',
  long: true,
})
