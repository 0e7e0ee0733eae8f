import { invalidInput } from './errors.ts'

/**
 * Validates and trims a header value: pasted text often ends in a line break. Throws `invalidInput`, without
 * the value.
 */
export function parseHeaderValue(field: string, text: string): string {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  if (trimmed === '') throw invalidInput(field, 'empty', 'is empty')
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(trimmed)) {
    throw invalidInput(field, 'header', 'has characters that a header cannot carry')
  }
  return trimmed
}
