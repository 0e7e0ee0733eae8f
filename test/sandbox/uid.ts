/** A UID that looks like the service’s, and is the same for a seed in every run. */
export function createUid(seed: string): string {
  return '66' + digest(seed, 22)
}

/**
 * This many hex digits, the same for a text in every run. Tests use the sandbox’s data in a browser,
 * too, where cryptographic digests are asynchronous; this one need not be secure.
 */
export function digest(text: string, length: number): string {
  let digits = ''
  for (let block = 1; digits.length < length; block += 1) {
    let hash = Math.imul(0x9e3779b1, block)
    for (const character of text) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x85ebca6b)
      hash ^= hash >>> 13
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35)
    digits += ((hash ^ (hash >>> 15)) >>> 0).toString(16).padStart(8, '0')
  }
  return digits.slice(0, length)
}
