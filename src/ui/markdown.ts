import { shorten } from '../api/response.ts'

const maxCodeLength = 300

/** Formats external text as inline code, in which Markdown has no links, images, HTML, or emphasis. */
export function asCode(text: string): string {
  const line = shorten(text.replace(/\s+/g, ' ').trim(), maxCodeLength)
  if (line === '') return '—'
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  // A backtick next to the fence would extend it.
  const padding = /^`|`$/.test(line) ? ' ' : ''
  return `${fence}${padding}${line}${padding}${fence}`
}
