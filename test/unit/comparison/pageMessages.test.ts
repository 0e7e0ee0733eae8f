import assert from 'node:assert/strict'
import * as v from 'valibot'
import * as fc from 'fast-check'
import { initialArrangement } from '../../../src/features/comparison/arrange.ts'
import {
  Comparison,
  readRequest,
  readSaved,
} from '../../../src/features/comparison/pageMessages.ts'

const place = {
  connection: 'sandbox',
  provider: 'aws',
  cloudAccountUid: '66aa',
  region: 'us-east-1',
}

describe('Comparison: what the page of a comparison asks', () => {
  it('is one of a few things', () => {
    const requests = [
      { type: 'ready', arrangement: initialArrangement },
      { type: 'retry', column: 0 },
      {
        type: 'arrange',
        arrangement: { sort: { by: 3, descending: true }, filter: 'a b', onlyDifferences: true },
      },
    ]
    for (const request of requests) assert.deepEqual(readRequest(request), request)
  })

  it('has nothing in it that it does not take', () => {
    const asked = { type: 'retry', column: 1, places: [place], command: 'x' }
    assert.deepEqual(readRequest(asked), { type: 'retry', column: 1 })
  })

  it('is nothing where it is anything else', () => {
    const arrange = { type: 'arrange', arrangement: initialArrangement }
    const others = [
      undefined,
      null,
      'refresh',
      [],
      {},
      { type: 'run', command: 'poolkeeper.deleteMachinePool' },
      { type: 'retry' },
      { type: 'retry', column: -1 },
      { type: 'retry', column: 0.5 },
      { type: 'retry', column: '__proto__' },
      { type: 'copy', format: 'csv', arrangement: initialArrangement },
      { type: 'ready' },
      { ...arrange, arrangement: { ...initialArrangement, filter: 'x'.repeat(1001) } },
      {
        ...arrange,
        arrangement: { ...initialArrangement, sort: { by: 'cells', descending: true } },
      },
    ]
    for (const other of others) assert.equal(readRequest(other), undefined, JSON.stringify(other))
    fc.assert(fc.property(fc.anything(), (value) => readRequest(value) === undefined))
  })
})

describe('Comparison: what the page of a comparison keeps for a reload', () => {
  it('is what was compared, and how it was looked at', () => {
    const comparison = { byAccount: true, places: [place, { ...place, project: 'shared' }] }
    assert.deepEqual(readSaved({ comparison, arrangement: initialArrangement }), comparison)
  })

  it('is all that prompts have opened, which may be more than a link or a command can', () => {
    const comparison = { byAccount: true, places: Array.from({ length: 600 }, () => place) }
    assert.equal(readSaved({ comparison })?.places.length, 600)
    assert.equal(v.safeParse(Comparison, comparison).success, false)
  })

  it('is nothing where it cannot be read', () => {
    const { region: _, ...noRegion } = place
    for (const state of [
      undefined,
      null,
      {},
      { comparison: {} },
      { comparison: { places: [] } },
      { comparison: { places: [noRegion] } },
      { comparison: { places: Array.from({ length: 20_001 }, () => place) } },
    ]) {
      assert.equal(readSaved(state), undefined)
    }
    fc.assert(fc.property(fc.anything(), (value) => readSaved(value) === undefined))
  })
})
