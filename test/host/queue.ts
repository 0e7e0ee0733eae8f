import type { Job } from './jobs.ts'

/** Runs a job to its end; never rejects. */
export type Run = (job: Job) => Promise<void>

/**
 * Runs jobs, so many at a time, the longest first so that none is left over at the end; then those that
 * must be alone, one after another.
 */
export async function runQueue(jobs: readonly Job[], workers: number, run: Run): Promise<void> {
  const waiting = jobs.filter(({ isAlone }) => !isAlone).sort((a, b) => b.seconds - a.seconds)
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await run(job)
  }
  await Promise.all(Array.from({ length: workers }, work))
  for (const job of jobs.filter(({ isAlone }) => isAlone)) await run(job)
}
