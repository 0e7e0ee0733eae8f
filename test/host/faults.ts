// npm run faults
import { readOptions } from './options.ts'
import { versionNames } from './versions.ts'

const { version = 'newest' } = readOptions({
  name: 'faults',
  summary:
    'Prints what every operation comes to over every fault, and what a person is told, in VS Code.',
  options: {
    version: { choices: versionNames, help: 'The version of VS Code; newest by default' },
  },
})
const { buildIntegration, runIntegration } = await import('./integrationRuns.ts')
await buildIntegration()
await runIntegration({
  versions: [version],
  hosts: ['node'],
  suites: 'all',
  grep: '^Faults: The fault matrix in VS Code',
  long: true,
  env: { POOLKEEPER_FAULT_TABLE: 'yes' },
})
