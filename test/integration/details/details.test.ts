import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { confirmDeletion } from '../deletion/pools.ts'
import { useTextFiles } from '../codeFiles.ts'
import { configs, projects } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { closeAll } from '../zones/editors.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout } = configs

interface Shown {
  error?: string
  machinePools?: { name: string; size?: number }[] | null
  machinePool?: { name: string; size?: number; labels?: string[]; taints?: string[] }
  machines?: unknown[] | null
  deletion?: { stage: string; requestedAt: string }
  [key: string]: unknown
}

function shown(): vscode.TextDocument {
  const document = vscode.window.activeTextEditor?.document
  if (document?.uri.scheme !== 'poolkeeper-details') throw new Error('No details are shown')
  return document
}
const content = () => JSON.parse(shown().getText()) as Shown

/** Waits for what the document shows: VS Code keeps documents for a while, and reads them again. */
const untilShown = async (what: string, holds: (shown: Shown) => boolean) => {
  await until(what, () => holds(content()))
  return content()
}

describe('Details: Show Details', () => {
  useTextFiles()
  afterEach(closeAll) // before the session ends, so that nothing that is shown is read again
  const session = useFilledSession()
  const sandboxConfig = () => session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)!

  it('shows what is known of a cluster, as a read-only document', async () => {
    await session.run('showDetails', (await session.clusterRow('checkout-prod')).node)
    const { loadedAt, machinePools, ...rest } = await untilShown('the pools', (details) =>
      Boolean(details.machinePools),
    )
    assert.ok(Date.parse(String(loadedAt)) > 0)
    assert.deepEqual(rest, {
      connection: session.name,
      service: new URL(session.sandbox.baseUrl).host,
      project: { uid: projects.production.uid, name: 'Production' },
      cluster: {
        name: 'checkout-prod',
        uid: checkout.clusterUid,
        state: 'Running',
        health: 'Healthy',
        cloudAccount: { uid: checkout.accountUid, name: 'aws-production' },
      },
      provider: 'aws',
      cloudConfig: checkout.uid,
      region: 'us-east-1',
    })
    assert.deepEqual(
      machinePools?.map(({ name }) => name),
      checkout.pools.map(({ name }) => name),
    )
    const { fsPath, query } = shown().uri
    assert.match(fsPath, /checkout-prod\.json$/)
    assert.ok(!query.includes(session.sandbox.apiKey))
  })

  it('shows what is known of a machine pool, with its machines', async () => {
    await session.run('showDetails', (await session.poolRow(checkout, 'batch-spot')).node)
    const { machinePool } = await untilShown('the pool', (details) => Boolean(details.machines))
    assert.deepEqual(machinePool, {
      name: 'batch-spot',
      isControlPlane: false,
      size: 0,
      minSize: 0,
      maxSize: 20,
      zones: ['us-east-1a', 'us-east-1f'],
      instanceType: 'c7g.4xlarge',
      cpus: 16,
      labels: [],
      taints: [],
      architecture: 'amd64',
      capacityType: 'on-demand',
    })
    await session.run('showDetails', (await session.poolRow(checkout, 'gpu-inference')).node)
    const gpu = await untilShown(
      'its marks',
      (details) => details.machinePool?.name === 'gpu-inference',
    )
    assert.deepEqual(gpu.machinePool?.labels, ['accelerator=nvidia-a10g'])
    assert.deepEqual(gpu.machinePool?.taints, ['nvidia.com/gpu=present:NoSchedule'])
    await session.run('showDetails', (await session.poolRow(checkout, 'worker-pool')).node)
    const { machines = [] } = await untilShown(
      'the machines',
      (details) => details.machines?.length === 6,
    )
    const [machine] = (machines ?? []) as { [key: string]: string }[]
    const known = ['uid', 'name', 'state', 'health', 'since', 'zone']
    assert.deepEqual(Object.keys(machine ?? {}), known)
  })

  it('shows what a deletion leaves, from the dialog of the deletion, which it cancels', async () => {
    Object.assign(sandboxConfig(), { virtualClusters: ['previews'] })
    await session.run('refreshMachinePools')
    const { node } = await session.poolRow(checkout, 'gpu-inference')
    const deleting = session.run('deleteMachinePool', node)
    ;(await session.dialogs.modal()).press('Show Details')
    await deleting
    const { ifDeleted } = await untilShown('what is left', (details) =>
      JSON.stringify(details['ifDeleted'] ?? {}).includes('previews'),
    )
    const { lost, remainingPools, virtualClusters } = ifDeleted as Record<string, unknown>
    assert.deepEqual(virtualClusters, ['previews'])
    assert.deepEqual((lost as { labels?: unknown }).labels, ['accelerator=nvidia-a10g'])
    assert.deepEqual(remainingPools, ['control-plane-pool', 'worker-pool', 'batch-spot'])
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail()
    assert.match(document.lineAt(selection.active).text, /"ifDeleted"/)
    assert.deepEqual(session.requests('DELETE'), [])
    const { text, press } = await session.dialogs.message()
    assert.equal(text, 'Machine pool not deleted: “gpu-inference” in checkout-prod.')
    press('Delete Machine Pool…')
    assert.match((await session.dialogs.modal()).text, /^Delete machine pool “gpu-inference”/)
  })

  it('is a snapshot, and has the current facts when it is opened again', async () => {
    const show = async () =>
      session.run('showDetails', (await session.clusterRow('checkout-prod')).node)
    await show()
    await untilShown('the pools', (details) => details.machinePools?.length === 4)
    sandboxConfig().pools = sandboxConfig().pools.filter(({ name }) => name !== 'batch-spot')
    await session.run('refreshMachinePools')
    await session.rows('machinePools', await session.clusterRow('checkout-prod'))
    assert.equal(content().machinePools?.length, 4)
    await show()
    await untilShown('one less', (details) => details.machinePools?.length === 3)
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1)
  })

  it('has the progress of a deletion, with the messages of the machines, and no key', async () => {
    session.sandbox.drain = 'manual'
    sandboxConfig().pools.find(({ name }) => name === 'gpu-inference')!.stall = {
      cause: 'volume',
      after: 0,
    }
    await confirmDeletion(session, await session.poolRow(checkout, 'gpu-inference'))
    const { apiKey } = session.sandbox
    const message = `waits for ${apiKey}\u202e`
    const conditions = [{ type: 'Ready', status: 'False', message }]
    const status = { instanceState: 'Deleting', health: { state: 'UnHealthy', conditions } }
    const body = JSON.stringify({ items: [{ metadata: { uid: 'm', name: 'm' }, status }] })
    session.sandbox.addFault({ path: '/gpu-inference/machines', body, times: null })
    await session.run('showDetails', (await session.poolRow(checkout, 'gpu-inference')).node)
    const { deletion, machines } = await untilShown('the deletion', (details) =>
      Boolean(details.deletion),
    )
    assert.equal(deletion?.stage, 'draining')
    assert.match(deletion?.requestedAt ?? '', /^20\d\d-.*Z$/)
    const text = shown().getText()
    assert.ok(text.includes('waits for ‹API key›\\u202e'), text)
    assert.ok(!text.includes(apiKey))
    assert.equal(machines?.length, 1)
  })

  it('shows the error, and loads the item again when it is shown again', async () => {
    const row = await session.clusterRow('checkout-prod')
    session.sandbox.addFault({ path: `/cloudconfigs/aws/${checkout.uid}`, status: 500 })
    await session.run('showDetails', row.node)
    const failed = await untilShown('the error', (details) => details.error !== undefined)
    assert.match(String(failed.error), /reported a server error \(500\)/)
    assert.equal(failed.machinePools, null)
    await session.run('showDetails', row.node)
    await untilShown('the pools', (details) => details.machinePools?.length === 4)
  })
})
