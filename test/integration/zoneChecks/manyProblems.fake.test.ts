import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { CodeFile } from '../../../src/documents/codeFile.ts'
import { toDiagnostics } from '../../../src/features/zoneChecks/zoneDiagnostics.ts'
import type { ProblemDetails } from '../../../src/zoneAnalysis/problems.ts'
import { replace } from '../../replace.ts'

const hour = 3_600_000

function repeat(problem: ProblemDetails, count: number): ProblemDetails[] {
  return Array.from({ length: count }, () => problem)
}

describe('Zone checks: Diagnostics of many problems', () => {
  const unknownZone = { kind: 'unknownZone', regions: ['us-east-1'], nearest: undefined } as const
  const unavailable = { kind: 'zoneNotAvailable', zone: { name: 'a', state: 'impaired' } } as const

  /** Converts problems to diagnostics: one for each line of a list, based on old lists of zones. */
  function diagnose(problems: readonly ProblemDetails[]) {
    const text = `azs:\n${'- us-east-1x\n'.repeat(problems.length)}`
    const file = new CodeFile(vscode.Uri.file('/many.yaml'), 'yaml', text)
    const result = {
      problems: file.references.map((reference, index) => {
        return { ...(problems[index] ?? assert.fail()), reference }
      }),
      checkedCount: problems.length,
      isRegionUnknown: false,
      missingRegions: [],
      regionsOfTypes: [],
      zonesLoadedAt: Date.now() - 2 * hour,
      typesLoadedAt: undefined,
    }
    return toDiagnostics(file, result, 'production')
  }

  it('are 1,000 at most: the first, but wrong names before what may pass', () => {
    const diagnostics = diagnose([...repeat(unavailable, 600), ...repeat(unknownZone, 700)])
    const { Information, Warning } = vscode.DiagnosticSeverity
    const linesOf = (searched: vscode.DiagnosticSeverity) => {
      const found = diagnostics.filter(({ severity }) => severity === searched)
      return [found.length, found[0]?.range.start.line, found.at(-1)?.range.start.line]
    }
    assert.deepEqual(linesOf(Warning), [700, 601, 1300])
    assert.deepEqual(linesOf(Information), [300, 1, 300])
  })

  it('format the date of old data once', () => {
    const { DateTimeFormat } = Intl
    let formats = 0
    const restore = replace(
      Intl,
      'DateTimeFormat',
      class extends DateTimeFormat {
        constructor(...args: ConstructorParameters<typeof DateTimeFormat>) {
          super(...args)
          formats += 1
        }
      } as unknown as typeof DateTimeFormat,
    )
    try {
      const diagnostics = diagnose(repeat(unknownZone, 1000))
      assert.ok(diagnostics.every(({ message }) => message.includes('The data is from ')))
      assert.equal(formats, 1)
    } finally {
      restore()
    }
  })

  it('name as many instance types and regions as fit two lines', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `name-${index}`)
    const diagnostics = diagnose([
      { kind: 'typeNotAvailable', types: names },
      { kind: 'typeNotAvailable', types: names.slice(0, 2) },
      { ...unknownZone, regions: names },
    ])
    const [types = '', fewTypes = '', regions = ''] = diagnostics.map(({ message }) => message)
    assert.match(types, /^Instance type not available: name-0, name-1, .*, … in us-east-1x for /)
    assert.match(fewTypes, /^Instance type not available: name-0, name-1 in us-east-1x for /)
    assert.match(regions, /^Zone not found: “us-east-1x” in name-0, name-1, .*, … for /)
    assert.ok(Math.max(types.length, regions.length) < 400)
  })
})
