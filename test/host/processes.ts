import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const cleanups = new Set<() => void>()

/**
 * Runs `cleanup` when this process ends, by whatever way it can notice. A cleanup is synchronous,
 * because nothing else runs in an exiting process. The returned function does it now instead.
 */
export function atExit(cleanup: () => void): () => void {
  if (!isWatching) watchForTheEnd()
  cleanups.add(cleanup)
  return () => {
    if (cleanups.delete(cleanup)) cleanup()
  }
}

let isWatching = false
function watchForTheEnd(): void {
  isWatching = true
  process.on('exit', () => {
    for (const cleanup of [...cleanups].toReversed()) cleanup()
  })
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
  }
}

/** Makes Ctrl+C and the like a success, for a program that is meant to be ended so. */
export function succeedWhenEnded(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
}

/** The environment with this very Node.js first on the path, also where npm did not see to it. */
export function environment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

/** Starts a process at the head of its own group, so that it can be ended with all it started. */
export function spawnGroup(command: string, args: string[], options: SpawnOptions) {
  // On Windows `detached` would open a console window, and taskkill finds the children anyway.
  const detached = process.platform !== 'win32'
  const child = spawn(command, args, { ...options, detached })
  const end = atExit(() => killGroup(child))
  const ended = new Promise((resolve) => child.once('error', resolve).once('close', resolve))
  child.on('exit', end) // what it started must not outlive it either
  const stop = async () => {
    end()
    await ended
  }
  return { child, stop, ended }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F'])
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is gone already.
  }
}

/** A fresh directory that goes when this process does, or when `remove` is called. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'poolkeeper-')))
  // The last writes of a process that was just ended can come in between: hence the retries.
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }
  return { path, remove: atExit(() => rmSync(path, options)) }
}

/** Arguments of Node.js for a program that is to end with this process, however that ends. */
export function programArguments(file: string, ...args: string[]): string[] {
  return ['--import', import.meta.resolve('./endWithParent.ts'), file, ...args]
}

/** Runs a program to its end, its output going to stderr; rejects unless it succeeds. */
export async function run(command: string, args: string[], options: SpawnOptions = {}) {
  const { code, output } = await capture(command, args, { stdio: ['ignore', 2, 2], ...options })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code})\n${output}`)
}

/**
 * Runs a program to its end, however it ends, and until all that it prints has arrived; returns that, stdout and
 * stderr mixed. The program is ended with this process.
 */
export async function capture(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<{ code: number; output: string }> {
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(command, args, { env: environment(), stdio: [...stdio], ...options })
  const drop = atExit(() => child.kill())
  let output = ''
  const print = (text: string) => void (output += text)
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print)
  const code = await new Promise<number>((resolve) => {
    child.on('close', (ended) => resolve(ended ?? 1))
    child.on('error', ({ message }) => {
      print(`${message}\n`)
      resolve(1)
    })
  })
  drop()
  return { code, output }
}
