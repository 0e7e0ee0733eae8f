// Takes the place of test/sandbox/service.ts where tests run in a browser: the sandboxes run in the
// Node.js program that has opened the browser, and are used as if they were here.
import type { SandboxResult, SandboxCall } from '../../host/remoteSandboxes.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox/service.ts'
import { replace } from '../../replace.ts'

export type * from '../../sandbox/service.ts'

/** Starts a sandbox that lets a browser in. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = ask('start', [], { cors: true, ...options }) as number
  return new Proxy({} as Sandbox, {
    get: (_, name) => {
      if (name === 'then') return undefined // it is no promise
      const path = [sandbox, String(name)]
      if (methods.includes(name as keyof Sandbox)) {
        return (...args: unknown[]) => ask('apply', path, args)
      }
      return recorded(ask('get', path), path)
    },
    set: (_, name, value) => later('set', [sandbox, String(name)], value),
  })
}

const methods: readonly (keyof Sandbox)[] = [
  'advanceDrains',
  'addFault',
  'clearFaults',
  'reset',
  'close',
]

/** A copy of something in a sandbox, of which every change is also made there. */
function recorded(copy: unknown, path: SandboxCall[1]): unknown {
  if (typeof copy !== 'object' || copy === null) return copy
  const parts = new WeakMap<object, unknown>()
  return new Proxy(copy, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name)
      if (typeof part !== 'object' || part === null) return part
      // The same part is the same object.
      if (!parts.has(part)) parts.set(part, recorded(part, [...path, String(name)]))
      return parts.get(part)
    },
    set: (target, name, value) =>
      later('set', [...path, String(name)], value) && Reflect.set(target, name, value),
    deleteProperty: (target, name) =>
      later('deleteProperty', [...path, String(name)]) && Reflect.deleteProperty(target, name),
  })
}

/** Changes that the sandboxes do not know of yet: they are told together, for there may be many. */
let changes: SandboxCall[] = []

function later(...change: SandboxCall): true {
  if (changes.length === 0) queueMicrotask(tell)
  changes.push(change)
  return true
}

// A request must not arrive before what was changed until it left.
const { fetch } = globalThis
replace(globalThis, 'fetch', (input, init) => {
  tell()
  return fetch(input, init)
})

/** Asks and waits for the answer, as no other code of a browser may: tests read as in Node.js. */
function ask(...call: SandboxCall): unknown {
  changes.push(call)
  return tell()
}

function tell(): unknown {
  if (changes.length === 0) return undefined
  const calls = changes
  changes = []
  const request = new XMLHttpRequest()
  request.open('POST', process.env['POOLKEEPER_SANDBOXES'] ?? '', false)
  request.send(JSON.stringify(calls))
  const answer = JSON.parse(request.responseText) as SandboxResult
  if ('error' in answer) throw new Error(answer.error)
  return answer.value
}
