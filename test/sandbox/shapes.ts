import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import published from './publishedShapes.json' with { type: 'json' }

// The referee for the sandbox: the responses as the service's public description has them
// (publishedShapes.json), and, for the zones of a region, as docs/api.md has them.

/** An operation of the service. */
interface Operation {
  /** The names of its parameters, those that are required marked so. */
  query: string[]
  /** The status of its success. */
  success: number
  body?: Schema
}

/** As much of JSON Schema as the published shapes are written in. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  enum?: unknown[]
  format?: string
}

const text: Schema = { type: ['string', 'null'] } // docs/api.md does not say that it may not be null
/** Contract.md, 4.2, of all providers but azure, whose body is published. */
const documentedZones: Operation = {
  query: ['cloudAccountUid'],
  success: 200,
  body: {
    type: 'object',
    required: ['zones'],
    properties: {
      zones: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, state: text, zoneId: text },
        },
      },
    },
  },
}

/** By method and path, whose parameters stand in braces. */
export const operations: ReadonlyMap<string, Operation> = new Map([
  ...Object.entries(published.operations as Record<string, Operation>),
  ['GET /v1/clouds/{provider}/regions/{region}/zones', documentedZones],
])

const patterns = [...operations.keys()].map((name) => ({ name, pattern: name.split('/') }))

/** The operation of a request, its path raw and without a prefix; undefined where there is none. */
export function operationOf(method: string, path: string): string | undefined {
  const parts = `${method} ${path}`.split('/')
  const found = patterns.find(
    ({ pattern }) =>
      pattern.length === parts.length &&
      pattern.every((part, index) => part.startsWith('{') || part === parts[index]),
  )
  return found?.name
}

const ajv = new Ajv({ allowUnionTypes: true })
addFormats.default(ajv)
const validators = new Map<string, ValidateFunction>()

/** Any error (docs/api.md, “Errors and limits”). */
const word: Schema = { type: 'string' }
const errorBody: Schema = {
  type: 'object',
  properties: { code: word, message: word, details: word, ref: word },
}

/** What is wrong with an answer, and with the query that led to a success; undefined if nothing. */
export function problemOf(
  method: string,
  url: string,
  answer: { status: number; headers?: Record<string, string>; body?: string | undefined },
): string | undefined {
  const { status, headers, body } = answer
  const { pathname, searchParams } = new URL(url, 'http://sandbox')
  if (status >= 400) return differences('An error', errorBody, body ?? 'null')
  // A page for people instead of an answer.
  if (status >= 300 || headers?.['Content-Type'] === 'text/html') return undefined
  const name = operationOf(method, pathname)
  const operation = name === undefined ? undefined : operations.get(name)
  if (name === undefined || !operation) return 'There is no such operation'
  const known = operation.query.map((parameter) => parameter.replace(' (required)', ''))
  const unknown = [...searchParams.keys()].filter((parameter) => !known.includes(parameter))
  if (unknown.length > 0) return `${name} takes no ${unknown.join(', ')}`
  if (status !== operation.success) return `${name} answers ${operation.success}`
  if (!operation.body) return body ? `${name} has no body` : undefined
  return differences(name, operation.body, body ?? '')
}

function differences(name: string, schema: Schema, body: string): string | undefined {
  const validate = validators.get(name) ?? ajv.compile(closed(schema))
  validators.set(name, validate)
  if (validate(JSON.parse(body))) return undefined
  const [error] = validate.errors ?? []
  return `${name}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
}

/** The same shape without a field that it does not name; any array may be null. */
function closed(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(schema.type === 'array' && { type: ['array', 'null'] }),
    ...(items && { items: closed(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, closed(property)]),
      ),
      additionalProperties: additionalProperties ?? false,
    }),
  }
}
