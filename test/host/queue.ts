import type { Job } from './jobs.ts'

/** Runs a job to its end; never rejects. */
export type Run = (job: Job) => Promise<void>

/**
 * Runs jobs, so many at a time, the longest first so that none is left over at the end; then those that
 * must be alone, one after another. What some of them need is prepared meanwhile, by one of the workers.
 */
export async function runQueue(
  jobs: readonly Job[],
  workers: number,
  run: Run,
  preparation: { prepare: () => Promise<void>; isNeeded: (job: Job) => boolean },
): Promise<void> {
  const waiting = jobs.filter(({ isAlone }) => !isAlone).sort((a, b) => b.seconds - a.seconds)
  let isPrepared = !jobs.some(preparation.isNeeded)
  const prepared = isPrepared
    ? Promise.resolve()
    : preparation.prepare().then(() => void (isPrepared = true))
  const work = async () => {
    while (waiting.length > 0) {
      const nth = waiting.findIndex((job) => isPrepared || !preparation.isNeeded(job))
      if (nth < 0) await prepared
      else await Promise.all(waiting.splice(nth, 1).map(run))
    }
  }
  const others = Array.from({ length: workers - 1 }, work)
  await Promise.all([prepared.then(work), ...others])
  for (const job of jobs.filter(({ isAlone }) => isAlone)) await run(job)
}
