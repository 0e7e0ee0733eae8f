import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import published from './publishedShapes.json' with { type: 'json' }

// The shapes that the sandbox’s responses are held to: those of the service’s public description
// (publishedShapes.json), and, for the zones of a region, those of docs/api.md.

interface Operation {
  /** The names of the query’s parameters, with ` (required)` after those that are. */
  query: string[]
  /** The status of a success. */
  success: number
  body?: Schema
}

/** The part of JSON Schema that the published shapes use. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  enum?: unknown[]
  format?: string
}

const optionalTextSchema: Schema = { type: ['string', 'null'] } // docs/api.md does not say that it may not be null
/** “List zones” in docs/api.md, for all providers but azure, whose body is published. */
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
          properties: {
            name: { type: 'string' },
            state: optionalTextSchema,
            zoneId: optionalTextSchema,
          },
        },
      },
    },
  },
}

/** The operations by method and path, such as `GET /v1/clouds/{provider}/regions`. */
export const operations: ReadonlyMap<string, Operation> = new Map([
  ...Object.entries(published.operations as Record<string, Operation>),
  ['GET /v1/clouds/{provider}/regions/{region}/zones', documentedZones],
])

const patterns = [...operations.keys()].map((name) => ({ name, pattern: name.split('/') }))

/** The key in `operations` of a request; undefined if there is none. The path is raw. */
export function findOperation(method: string, path: string): string | undefined {
  const parts = `${method} ${path}`.split('/')
  const match = patterns.find(
    ({ pattern }) =>
      pattern.length === parts.length &&
      pattern.every((part, index) => part.startsWith('{') || part === parts[index]),
  )
  return match?.name
}

const ajv = new Ajv({ allowUnionTypes: true })
addFormats.default(ajv)
const validators = new Map<string, ValidateFunction>()

const textSchema: Schema = { type: 'string' }
/** The body of any error (docs/api.md, “Errors and limits”). */
const errorBody: Schema = {
  type: 'object',
  properties: { code: textSchema, message: textSchema, details: textSchema, ref: textSchema },
}

/**
 * How a response deviates from its published shape, or the query of a success from the published
 * parameters; undefined if neither does.
 */
export function findProblem(
  method: string,
  url: string,
  response: { status: number; headers?: Record<string, string>; body?: string | undefined },
): string | undefined {
  const { status, headers, body } = response
  const { pathname, searchParams } = new URL(url, 'http://sandbox')
  const type = headers?.['Content-Type'] ?? ''
  // A path without a route is answered in plain text.
  if (status === 404 && type.startsWith('text/plain')) return undefined
  if (status >= 400) return findDifference('An error', errorBody, body ?? 'null')
  // An HTML page, as a proxy sends it.
  if (status >= 300 || type === 'text/html') return undefined
  const name = findOperation(method, pathname)
  const operation = name === undefined ? undefined : operations.get(name)
  if (name === undefined || !operation) return 'There is no such operation'
  const parameters = operation.query.map((parameter) => parameter.replace(' (required)', ''))
  const unknown = [...searchParams.keys()].filter((parameter) => !parameters.includes(parameter))
  if (unknown.length > 0) return `${name} takes no ${unknown.join(', ')}`
  if (status !== operation.success) return `${name} answers ${operation.success}`
  if (!operation.body) return body ? `${name} has no body` : undefined
  return findDifference(name, operation.body, body ?? '')
}

function findDifference(name: string, schema: Schema, body: string): string | undefined {
  const validate = validators.get(name) ?? ajv.compile(closeSchema(schema))
  validators.set(name, validate)
  if (validate(JSON.parse(body))) return undefined
  const [error] = validate.errors ?? []
  return `${name}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
}

/** A copy of a schema that allows no other fields, and null instead of each array. */
function closeSchema(schema: Schema): Schema {
  const { type, properties, items, additionalProperties } = schema
  const result: Schema = { ...schema }
  if (type === 'array') result.type = ['array', 'null']
  if (items) result.items = closeSchema(items)
  if (properties) {
    const closed = Object.entries(properties).map(([name, field]) => [name, closeSchema(field)])
    result.properties = Object.fromEntries(closed) as Record<string, Schema>
    result.additionalProperties = additionalProperties ?? false
  }
  return result
}
