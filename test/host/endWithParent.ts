// Ends this process within a second after its parent has ended. A program that is killed can’t end its children, so they
// have to notice. The scripts of this project import this module, and load it into the programs that they start by
// `--import`, whose children inherit the option.
import { readFileSync } from 'node:fs'

const atStart = getAncestors()
setInterval(() => {
  if (getAncestors() !== atStart) process.exit()
}, 1000).unref()

/** The IDs of the parent and its parent: npm starts scripts in a shell, which outlives npm. */
function getAncestors(): string | undefined {
  const { ppid, platform } = process
  try {
    process.kill(ppid, 0) // on Windows, `ppid` does not change when the parent ends
    const stat = platform === 'linux' ? readFileSync(`/proc/${ppid}/stat`, 'utf8') : ''
    return [ppid, /^\d+ \(.*\) \S (\d+) /s.exec(stat)?.[1]].join()
  } catch {
    return undefined
  }
}
