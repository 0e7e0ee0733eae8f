// npm start [-- --port N] [--no-open] [--desktop]
// A VS Code with the extension and the companion under development, connected to the sandbox,
// until Ctrl+C. stdout gets one line, when all is ready; everything else goes to stderr.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startSandbox } from '../sandbox/service.ts'
import { buildCompanion, buildExtension } from './builds.ts'
import { startDesktop } from './desktop.ts'
import { companionDir, exampleWorkspace, root } from './paths.ts'
import { hasEnded, setSignalExitCode } from './processes.ts'
import { startWorkbench } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'no-open': { type: 'boolean' },
    desktop: { type: 'boolean' },
  },
})
setSignalExitCode(0) // Ctrl+C is how it is meant to end
// npm hands a signal to its shell, and the shell doesn't hand it on.
if (process.env['npm_lifecycle_event']) await import('./endWithParent.ts')
process.on('uncaughtException', (error) => {
  console.error(error.message)
  process.exit(1)
})

await buildExtension()
await buildCompanion()
// Long enough to see a pool drain.
const { baseUrl, apiKey } = await startSandbox({ drain: 10_000 })
const extensionPaths = [root, companionDir]
const env = { POOLKEEPER_SANDBOX: JSON.stringify({ baseUrl, apiKey }) }
const workspace = exampleWorkspace

if (values.desktop) {
  const desktop = await startDesktop({ extensionPaths, workspace, env })
  console.log('Poolkeeper is ready: VS Code opens in a window of its own')
  if (!hasEnded(desktop)) await once(desktop, 'exit')
  process.exit(0)
}

const port = values.port === undefined ? {} : { port: toPort(values.port) }
const server = await startWorkbench({ version: 'newest', extensionPaths, workspace, env, ...port })
console.log(`Poolkeeper is ready: ${server.url}`)
if (!values['no-open'] && !process.env['CI']) openBrowser(server.url)

function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new Error(`--port wants a number, not "${text}".`)
}

/** Opens the user's own browser where there is a screen for it. */
function openBrowser(url: string): void {
  const { platform } = process
  if (platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return
  const [command = '', ...args] = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'], // `start` would read the & of the address
  }[platform as string] ?? ['xdg-open']
  const opener = spawn(command, [...args, url], { stdio: 'ignore' })
  opener.on('error', () => console.error('No browser could be opened; open the address by hand.'))
}
