// npm start [-- --port N] [--no-open]
// Prints a line on stdout when Poolkeeper is ready; everything else goes to stderr.
import open from 'open'
import { startSandbox } from '../sandbox/service.ts'
import { buildCompanion, buildExtension } from './builds.ts'
import { readOptions } from './options.ts'
import { companionDir, exampleWorkspace, root } from './paths.ts'
import { succeedWhenEnded } from './processes.ts'
import { startWorkbench } from './server.ts'

const options = readOptions({ port: 'number', 'no-open': 'flag' })
succeedWhenEnded()

await buildExtension()
await buildCompanion()
// A drain of ten seconds is long enough to be seen.
const { baseUrl, apiKey } = await startSandbox({ drain: 10_000, hasOddClusters: true })
const server = await startWorkbench({
  version: 'newest',
  extensionPaths: [root, companionDir],
  workspace: exampleWorkspace,
  env: { POOLKEEPER_SANDBOX: JSON.stringify({ baseUrl, apiKey }) },
  port: options.port ?? 0,
})
console.log(`Poolkeeper is ready: ${server.url}`)
const { env, platform } = process
const canShow = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY']
if (!options['no-open'] && !env['CI'] && canShow) await open(server.url)
await server.ended
console.error('VS Code’s server has ended.')
process.exit(1)
