import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { allowAnyOrigin } from '../sandbox/response.ts'
import { type Sandbox, startSandbox } from '../sandbox/service.ts'

/**
 * What tests in a browser do with what runs here: `start` a sandbox, or something with the member of a sandbox that a path
 * leads to. See test/integration/web/sandbox.ts.
 */
export type SandboxCall = [
  what: 'start' | 'get' | 'set' | 'deleteProperty' | 'apply',
  path: (string | number)[],
  value?: unknown,
]

/** What comes back: what the last call gave, or why there is nothing. */
export type SandboxResult = { value?: unknown } | { error: string }

/** Runs sandboxes for tests that cannot, because they are in a browser; returns the URL for calls. */
export async function serveSandboxes(): Promise<string> {
  const sandboxes: Sandbox[] = []
  const server = createServer((request, response) => {
    allowAnyOrigin(response)
    void json(request)
      .then(async (calls) => {
        let value: unknown
        for (const call of calls as SandboxCall[]) value = await performCall(call)
        return { value }
      })
      .catch((error: unknown) => ({ error: String(error) }))
      .then((answer: SandboxResult) => response.end(JSON.stringify(answer)))
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function performCall([what, path, value]: SandboxCall): Promise<unknown> {
    if (what === 'start') return sandboxes.push(await startSandbox(value as object)) - 1
    const last = path.at(-1) ?? ''
    const owner = path.slice(0, -1).reduce<object>((object, name) => {
      return Reflect.get(object, name) as object
    }, sandboxes)
    if (what === 'set') return Reflect.set(owner, last, value)
    if (what === 'deleteProperty') return Reflect.deleteProperty(owner, last)
    const member: unknown = Reflect.get(owner, last)
    return what === 'get' ? member : Reflect.apply(member as () => unknown, owner, value as [])
  }
}
