import * as v from 'valibot'

// Building blocks for the schemas of the lookups. They tolerate what live services send (docs/responses.md, “Odd
// responses”): null for arrays, missing objects, fields of other types, and empty text for “not set”. A field that
// can’t be read is left out.

/** Far more than any service allows. Comparing and showing names takes time with their length. */
export const maxIdentifierLength = 400
/** Far more than anybody reads in a row or a tooltip. */
const maxTextLength = 1_000

/** A text that isn’t empty. */
export const nonEmptyText = v.pipe(v.string(), v.nonEmpty())

/**
 * A text that a URL can carry: it has no lone surrogates. A text that is too long counts as unreadable, because its
 * start may be the name of another item.
 */
export const identifier = v.pipe(
  nonEmptyText,
  v.maxLength(maxIdentifierLength),
  v.check(isWellFormed),
)

/** A field that is left out if it’s missing or can’t be read. */
export const optional = <S extends v.GenericSchema>(schema: S) =>
  v.fallback(v.optional(schema), undefined)

/** A text for people, cut if it’s too long. */
export const text = optional(v.pipe(nonEmptyText, v.transform(cutText)))

/** Cuts a text that is too long, but never between the two surrogates of a character, and ends it with “…”. */
export function cutText(full: string): string {
  if (full.length <= maxTextLength) return full
  return `${full.slice(0, maxTextLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

export const number = optional(v.number())

/** A number of nodes. */
export const nodeCount = optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))

export const boolean = optional(v.boolean())

/** Stands for a field that the service has left out, in contrast to a field that can’t be read. */
export const omitted = Symbol('omitted')

/** Reads by a schema; a field that is missing, null, or empty text is {@link omitted}. */
export const unlessOmitted = <T>(schema: v.GenericSchema<unknown, T>) =>
  transformed(v.unknown(), (json): T | typeof omitted =>
    json === undefined || json === null || json === '' ? omitted : v.parse(schema, json),
  )

/**
 * Fills in the zeros that are left out: if the service sends the number of any element of a list, that of an element
 * without one is zero.
 */
export function fillZeros(
  numbers: readonly (number | typeof omitted | undefined)[],
): (number | undefined)[] {
  const hasNumbers = numbers.some((count) => typeof count === 'number')
  const zero = hasNumbers ? 0 : undefined
  return numbers.map((count) => (count === omitted ? zero : count))
}

/** Reads by a schema; what stands for a field that the service has left out is known. */
export const withDefault = <T>(schema: v.GenericSchema<unknown, T>, value: T) =>
  transformed(unlessOmitted(schema), (read) => (read === omitted ? value : read))

/** An optional object. */
export const optionalObject = <S extends v.ObjectEntries>(entries: S) => optional(v.object(entries))

/** Any object but an array, which the schema library would accept as an object without fields. */
export const notAnArray = v.pipe(
  v.unknown(),
  v.check((json) => !Array.isArray(json)),
)

/** Any object but an array. Unlike the schema library’s, it isn’t copied. */
const anyObject = v.custom<Readonly<Record<string, unknown>>>(
  (json) => typeof json === 'object' && json !== null && !Array.isArray(json),
)

/** An object with a UID and an optional name. */
export const namedObject = v.object({ uid: identifier, name: text })

/** Reads by a schema, and maps what it has read. */
export const transformed = <T, U>(schema: v.GenericSchema<unknown, T>, map: (read: T) => U) =>
  v.pipe(schema, v.transform(map))

/** Reads whether a field has a value that isn’t a boolean; undefined if it is one, or left out. */
export const isUnreadableBoolean = transformed(unlessOmitted(boolean), (read): true | undefined =>
  read === undefined ? true : undefined,
)

/** Reads whether a field has a value that isn’t a number of nodes; undefined if it is one, or left out. */
export const isUnreadableCount = transformed(unlessOmitted(nodeCount), (read): true | undefined =>
  read === undefined ? true : undefined,
)

/**
 * A state in the service’s words, cut if it’s too long. A value that is no text is read as one, because only a state
 * that the service leaves out says nothing: any other state than the usual one must be seen.
 */
export const stateText = transformed(v.unknown(), (json): string | undefined => {
  if (!isSet(json)) return undefined
  if (typeof json === 'string') return cutText(json)
  return typeof json === 'object' ? '{…}' : JSON.stringify(json)
})

/** Like {@link stateText}, in lowercase. */
export const lowercaseState = transformed(stateText, (original) => original?.toLowerCase())

/** A word of the service, in lowercase. */
export const lowercaseText = transformed(optional(identifier), (original) =>
  original?.toLowerCase(),
)

/** The type of an object with these fields. A field whose schema allows undefined may be missing. */
type Fields<E extends Record<string, v.GenericSchema>> = {
  [N in keyof E as undefined extends v.InferOutput<E[N]> ? never : N]: v.InferOutput<E[N]>
} & { [N in keyof E as undefined extends v.InferOutput<E[N]> ? N : never]?: v.InferOutput<E[N]> }

/**
 * An object, declared by its fields: the schema of each, and its path in the JSON, such as `status.state`. Of several
 * paths, the first counts that has a value. Fields without a value are left out.
 */
export const objectFrom = <E extends Record<string, v.GenericSchema>>(fields: {
  readonly [Name in keyof E]: readonly [schema: E[Name], ...paths: string[]]
}) => {
  // A list may have thousands of objects, so the paths are split once.
  const readers = Object.entries<readonly [v.GenericSchema, ...string[]]>(fields).map(
    ([field, [schema, ...paths]]) => ({
      field,
      schema,
      paths: paths.map((path) => path.split('.')),
    }),
  )
  return v.pipe(
    anyObject,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const object: Record<string, unknown> = {}
      for (const { field, schema, paths } of readers) {
        const found = readFirstValue(schema, paths, dataset.value)
        if (!found?.success) {
          addIssue({ message: `No ${field}` })
          return NEVER
        }
        if (found.output !== undefined) object[field] = found.output
      }
      return object as Fields<E>
    }),
  )
}

/** Reads the first of several paths that has a value. Without any, returns the result for the first path. */
function readFirstValue(
  schema: v.GenericSchema,
  paths: readonly (readonly string[])[],
  json: unknown,
): v.SafeParseResult<v.GenericSchema> | undefined {
  let firstResult: v.SafeParseResult<v.GenericSchema> | undefined
  for (const path of paths) {
    const result = v.safeParse(schema, valueAt(json, path))
    if (result.success && result.output !== undefined) return result
    firstResult ??= result
  }
  return firstResult
}

/**
 * The fields of an object with metadata. The UID stands for a name that is missing or can’t be read: the start of a
 * name that is too long may be the name of another item.
 */
export const metadata = {
  uid: [identifier, 'metadata.uid'],
  name: [v.pipe(nonEmptyText, v.maxLength(maxIdentifierLength)), 'metadata.name', 'metadata.uid'],
} as const

/** Returns true if an optional field has a value, whatever that is, else undefined. An empty object or list is none. */
export function isSet(json: unknown): true | undefined {
  if (typeof json === 'object') return Object.keys(json ?? {}).length > 0 || undefined
  return (json !== undefined && json !== '') || undefined
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  let value = json
  for (const key of path) {
    value = (value as Record<string, unknown> | null | undefined)?.[key]
  }
  return value
}

/** Returns whether a text has no lone surrogates, which URLs can’t carry. */
export function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value)
}
