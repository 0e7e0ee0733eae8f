export interface Summary {
  median: number
  min: number
  max: number
}

/** The number of samples of each measurement that varies. */
export const sampleCount = 15
/** The number of runs before the first sample. In them, V8 compiles most of the code. */
const warmUpCount = 5

export function summarize(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b)
  const getSample = (index: number) => sorted[index] ?? NaN
  const lowerMiddle = getSample(Math.floor((sorted.length - 1) / 2))
  const upperMiddle = getSample(Math.floor(sorted.length / 2))
  const median = (lowerMiddle + upperMiddle) / 2
  return { median, min: getSample(0), max: getSample(sorted.length - 1) }
}

/** Summarizes how many times as large each sample is as the reference sample with the same index. */
export function summarizeRatios(
  samples: readonly number[],
  references: readonly number[],
): Summary {
  return summarize(samples.map((sample, index) => sample / (references[index] ?? NaN)))
}

/**
 * Runs two functions alternately, and measures each call in milliseconds. The order changes every time, so
 * that other load affects both equally.
 */
export async function measureAlternately(
  times: number,
  ...functions: [first: () => unknown, second: () => unknown]
): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []]
  for (let count = 0; count < times; count++) {
    const order = count % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const index of order) samples[index].push(await measureTime(functions[index]))
  }
  return samples
}

/** The time that a function takes, in milliseconds, by a clock that tests can’t change. */
export async function measureTime(run: () => unknown): Promise<number> {
  const start = process.hrtime.bigint()
  await run()
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** The time in ms between two looks at the processor time, which would take much of it if they were closer. */
const watchInterval = 5

/**
 * Measures the longest time in milliseconds for which this thread does nothing else while a function runs, as processor
 * time: how long a key that is typed meanwhile may have to wait.
 */
export async function measureLongestBlock(run: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let start = process.threadCpuUsage()
  const endBlock = () => {
    const { user, system } = process.threadCpuUsage(start)
    longest = Math.max(longest, (user + system) / 1000)
    start = process.threadCpuUsage()
  }
  const timer = setInterval(endBlock, watchInterval)
  await Promise.resolve(run()).finally(() => clearInterval(timer))
  endBlock()
  return longest
}

/**
 * Measures the processor time of a function that has run before. It returns a number that must not be 0, such as that of
 * zones.
 */
export async function sampleCpuTime(run: () => number | Promise<number>): Promise<Summary> {
  const samples: number[] = []
  for (let count = 0; count < warmUpCount + sampleCount; count++) {
    samples.push(
      await measureCpuTime(async () => {
        if ((await run()) === 0) throw new Error('Nothing was found')
      }),
    )
  }
  return summarize(samples.slice(warmUpCount))
}

/**
 * The processor time of this thread while a function runs, in milliseconds: how long it blocks the extension host.
 * Meanwhile, V8 compiles and collects garbage in other threads, which block nothing.
 */
export async function measureCpuTime(run: () => unknown): Promise<number> {
  const start = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
