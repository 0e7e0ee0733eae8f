// Loaded by scripts of this project, and first, by `--import`, into programs that they start; and so into those of their
// children that inherit their options. Ends this process within a second of the one that started it: a program that is
// killed outright can’t end what it started, so what it started has to notice.
import { readFileSync } from 'node:fs'

const atStart = getAncestors()
setInterval(() => {
  if (getAncestors() !== atStart) process.exit()
}, 1000).unref()

/** Who started this process, and who started that one: npm starts a script in a shell, which outlives npm. */
function getAncestors(): string | undefined {
  const { ppid, platform } = process
  try {
    process.kill(ppid, 0) // on Windows, the number stays when the process is gone
    const stat = platform === 'linux' ? readFileSync(`/proc/${ppid}/stat`, 'utf8') : ''
    return [ppid, /^\d+ \(.*\) \S (\d+) /s.exec(stat)?.[1]].join()
  } catch {
    return undefined
  }
}
