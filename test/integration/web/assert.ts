// Replaces node:assert/strict where tests run in a browser: the functions that they use.

/** A failed assertion, with the values whose difference mocha shows. */
class AssertionError extends Error {
  override readonly name = 'AssertionError'
  readonly actual: unknown
  readonly expected: unknown
  readonly showDiff: boolean

  constructor(message: string, [actual, expected]: unknown[] = []) {
    super(message)
    this.actual = actual
    this.expected = expected
    this.showDiff = expected !== undefined
  }
}

export function ok(value: unknown, message?: string | Error): asserts value {
  if (!value) throw createFailure(message, 'Expected something true')
}

export function fail(message?: string | Error): never {
  throw createFailure(message, 'Failed')
}

export function equal(actual: unknown, expected: unknown, message?: string | Error): void {
  if (!Object.is(actual, expected)) throw createFailure(message, 'Not the same', actual, expected)
}

export function notEqual(actual: unknown, expected: unknown, message?: string | Error): void {
  if (Object.is(actual, expected)) throw createFailure(message, 'The same')
}

export function deepEqual(actual: unknown, expected: unknown, message?: string | Error): void {
  if (!isAlike(actual, expected)) throw createFailure(message, 'Not alike', actual, expected)
}

export function notDeepEqual(actual: unknown, expected: unknown, message?: string | Error): void {
  if (isAlike(actual, expected)) throw createFailure(message, 'Alike')
}

export function match(text: string, pattern: RegExp, message?: string | Error): void {
  if (!pattern.test(text)) throw createFailure(message, `Expected ${pattern} in: ${text}`)
}

export function doesNotMatch(text: string, pattern: RegExp, message?: string | Error): void {
  if (pattern.test(text)) throw createFailure(message, `Expected no ${pattern} in: ${text}`)
}

/** Asserts that a function throws an error whose text matches. */
export function throws(run: () => unknown, expected = /./): void {
  let text = ''
  try {
    run()
  } catch (error) {
    text = String(error)
  }
  match(text, expected)
}

/** Asserts that a promise rejects. `expected` is a pattern for the error’s text, or some of its members. */
export async function rejects(
  promise: Promise<unknown> | (() => Promise<unknown>),
  expected?: RegExp | object,
): Promise<void> {
  const error: unknown = await (typeof promise === 'function' ? promise() : promise).then(
    () => fail('Expected a rejection'),
    (reason: unknown) => reason,
  )
  if (error instanceof AssertionError) throw error
  if (expected instanceof RegExp) match(String(error), expected)
  else {
    for (const [name, value] of Object.entries(expected ?? {})) {
      deepEqual((error as Record<string, unknown>)[name], value)
    }
  }
}

export const strict = Object.assign(ok, {
  ok,
  fail,
  equal,
  notEqual,
  deepEqual,
  notDeepEqual,
  match,
  doesNotMatch,
  throws,
  rejects,
})
export default strict

function createFailure(
  message: string | Error | undefined,
  defaultMessage: string,
  ...values: unknown[]
): Error {
  return message instanceof Error ? message : new AssertionError(message ?? defaultMessage, values)
}

/** Whether two values have the same type and members, recursively. */
function isAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (a instanceof RegExp && b instanceof RegExp) return String(a) === String(b)
  if (a instanceof Map) return isAlike([...a], [...(b as typeof a)])
  if (a instanceof Set) {
    const setB = b as typeof a
    return a.size === setB.size && [...a].every((value) => setB.has(value))
  }
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every(
    (name) => Object.hasOwn(b, name) && isAlike(Reflect.get(a, name), Reflect.get(b, name)),
  )
}
