/** A computation that pauses at each `yield`, so that it can be run in slices. It returns its result. */
export type Steps<T> = Generator<undefined, T, undefined>

/** The number of tokens, values, or blocks after which a computation yields. They take far less than a slice. */
export const itemsPerStep = 200

/**
 * The time in ms after which a computation makes way for others, such as the key that the user has typed meanwhile. V8
 * runs new code slowly until it has compiled it: reading the first large file takes ten times as long.
 */
const sliceMs = 20

/** Counts the items that a computation has been through, to tell when it yields. */
export class StepCounter {
  #count = 0

  /** Counts an item. Returns whether the computation yields after it. */
  isStepOver(): boolean {
    this.#count += 1
    return this.#count % itemsPerStep === 0
  }
}

/** Runs a computation to its end at once. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs a computation in slices, between which the extension host does what else is waiting. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  let sliceEnd = performance.now() + sliceMs
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < sliceEnd) continue
    await new Promise((resolve) => setTimeout(resolve))
    sliceEnd = performance.now() + sliceMs
  }
}
