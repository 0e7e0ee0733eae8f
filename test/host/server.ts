import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { installHost } from './install.ts'
import { environment, programArguments, run, spawnGroup, temporaryDirectory } from './processes.ts'
import type { HostVersion } from './versions.ts'

interface WorkbenchOptions {
  version: HostVersion
  /** The folders of the extensions; or packages (`.vsix`), which VS Code installs itself. */
  extensionPaths: string[]
  /** What to open: a folder, a workspace file, the URI of a virtual folder, or nothing. */
  workspace: string | undefined
  /** A module with `run()`, for the extension host to run instead of leaving the page to a user. */
  testsPath?: string
  /** Where other extensions are that are installed; none are without this. */
  extensionsDir?: string
  /** User settings, on top of the quiet ones. */
  settings?: Record<string, unknown>
  /** Environment of the extension host. */
  env?: NodeJS.ProcessEnv
  /** Of the server and the extensions; `info` without this. */
  logLevel?: 'trace'
  /** Any free port without this. */
  port?: number
  /** Ask whether the workspace is trusted; it simply is without this. */
  workspaceTrust?: boolean
}

export interface WorkbenchServer {
  /** What to open in a browser. */
  url: string
  /** Everything that the server and the extension host write is in here. */
  dataDir: string
  /** Ends the server with all it started and removes what they wrote. */
  stop(): Promise<void>
  /** Resolves where it has ended by itself, too. */
  ended: Promise<unknown>
}

/** User settings for a calm workbench: nothing asks, advertises, updates or phones home. */
const quietSettings = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'window.restoreWindows': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.experimentalOnboarding': false,
}

/** Starts a VS Code server with fresh data and waits until it answers. */
export async function startWorkbench(options: WorkbenchOptions): Promise<WorkbenchServer> {
  if (options.port !== undefined) await assertFree(options.port)
  const serverMain = await installHost(options.version)
  const directory = temporaryDirectory()
  const dataDir = directory.path
  await mkdir(join(dataDir, 'user/User'), { recursive: true })
  const settings = JSON.stringify({ ...quietSettings, ...options.settings })
  await writeFile(join(dataDir, 'user/User/settings.json'), settings)
  const extensionsDir = options.extensionsDir ?? join(dataDir, 'extensions')
  const env = await hostEnvironment(dataDir, options.env)
  if (!options.testsPath) await install(options.extensionPaths, { serverMain, extensionsDir, env })

  const server = spawnGroup(
    process.execPath,
    programArguments(serverMain).concat(
      ['--host', '127.0.0.1', '--port', `${options.port ?? 0}`],
      ['--without-connection-token', '--accept-server-license-terms', '--telemetry-level', 'off'],
      options.workspaceTrust ? [] : ['--disable-workspace-trust'],
      ['--server-data-dir', join(dataDir, 'server'), '--user-data-dir', join(dataDir, 'user')],
      ['--extensions-dir', extensionsDir],
      options.logLevel ? ['--log', options.logLevel] : [],
      // What makes the page honour the payload; it also keeps every message from popping up.
      options.testsPath ? ['--enable-smoke-test-driver'] : [],
    ),
    { stdio: ['ignore', 'pipe', 'pipe'], env },
  )
  const stop = async () => {
    await server.stop()
    directory.remove()
  }
  const output: string[] = []
  server.child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  try {
    const port = await new Promise<number>((resolve, reject) => {
      createInterface(server.child.stdout!).on('line', (line) => {
        output.push(`${line}\n`)
        const found = /agent listening on (\d+)/.exec(line)
        if (found) resolve(Number(found[1]))
      })
      setTimeout(() => reject(new Error('It took more than a minute')), 60_000).unref()
      void server.ended.then(() => reject(new Error('It has ended')))
    })
    return { url: workbenchUrl(port, options), dataDir, stop, ended: server.ended }
  } catch (error) {
    await stop()
    throw new Error(`VS Code's server did not start:\n${output.join('')}`, { cause: error })
  }
}

/** Installs extensions as a user would, or as they stand in their folders. */
async function install(
  paths: string[],
  host: { serverMain: string; extensionsDir: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const { serverMain, extensionsDir, env } = host
  await mkdir(extensionsDir)
  for (const path of paths) {
    if (path.endsWith('.vsix')) {
      const args = ['--install-extension', path, '--extensions-dir', extensionsDir]
      await run(process.execPath, [serverMain, ...args, '--accept-server-license-terms'], { env })
    } else {
      const manifest: unknown = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))
      const { publisher, name, version } = manifest as Record<string, string>
      // Only a junction needs no rights on Windows; elsewhere the type means nothing.
      await symlink(path, join(extensionsDir, `${publisher}.${name}-${version}`), 'junction')
    }
  }
}

/** Keeps everything that the server writes inside its own directory, and keeps it off the network. */
async function hostEnvironment(dataDir: string, extra?: NodeJS.ProcessEnv) {
  const home = join(dataDir, 'home')
  const temporary = join(dataDir, 'tmp')
  await mkdir(home)
  await mkdir(temporary)
  return environment({
    HOME: home,
    USERPROFILE: home,
    // Sockets go there too, and macOS has no room for a longer path to a socket.
    ...(process.platform === 'linux' ? { TMPDIR: temporary } : {}),
    EXTENSIONS_GALLERY: '{}',
    ...extra,
  })
}

/** The server itself would report a taken port only in its log, and go on without it. */
async function assertFree(port: number): Promise<void> {
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening').catch((cause: unknown) => {
    throw new Error(`Port ${port} cannot be used; it may be taken.`, { cause })
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** How a page is told what to open. */
function openQuery(workspace: string | undefined): Record<string, string> {
  if (workspace === undefined) return { ew: 'true' } // an empty window
  if (/^[\w-]{2,}:/.test(workspace)) return { folder: workspace }
  const path = decodeURIComponent(pathToFileURL(workspace).pathname)
  return path.endsWith('.code-workspace') ? { workspace: path } : { folder: path }
}

function workbenchUrl(
  port: number,
  options: Pick<WorkbenchOptions, 'extensionPaths' | 'workspace' | 'testsPath'>,
): string {
  const authority = `127.0.0.1:${port}`
  const remote = (path: string) => `vscode-remote://${authority}${pathToFileURL(path).pathname}`
  const query = new URLSearchParams(openQuery(options.workspace))
  if (options.testsPath) {
    const payload = options.extensionPaths.map((path) => ['extensionDevelopmentPath', remote(path)])
    payload.push(['extensionTestsPath', remote(options.testsPath)])
    query.set('payload', JSON.stringify(payload))
  }
  return `http://${authority}/?${query}`
}
