import { randomBytes } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Settings } from './settings.ts'

/** An HTTP response of the sandbox. Without `body` it has no body. */
export interface SandboxResponse {
  status: number
  headers: Record<string, string>
  body?: string
}

/**
 * Called with each response that a sandbox in this process sends by itself, without a fault. A check
 * throws if the service never responds like this. The URL is the raw path and query.
 */
export const responseChecks = new Set<
  (method: string, url: string, settings: Settings, response: SandboxResponse) => void
>()

export function jsonResponse(status: number, value: unknown): SandboxResponse {
  const headers = { 'Content-Type': 'application/json' }
  return { status, headers, body: JSON.stringify(value) }
}

/** 200 with an HTML page, as a proxy between client and service sends it. */
export function htmlPage(): SandboxResponse {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<!doctype html><html><head><title>Sign in</title></head><body></body></html>\n',
  }
}

/** An error in the shape that live services use (docs/api.md, "Errors and limits"). */
export function errorResponse(
  status: number,
  code: string = (STATUS_CODES[status] ?? 'Unknown').replaceAll(/\W/g, ''),
  message: string = STATUS_CODES[status] ?? `Status ${status}`,
): SandboxResponse {
  return jsonResponse(status, { code, message, details: '', ref: randomBytes(12).toString('hex') })
}

export function sendResponse(
  response: ServerResponse,
  { status, headers, body }: SandboxResponse,
): void {
  response.writeHead(status, headers).end(body)
}

/** Lets pages of any origin read the response and all its headers in a browser (CORS). */
export function allowAnyOrigin(response: ServerResponse): void {
  for (const name of ['Allow-Origin', 'Allow-Methods', 'Allow-Headers', 'Expose-Headers']) {
    response.setHeader(`Access-Control-${name}`, '*')
  }
}
