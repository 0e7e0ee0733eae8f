import assert from 'node:assert/strict'
import { documentFormat } from '../../../src/syntax/documentFormat.ts'
import { prettyJson } from '../../../src/ui/markup.ts'
import * as fc from 'fast-check'
import { anyText } from '../properties/anyTexts.ts'

describe('Zone formats: The format for a document', () => {
  for (const [language, name, format] of [
    ['terraform', 'main.tf', 'hcl'],
    ['terraform-vars', 'prod.auto.tfvars', 'hcl'],
    ['opentofu', 'main.tofu', 'hcl'],
    ['hcl', 'a.hcl', 'hcl'],
    ['plaintext', 'main.tf', 'hcl'],
    ['plaintext', 'prod.tfvars', 'hcl'],
    ['yaml', 'values.yaml', 'yaml'],
    ['helm', 'templates/deployment.yaml', 'yaml'],
    ['dockercompose', 'compose.yml', 'yaml'],
    ['plaintext', 'values.yml', 'yaml'],
    ['cloudformation', 'template.yaml', 'yaml'],
    ['kubernetes', 'pod.yml', 'yaml'],
    ['json', 'main.tf.json', 'json'],
    ['jsonc', 'settings.json', 'json'],
    ['plaintext', 'notes.txt', 'plain'],
    ['markdown', 'values.yaml', 'plain'],
    ['python', 'a.py', 'plain'],
  ] as const) {
    it(`is ${format} for ${language} called ${name}`, () => {
      assert.equal(documentFormat(language, `/home/me/${name}`), format)
    })
  }
})

describe('Zone formats: JSON for people', () => {
  it('shows what is invisible, and means the same', () => {
    assert.equal(
      prettyJson({ 'a b': 'x\u202Ey\u{E0001}\u00A0' }),
      '{\n  "a b": "x\\u202ey\\udb40\\udc01\\u00a0"\n}\n',
    )
    const property = fc.property(anyText, anyText, (key, value) => {
      const text = prettyJson([{ [key]: value }])
      assert.deepEqual(JSON.parse(text), [JSON.parse(JSON.stringify({ [key]: value }))])
      assert.doesNotMatch(text, /[\u202E\u200B\uFEFF\u2028]/)
    })
    fc.assert(property)
  })
})
