import type { CodeFormat } from '../contributions.ts'
import { BlockReader } from './blockReader.ts'
import type { TextContent } from './blocks.ts'
import type { Steps } from '../steps.ts'

/**
 * Parses a text into documents of nested blocks, in time in proportion to the text. Only YAML has several documents in
 * a text. A text that is being edited is mostly broken, so there are no errors: what can’t be read is left out, and an
 * unclosed list ends at the next key. `isWhole` is false if the text has more tokens or documents than are read, or is
 * nested too deeply: then the rest is left out.
 */
export function* readBlocks(
  text: string,
  format: CodeFormat,
  maxTokens = Infinity,
): Steps<TextContent> {
  return yield* new BlockReader(text, format).read(maxTokens)
}
