import { readFileSync } from 'node:fs'

/**
 * Ends this process within a second of the one that started it. A program that is killed outright
 * can’t end what it started; so what it started has to notice.
 */
export function endWithParents(): void {
  const parent = process.ppid
  const above = aboveShell(parent)
  if (above === 'gone') process.exit()
  setInterval(() => {
    if (process.ppid === parent && isRunning(parent) && (!above || isRunning(above))) return
    process.exit()
  }, 1000).unref()
}

/** Whether there is a process of this id. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * npm starts a script in a shell, which outlives npm. Only Linux says simply who started a shell; where
 * that is gone already, another process stands in its place, of another session.
 */
function aboveShell(pid: number): number | 'gone' | undefined {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform !== 'linux')
    return undefined
  const shell = statOf(pid)
  if (!shell?.name.endsWith('sh')) return undefined
  // A shell that people type into has a session of its own.
  const hasStarter = shell.session === pid || statOf(shell.parent)?.session === shell.session
  return hasStarter ? shell.parent : 'gone'
}

function statOf(pid: number): { name: string; parent: number; session: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, name = '', parent, session] = /^\d+ \((.*)\) \S (\d+) \d+ (\d+) /.exec(text) ?? []
    return { name, parent: Number(parent), session: Number(session) }
  } catch {
    return undefined // it is gone
  }
}
