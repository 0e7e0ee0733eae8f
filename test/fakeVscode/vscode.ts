// Replaces `vscode` in plain Node.js: the classes of its API, and its namespaces for the window in whose context
// code runs.
import './values.ts' // loaded before the modules that use it
import type { createApi } from './api.ts'
import { extension, window as home } from './home.ts'
import { callContexts } from './callContext.ts'

export * from './values.ts'

type Api = ReturnType<typeof createApi>

/** A namespace of the API. What a test replaces in it is replaced in the current window only. */
function createNamespace<Name extends keyof Api>(name: Name): Api[Name] {
  const getCurrent = () => (callContexts.getStore()?.window ?? home).api[name]
  return new Proxy({} as Api[Name], {
    get: (_, key) => Reflect.get(getCurrent(), key) as unknown,
    has: (_, key) => key in getCurrent(),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(getCurrent(), key),
    defineProperty: (_, key, property) => Reflect.defineProperty(getCurrent(), key, property),
  })
}

export const commands = createNamespace('commands')
export const env = createNamespace('env')
export const languages = createNamespace('languages')
export const lm = createNamespace('lm')
export const window = createNamespace('window')
export const workspace = createNamespace('workspace')

export const extensions = {
  getExtension: (id: string) => (id === extension.id ? extension : undefined),
}
