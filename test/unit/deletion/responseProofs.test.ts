import { strict as assert } from 'node:assert'
import { ApiError, type ApiErrorKind } from '../../../src/api/errors.ts'
import type { ObservedMachines } from '../../../src/deletion/observedMachines.ts'
import {
  needsCheck,
  needsSecondCheck,
  provenEnd,
  type Evidence,
} from '../../../src/deletion/responseProofs.ts'
import type { Observation } from '../../../src/deletion/stage.ts'

const watch: ObservedMachines = {
  count: 2,
  uids: new Set(['m0', 'm1']),
  isComplete: true,
  observedAt: 0,
  areAllRunning: true,
  hasLeavingMachine: false,
  addedAt: undefined,
  hasLostMachine: false,
  unchangedMs: 0,
}
const gone: Observation = { kind: 'gone' }
const running: Observation = { kind: 'listed', machines: watch }
const leaving: Observation = {
  kind: 'listed',
  machines: { ...watch, areAllRunning: false, hasLeavingMachine: true },
}
const halfRunning: Observation = { kind: 'listed', machines: { ...watch, areAllRunning: false } }
const unlisted: Observation = { kind: 'unlisted', machines: watch }
const withoutMachines: Observation = { kind: 'listed' }
const unsupported: Observation = { kind: 'unsupported' }
const failed: Observation = { kind: 'failed', isReached: true }

function createError(kind: ApiErrorKind, status: number, mayHaveTakenEffect = false): ApiError {
  return new ApiError(kind, '', { status, mayHaveTakenEffect })
}
const notFound = createError('notFound', 404)
const goneError = createError('rejected', 410)
const conflict = createError('conflict', 409)
const redirected = createError('redirected', 307)
const unauthorized = createError('unauthorized', 401)
const forbidden = createError('forbidden', 403)
const unreachable = new ApiError('unreachable', '')
const rejected = createError('rejected', 422)
const badGateway = createError('server', 502, true)
const projectGone = new ApiError('notFound', '', { status: 404, code: 'ProjectNotFoundInTenant' })

function createEvidence(
  error: ApiError | undefined,
  observation: Observation | undefined,
  more: Partial<Evidence> = {},
): Evidence {
  const known = { wasListed: false, machineUids: ['m0', 'm1'], hasEarlierDeletion: false }
  return { error, observation, isSecondCheck: false, ...known, ...more }
}

