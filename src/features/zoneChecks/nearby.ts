// What an edit costs: all of a text is read only where nothing less will do.

/** A document by its lines, as VS Code has it. */
export interface Lines {
  lineAt(line: number): { readonly text: string }
}

/** The longest list whose key is looked for while somebody types in it, in lines. */
export const longestList = 100

/**
 * Whether a zone may be written on a line, seen from the lines up to it alone: it costs nothing to
 * speak of.
 */
export function mayBeZone(lines: Lines, line: number): boolean {
  for (let at = line; at >= 0 && line - at < longestList; at--) {
    const { text } = lines.lineAt(at)
    if (zoneKey.test(text)) return true
    if (otherKey.test(text)) return false
  }
  return false
}

/** Whether a text names the same regions as before, when an edit has left its lines and this in one. */
export function keepsRegions(line: string): boolean {
  return !mayChangeRegions.test(line)
}

const zoneKey = /(?:azs?|zones?|default)["']?[ \t]{0,40}[=:]/i
const otherKey = /[\w"'][ \t]{0,40}[=:]/
/** Keys of regions, what tells of which variable a default is, and what hides more than itself. */
const mayChangeRegions = /region|location|default|variable|\/\*|\*\/|<<|[|>]/i
