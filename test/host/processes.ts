import './endWithParent.ts'
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is done when this process ends, the last first. It is synchronous, because nothing else runs then. */
const cleanups = new Set<() => void>()
process.on('exit', () => {
  for (const cleanup of [...cleanups].toReversed()) cleanup()
})
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
for (const signal of signals)
  process.on(signal, () => process.exit(128 + constants.signals[signal]))

/** Makes Ctrl+C and the like a success, for a program that is meant to be ended so. */
export function succeedWhenEnded(): void {
  for (const signal of signals) process.prependListener(signal, () => process.exit(0))
}

const isWindows = process.platform === 'win32'

/**
 * Starts a program at the head of a group, which ends with it and with this process, by `killSignal`. `ended` resolves
 * with its exit code when all that it prints has arrived.
 */
export function start(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !isWindows, // it would open a console window there, and taskkill finds the children anyway
    shell: isWindows && command === 'npm', // npm is a .cmd file there
    ...options,
  })
  const end = () => {
    if (cleanups.delete(end)) endGroup(child.pid, options.killSignal)
  }
  cleanups.add(end)
  child.on('exit', end) // what it started must not outlive it either
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
      // The group is gone already.
    }
  }
}

/** Runs a program to its end, its output going to stderr; rejects unless it succeeds. */
export async function run(command: string, args: string[], options: SpawnOptions = {}) {
  const code = await start(command, args, { stdio: ['ignore', 2, 2], ...options }).ended
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code})`)
}

/** Runs a program to its end, however it ends; returns what it printed, stdout and stderr mixed. */
export async function capture(command: string, args: string[], options: SpawnOptions = {}) {
  const { child, ended } = start(command, args, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text))
  }
  return { code: await ended, output }
}

/** A fresh directory, which goes when this process ends. */
export function temporaryDirectory(parent = tmpdir()): string {
  const path = realpathSync(mkdtempSync(join(parent, 'poolkeeper-')))
  // The last writes of a process that was just ended can come in between: hence the retries.
  cleanups.add(() => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return path
}
