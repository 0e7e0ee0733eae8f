import './endWithParent.ts'
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Called at the end of this process, the last first. They are synchronous, since nothing asynchronous runs then. */
const cleanups = new Set<() => void>()
process.on('exit', () => {
  for (const cleanup of [...cleanups].toReversed()) cleanup()
})
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
for (const signal of signals)
  process.on(signal, () => process.exit(128 + constants.signals[signal]))

/** Makes the exit code 0 for Ctrl+C and the like, for programs that run until then. */
export function succeedWhenEnded(): void {
  for (const signal of signals) process.prependListener(signal, () => process.exit(0))
}

const isWindows = process.platform === 'win32'

/**
 * Starts a program with its own process group, which ends with the program and with this process, by `killSignal`.
 * `ended` resolves with the exit code after the whole output.
 */
export function start(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !isWindows, // on Windows, it would open a console window, and taskkill finds the children anyway
    shell: isWindows && command === 'npm', // on Windows, npm is a .cmd file
    ...options,
  })
  const end = () => {
    if (cleanups.delete(end)) endGroup(child.pid, options.killSignal)
  }
  cleanups.add(end)
  child.on('exit', end) // its children must not outlive it
  const ended = once(child, 'close').then(
    ([code]) => (code as number | null) ?? 1,
    (error: unknown) => {
      console.error(String(error))
      return 1
    },
  )
  return { child, ended, stop: () => (end(), ended) }
}

function endGroup(pid = 0, signal: SpawnOptions['killSignal'] = 'SIGTERM'): void {
  if (isWindows) spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F'])
  else if (pid > 0) {
    try {
      process.kill(-pid, signal)
    } catch {
      // The group has ended already.
    }
  }
}

/** Runs a program to its end, with its output on stderr. Rejects if it fails. */
export async function run(command: string, args: string[], options: SpawnOptions = {}) {
  const code = await start(command, args, { stdio: ['ignore', 2, 2], ...options }).ended
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code})`)
}

/** Runs a program to its end. Returns its exit code, and its output on stdout and stderr. */
export async function capture(command: string, args: string[], options: SpawnOptions = {}) {
  const { child, ended } = start(command, args, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text))
  }
  return { code: await ended, output }
}

/** A new directory, which is deleted at the end of this process. */
export function temporaryDirectory(parent = tmpdir()): string {
  const path = realpathSync(mkdtempSync(join(parent, 'poolkeeper-')))
  // A process that was just ended may still write, so the deletion is retried.
  cleanups.add(() => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return path
}