describe('Deletion: The proofs of a response', () => {
  const listedBefore = { wasListed: true }
  const hadThree = { machineUids: ['m0', 'm1', 'm2'] }
  const hadNone = { machineUids: [] }
  const empty: Observation = {
    kind: 'listed',
    machines: { ...watch, count: 0, uids: new Set() },
  }
  const knewNone = { machineUids: undefined }
  const afterEarlier = { hasEarlierDeletion: true }
  const again = { isSecondCheck: true, ...listedBefore }
  type Case = [
    what: string,
    error: ApiError | undefined,
    observation: Observation | undefined,
    end: ReturnType<typeof provenEnd>,
    more?: Partial<Evidence>,
  ]
  const cases: Case[] = [
    ['a 2xx, and the pool is gone', undefined, gone, 'deleted'],
    ['a 2xx of a service without lookups', undefined, unsupported, 'deleted'],
    ['a 2xx, and the pool is listed', undefined, running, undefined],
    ['a 2xx, and only the machines are listed', undefined, unlisted, undefined],
    ['a 409, and only the machines are listed', conflict, unlisted, undefined, listedBefore],
    ['a 404, and only the machines are listed', notFound, unlisted, undefined, listedBefore],
    ['a 2xx, and the check failed', undefined, failed, undefined],
    ['a 2xx, and the check took too long', undefined, undefined, undefined],
    ['a 502', badGateway, undefined, undefined],
    ['a 502, and the pool is gone', badGateway, gone, undefined, listedBefore],
    ['a 401', unauthorized, undefined, 'notDeleted'],
    ['a 403 beside an earlier deletion', forbidden, undefined, 'notDeleted', afterEarlier],
    ['a request that didn’t reach the service', unreachable, undefined, 'notDeleted'],
    ['a 422, and the pool runs', rejected, running, undefined],
    ['a 422, and the pool runs a while later', rejected, running, 'notDeleted', again],
    ['a 422, and a machine leaves', rejected, leaving, undefined],
    ['a 422, and a machine leaves a while later', rejected, leaving, undefined, again],
    ['a 422, and the pool is gone a while later', rejected, gone, 'deleted', again],
    [
      'a 422, and a machine is missing a while later',
      rejected,
      running,
      undefined,
      { ...again, ...hadThree },
    ],
    ['a 422, and the second check failed', rejected, failed, undefined, again],
    ['a 404, and the second check failed', notFound, failed, undefined, again],
    ['a 404, and the second check took too long', notFound, undefined, undefined, again],
    ['a 422, and a machine doesn’t run', rejected, halfRunning, undefined],
    ['a 422, and a machine is missing', rejected, running, undefined, hadThree],
    ['a 422, and a pool without machines', rejected, empty, undefined, { ...again, ...hadNone }],
    [
      'a 422, and a pool that has got machines',
      rejected,
      running,
      undefined,
      { ...again, ...hadNone },
    ],
    ['a 422, and the machines weren’t known', rejected, running, undefined, knewNone],
    ['a 404, and a machine doesn’t run', notFound, halfRunning, undefined],
    ['a 404, and a machine is missing', notFound, running, undefined, hadThree],
    ['a 422, and the pool is gone', rejected, gone, 'deleted', listedBefore],
    ['a 422, and the check failed', rejected, failed, undefined],
    ['a 422 of a service without lookups', rejected, unsupported, 'notDeleted'],
    ['a 422 beside an earlier deletion', rejected, running, 'unknown', afterEarlier],
    ['a 404 because the project is gone', projectGone, undefined, 'notDeleted'],
    ['a 409, and the pool was never listed', conflict, gone, undefined],
    ['a 409, and the machines are unknown', conflict, withoutMachines, undefined],
    ['a 307, and the pool runs a while later', redirected, running, 'notDeleted', again],
    ['a 404, and the pool is gone', notFound, gone, 'deleted', listedBefore],
    ['a 404, and the pool was never listed', notFound, gone, 'notFound'],
    ['a 404, and the pool runs', notFound, running, undefined],
    ['a 404, and the pool runs a while later', notFound, running, 'stillListed', again],
    ['a 404, and a machine leaves', notFound, leaving, undefined],
    ['a 404 of a service without lookups', notFound, unsupported, 'notFound'],
    ['a 404, and the check failed', notFound, failed, 'notFound'],
    ['a 404, and the check took too long', notFound, undefined, 'notFound'],
    ['a 410, and the check failed', goneError, failed, undefined],
    ['a 410, and the pool runs', goneError, running, undefined],
    ['a 410, and the pool runs a while later', goneError, running, 'stillListed', again],
    ['a 404 beside an earlier deletion', notFound, undefined, 'unknown', afterEarlier],
    ['a 404 beside an earlier one that drains', notFound, leaving, undefined, afterEarlier],
    ['a 404 beside an earlier one, all gone', notFound, gone, 'notFound', afterEarlier],
    [
      'a 404 beside an earlier one, and the pool runs a while later',
      notFound,
      running,
      'unknown',
      { ...again, ...afterEarlier },
    ],
    [
      'a 404 beside an earlier one, without lookups',
      notFound,
      unsupported,
      'unknown',
      afterEarlier,
    ],
    ['a 409 beside an earlier one, and the pool is gone', conflict, gone, undefined, afterEarlier],
    [
      'a 409 beside an earlier one, and machines are left',
      conflict,
      unlisted,
      undefined,
      afterEarlier,
    ],
    ['a 502 of a service without lookups', badGateway, unsupported, undefined],
    ['a 502, and the pool runs a while later', badGateway, running, undefined, again],
    ['a 422, and the check took too long', rejected, undefined, undefined],
    [
      'a 422, and the pool runs a while later, but its machines weren’t known',
      rejected,
      running,
      undefined,
      { ...again, ...knewNone },
    ],
  ]
  for (const [what, error, observation, end, more] of cases) {
    it(`of ${what}: ${end ?? 'none'}`, () => {
      assert.equal(provenEnd(createEvidence(error, observation, more)), end)
    })
  }

  it('need a second check only if the first one has found nothing but a refusal', () => {
    const isNeeded = (...known: Parameters<typeof createEvidence>) =>
      needsSecondCheck(createEvidence(...known))
    for (const error of [notFound, goneError, conflict, redirected, rejected]) {
      assert.ok(isNeeded(error, running))
      assert.ok(!isNeeded(error, running, again))
      assert.ok(!isNeeded(error, running, afterEarlier))
      for (const seen of [leaving, halfRunning, gone, unlisted, unsupported, failed, undefined]) {
        assert.ok(!isNeeded(error, seen))
      }
    }
    for (const error of [undefined, badGateway, unauthorized, forbidden, unreachable]) {
      assert.ok(!isNeeded(error, running))
    }
  })

  it('need a check of the pool after a 2xx and a doubtful refusal only', () => {
    const doubtful = [undefined, notFound, goneError, conflict, redirected, rejected]
    assert.ok(doubtful.every(needsCheck))
    assert.ok(![badGateway, unauthorized, forbidden, unreachable, projectGone].some(needsCheck))
  })
})
