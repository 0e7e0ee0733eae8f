import type { ServerResponse } from 'node:http'
import { type SandboxResponse, errorResponse, sendResponse } from './response.ts'

/** How much of a response is sent before it stalls or the connection is cut. */
type CutoffPoint = 'beforeHeaders' | 'afterHeaders' | 'midBody'

/**
 * Which requests fail, and how.
 *
 * A fault has at most one of `body`, `stall`, `cut`, `redirect`, and `echoKey`. With `status` alone,
 * the response is an error in the service's shape; with `headers` alone, the normal response with
 * these headers.
 */
export interface Fault {
  /** The method of the requests, and a part of their raw URL. All requests by default. */
  method?: string
  path?: string
  /** How many requests; 1 by default, `Infinity` for all (null, since JSON has no Infinity). */
  times?: number | null

  /** Carry out the request first: a deletion really happens. */
  afterEffect?: true

  /** The status of the response. */
  status?: number
  /** Headers in addition to those of the response. */
  headers?: Record<string, string>

  /** The body, as JSON unless `headers` has another type; the status is 200 by default. */
  body?: string
  /** Send this much, then nothing more. */
  stall?: CutoffPoint
  /** Send this much, then close the socket. */
  cut?: CutoffPoint
  /** Redirect to this Location; the status is 302 by default. */
  redirect?: string
  /** Respond with an error whose message contains the received API key; the status is 401 by default. */
  echoKey?: true
}

/** The first fault that fits a request; its remaining `times` go down by 1. */
export function consumeFault(faults: Fault[], method: string, url: string): Fault | undefined {
  const match = faults.find(
    (fault) =>
      fault.times !== 0 &&
      (fault.method === undefined || fault.method === method) &&
      (fault.path === undefined || url.includes(fault.path)),
  )
  if (match && match.times !== null) match.times = (match.times ?? 1) - 1
  return match
}

/** Sends the response of a fault. `respondNormally` carries out the request when called. */
export function applyFault(
  fault: Fault,
  response: ServerResponse,
  receivedKey: string,
  respondNormally: () => SandboxResponse,
): void {
  const normal = fault.afterEffect ? respondNormally() : undefined
  const cutoffPoint = fault.stall ?? fault.cut
  if (cutoffPoint) {
    sendPart(cutoffPoint, fault, response)
    // destroy() would drop what is not sent yet.
    if (fault.cut) response.socket?.destroySoon()
  } else {
    const unchanged = faultyResponse(fault, receivedKey) ?? normal ?? respondNormally()
    sendResponse(response, { ...unchanged, headers: { ...unchanged.headers, ...fault.headers } })
  }
}

function faultyResponse(fault: Fault, receivedKey: string): SandboxResponse | undefined {
  const { status, body, redirect } = fault
  const headers = { 'Content-Type': 'application/json' }
  if (body !== undefined) return { status: status ?? 200, headers, body }
  if (redirect !== undefined) return { status: status ?? 302, headers: { Location: redirect } }
  if (fault.echoKey)
    return errorResponse(status ?? 401, 'InvalidApiKey', `Invalid key: ${receivedKey}`)
  if (status === undefined) return undefined
  return status < 400 ? { status, headers } : errorResponse(status)
}

function sendPart(point: CutoffPoint, fault: Fault, response: ServerResponse): void {
  if (point === 'beforeHeaders') return
  response.writeHead(fault.status ?? 200, {
    'Content-Type': 'application/json',
    'Content-Length': 4096,
    ...fault.headers,
  })
  response.flushHeaders()
  if (point === 'midBody') response.write('{"zones":[{"name":"us-ea')
}
