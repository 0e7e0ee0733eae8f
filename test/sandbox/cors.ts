import type { ServerResponse } from 'node:http'

/** Lets a browser show the answer, whatever it will be, to a page of any origin, and in full. */
export function allowAnyOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Allow-Methods', '*')
  response.setHeader('Access-Control-Allow-Headers', '*')
  response.setHeader('Access-Control-Expose-Headers', '*')
}
