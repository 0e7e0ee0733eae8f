import assert from 'node:assert/strict'
import * as v from 'valibot'
import { text } from '../../../src/api/schemaParts.ts'

describe('API client: A text of the service that is too long', () => {
  it('is cut and ends with “…”, but isn’t cut within a character', () => {
    /** Returns what is left of an end that begins with the 999th character of a text. */
    const readEnd = (end: string) => v.parse(text, 'a'.repeat(998) + end)?.slice(998)
    assert.equal(readEnd('bcd'), 'b…')
    assert.equal(readEnd('😀b'), '…')
    assert.equal(readEnd('b😀'), 'b…')
  })
})
