/** What a row of the table says of its samples. */
export interface Summary {
  median: number
  min: number
  max: number
}

/** How many samples everything that varies has. */
export const sampleCount = 15

export function summarize(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? NaN
  const median = (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2
  return { median, min: at(0), max: at(sorted.length - 1) }
}

/** Of two measured side by side: each sample beside the one of the same moment. */
export function summarizeRatios(samples: readonly number[], beside: readonly number[]): Summary {
  return summarize(samples.map((sample, index) => sample / (beside[index] ?? NaN)))
}

/**
 * Runs two alternately and measures them in milliseconds; which one is first changes every time, so that
 * what else the machine does meets both.
 */
export async function measureAlternately(
  times: number,
  ...both: [one: () => unknown, other: () => unknown]
): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []]
  for (let nth = 0; nth < times; nth++) {
    const order = nth % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const which of order) samples[which].push(await measureTime(both[which]))
  }
  return samples
}

/** How many milliseconds something takes, by a clock that no test puts forward. */
export async function measureTime(run: () => unknown): Promise<number> {
  const start = process.hrtime.bigint()
  await run()
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** How many milliseconds of processor time this process spends on something, whatever else the machine does. */
export async function measureCpuTime(run: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
