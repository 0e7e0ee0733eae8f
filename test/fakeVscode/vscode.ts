// Takes the place of `vscode` in plain Node.js: the values of its API, and its other parts as the window has
// them on whose behalf code runs.
import './values.ts' // before all that uses them
import type { createApi } from './api.ts'
import { extension, window as home } from './home.ts'
import { callContexts } from './callContext.ts'

export * from './values.ts'

type Api = ReturnType<typeof createApi>

/** What is replaced in a part is replaced in that window alone. */
function createPart<Name extends keyof Api>(name: Name): Api[Name] {
  const now = () => (callContexts.getStore()?.window ?? home).api[name]
  return new Proxy({} as Api[Name], {
    get: (_, key) => Reflect.get(now(), key) as unknown,
    has: (_, key) => key in now(),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(now(), key),
    defineProperty: (_, key, property) => Reflect.defineProperty(now(), key, property),
  })
}

export const commands = createPart('commands')
export const env = createPart('env')
export const languages = createPart('languages')
export const lm = createPart('lm')
export const window = createPart('window')
export const workspace = createPart('workspace')

export const extensions = {
  getExtension: (id: string) => (id === extension.id ? extension : undefined),
}
