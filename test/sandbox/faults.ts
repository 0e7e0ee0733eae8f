import type { ServerResponse } from 'node:http'
import { type Answer, failure, send } from './answer.ts'

/** How far an answer gets before it stalls or is cut. */
type Point = 'beforeHeaders' | 'afterHeaders' | 'midBody'

/**
 * What goes wrong with a request, and with which.
 *
 * At most one of body, stall, cut, redirect and echoKey. Without any, `status` alone answers with an
 * error in the service's shape, and `headers` alone change nothing else about the normal answer.
 */
export interface Fault {
  /** Which requests: this method, and this part of the raw URL. All of them by default. */
  method?: string
  path?: string
  /** How often; 1 by default, Infinity (null, as JSON has it) for always. */
  times?: number | null

  /** Carry out the normal effect first, and at once: a deletion really happens. */
  afterEffect?: true

  /** The status of whatever is answered. */
  status?: number
  /** Headers on top of whatever is answered. */
  headers?: Record<string, string>

  /** This body, as JSON unless `headers` says otherwise; status 200 by default. */
  body?: string
  /** Go this far, then say nothing more. */
  stall?: Point
  /** Go this far, then close the socket. */
  cut?: Point
  /** Send to this Location; status 302 by default. */
  redirect?: string
  /** An error whose message contains the key that was received; status 401 by default. */
  echoKey?: true
}

/** The first of the faults that fits a request, used up by one. */
export function takeFault(faults: Fault[], method: string, url: string): Fault | undefined {
  const found = faults.find(
    (fault) =>
      fault.times !== 0 &&
      (fault.method === undefined || fault.method === method) &&
      (fault.path === undefined || url.includes(fault.path)),
  )
  if (found && found.times !== null) found.times = (found.times ?? 1) - 1
  return found
}

/** Answers a request wrongly. `answerNormally` carries out the request's effect when called. */
export function playFault(
  fault: Fault,
  response: ServerResponse,
  receivedKey: string,
  answerNormally: () => Answer,
): void {
  const normal = fault.afterEffect ? answerNormally() : undefined
  const end = fault.stall ?? fault.cut
  if (end) {
    sendUntil(end, fault, response)
    // Not destroy(): the part before the cut must get out.
    if (fault.cut) response.socket?.destroySoon()
  } else {
    const answer = wrongAnswer(fault, receivedKey) ?? normal ?? answerNormally()
    send(response, { ...answer, headers: { ...answer.headers, ...fault.headers } })
  }
}

function wrongAnswer(fault: Fault, receivedKey: string): Answer | undefined {
  const { status, body, redirect } = fault
  const headers = { 'Content-Type': 'application/json' }
  if (body !== undefined) return { status: status ?? 200, headers, body }
  if (redirect !== undefined) return { status: status ?? 302, headers: { Location: redirect } }
  if (fault.echoKey) return failure(status ?? 401, 'InvalidApiKey', `Invalid key: ${receivedKey}`)
  if (status === undefined) return undefined
  return status < 400 ? { status, headers } : failure(status)
}

function sendUntil(point: Point, fault: Fault, response: ServerResponse): void {
  if (point === 'beforeHeaders') return
  response.writeHead(fault.status ?? 200, {
    'Content-Type': 'application/json',
    'Content-Length': 4096,
    ...fault.headers,
  })
  response.flushHeaders()
  if (point === 'midBody') response.write('{"zones":[{"name":"us-ea')
}
