/** The longest text from outside that a report shows. */
const longest = 300

/**
 * A text from outside as Markdown that shows it and nothing else: in code there are no links, no
 * images, no HTML and no emphasis, and it stays readable where the Markdown itself is read.
 */
export function asCode(text: string): string {
  const line = shorten(text.replace(/\s+/g, ' ').trim())
  if (line === '') return '—'
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  // Next to the fence, a backtick of its own would lengthen it.
  const gap = /^`|`$/.test(line) ? ' ' : ''
  return `${fence}${gap}${line}${gap}${fence}`
}

function shorten(text: string): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
