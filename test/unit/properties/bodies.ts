import * as fc from 'fast-check'
import type { Schema } from '../../sandbox/shapes.ts'

/** Few enough to be repeated, with some that need care. */
const texts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('a', 'b', 'c', 'us-east-1a', 'us-east-1b', 'a/b', '東京'),
  },
  fc.constantFrom('', ' ', '__proto__', 'constructor', '\ud800'),
  fc.constantFrom('Deleting', 'Deleted', 'Running'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const times = fc.constantFrom('0001-01-01T00:00:00.000Z', '2026-02-03T04:05:06.789Z')
/** Words that an enumeration doesn’t have: the service may add some. */
const unknownWords = fc.constantFrom('Odd', 'running', '')
const extras = fc.dictionary(
  fc.constantFrom('brandNew', 'v2', 'toString'),
  fc.oneof(fc.constant(null), fc.integer(), texts, fc.constant({ a: [1] })),
  { maxKeys: 1 },
)

/**
 * Returns any body of a published shape, with all its fields: arrays may be empty or null, enumerations may have unknown
 * words, and objects may have unknown fields.
 */
export function createBodies(schema: Schema): fc.Arbitrary<unknown> {
  const { enum: words, properties, additionalProperties, items } = schema
  if (words) return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, unknownWords)
  switch (schema.type) {
    case 'array': {
      const elements = fc.array(items ? createBodies(items) : fc.anything(), { maxLength: 4 })
      return fc.oneof({ weight: 5, arbitrary: elements }, fc.constant(null))
    }
    case 'object': {
      if (!properties) {
        const values =
          typeof additionalProperties === 'object' ? createBodies(additionalProperties) : texts
        return fc.dictionary(texts, values, { maxKeys: 3, noNullPrototype: true })
      }
      const fields = Object.entries(properties).map(([name, property]) => [
        name,
        createBodies(property),
      ])
      const model = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>
      // The extra fields come first, so that none replaces a known field.
      return fc
        .tuple(extras, fc.record(model, { noNullPrototype: true }))
        .map(([extra, body]) => ({ ...extra, ...body }))
    }
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: 0, max: 200 })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'string':
    case undefined:
    default:
      return schema.format === 'date-time' ? times : texts
  }
}
