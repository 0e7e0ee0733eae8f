import assert from 'node:assert/strict'
import { ApiError, saysPoolIsAbsent, type ApiErrorDetails } from '../../../src/api/errors.ts'
import { asKeyRefusal, explainNotFound, type KeyCheck } from '../../../src/api/keyRefusal.ts'

const keyAnswer = { code: 'ResourceNotFound', serviceMessage: 'api key was not found' }
const notFound = (details: ApiErrorDetails) =>
  new ApiError('notFound', 'GET /v1', { status: 404, ...details })
const read = { method: 'GET' } as const
const deletion = { method: 'DELETE' } as const
const keyRefusal = asKeyRefusal(notFound(keyAnswer))
const refused: KeyCheck = { isAccepted: false, error: keyRefusal }

/** The kind of an error, and whether a deletion may have taken effect. */
function summarize(error: unknown): unknown[] {
  assert.ok(error instanceof ApiError)
  return [error.kind, error.mayHaveTakenEffect]
}

describe('API: A 404', () => {
  it('is about the key if “who am I” gets it with a code, whose words it keeps', () => {
    assert.ok(keyRefusal instanceof ApiError)
    const { kind, status, code, serviceMessage } = keyRefusal
    assert.deepEqual([kind, status, { code, serviceMessage }], ['unauthorized', 404, keyAnswer])
  })

  for (const details of [
    {},
    { code: '5' },
    { code: '404' },
    { code: 'NOT_FOUND' },
    { code: 'RouteNotFound' },
    { code: 'ResourceNotFound', isPage: true },
  ]) {
    it(`is about the path of “who am I” with ${JSON.stringify(details)}`, async () => {
      const error = notFound(details)
      assert.equal(asKeyRefusal(error), error)
      const neverAsked = () => assert.fail('Asked for the key')
      assert.equal(await explainNotFound(error, read, neverAsked), error)
    })
  }

  it('of any other request is about the key if “who am I” says so', async () => {
    const error = notFound({ code: 'ClusterNotFound' })
    const explained = await explainNotFound(error, read, async () => refused)
    assert.deepEqual(summarize(explained), ['unauthorized', false])
  })

  it('of any other request stays what it is if “who am I” fails otherwise', async () => {
    const error = notFound({ code: 'ClusterNotFound' })
    for (const userError of [notFound({}), new ApiError('timeout', 'No answer')]) {
      const check: KeyCheck = { isAccepted: false, error: userError }
      assert.equal(await explainNotFound(error, read, async () => check), error)
    }
  })

  it('of any other request is known not to be about the key if “who am I” works', async () => {
    const error = notFound({ code: 'ClusterNotFound', serviceMessage: 'no' })
    const explained = await explainNotFound(error, read, async () => ({ isAccepted: true }))
    assert.ok(explained instanceof ApiError)
    const expected = notFound({
      code: 'ClusterNotFound',
      serviceMessage: 'no',
      isKeyAccepted: true,
    })
    assert.deepEqual(Object.entries(explained), Object.entries(expected))
    assert.equal(explained.message, error.message)
  })

  for (const code of [
    'ResourceNotFound',
    'MachinePoolNotFound',
    'machine_pool_not_found',
    'CloudConfigNotFound',
    'ClusterNotFound',
  ]) {
    it(`says with the code ${code} that a machine pool isn’t there`, () => {
      assert.ok(saysPoolIsAbsent(notFound({ code })))
    })
  }

  for (const details of [
    {},
    ...[
      'AccessDenied',
      'InvalidApiKey',
      'OperationForbidden',
      'PermissionDenied',
      'ProjectNotFoundInTenant',
      'ResourceAccessDenied',
      'RouteNotFound',
      'ServiceUnavailable',
      'TenantNotFound',
      'TooManyRequests',
      'UpstreamNotFound',
      'UserNotFound',
    ].map((code) => ({ code })),
    { code: 'ResourceNotFound', isPage: true },
    { code: 'ResourceNotFound', isOfProjectList: true },
  ]) {
    it(`says nothing of a machine pool with ${JSON.stringify(details)}`, () => {
      assert.ok(!saysPoolIsAbsent(notFound(details)))
    })
  }

  it('proves nothing of a deletion, whether or not it says the same as “who am I”', async () => {
    for (const details of [
      keyAnswer,
      { ...keyAnswer, serviceMessage: 'pool was not found' },
      { ...keyAnswer, code: 'MachinePoolNotFound' },
    ]) {
      const explained = await explainNotFound(notFound(details), deletion, async () => refused)
      assert.deepEqual(summarize(explained), ['unauthorized', true])
    }
  })
})
