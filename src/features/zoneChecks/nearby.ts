// Heuristics for edits, because parsing the whole text on each would be slow.

/** The lines of a document, as in VS Code. */
export interface Lines {
  lineAt(line: number): { readonly text: string }
}

/** The maximum number of lines between a list’s key and the edited line. */
export const maxListLines = 100

/** Returns whether a line may contain a zone, by the lines up to it. Cheap. */
export function mayBeZone(lines: Lines, line: number): boolean {
  for (let at = line; at >= 0 && line - at < maxListLines; at--) {
    const { text } = lines.lineAt(at)
    if (zoneKey.test(text)) return true
    if (otherKey.test(text.replace(comment, ''))) return false
  }
  return false
}

/** Returns whether an edit that leaves this text in its line keeps the regions of a document. */
export function preservesRegions(line: string): boolean {
  return !mayChangeRegions.test(line)
}

/** Keys of zones, and zones that are keys. */
const zoneKey =
  /(?:(?:az|zone)s?(?:[_-]?(?:\d|names?|ids?))?|(?:-\d|\d-)[a-z]|default|values?|subnets?|subnet_?ids|locations?|failure_?domains?)["']?[ \t]{0,40}[=:]/i
const otherKey = /[\w"'][ \t]{0,40}[=:](?!=)/
const comment = /(?:#|\/\/|\/\*).*/
/** Keys of regions, the names of variables with a default, and delimiters that hide other text. */
const mayChangeRegions = /region|location|default|variable|value|\/\*|\*\/|<<|[|>]/i
