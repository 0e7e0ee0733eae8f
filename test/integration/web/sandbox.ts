// Takes the place of test/sandbox/service.ts where tests run in a browser: the sandboxes run in the
// Node.js program that has opened the browser, and are used as if they were here.
import type { SandboxAnswer, SandboxCall, SandboxChange } from '../../host/remoteSandboxes.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox/service.ts'
import { replace } from '../../replace.ts'

export type * from '../../sandbox/service.ts'

/** Starts a sandbox that lets a browser in. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = ask({ do: 'start', options: { cors: true, ...options } }) as number
  return new Proxy({} as Sandbox, {
    get: (_, name) => {
      if (name === 'then') return undefined // it is no promise
      const member = name as keyof Sandbox
      if (methods.includes(member)) {
        return (...args: unknown[]) => ask({ do: 'call', sandbox, member, args })
      }
      return recorded(ask({ do: 'read', sandbox, member }), sandbox, [member])
    },
    set: (_, name, value) => {
      change({ sandbox, path: [String(name)], value: value as unknown })
      return true
    },
  })
}

const methods: readonly (keyof Sandbox)[] = [
  'drainStep',
  'addFault',
  'clearFaults',
  'reset',
  'close',
]

/** A copy of something in a sandbox, of which every change is also made there. */
function recorded(copy: unknown, sandbox: number, path: string[]): unknown {
  if (typeof copy !== 'object' || copy === null) return copy
  const parts = new WeakMap<object, unknown>()
  return new Proxy(copy, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name)
      if (typeof part !== 'object' || part === null) return part
      // The same part is the same object.
      if (!parts.has(part)) parts.set(part, recorded(part, sandbox, [...path, String(name)]))
      return parts.get(part)
    },
    set: (target, name, value) => {
      change({ sandbox, path: [...path, String(name)], value: value as unknown })
      return Reflect.set(target, name, value)
    },
    deleteProperty: (target, name) => {
      change({ sandbox, path: [...path, String(name)] })
      return Reflect.deleteProperty(target, name)
    },
  })
}

/** Changes that the sandboxes do not know of yet: they are told together, for there may be many. */
let changes: SandboxChange[] = []

function change(made: SandboxChange): void {
  if (changes.length === 0) queueMicrotask(tellChanges)
  changes.push(made)
}

function tellChanges(): void {
  if (changes.length === 0) return
  const untold = changes
  changes = []
  ask({ do: 'change', changes: untold })
}

// A request must not arrive before what was changed until it left.
const { fetch } = globalThis
replace(globalThis, 'fetch', (input, init) => {
  tellChanges()
  return fetch(input, init)
})

/** Asks and waits for the answer, as no other code of a browser may: tests read as in Node.js. */
function ask(call: SandboxCall): unknown {
  tellChanges()
  const request = new XMLHttpRequest()
  request.open('POST', process.env['POOLKEEPER_SANDBOXES'] ?? '', false)
  request.send(JSON.stringify(call))
  const answer = JSON.parse(request.responseText) as SandboxAnswer
  if ('error' in answer) throw new Error(answer.error)
  return answer.value
}
