import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as prettier from 'prettier'
import { root } from '../host/paths.ts'

/** Reads a page by its path from the top of the repository. */
export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Returns what stands between a page’s `<!-- name: begin -->` and `<!-- name: end -->`. */
export function readPart(text: string, name: string): string {
  const [, part] = text.match(partPattern(name)) ?? []
  if (part === undefined) throw new Error(`The page has no part “${name}”`)
  return part
}

/** Returns a page with another part there, formatted. */
export async function replacePart(text: string, name: string, part: string): Promise<string> {
  const changed = text.replace(readPart(text, name), () => `\n\n${part}\n\n`)
  const options = await prettier.resolveConfig(join(root, 'README.md'))
  return prettier.format(changed, { ...options, parser: 'markdown' })
}

/** Returns a table in Markdown. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function partPattern(name: string): RegExp {
  return new RegExp(`<!-- ${name}: begin -->([^]*)<!-- ${name}: end -->`)
}
