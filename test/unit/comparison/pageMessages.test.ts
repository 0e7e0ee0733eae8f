import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import {
  initialArrangement,
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
  it('is to be shown, and how', () => {
    const arrangement = { sort: { by: 3, descending: true }, filter: 'a b', onlyDifferences: true }
    const requests = [
      { type: 'show' },
      { type: 'show', arrangement },
      { type: 'show', arrangement: initialArrangement },
    ]
    for (const request of requests) {
      assert.deepEqual(readRequest({ ...request, places: [place], command: 'x' }), request)
    }
  })

  it('is nothing where it is anything else', () => {
    const arrangement = initialArrangement
    const others = [
      undefined,
      'show',
      [],
      {},
      { type: 'run', command: 'poolkeeper.deleteMachinePool' },
      { type: 'copy', format: 'csv', arrangement },
      { type: 'show', arrangement: 'all' },
      { type: 'show', arrangement: { ...arrangement, filter: 'x'.repeat(1001) } },
      ...['cells', -1, 0.5, '__proto__'].map((by) => ({
        type: 'show',
        arrangement: { ...arrangement, sort: { by, descending: true } },
      })),
    ]
    for (const other of others) assert.equal(readRequest(other), undefined, JSON.stringify(other))
    fc.assert(fc.property(fc.anything(), (value) => readRequest(value) === undefined))
  })
})

describe('Comparison: what the page of a comparison keeps for a reload', () => {
  it('is what was compared, however much', () => {
    const comparison = { places: Array.from({ length: 600 }, () => ({ ...place, project: 'p' })) }
    assert.deepEqual(readSaved({ comparison, arrangement: initialArrangement }), comparison)
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
