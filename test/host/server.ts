import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { installHost } from './install.ts'
import { run, start, temporaryDirectory } from './processes.ts'
import type { HostVersion } from './versions.ts'

interface WorkbenchOptions {
  version: HostVersion
  /** The extensions to install: folders, or packages (`.vsix`), which VS Code installs itself. */
  extensionPaths?: string[]
  /** What to open: a folder, a workspace file, the URI of a virtual folder, or nothing. */
  workspace: string | undefined
  /** An extension, and a module with `run()`, which the extension host runs on its own. */
  tests?: { extensionPath: string; testsPath: string }
  /** The folder of extensions that are installed already. */
  extensionsDir?: string
  /** User settings, in addition to `quietSettings`. */
  settings?: Record<string, unknown>
  /** Environment variables of the extension host. */
  env?: NodeJS.ProcessEnv
  /** The port; any free port if absent. */
  port?: number
  /** More arguments for the server. */
  args?: string[]
}

export type WorkbenchServer = Awaited<ReturnType<typeof startWorkbench>>

/** User settings for a quiet workbench, without prompts, recommendations, updates, or telemetry. */
const quietSettings = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'update.showReleaseNotes': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.experimentalOnboarding': false,
}

/**
 * Starts a VS Code server with new data, and waits until it listens. Returns the URL for a browser, and the directory of
 * all files that the server and the extension host write. `stop` ends the server and its children; `ended` resolves at the
 * end of the server.
 */
export async function startWorkbench(options: WorkbenchOptions) {
  const { port = 0, tests, extensionPaths = [], args = [] } = options
  const serverMain = await installHost(options.version)
  const dataDir = temporaryDirectory()
  const { extensionsDir = join(dataDir, 'extensions') } = options
  const home = join(dataDir, 'home')
  const userDir = join(dataDir, 'user/User')
  for (const path of [home, userDir, extensionsDir]) await mkdir(path, { recursive: true })
  const settings = JSON.stringify({ ...quietSettings, ...options.settings })
  await writeFile(join(userDir, 'settings.json'), settings)
  // Everything that the server writes stays in its directory, and it can’t reach the Marketplace.
  const env = {
    ...process.env,
    HOME: home,
    USERPROFILE: home,
    // Sockets are there, too. On macOS, their paths would be too long.
    ...(process.platform === 'linux' ? { TMPDIR: home } : {}),
    EXTENSIONS_GALLERY: '{}',
    ...options.env,
  }
  const common = [serverMain, '--accept-server-license-terms', '--extensions-dir', extensionsDir]
  for (const path of extensionPaths) {
    if (path.endsWith('.vsix')) {
      await run(process.execPath, [...common, '--install-extension', path], { env })
    } else {
      // On Windows, only junctions need no privileges; other systems ignore the type.
      await symlink(path, join(extensionsDir, basename(path)), 'junction')
    }
  }

  const { child, ended, stop } = start(
    process.execPath,
    ['--import', import.meta.resolve('./endWithParent.ts'), ...common].concat(
      ['--host', '127.0.0.1', '--port', `${port}`],
      ['--without-connection-token', '--telemetry-level', 'off'],
      ['--server-data-dir', join(dataDir, 'server'), '--user-data-dir', join(dataDir, 'user')],
      // Lets the page use the payload. It also keeps notifications from popping up.
      tests ? ['--enable-smoke-test-driver'] : [],
      args,
    ),
    { env, killSignal: 'SIGKILL' },
  )
  let output = ''
  const listening = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface(stream).on('line', (line) => {
        output += `${line}\n`
        const match = /agent listening on (\d+)|EADDRINUSE/.exec(line)
        if (match?.[1]) resolve(match[1])
        else if (match) reject(new Error(`Port ${port} is taken`)) // the server would run on without a port
      })
    }
    setTimeout(() => reject(new Error('It took more than a minute')), 60_000).unref()
    void ended.then(() => reject(new Error('It has ended')))
  })
  try {
    return { url: workbenchUrl(await listening, options), dataDir, stop, ended }
  } catch (error) {
    await stop()
    throw new Error(`VS Code's server did not start:\n${output}`, { cause: error })
  }
}

/** The URL for a browser. */
function workbenchUrl(port: string, { workspace, tests }: WorkbenchOptions): string {
  const authority = `127.0.0.1:${port}`
  const query = new URLSearchParams()
  if (workspace === undefined)
    query.set('ew', 'true') // an empty window
  else if (/^[\w-]{2,}:/.test(workspace)) query.set('folder', workspace)
  else {
    const kind = workspace.endsWith('.code-workspace') ? 'workspace' : 'folder'
    query.set(kind, decodeURIComponent(pathToFileURL(workspace).pathname))
  }
  if (tests) {
    const getRemoteUri = (path: string) =>
      `vscode-remote://${authority}${pathToFileURL(path).pathname}`
    const payload = [
      ['extensionDevelopmentPath', getRemoteUri(tests.extensionPath)],
      ['extensionTestsPath', getRemoteUri(tests.testsPath)],
    ]
    query.set('payload', JSON.stringify(payload))
  }
  return `http://${authority}/?${query}`
}
