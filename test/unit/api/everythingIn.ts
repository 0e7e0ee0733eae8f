import { inspect } from 'node:util'

/** All that a logger, a debugger or a curious program may get out of an error. */
export function everythingIn(error: Error): string {
  const texts: string[] = []
  const seen = new Set<unknown>()
  const collect = (value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    for (const name of Reflect.ownKeys(value)) {
      texts.push(String(name))
      collect(Reflect.get(value, name))
    }
    if (value instanceof Error) collect(value.cause)
  }
  collect(error)
  texts.push(inspect(error, { depth: Infinity, showHidden: true, getters: true }))
  texts.push(JSON.stringify(error), String(error), error.stack ?? '')
  return texts.join('\n')
}
