import assert from 'node:assert/strict'
import { ApiError, type ApiErrorDetails } from '../../../src/api/errors.ts'
import { asKeyRefusal, explainNotFound } from '../../../src/api/keyRefusal.ts'

const keyAnswer = { code: 'ResourceNotFound', serviceMessage: 'api key was not found' }
const notFound = (details: ApiErrorDetails) =>
  new ApiError('notFound', 'GET /v1', { status: 404, ...details })
const read = { method: 'GET' } as const
const deletion = { method: 'DELETE' } as const
const keyRefusal = asKeyRefusal(notFound(keyAnswer))

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
    const explained = await explainNotFound(error, read, async () => keyRefusal)
    assert.deepEqual(summarize(explained), ['unauthorized', false])
  })

  it('of any other request is about the thing if “who am I” works, or fails otherwise', async () => {
    const error = notFound({ code: 'ClusterNotFound' })
    for (const userError of [undefined, notFound({}), new ApiError('timeout', 'No answer')]) {
      assert.equal(await explainNotFound(error, read, async () => userError), error)
    }
  })

  it('proves nothing of a deletion, whether or not it says the same as “who am I”', async () => {
    for (const details of [
      keyAnswer,
      { ...keyAnswer, serviceMessage: 'pool was not found' },
      { ...keyAnswer, code: 'MachinePoolNotFound' },
    ]) {
      const explained = await explainNotFound(notFound(details), deletion, async () => keyRefusal)
      assert.deepEqual(summarize(explained), ['unauthorized', true])
    }
  })
})
