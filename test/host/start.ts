// npm start [-- --port N] [--no-open]
// stdout gets one line, when all is ready; everything else goes to stderr.
import { spawn } from 'node:child_process'
import { startSandbox } from '../sandbox/service.ts'
import { buildCompanion, buildExtension } from './builds.ts'
import { readOptions } from './options.ts'
import { companionDir, exampleWorkspace, root } from './paths.ts'
import { setSignalExitCode } from './processes.ts'
import { startWorkbench } from './server.ts'

const { port, ...given } = readOptions({
  name: 'start',
  summary:
    'Starts VS Code in the browser with the extension, connected to a sandbox service, until Ctrl+C.',
  options: {
    port: { range: [1, 65_535], help: 'The port of the page; any free one by default' },
    'no-open': { help: 'Print the URL, and don’t open a browser' },
  },
})
setSignalExitCode(0) // Ctrl+C is how it is meant to end
process.on('uncaughtException', (error) => {
  console.error(error.message)
  process.exit(1)
})

await buildExtension()
await buildCompanion()
// Long enough to see a pool drain.
const { baseUrl, apiKey } = await startSandbox({ drain: 10_000, odd: true, rateLimit: 'published' })
const server = await startWorkbench({
  version: 'newest',
  extensionPaths: [root, companionDir],
  workspace: exampleWorkspace,
  env: { POOLKEEPER_SANDBOX: JSON.stringify({ baseUrl, apiKey }) },
  ...(port !== undefined && { port }),
})
console.log(`Poolkeeper is ready: ${server.url}`)
if (!given['no-open'] && !process.env['CI']) openBrowser(server.url)

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
