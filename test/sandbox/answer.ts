import { randomBytes } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Settings } from './settings.ts'

/** What is sent back for a request: the body as text, none where it is left out. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body?: string
}

/**
 * Look at what sandboxes in this process answer by themselves, faults left out; one throws where that must
 * not be. The URL is the raw path and query.
 */
export const answerChecks = new Set<
  (method: string, url: string, settings: Settings, answer: Answer) => void
>()

export function json(status: number, value: unknown): Answer {
  const headers = { 'Content-Type': 'application/json' }
  return { status, headers, body: JSON.stringify(value) }
}

/** 200 with a page for people, as a proxy in between sends it. */
export function unreadable(): Answer {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<!doctype html><html><head><title>Sign in</title></head><body></body></html>\n',
  }
}

/** An error in the shape that live services use (docs/api.md, "Errors and limits"). */
export function failure(
  status: number,
  code: string = (STATUS_CODES[status] ?? 'Unknown').replaceAll(/\W/g, ''),
  message: string = STATUS_CODES[status] ?? `Status ${status}`,
): Answer {
  return json(status, { code, message, details: '', ref: randomBytes(12).toString('hex') })
}

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body)
}

/** Lets a browser show the answer, whatever it will be, to a page of any origin, and in full. */
export function allowAnyOrigin(response: ServerResponse): void {
  for (const name of ['Allow-Origin', 'Allow-Methods', 'Allow-Headers', 'Expose-Headers']) {
    response.setHeader(`Access-Control-${name}`, '*')
  }
}
