import assert from 'node:assert/strict'
import { configs, oddConfigs, projects } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, fields, type Page, poolPath, read, searchPath } from './helpers.ts'

describe('Sandbox: rights', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ odd: true })
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const { payroll } = oddConfigs
  /** Everything that can be done with a cluster. */
  const ways = (config: typeof configs.checkout | typeof payroll) => {
    const path = `/v1/cloudconfigs/${config.provider}/${config.uid}`
    return [
      ['GET', `/v1/spectroclusters/${config.clusterUid}`],
      ['GET', path],
      ['GET', `${poolPath(config, 'worker-pool')}/machines`],
      ['DELETE', poolPath(config, 'worker-pool')],
    ] as const
  }
  const refusals = async (
    config: typeof configs.checkout | typeof payroll,
    headers: Record<string, string> = {},
  ) => {
    const codes: (string | undefined)[] = []
    for (const [method, path] of ways(config)) {
      const response = await call(sandbox, method, path, headers)
      codes.push(response.status === 403 ? (await fields(response))['code'] : undefined)
    }
    return codes
  }
  const forbidden = Array.from({ length: 4 }, () => 'OperationForbidden')
  const allowed = Array.from({ length: 4 }, () => undefined)

  it('may lack for a cluster that is listed, and for no other', async () => {
    const { items } = await read<Page>(sandbox, searchPath, {}, '{}')
    assert.ok(items.some(({ metadata }) => metadata.uid === payroll.clusterUid))
    assert.deepEqual(await refusals(payroll), forbidden)
    assert.deepEqual(await refusals(configs.checkout), allowed)
    const left = sandbox.data.configs.find(({ uid }) => uid === payroll.uid)
    assert.equal(left?.pools.length, payroll.pools.length)
  })

  it('are those of a project where it is set so', async () => {
    sandbox.needsProject = true
    const { items } = await read<Page>(sandbox, searchPath, {}, '{}')
    assert.ok(items.some(({ metadata }) => metadata.uid === configs.checkout.clusterUid))
    assert.deepEqual(await refusals(configs.checkout), forbidden)
    const { uid: ProjectUid } = projects.production
    assert.deepEqual(await refusals(configs.checkout, { ProjectUid }), allowed)
  })
})
