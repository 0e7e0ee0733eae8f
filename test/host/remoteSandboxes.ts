import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { allowAnyOrigin } from '../sandbox/answer.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/service.ts'

/** What tests in a browser ask of the sandboxes, which run here; see test/integration/web/sandbox.ts. */
export type SandboxCall =
  | { do: 'start'; options: SandboxOptions }
  | { do: 'read'; sandbox: number; member: keyof Sandbox }
  | { do: 'call'; sandbox: number; member: keyof Sandbox; args: unknown[] }
  | { do: 'change'; changes: SandboxChange[] }

/** A value that something in a sandbox gets; without a value, it goes. */
export interface SandboxChange {
  sandbox: number
  path: string[]
  value?: unknown
}

/** What comes back: a value, or why there is none. */
export type SandboxAnswer = { value?: unknown } | { error: string }

/** Runs sandboxes for tests that cannot, because they are in a browser; ends with this process. */
export async function serveSandboxes(): Promise<{ url: string }> {
  const sandboxes: Sandbox[] = []
  const server = createServer((request, response) => {
    allowAnyOrigin(response)
    void text(request)
      .then(async (body) => ({ value: await carryOut(JSON.parse(body) as SandboxCall) }))
      .catch((error: unknown) => ({ error: String(error) }))
      .then((answer: SandboxAnswer) => response.end(JSON.stringify(answer)))
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }

  async function carryOut(call: SandboxCall): Promise<unknown> {
    switch (call.do) {
      case 'start':
        return sandboxes.push(await startSandbox(call.options)) - 1
      case 'read':
        return sandboxOf(call)[call.member]
      case 'call': {
        const sandbox = sandboxOf(call)
        return Reflect.apply(sandbox[call.member] as () => unknown, sandbox, call.args) as unknown
      }
      case 'change':
        for (const change of call.changes) apply(sandboxOf(change), change)
        return undefined
    }
  }

  function sandboxOf({ sandbox }: { sandbox: number }): Sandbox {
    const found = sandboxes[sandbox]
    if (!found) throw new Error(`There is no sandbox ${sandbox}`)
    return found
  }
}

function apply(sandbox: Sandbox, { path, ...change }: SandboxChange): void {
  const last = path.at(-1) ?? ''
  let owner: object = sandbox
  for (const name of path.slice(0, -1)) owner = Reflect.get(owner, name) as object
  if ('value' in change) Reflect.set(owner, last, change.value)
  else Reflect.deleteProperty(owner, last)
}
