// npm start [-- --port N] [--no-open]
// stdout gets one line, when all is ready; everything else goes to stderr.
import { spawn } from 'node:child_process'
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
const { baseUrl, apiKey } = await startSandbox({ drain: 10_000, odd: true })
const server = await startWorkbench({
  version: 'newest',
  extensionPaths: [root, companionDir],
  workspace: exampleWorkspace,
  env: { POOLKEEPER_SANDBOX: JSON.stringify({ baseUrl, apiKey }) },
  port: given.port ?? 0,
})
console.log(`Poolkeeper is ready: ${server.url}`)
if (!given['no-open'] && !process.env['CI']) openBrowser(server.url)
await server.ended
console.error('VS Code’s server has ended.')
process.exit(1)

/** Opens the user's own browser where there is a screen for it. */
function openBrowser(url: string): void {
  const { platform } = process
  if (platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return
  const [command = '', ...args] = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'], // `start` would read the & of the address
  }[platform as string] ?? ['xdg-open']
  const opener = spawn(command, [...args, url], { stdio: 'ignore' })
  opener.on('error', () => console.error('Couldn’t open a browser. Open the URL manually.'))
}
