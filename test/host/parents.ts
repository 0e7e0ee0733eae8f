import { readFileSync } from 'node:fs'

/**
 * Ends this process within a second of the one that started it. A program that is killed outright
 * can’t end what it started; so what it started has to notice.
 */
export function endWithParents(): void {
  const parent = process.ppid
  const above = aboveShell(parent)
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

/** npm starts a script in a shell, which outlives npm. Only Linux says simply who started a shell. */
function aboveShell(pid: number): number | undefined {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform !== 'linux')
    return undefined
  const [, above] = /^\d+ \(\w*sh\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return above === undefined ? undefined : Number(above)
}
