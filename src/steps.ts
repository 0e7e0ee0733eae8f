/** A computation that pauses at each `yield`, so that it can be run in slices. It returns its result. */
export type Steps<T> = Generator<undefined, T, undefined>

/** The number of tokens, values, or blocks after which a computation yields. */
export const itemsPerStep = 200

/**
 * The time in ms after which computations make way for others, such as the key that the user has typed meanwhile. V8
 * runs new code slowly until it has compiled it: reading the first large file takes several times as long.
 */
const sliceMs = 20

/** The end of the slice that all computations share; undefined if the next step begins a slice. */
let sliceEnd: number | undefined
/** The functions that resume the computations that wait for a slice, in the order in which they began to wait. */
const waiting: (() => void)[] = []

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

/**
 * Runs a computation in slices, between which the extension host does what else is waiting. Computations that run at
 * the same time take turns.
 */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  try {
    for (;;) {
      while (isInSlice()) {
        const step = steps.next()
        if (step.done) return step.value
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  } finally {
    if (isInSlice()) resumeNext()
  }
}

/** Returns whether there is time left in the slice. Begins a slice if there is none. */
function isInSlice(): boolean {
  if (sliceEnd === undefined) {
    sliceEnd = performance.now() + sliceMs
    // A timer that is set now isn’t due before everything else that is waiting now.
    setTimeout(() => {
      sliceEnd = undefined
      resumeNext()
    })
  }
  return performance.now() < sliceEnd
}

function resumeNext(): void {
  waiting.shift()?.()
}

/** A computation whose result is kept. It is run in slices by {@link load}, or at once when its result is needed. */
export class Computation<T> {
  readonly #steps: Steps<T>
  #outcome: { readonly value: T } | { readonly error: unknown } | undefined
  #loading: Promise<T> | undefined

  constructor(steps: Steps<T>) {
    this.#steps = steps
  }

  /** The result. What is left of the computation is run at once. Throws the computation’s error. */
  get result(): T {
    return runAtOnce(this.#run())
  }

  /** Resolves to the result, or rejects with the computation’s error. */
  async load(): Promise<T> {
    return (this.#loading ??= runInSlices(this.#run()))
  }

  /** Runs what is left. Several runs may alternate. */
  *#run(): Steps<T> {
    while (!this.#outcome) {
      try {
        const step = this.#steps.next()
        if (step.done) this.#outcome = { value: step.value }
      } catch (error) {
        this.#outcome = { error }
      }
      if (!this.#outcome) yield
    }
    if ('error' in this.#outcome) throw this.#outcome.error
    return this.#outcome.value
  }
}
