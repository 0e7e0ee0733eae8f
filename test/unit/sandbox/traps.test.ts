import assert from 'node:assert/strict'
import { configs } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { read, searchPath } from './helpers.ts'

describe('Sandbox: traps', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const accountsPath = '/v1/cloudaccounts/summary'
  const configPath = `/v1/cloudconfigs/aws/${configs.checkout.uid}`

  it('nullArrays: every list is null', async () => {
    sandbox.traps = ['nullArrays']
    assert.equal((await read<{ items: unknown }>(sandbox, accountsPath)).items, null)
    const { spec } = await read<{ spec: Record<string, unknown> }>(sandbox, configPath)
    assert.equal(spec['machinePoolConfig'], null)
    assert.equal(await read(sandbox, '/v1/dashboard/spectroclusters/meta'), null)
  })

  for (const [trap, field, path] of [
    ['noListmeta', 'listmeta', accountsPath],
    ['noSpecSummary', 'specSummary', accountsPath],
    ['noStatus', 'status', accountsPath],
    ['noKind', 'kind', accountsPath],
    ['noIsControlPlane', 'isControlPlane', configPath],
  ] as const) {
    it(`${trap}: ${field} is left out everywhere`, async () => {
      const has = async () => JSON.stringify(await read(sandbox, path)).includes(`"${field}":`)
      assert.ok(await has())
      sandbox.traps = [trap]
      assert.ok(!(await has()))
    })
  }

  it('nullIsControlPlane: it is null where it is false', async () => {
    const roles = async () => {
      const { spec } = await read<{ spec: { machinePoolConfig: { isControlPlane: unknown }[] } }>(
        sandbox,
        configPath,
      )
      return spec.machinePoolConfig.map(({ isControlPlane }) => isControlPlane)
    }
    assert.deepEqual(await roles(), [true, false, false, false])
    sandbox.traps = ['nullIsControlPlane']
    assert.deepEqual(await roles(), [true, null, null, null])
  })

  it('bareArrays: a list has nothing around it', async () => {
    const { items } = await read<{ items: unknown[] }>(sandbox, accountsPath)
    sandbox.traps = ['bareArrays']
    assert.deepEqual(await read(sandbox, accountsPath), items)
  })

  it('loopingContinue: the same page again and again, with the same token', async () => {
    sandbox.traps = ['loopingContinue']
    const next = async (token: string) => {
      const path = `${searchPath}?limit=4&continue=${encodeURIComponent(token)}`
      return read<{ listmeta: { continue: string; offset: number } }>(sandbox, path, {}, '{}')
    }
    const { listmeta: first } = await next('')
    const { listmeta: second } = await next(first.continue)
    const { listmeta: third } = await next(second.continue)
    assert.equal(first.offset, 0)
    assert.deepEqual(second, { ...first, offset: 4 })
    assert.deepEqual(third, second)
  })
})
