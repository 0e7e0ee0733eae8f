import * as fc from 'fast-check'

/** Texts that have been used to address something else, to break out of a syntax, or to hide. */
// prettier-ignore
const nasty = fc.constantFrom(
  '.', '..', '...', '/', '//', '\\', '?', '#', '&', '=', '+', '%', '%2e%2e', '%2F', '%00', ';', '@',
  ':', ' ', '\t', '\r\n', '\0', '\u007F', '\u0085', '\u00A0', '\u200B', '\u2028', '\u202E', '\uFEFF',
  '\uD800', '\uDC00', '😀', 'é', 'ſ', '\u212A', '東', '__proto__', 'constructor', 'v1', 'zones',
  'machinePools', '<html>', '"', "'", '`', '$&', '[', '{', '‹API key›',
)

/** Any text: likely texts, nasty texts, and any UTF-16 units. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 10 }),
  nasty,
  fc
    .array(fc.oneof(nasty, fc.string({ maxLength: 4 })), { maxLength: 6 })
    .map((parts) => parts.join('')),
)

/** Any API key that a header can carry: keys as services make them, and unusual keys. */
export const anyKey = fc
  .oneof(
    fc.stringMatching(/^[\w+/=-]{8,64}$/),
    fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    }),
    fc.string({
      unit: fc.integer({ min: 0xa1, max: 0xff }).map((code) => String.fromCharCode(code)),
    }),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '')

/** Returns a start, a run that isn’t empty, and an end, each made of these parts. */
export function startRunEnd(parts: readonly string[]) {
  const createText = (minLength: number, maxLength: number) =>
    fc.array(fc.constantFrom(...parts), { minLength, maxLength }).map((chosen) => chosen.join(''))
  return fc.tuple(createText(0, 3), createText(1, 4), createText(0, 3))
}
