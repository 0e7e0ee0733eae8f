// npm start [-- --port N] [--no-open]
// stdout gets one line, when all is ready; everything else goes to stderr.
import open from 'open'
import { startSandbox } from '../sandbox/service.ts'
import { buildCompanion, buildExtension } from './builds.ts'
import { readOptions } from './options.ts'
import { companionDir, exampleWorkspace, root } from './paths.ts'
import { succeedWhenEnded } from './processes.ts'
import { startWorkbench } from './server.ts'

const given = readOptions({ port: 'number', 'no-open': 'flag' })
succeedWhenEnded()

await buildExtension()
await buildCompanion()
// Long enough to see a pool drain.
const { baseUrl, apiKey } = await startSandbox({ drain: 10_000, hasOddClusters: true })
const server = await startWorkbench({
  version: 'newest',
  extensionPaths: [root, companionDir],
  workspace: exampleWorkspace,
  env: { POOLKEEPER_SANDBOX: JSON.stringify({ baseUrl, apiKey }) },
  port: given.port ?? 0,
})
console.log(`Poolkeeper is ready: ${server.url}`)
const { env, platform } = process
const canShow = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY']
if (!given['no-open'] && !env['CI'] && canShow) await open(server.url)
await server.ended
console.error('VS Code’s server has ended.')
process.exit(1)
