// Replaces test/sandbox/service.ts where tests run in a browser: the sandboxes run in the Node.js program that has opened
// the browser (test/host/remoteSandboxes.ts), and tests use them by proxies.
import type { SandboxResult, SandboxCall } from '../../host/remoteSandboxes.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox/service.ts'
import { replace } from '../../replace.ts'

export type * from '../../sandbox/service.ts'

/** Starts a sandbox that a browser can use. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = call('start', [], { cors: true, ...options }) as number
  return new Proxy({} as Sandbox, {
    get: (_, name) => {
      if (name === 'then') return undefined // the proxy is not a promise
      const path = [sandbox, String(name)]
      if (methods.includes(name as keyof Sandbox)) {
        return (...args: unknown[]) => call('apply', path, args)
      }
      return createMirror(call('get', path), path)
    },
    set: (_, name, value) => queueChange('set', [sandbox, String(name)], value),
  })
}

const methods: readonly (keyof Sandbox)[] = [
  'advanceDrains',
  'addFault',
  'clearFaults',
  'reset',
  'close',
]

/** A copy of a part of a sandbox. Changes of the copy are also made in the sandbox. */
function createMirror(copy: unknown, path: SandboxCall[1]): unknown {
  if (typeof copy !== 'object' || copy === null) return copy
  const parts = new WeakMap<object, unknown>()
  return new Proxy(copy, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name)
      if (typeof part !== 'object' || part === null) return part
      // The mirror of a part is always the same object.
      if (!parts.has(part)) parts.set(part, createMirror(part, [...path, String(name)]))
      return parts.get(part)
    },
    set: (target, name, value) =>
      queueChange('set', [...path, String(name)], value) && Reflect.set(target, name, value),
    deleteProperty: (target, name) =>
      queueChange('deleteProperty', [...path, String(name)]) &&
      Reflect.deleteProperty(target, name),
  })
}

/** Changes that are not sent to the sandboxes yet. They are sent together, since there may be many. */
let pendingChanges: SandboxCall[] = []

function queueChange(...change: SandboxCall): true {
  if (pendingChanges.length === 0) queueMicrotask(sendChanges)
  pendingChanges.push(change)
  return true
}

// A request must not arrive before the changes that were made before it.
const { fetch } = globalThis
replace(globalThis, 'fetch', (input, init) => {
  sendChanges()
  return fetch(input, init)
})

/** Performs a call synchronously, so that tests are the same as in Node.js. */
function call(...sandboxCall: SandboxCall): unknown {
  pendingChanges.push(sandboxCall)
  return sendChanges()
}

function sendChanges(): unknown {
  if (pendingChanges.length === 0) return undefined
  const calls = pendingChanges
  pendingChanges = []
  const request = new XMLHttpRequest()
  request.open('POST', process.env['POOLKEEPER_SANDBOXES'] ?? '', false)
  request.send(JSON.stringify(calls))
  const result = JSON.parse(request.responseText) as SandboxResult
  if ('error' in result) throw new Error(result.error)
  return result.value
}
