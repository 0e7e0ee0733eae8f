import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const cleanups = new Set<() => void>()
/** The programs that this process waits for. */
const programs = new Set<ChildProcess>()
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
let signalExitCode: number | undefined

/** Makes Ctrl+C and the like exit with this code, for a program that is meant to be ended so. */
export function setSignalExitCode(code: number): void {
  watchForTheEnd()
  signalExitCode = code
}

/**
 * Runs `cleanup` when this process ends, by whatever way it can notice. A cleanup is synchronous,
 * because nothing else runs in an exiting process. The returned function does it now instead.
 */
export function atExit(cleanup: () => void): () => void {
  watchForTheEnd()
  cleanups.add(cleanup)
  return () => {
    if (cleanups.delete(cleanup)) cleanup()
  }
}

let watching = false
let ending = false
function watchForTheEnd(): void {
  if (watching) return
  watching = true
  process.on('exit', () => {
    for (const cleanup of [...cleanups].toReversed()) cleanup()
  })
  for (const [signal, code] of Object.entries(signals)) {
    process.on(signal, () => {
      if (ending) return // Ctrl+C reaches a program twice: from the terminal, and from its parent
      ending = true
      void endPrograms().then(() => process.exit(signalExitCode ?? code))
    })
  }
}

/** Lets programs clean up, but no longer than five seconds. */
async function endPrograms(): Promise<void> {
  const ends = [...programs].map((child) => {
    child.kill()
    return new Promise((resolve) => child.once('close', resolve))
  })
  await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, 5000))])
  for (const child of programs) child.kill('SIGKILL')
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
  child.on('exit', () => end()) // what it started must not outlive it either
  const stop = async () => {
    const gone = hasEnded(child) || new Promise((resolve) => child.once('close', resolve))
    end()
    await gone
  }
  return { child, stop }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', `${child.pid}`, '/T', '/F'])
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is gone already.
  }
}

/** Whether the process has ended by itself or by a signal. */
function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
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
  const child = spawn(command, args, { stdio: ['ignore', 2, 2], env: environment(), ...options })
  const code = await endOf(child)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed with code ${code}`)
}

/** Runs a Node.js program in the place of this one: its output and its exit code become ours. */
export async function pass(file: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const options: SpawnOptions = { stdio: 'inherit', env: environment(env) }
  process.exitCode = await endOf(spawn(process.execPath, programArguments(file, ...args), options))
}

/** Runs a program to its end, however it ends; returns what it printed, stdout and stderr mixed. */
export async function capture(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<{ code: number; output: string }> {
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(command, args, { env: environment(), ...options, stdio: [...stdio] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text))
  }
  const code = await endOf(child).catch((error: Error) => {
    output += `${error.message}\n`
    return 1
  })
  return { code, output }
}

/**
 * The exit code of a program, once all that it prints has arrived. Never settles while this process is
 * ending: what a program comes to that was interrupted is nobody’s business.
 */
async function endOf(child: ChildProcess): Promise<number> {
  const drop = atExit(() => child.kill())
  programs.add(child)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => {
        if (!ending) resolve(code ?? 1)
      })
    })
  } finally {
    programs.delete(child)
    drop()
  }
}
