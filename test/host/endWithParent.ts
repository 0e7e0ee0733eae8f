// Loaded by scripts of this project, and first, by `--import`, into programs that they start; and so into those of their
// children that inherit their options. Ends this process within a second of the one that started it: a program that is
// killed outright can’t end what it started, so what it started has to notice.
import { readFileSync } from 'node:fs'

const { ppid } = process
const above = parentOf(ppid) // npm starts a script in a shell, which outlives npm
setInterval(() => {
  if (process.ppid !== ppid || !isRunning(ppid) || parentOf(ppid) !== above) process.exit()
}, 1000).unref()

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Who started a process; only Linux says it simply. */
function parentOf(pid: number): string | undefined {
  try {
    return /^\d+ \(.*\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
