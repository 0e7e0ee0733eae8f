import assert from 'node:assert/strict'
import { toolNames } from '../../../src/contributions.ts'
import { manifest, texts } from './manifest.ts'

const { languageModelTools: tools } = manifest.contributes
const { delete_machine_pool: deletion, ...reads } = toolNames

describe('Manifest: the tools for language models', () => {
  for (const tool of tools) {
    describe(tool.toolReferenceName, () => {
      it('has a name that VS Code takes, ours by its beginning', () => {
        // As VS Code checks them; names are shared by all extensions.
        assert.match(tool.name, /^(?!copilot_|vscode_)[\w-]+$/)
        assert.equal(tool.name, `poolkeeper_${tool.toolReferenceName}`)
        assert.equal(toolNames[tool.toolReferenceName as keyof typeof toolNames], tool.name)
        assert.equal(tool.canBeReferencedInPrompt, true)
      })

      it('says what it is to its user and to a model', () => {
        for (const key of [tool.displayName, tool.userDescription]) {
          assert.ok(texts[key.replaceAll('%', '')], key)
        }
        assert.ok(tool.modelDescription.length > 100)
        assert.match(tool.icon, /^\$\([\w-]+\)$/)
      })

      it('types and describes each of its inputs, and takes no other', () => {
        const { type, additionalProperties, required, properties } = tool.inputSchema
        assert.equal(type, 'object')
        assert.equal(additionalProperties, false)
        for (const [name, property] of Object.entries(properties)) {
          assert.ok(['string', 'array', 'integer'].includes(property.type), name)
          assert.ok(property.description, name)
        }
        for (const name of required) assert.ok(properties[name], name)
      })
    })
  }

  it('say which of them only read', () => {
    for (const { name, modelDescription } of tools) {
      const isRead = (Object.values(reads) as string[]).includes(name)
      assert.equal(modelDescription.endsWith('Read-only.'), isRead, name)
    }
  })

  it('take for a deletion nothing that could be guessed', () => {
    const { inputSchema } = tools.find(({ name }) => name === deletion) ?? assert.fail('no tool')
    assert.deepEqual(inputSchema.required.toSorted(), Object.keys(inputSchema.properties).sort())
  })
})
