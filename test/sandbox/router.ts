import type { IncomingHttpHeaders } from 'node:http'
import { type Answer, failure, unreadable } from './answer.ts'
import { forbiddenInTenant, Refusal } from './call.ts'
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

/** A request as it came in. */
export interface ApiRequest {
  method: string
  /** Path and query exactly as received. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** The service proper: carries out one request on the data and says what to answer. */
export function answer(service: Service, request: ApiRequest): Answer {
  const { data, settings, drains, apiKey } = service
  const [path = '', ...rest] = request.url.split('?')
  const search = rest.length > 0 ? `?${rest.join('?')}` : ''
  if (path.includes('//')) {
    // As one live server does, before it looks at the key.
    return { status: 301, headers: { Location: path.replaceAll(/\/+/g, '/') + search } }
  }

  const segments = decodeSegments(path)
  if (!segments) return failure(400, 'InvalidPath', 'The path is not percent-encoded UTF-8')

  const matches = routes.flatMap((route) => {
    const params = match(route.path, segments)
    const offer = params !== undefined && route.offer(settings, params)
    return offer === false ? [] : [{ route, params: params ?? {}, offer }]
  })
  if (matches.length === 0) return failure(404, 'RouteNotFound', `No such path: ${path}`)
  const found = matches.find(({ route }) => route.method === request.method)
  if (!found) {
    const refusal = failure(405, 'MethodNotAllowed', `${request.method} is not allowed here`)
    refusal.headers['Allow'] = matches.map(({ route }) => route.method).join(', ')
    return refusal
  }

  const { apikey, projectuid } = request.headers
  if (apikey !== apiKey) {
    return failure(401, 'InvalidApiKey', 'The API key is missing or not valid')
  }
  if (projectuid !== undefined && !data.projects.some(({ uid }) => uid === projectuid)) {
    const message = `No access to project ${String(projectuid)}`
    return failure(404, settings.projectRefusal, message)
  }
  const { needsProject } = settings
  if (needsProject === 'always' && projectuid === undefined && !found.route.isOfNoProject) {
    return forbiddenInTenant()
  }
  if (found.offer === 'unreadable') return unreadable()
  if (typeof found.offer === 'number') return failure(found.offer)
  try {
    drains.advance()
    return found.route.handle({
      data,
      settings,
      drains,
      params: found.params,
      query: new URLSearchParams(search),
      body: request.body,
      projectUid: projectuid === undefined ? undefined : String(projectuid),
      inScope: (thing) => projectuid === undefined || thing.projectUid === projectuid,
    })
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

// Each segment is decoded by itself, so that %2F in a name doesn't part it.
function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** The parameters of a path that fits the pattern, undefined for one that doesn't. */
function match(pattern: string, segments: string[]): Record<string, string> | undefined {
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
