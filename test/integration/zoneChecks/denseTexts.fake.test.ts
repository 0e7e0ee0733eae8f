import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { CodeFile } from '../../../src/documents/codeFile.ts'

/** Returns the zones that are found in a text of YAML. */
function zonesIn(text: string): string[] {
  const file = new CodeFile(vscode.Uri.file('/dense.yaml'), 'yaml', text)
  return file.references.map(({ value }) => value)
}

describe('Zone checks: A text that nobody writes', () => {
  const start = 'zone: us-east-1a\n'
  const end = 'zone: us-east-1b\n'

  it('is read up to 10,000 documents', () => {
    assert.deepEqual(zonesIn(start + '---\n'.repeat(9_000) + end), ['us-east-1a', 'us-east-1b'])
    assert.deepEqual(zonesIn(start + '---\n'.repeat(11_000) + end), ['us-east-1a'])
  })

  it('is read up to 250,000 words, signs, and brackets', () => {
    const keys = (count: number) => 'a: 1\n'.repeat(count)
    assert.deepEqual(zonesIn(start + keys(83_000) + end), ['us-east-1a', 'us-east-1b'])
    assert.deepEqual(zonesIn(start + keys(84_000) + end), ['us-east-1a'])
    assert.deepEqual(zonesIn(start + keys(210_000) + end), ['us-east-1a'])
  })
})
