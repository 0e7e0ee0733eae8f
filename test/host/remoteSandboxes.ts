import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { allowAnyOrigin } from '../sandbox/response.ts'
import { type Sandbox, startSandbox } from '../sandbox/service.ts'

/**
 * A call from tests in a browser: `start` a sandbox, or do something with the member of a sandbox at a path. See
 * test/integration/web/sandbox.ts.
 */
export type SandboxCall = [
  operation: 'start' | 'get' | 'set' | 'deleteProperty' | 'apply',
  path: (string | number)[],
  value?: unknown,
]

/** The value of the last of several calls, or the error. */
export type SandboxResult = { value?: unknown } | { error: string }

/**
 * Runs sandboxes for tests in a browser, which can’t. Returns the URL for calls, and a function that closes what is
 * still open: a sandbox that a test has left open would keep this process running.
 */
export async function serveSandboxes(): Promise<{ url: string; stop: () => Promise<void> }> {
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
      .then((result: SandboxResult) => response.end(JSON.stringify(result)))
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.close()
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()))
  }
  return { url, stop }

  async function performCall([operation, path, value]: SandboxCall): Promise<unknown> {
    if (operation === 'start') return sandboxes.push(await startSandbox(value as object)) - 1
    const name = path.at(-1) ?? ''
    let owner: object = sandboxes
    for (const step of path.slice(0, -1)) owner = Reflect.get(owner, step) as object
    if (operation === 'set') return Reflect.set(owner, name, value)
    if (operation === 'deleteProperty') return Reflect.deleteProperty(owner, name)
    const member: unknown = Reflect.get(owner, name)
    return operation === 'get' ? member : Reflect.apply(member as () => unknown, owner, value as [])
  }
}
