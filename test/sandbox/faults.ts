import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, failure, send } from './answer.ts'

/** How far an answer gets before it stalls or is cut. */
type Point = 'beforeHeaders' | 'afterHeaders' | 'midBody'

/**
 * What goes wrong with a request, and with which.
 *
 * At most one of body, stall, cut, redirect, malformed, oversize and echoKey. Without any, `status`
 * alone answers with an error in the service's shape, and `delayMs` or `headers` alone change
 * nothing else about the normal answer.
 */
export interface Fault {
  /** Which requests: this method, and this part of the raw URL. All of them by default. */
  method?: string
  path?: string
  /** How often; 1 by default, Infinity (null, as JSON has it) for always. */
  times?: number | null

  /** Milliseconds to wait before answering; alone, the effect waits as well. */
  delayMs?: number
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
  /** Broken JSON; status 200 by default. */
  malformed?: true
  /** JSON of 9 MiB, as fast as the client takes it; status 200 by default. */
  oversize?: true
  /** An error whose message contains the key that was received; status 401 by default. */
  echoKey?: true
}

/** The faults still to be played, in the order they were added. */
export class FaultQueue {
  readonly #pending: { fault: Fault; left: number }[] = []

  add(fault: Fault): void {
    const left = fault.times === null ? Infinity : (fault.times ?? 1)
    this.#pending.push({ fault: structuredClone(fault), left })
  }

  clear(): void {
    this.#pending.length = 0
  }

  /** The first fault that fits the request, used up by one. */
  take(method: string, url: string): Fault | undefined {
    const found = this.#pending.find(
      ({ fault, left }) =>
        left > 0 &&
        (fault.method === undefined || fault.method === method) &&
        (fault.path === undefined || url.includes(fault.path)),
    )
    if (found) found.left -= 1
    return found?.fault
  }
}

/** Answers a request wrongly. `answerNormally` carries out the request's effect when called. */
export async function playFault(
  fault: Fault,
  response: ServerResponse,
  receivedKey: string,
  answerNormally: () => Answer,
): Promise<void> {
  const normal = fault.afterEffect ? answerNormally() : undefined
  if (fault.delayMs !== undefined && !(await waited(fault.delayMs, response))) return
  if (fault.stall) {
    sendUntil(fault.stall, fault, response)
  } else if (fault.cut) {
    sendUntil(fault.cut, fault, response)
    // Not destroy(): the part before the cut must get out.
    response.socket?.destroySoon()
  } else if (fault.oversize) {
    await sendOversize(fault, response)
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
  if (fault.malformed) return { status: status ?? 200, headers, body: '{"zones":[{"name":"a",]' }
  if (fault.echoKey) return failure(status ?? 401, 'InvalidApiKey', `Invalid key: ${receivedKey}`)
  if (status === undefined) return undefined
  return status < 400 ? { status, headers } : failure(status)
}

/** False when the client left before the time was over. */
export async function waited(ms: number, response: ServerResponse): Promise<boolean> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  return delay(ms, true, { signal: left.signal }).catch(() => false)
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

async function sendOversize(fault: Fault, response: ServerResponse): Promise<void> {
  response.writeHead(fault.status ?? 200, {
    'Content-Type': 'application/json',
    ...fault.headers,
  })
  await pipeline(oversizeJson, response)
}

function* oversizeJson(): Generator<string> {
  const zones = '{"name":"us-east-1a","state":"available","zoneId":"use1-az1"},'.repeat(1024)
  yield '{"zones":['
  for (let sent = 0; sent < 9 * 1024 * 1024; sent += zones.length) yield zones
  yield '{"name":"last"}]}'
}
