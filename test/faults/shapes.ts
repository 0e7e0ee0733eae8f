// JSON of a wrong shape.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** An answer of which one field is wrong. */
export interface WrongAnswer {
  /** Where, such as `zones.N.name`; empty for all of it. */
  path: string
  /** What stands there instead, as JSON, or `left out`. */
  what: string
  body: string
}

const values: readonly Json[] = [null, true, 7, 'text', [], {}]

/** Every field of an answer with every wrong type, and left out. */
export function* wrongAnswers(answer: Json): Generator<WrongAnswer> {
  for (const steps of stepsInto(answer)) {
    const path = pathOf(steps)
    for (const value of values) {
      if (typeOf(value) === typeOf(at(answer, steps))) continue
      const body = JSON.stringify(changed(answer, steps, value))
      yield { path, what: JSON.stringify(value), body }
    }
    if (steps.length === 0) continue
    yield { path, what: 'left out', body: JSON.stringify(changed(answer, steps, undefined)) }
  }
}

/** What is of which type in a value, such as `zones.N.name string`; undefined counts as nothing. */
export function typesIn(value: unknown): Set<string> {
  const all = Array.from(stepsInto(value), (steps) => [pathOf(steps), typeOf(at(value, steps))])
  return new Set(all.filter(([, type]) => type !== 'undefined').map((pair) => pair.join(' ')))
}

type Steps = readonly (string | number)[]

function* stepsInto(value: unknown, from: Steps = []): Generator<Steps> {
  yield from
  if (typeof value !== 'object' || value === null) return
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [name, inner] of entries) yield* stepsInto(inner, [...from, name])
}

function pathOf(steps: Steps): string {
  return steps.map((step) => (typeof step === 'number' ? 'N' : step)).join('.')
}

function at(value: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value)
}

/** A copy in which one thing is another, or is left out: in an array the rest moves up. */
function changed(value: Json, steps: Steps, to: Json | undefined): Json {
  const last = steps.at(-1)
  if (last === undefined) return to ?? null
  const copy = structuredClone(value)
  const parent = at(copy, steps.slice(0, -1)) as Json[] & Record<string, Json>
  if (to !== undefined) parent[last as number] = to
  else if (Array.isArray(parent)) parent.splice(last as number, 1)
  else Reflect.deleteProperty(parent, last)
  return copy
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
