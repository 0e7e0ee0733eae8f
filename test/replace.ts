/** Replaces a member of an object. Returns a function that restores it. */
export function replace<T extends object, K extends keyof T>(
  target: T,
  key: K,
  value: T[K],
): () => void {
  const original = Object.getOwnPropertyDescriptor(target, key)
  Object.defineProperty(target, key, { value, configurable: true, writable: true })
  return () => {
    if (original) Object.defineProperty(target, key, original)
    else Reflect.deleteProperty(target, key)
  }
}

/** A view of an object in which some members are overridden. */
export function withOverrides<T extends object>(original: T, members: Partial<T>): T {
  const view = Object.create(null) as T
  return new Proxy(view, {
    get: (_view, key) => {
      const owner = (key in members ? members : original) as Record<PropertyKey, unknown>
      const member = owner[key]
      return typeof member === 'function' ? (member.bind(owner) as unknown) : member
    },
    set: (_view, key, value) => Reflect.set(original, key, value),
    has: (_view, key) => key in original,
  })
}
