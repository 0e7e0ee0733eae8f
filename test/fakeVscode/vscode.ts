// Takes the place of `vscode` in plain Node.js: the values of its API, and its other parts as the window has
// them on whose behalf code runs.
import './values.ts' // before all that uses them
import type { apiOf } from './api.ts'
import { extension, window as home } from './home.ts'
import { owners } from './owner.ts'

export * from './values.ts'

type Api = ReturnType<typeof apiOf>

/** What is replaced in a part is replaced in that window alone. */
function partOf<Name extends keyof Api>(name: Name): Api[Name] {
  const now = () => (owners.getStore()?.window ?? home).api[name]
  return new Proxy({} as Api[Name], {
    get: (_, key) => Reflect.get(now(), key) as unknown,
    has: (_, key) => key in now(),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(now(), key),
    defineProperty: (_, key, property) => Reflect.defineProperty(now(), key, property),
  })
}

export const commands = partOf('commands')
export const env = partOf('env')
export const languages = partOf('languages')
export const lm = partOf('lm')
export const window = partOf('window')
export const workspace = partOf('workspace')

export const extensions = {
  getExtension: (id: string) => (id === extension.id ? extension : undefined),
}
