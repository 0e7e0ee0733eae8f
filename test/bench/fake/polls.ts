import { setTimeout as sleep } from 'node:timers/promises'
import {
  addDeletions,
  noteArrivals,
  useRealTime,
} from '../../integration/deletion/pendingDeletions.ts'
import { Windows } from '../../integration/deletion/races/windows.ts'
import { summarize, type Summary } from '../samples.ts'

const windowCount = 10
const deletionCount = 50
const durationMs = 15_000

/** Counts the requests that arrive in the busiest second while several windows follow many deletions. */
export async function measurePolls(): Promise<Summary> {
  const windows = new Windows()
  await windows.begin()
  addDeletions(windows, 'home', windows.service, deletionCount)
  const arrivals = noteArrivals(windows.service)
  useRealTime()
  for (let count = 1; count < windowCount; count += 1) windows.machine.open()
  windows.window.gainFocus()
  await sleep(durationMs)
  await windows.end()
  if (arrivals.length < deletionCount) throw new Error(`Only ${arrivals.length} polls arrived`)
  return summarize([countBusiest(arrivals)])
}

/** Returns the number of times in the busiest second. The times are in ms, the earliest first. */
function countBusiest(times: readonly number[]): number {
  const counts = times.map(
    (start) => times.filter((time) => time >= start && time < start + 1000).length,
  )
  return Math.max(0, ...counts)
}
