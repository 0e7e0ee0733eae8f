import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import type * as vscode from 'vscode'
import type { ZoneDiagnostics } from '../../../src/features/zoneChecks/zoneDiagnostics.ts'
import { scanZones } from '../../../src/formats/scan.ts'

type Changed = (event: vscode.TextDocumentChangeEvent) => void

const zones = Array.from({ length: 300 }, (_, nth) => `us-east-1${nth}`)
const text = `{"azs":[${zones.map((zone) => `"${zone}"`).join()}]}`

describe('Zone checks: edits of a long line with many findings', () => {
  let api: typeof vscode
  let diagnostics: ZoneDiagnostics
  let change: Changed

  before(async () => {
    const url = new URL('../../fakeVscode/vscode.ts', import.meta.url).href
    const hooks = registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'vscode' ? { url, shortCircuit: true } : next(specifier, context),
    })
    api = await import('vscode')
    const { ZoneDiagnostics: Diagnostics } =
      await import('../../../src/features/zoneChecks/zoneDiagnostics.ts')
    hooks.deregister()
    const workspace = api.workspace as { onDidChangeTextDocument: unknown }
    const original = workspace.onDidChangeTextDocument
    workspace.onDidChangeTextDocument = (listener: Changed) => {
      change = listener
      return { dispose: () => {} }
    }
    diagnostics = new Diagnostics()
    workspace.onDidChangeTextDocument = original
  })
  after(() => diagnostics.dispose())

  it('read it once for all of them', () => {
    let [now, reads] = [text, 0]
    const document = {
      uri: api.Uri.file('/long.json'),
      fileName: '/long.json',
      languageId: 'json',
      offsetAt: ({ line, character }: vscode.Position) => (line > 0 ? now.length : character),
      positionAt: (offset: number) => new api.Position(0, offset),
      getText: () => {
        reads += 1
        return now
      },
    } as unknown as vscode.TextDocument
    const references = scanZones(text, 'json').filter(({ value }) => value !== '')
    assert.equal(references.length, zones.length)
    const regions = ['us-east-1']
    diagnostics.set(
      document,
      references.map((reference) => ({
        problem: 'unknownZone',
        reference,
        regions,
        nearest: undefined,
      })),
    )
    now = ` ${text}`
    const range = new api.Range(0, 0, 0, 0)
    const edit = { range, rangeOffset: 0, rangeLength: 0, text: ' ' }
    change({ document, contentChanges: [edit], reason: undefined })
    assert.equal(diagnostics.of(document.uri).length, zones.length)
    assert.equal(diagnostics.of(document.uri)[0]?.range.start.character, text.indexOf('us-') + 1)
    assert.equal(reads, 1)
  })
})
