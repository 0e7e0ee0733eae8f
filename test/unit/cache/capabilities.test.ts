import { strict as assert } from 'node:assert'
import { ApiError, type ApiErrorKind } from '../../../src/api/errors.ts'
import { Capabilities } from '../../../src/cache/capabilities.ts'

/** So many different items that fail in the same way tell that a lookup isn’t supported (docs/api.md). */
const minFailingItems = 3

const connection = {
  name: 'home',
  baseUrl: 'https://service.example/',
  origin: 'https://service.example',
  deletion: 'confirm' as const,
}
const fails = (kind: ApiErrorKind, status?: number) => () =>
  Promise.reject(new ApiError(kind, kind, status === undefined ? {} : { status }))
const works = () => Promise.resolve('found')

describe('Cache: A lookup of a list', () => {
  for (const [kind, status] of [
    ['notFound', 404],
    ['forbidden', 403],
    ['rejected', 405],
    ['invalidResponse', 200],
  ] as const) {
    it(`is not supported after ${status} ${kind}, until that is forgotten`, async () => {
      const capabilities = new Capabilities()
      assert.equal(
        await capabilities.tryCall(connection, 'clusters', fails(kind, status)),
        undefined,
      )
      assert.equal(await capabilities.tryCall(connection, 'clusters', works), undefined)
      assert.equal(await capabilities.tryCall(connection, 'accounts', works), 'found')
      capabilities.invalidate()
      assert.equal(await capabilities.tryCall(connection, 'clusters', works), 'found')
    })

    it(`fails with ${status} ${kind} once it has worked with the same key, and is asked again`, async () => {
      const capabilities = new Capabilities()
      await capabilities.tryCall(connection, 'clusters', works)
      capabilities.invalidate()
      const again = capabilities.tryCall(connection, 'clusters', fails(kind, status))
      await assert.rejects(again, { kind })
      assert.equal(await capabilities.tryCall(connection, 'clusters', works), 'found')
      capabilities.clear()
      const withOtherKey = capabilities.tryCall(connection, 'clusters', fails(kind, status))
      assert.equal(await withOtherKey, undefined)
    })
  }
})

describe('Cache: A lookup that is refused for its project', () => {
  const refused = (status: 403 | 404, code: string, isOfProjectList?: boolean) => () =>
    Promise.reject(
      new ApiError(status === 404 ? 'notFound' : 'forbidden', code, {
        status,
        code,
        isOfProjectList,
      }),
    )
  const ofLists: [status: 403 | 404, code: string, isOfProjectList?: boolean][] = [
    [403, 'OperationForbidden'],
    ...['ProjectNotFoundInTenant', 'ResourceAccessDenied', 'ResourceNotFound'].flatMap(
      (code): typeof ofLists => [
        [403, code, true],
        [404, code, true],
      ],
    ),
  ]

  for (const [status, code, isOfProjectList] of ofLists) {
    it(`is supported if it is a list: ${status} ${code}`, async () => {
      const capabilities = new Capabilities()
      const list = capabilities.tryCall(
        connection,
        'clusters',
        refused(status, code, isOfProjectList),
      )
      await assert.rejects(list, { code })
      assert.equal(await capabilities.tryCall(connection, 'clusters', works), 'found')
    })
  }

  for (const [status, code] of [
    [403, 'OperationForbidden'],
    [403, 'ProjectNotFoundInTenant'],
    [404, 'ProjectNotFoundInTenant'],
  ] as const) {
    it(`is supported if all of several things say so: ${status} ${code}`, async () => {
      const capabilities = new Capabilities()
      for (let count = 0; count <= minFailingItems; count++) {
        const look = refused(status, code)
        const lookup = capabilities.tryForItem(connection, 'cloudConfig', `${count}`, look)
        await assert.rejects(lookup, { code })
      }
      assert.ok(capabilities.isSupported(connection, 'cloudConfig'))
      const next = capabilities.tryForItem(connection, 'cloudConfig', 'another', works)
      assert.equal(await next, 'found')
    })
  }
})

describe('Cache: A lookup of one item', () => {
  const look = (capabilities: Capabilities, thing: string, run: () => Promise<string>) =>
    capabilities.tryForItem(connection, 'cloudConfig', thing, run)

  for (const [kind, status] of [
    ['forbidden', 403],
    ['notFound', 404],
    ['invalidResponse', 200],
  ] as const) {
    it(`leaves ${status} ${kind} with that item, and looks up other items`, async () => {
      const capabilities = new Capabilities()
      await look(capabilities, 'readable', works)
      await assert.rejects(look(capabilities, 'a', fails(kind, status)), { kind })
      for (const thing of ['b', 'c', 'd'])
        await look(capabilities, thing, fails(kind, status)).catch(String)
      assert.equal(await look(capabilities, 'e', works), 'found')
    })

    it(`takes ${status} ${kind} of several things for a lookup that is not supported`, async () => {
      const capabilities = new Capabilities()
      for (let count = 1; count < minFailingItems; count++)
        await look(capabilities, `${count}`, fails(kind, status))
      assert.ok(capabilities.isSupported(connection, 'cloudConfig'))
      await look(capabilities, 'last', fails(kind, status))
      assert.ok(!capabilities.isSupported(connection, 'cloudConfig'))
      assert.equal(await look(capabilities, 'another', works), undefined)
    })
  }

  it('is supported although one item fails again and again', async () => {
    const capabilities = new Capabilities()
    for (let count = 0; count < 9; count++)
      await look(capabilities, 'same', fails('forbidden', 403))
    assert.equal(await look(capabilities, 'another', works), 'found')
  })

  const brokenStreaks: [what: string, kind: ApiErrorKind, status: number][] = [
    ['for another reason', 'forbidden', 403],
    ['with an error that says nothing of support', 'server', 500],
  ]
  for (const [what, kind, status] of brokenStreaks) {
    it(`is supported if one of several things fails ${what}`, async () => {
      const capabilities = new Capabilities()
      await look(capabilities, 'a', fails('notFound', 404))
      await look(capabilities, 'b', fails('notFound', 404))
      await look(capabilities, 'c', fails(kind, status)).catch(String)
      await look(capabilities, 'd', fails('notFound', 404))
      assert.ok(capabilities.isSupported(connection, 'cloudConfig'))
    })
  }

  it('is not supported after one 405', async () => {
    const capabilities = new Capabilities()
    assert.equal(await look(capabilities, 'a', fails('rejected', 405)), undefined)
    assert.equal(await look(capabilities, 'b', works), undefined)
  })

  it('is silent over a service that lists nothing, and tells where it lists something', async () => {
    const capabilities = new Capabilities()
    assert.equal(await look(capabilities, 'a', fails('forbidden', 403)), undefined)
    await capabilities.tryCall(connection, 'clusters', works)
    await assert.rejects(look(capabilities, 'a', fails('forbidden', 403)), { kind: 'forbidden' })
    assert.equal(await look(capabilities, 'a', fails('notFound', 404)), undefined) // may be the route
  })

  it('can be requested anyway, and is supported from then on', async () => {
    const capabilities = new Capabilities()
    await look(capabilities, 'a', fails('rejected', 405))
    const anyway = capabilities.tryAnyway(connection, 'cloudConfig', 'b', works)
    assert.equal(await anyway, 'found')
    assert.equal(await look(capabilities, 'c', works), 'found')
  })
})
