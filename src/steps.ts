/** A computation that pauses at each `yield`, so that it can be run in slices. It returns its result. */
export type Steps<T> = Generator<undefined, T, undefined>

/** The number of tokens, values, or blocks after which a computation yields. */
export const itemsPerStep = 200

/**
 * The time in ms after which computations pause, so that the extension host can handle what has happened meanwhile, such
 * as a typed key. V8 runs new code slowly until it has compiled it: reading the first large file takes several times as
 * long.
 */
const sliceMs = 20

/** `bulk` is for what takes many computations, such as the check of a folder: they wait for all others. */
export type Priority = 'normal' | 'bulk'

/** The end of the slice that all computations share; undefined if the next step begins a slice. */
let sliceEnd: number | undefined
/**
 * The functions that resume the computations that wait for a slice. Normal ones go first, from the front. If there are
 * none, those in bulk go, from the back, where the one is that has begun.
 */
const waiting: Readonly<Record<Priority, (() => void)[]>> = { normal: [], bulk: [] }

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
 * Runs a computation in slices, between which the extension host handles what has happened meanwhile. Computations that
 * run at the same time take turns, but those in bulk are finished one after the other.
 */
export async function runInSlices<T>(steps: Steps<T>, priority: Priority = 'normal'): Promise<T> {
  let hasBegun = false
  try {
    for (;;) {
      while (isInSlice()) {
        hasBegun = true
        const step = steps.next()
        if (step.done) return step.value
      }
      await new Promise<void>((resolve) => {
        if (priority === 'normal' || hasBegun) waiting[priority].push(resolve)
        else waiting.bulk.unshift(resolve)
      })
    }
  } finally {
    if (isInSlice()) resumeNext()
  }
}

/** Returns whether there is time left in the slice. Begins a slice if there is none. */
function isInSlice(): boolean {
  if (sliceEnd === undefined) {
    sliceEnd = performance.now() + sliceMs
    setTimeout(() => {
      sliceEnd = undefined
      resumeNext()
    })
  }
  return performance.now() < sliceEnd
}

function resumeNext(): void {
  const resume = waiting.normal.shift() ?? waiting.bulk.pop()
  resume?.()
}

/** A computation whose result is kept. It is run in slices by {@link load}, or at once when its result is needed. */
export class Computation<T> {
  readonly #steps: Steps<T>
  #outcome: { readonly value: T } | { readonly error: unknown } | undefined
  readonly #loading: Partial<Record<Priority, Promise<T>>> = {}

  constructor(steps: Steps<T>) {
    this.#steps = steps
  }

  /** The result. What is left of the computation is run at once. Throws the computation’s error. */
  get result(): T {
    return runAtOnce(this.run())
  }

  /** Resolves to the result, or rejects with the computation’s error. */
  async load(priority: Priority = 'normal'): Promise<T> {
    if (this.#outcome) return this.result
    return (this.#loading[priority] ??= runInSlices(this.run(), priority))
  }

  /** Runs what is left. Several runs may alternate. */
  *run(): Steps<T> {
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
