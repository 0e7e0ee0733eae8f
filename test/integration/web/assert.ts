// Takes the place of node:assert/strict where tests run in a browser: as much of it as they use.

/** A failed assertion, with what mocha shows the difference of. */
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
  if (!value) throw failure(message, 'Expected something true')
}

export function fail(message?: string | Error): never {
  throw failure(message, 'Failed')
}

export function equal(actual: unknown, expected: unknown, message?: string | Error): void {
  if (!Object.is(actual, expected)) throw failure(message, 'Not the same', actual, expected)
}

export function notEqual(actual: unknown, expected: unknown, message?: string | Error): void {
  if (Object.is(actual, expected)) throw failure(message, 'The same')
}

export function deepEqual(actual: unknown, expected: unknown, message?: string | Error): void {
  if (!isAlike(actual, expected)) throw failure(message, 'Not alike', actual, expected)
}

export function notDeepEqual(actual: unknown, expected: unknown, message?: string | Error): void {
  if (isAlike(actual, expected)) throw failure(message, 'Alike')
}

export function match(text: string, pattern: RegExp, message?: string | Error): void {
  if (!pattern.test(text)) throw failure(message, `Expected ${pattern} in: ${text}`)
}

export function doesNotMatch(text: string, pattern: RegExp, message?: string | Error): void {
  if (pattern.test(text)) throw failure(message, `Expected no ${pattern} in: ${text}`)
}

/** The expected error: a pattern for all of its text, or some of its members. */
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
  rejects,
})
export default strict

function failure(message: string | Error | undefined, otherwise: string, ...values: unknown[]) {
  return message instanceof Error ? message : new AssertionError(message ?? otherwise, values)
}

/** Whether two values are of the same kind and have the same members, all the way down. */
function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  if (one instanceof RegExp && other instanceof RegExp) return String(one) === String(other)
  if (one instanceof Map) return isAlike([...one], [...(other as typeof one)])
  if (one instanceof Set) {
    const others = other as typeof one
    return one.size === others.size && [...one].every((value) => others.has(value))
  }
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every(
    (name) =>
      Object.hasOwn(other, name) && isAlike(Reflect.get(one, name), Reflect.get(other, name)),
  )
}
