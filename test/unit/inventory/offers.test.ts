import { strict as assert } from 'node:assert'
import { ApiError, type ApiErrorKind } from '../../../src/api/errors.ts'
import { minFailingThings, Offers } from '../../../src/inventory/offers.ts'

const connection = {
  name: 'home',
  baseUrl: 'https://service.example/',
  origin: 'https://service.example',
  readOnly: false,
}
const fails = (kind: ApiErrorKind, status?: number) => () =>
  Promise.reject(new ApiError(kind, kind, status === undefined ? {} : { status }))
const needsProject = () =>
  Promise.reject(new ApiError('forbidden', '403', { status: 403, code: 'OperationForbidden' }))
const works = () => Promise.resolve('found')

describe('Inventory: a lookup of a list', () => {
  for (const [kind, status] of [
    ['notFound', 404],
    ['forbidden', 403],
    ['rejected', 405],
    ['invalidResponse', 200],
  ] as const) {
    it(`is not supported after ${status} ${kind}, until that is forgotten`, async () => {
      const offers = new Offers()
      assert.equal(await offers.ask(connection, 'clusters', fails(kind, status)), undefined)
      assert.equal(await offers.ask(connection, 'clusters', works), undefined)
      assert.equal(await offers.ask(connection, 'accounts', works), 'found')
      offers.forget()
      assert.equal(await offers.ask(connection, 'clusters', works), 'found')
    })

    it(`fails with ${status} ${kind} once it has worked, and is asked again`, async () => {
      const offers = new Offers()
      await offers.ask(connection, 'clusters', works)
      offers.forget()
      const again = offers.ask(connection, 'clusters', fails(kind, status))
      await assert.rejects(again, { kind })
      assert.equal(await offers.ask(connection, 'clusters', works), 'found')
    })
  }

  it('is supported where it is refused until a project is chosen', async () => {
    const offers = new Offers()
    const refused = offers.ask(connection, 'clusters', needsProject)
    await assert.rejects(refused, { code: 'OperationForbidden' })
    assert.equal(await offers.ask(connection, 'clusters', works), 'found')
  })
})

describe('Inventory: a lookup of one thing', () => {
  const look = (offers: Offers, thing: string, run: () => Promise<string>) =>
    offers.askOfOne(connection, 'cloudConfig', thing, run)

  for (const [kind, status] of [
    ['forbidden', 403],
    ['notFound', 404],
    ['invalidResponse', 200],
  ] as const) {
    it(`leaves ${status} ${kind} with that thing, and looks up others`, async () => {
      const offers = new Offers()
      await look(offers, 'readable', works)
      await assert.rejects(look(offers, 'a', fails(kind, status)), { kind })
      for (const thing of ['b', 'c', 'd'])
        await look(offers, thing, fails(kind, status)).catch(String)
      assert.equal(await look(offers, 'e', works), 'found')
    })

    it(`takes ${status} ${kind} of several things for a lookup that is not supported`, async () => {
      const offers = new Offers()
      for (let n = 1; n < minFailingThings; n++) await look(offers, `${n}`, fails(kind, status))
      assert.ok(offers.isSupported(connection, 'cloudConfig'))
      await look(offers, 'last', fails(kind, status))
      assert.ok(!offers.isSupported(connection, 'cloudConfig'))
      assert.equal(await look(offers, 'another', works), undefined)
    })
  }

  it('is supported where all of several are refused until a project is chosen, and tells that', async () => {
    const offers = new Offers()
    for (let n = 0; n <= minFailingThings; n++) {
      await assert.rejects(look(offers, `${n}`, needsProject), { code: 'OperationForbidden' })
    }
    assert.ok(offers.isSupported(connection, 'cloudConfig'))
    assert.equal(await look(offers, 'another', works), 'found')
  })

  it('is supported although one thing fails time and again', async () => {
    const offers = new Offers()
    for (let n = 0; n < 9; n++) await look(offers, 'same', fails('forbidden', 403))
    assert.equal(await look(offers, 'another', works), 'found')
  })

  it('is supported although several things fail, each in another way', async () => {
    const offers = new Offers()
    const ways = [fails('notFound', 404), fails('forbidden', 403), fails('invalidResponse')]
    for (const [n, way] of [...ways, ...ways].entries()) await look(offers, `${n}`, way)
    assert.equal(await look(offers, 'another', works), 'found')
  })

  it('is not supported after one 405', async () => {
    const offers = new Offers()
    assert.equal(await look(offers, 'a', fails('rejected', 405)), undefined)
    assert.equal(await look(offers, 'b', works), undefined)
  })

  it('fails with 405 once it has worked', async () => {
    const offers = new Offers()
    await look(offers, 'a', works)
    await assert.rejects(look(offers, 'b', fails('rejected', 405)), { status: 405 })
    assert.ok(offers.isSupported(connection, 'cloudConfig'))
  })

  it('is silent over a service that lists nothing, and tells where it lists something', async () => {
    const offers = new Offers()
    assert.equal(await look(offers, 'a', fails('forbidden', 403)), undefined)
    await offers.ask(connection, 'clusters', works)
    await assert.rejects(look(offers, 'a', fails('forbidden', 403)), { kind: 'forbidden' })
    assert.equal(await look(offers, 'a', fails('notFound', 404)), undefined) // may be the route
  })

  it('can be requested anyway, and is supported from then on', async () => {
    const offers = new Offers()
    await look(offers, 'a', fails('rejected', 405))
    const anyway = offers.askAnyway(connection, 'cloudConfig', 'b', works)
    assert.equal(await anyway, 'found')
    assert.equal(await look(offers, 'c', works), 'found')
  })

  it('knows what works over each connection by itself', async () => {
    const offers = new Offers()
    const other = { ...connection, projectUid: 'another' }
    await offers.askOfOne(other, 'cloudConfig', 'a', works)
    assert.ok(!offers.hasWorked(connection, 'cloudConfig'))
    await look(offers, 'a', fails('rejected', 405))
    assert.ok(offers.isSupported(other, 'cloudConfig'))
  })

  it('learns nothing from what is no refusal', async () => {
    const offers = new Offers()
    for (const kind of ['server', 'timeout', 'unauthorized', 'cancelled'] as const) {
      for (const thing of ['a', 'b', 'c', 'd']) {
        await assert.rejects(look(offers, thing, fails(kind)), { kind })
      }
    }
    assert.equal(await look(offers, 'a', works), 'found')
  })
})
