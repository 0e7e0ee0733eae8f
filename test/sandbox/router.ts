import type { IncomingHttpHeaders } from 'node:http'
import { type SandboxResponse, errorResponse, htmlPage } from './response.ts'
import { tenantForbiddenResponse, Refusal } from './call.ts'
import type { SandboxData } from './data.ts'
import type { Drains } from './drain.ts'
import { routes } from './routes.ts'
import type { Settings } from './settings.ts'

export interface Service {
  data: SandboxData
  settings: Settings
  drains: Drains
  apiKey: string
}

export interface ApiRequest {
  method: string
  /** Path and query exactly as received. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** Carries out a request on the data, and returns the response. */
export function respond(service: Service, request: ApiRequest): SandboxResponse {
  const { data, settings, drains, apiKey } = service
  const [path = '', ...rest] = request.url.split('?')
  const search = rest.length > 0 ? `?${rest.join('?')}` : ''
  if (path.includes('//')) {
    // A live server does this before it checks the key.
    return { status: 301, headers: { Location: path.replaceAll(/\/+/g, '/') + search } }
  }

  const segments = decodeSegments(path)
  if (!segments) return errorResponse(400, 'InvalidPath', 'The path is not percent-encoded UTF-8')

  const matches = routes.flatMap((route) => {
    const params = matchPath(route.path, segments)
    const support = params !== undefined && route.getSupport(settings, params)
    return support === false ? [] : [{ route, params: params ?? {}, support }]
  })
  if (matches.length === 0) return missingRouteResponse()
  const match = matches.find(({ route }) => route.method === request.method)
  if (!match) {
    const response = errorResponse(405, 'MethodNotAllowed', `${request.method} is not allowed here`)
    response.headers['Allow'] = matches.map(({ route }) => route.method).join(', ')
    return response
  }

  const { apikey, projectuid } = request.headers
  if (apikey !== apiKey) return refuseKey(settings, String(apikey))
  if (projectuid !== undefined && !data.projects.some(({ uid }) => uid === projectuid)) {
    const message = `No access to project ${String(projectuid)}`
    return errorResponse(404, settings.projectRefusal, message)
  }
  const { needsProject } = settings
  if (needsProject === 'always' && projectuid === undefined && !match.route.ignoresProject) {
    return tenantForbiddenResponse()
  }
  if (match.support === 'unreadable') return htmlPage()
  if (typeof match.support === 'number') return errorResponse(match.support)
  try {
    drains.advance()
    return match.route.handle({
      data,
      settings,
      drains,
      params: match.params,
      query: new URLSearchParams(search),
      body: request.body,
      projectUid: projectuid === undefined ? undefined : String(projectuid),
      isInScope: (resource) => projectuid === undefined || resource.projectUid === projectuid,
    })
  } catch (error) {
    if (error instanceof Refusal) return error.response
    throw error
  }
}

/** Live services answer a path without a route in plain text: only their own errors have a code. */
function missingRouteResponse(): SandboxResponse {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
  return { status: 404, headers, body: '404 page not found\n' }
}

function refuseKey({ keyRefusal }: Settings, receivedKey: string): SandboxResponse {
  if (keyRefusal === 'InvalidApiKey') {
    return errorResponse(401, keyRefusal, 'The API key is missing or not valid')
  }
  return errorResponse(keyRefusal, 'ResourceNotFound', `API key ${receivedKey} not found`)
}

/** Decodes each segment by itself, so that %2F in a name does not split the segment. */
function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** The parameters of a path that matches the pattern; undefined if it does not match. */
function matchPath(pattern: string, segments: string[]): Record<string, string> | undefined {
  const parts = pattern.split('/')
  if (parts.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith(':') && segment !== '') params[part.slice(1)] = segment
    else if (part !== segment) return undefined
  }
  return params
}
