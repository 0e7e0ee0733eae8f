import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { commandIds, settingIds } from '../../../src/contributions.ts'
import { readCodeFile } from '../../../src/documents/codeFile.ts'
import { searchExcludes } from '../../../src/documents/workspaceFiles.ts'
import { accounts, configs } from '../../sandbox/data.ts'
import { confirmDeletion } from '../deletion/pools.ts'
import { openFile, useSessionWithFiles } from '../codeFiles.ts'
import { until, writeSetting } from '../helpers.ts'
import { setLookups } from '../lookups.ts'
import { replace } from '../../replace.ts'
import { resetSetting } from '../settings.ts'
import { statOfSize } from '../zoneChecks/documents.ts'

const { checkout } = configs
/** Opens code that describes a pool of the cluster. */
const openPool = (pool = 'worker-pool') =>
  openFile('tf', `cluster_name = "checkout-prod"\nmachine_pools = [{ name = "${pool}" }]\n`)

describe('Machine pools in code: Code lenses', () => {
  const session = useSessionWithFiles()

  beforeEach(() => setLookups(session, 'all'))
  afterEach(async () => {
    await resetSetting(settingIds.codeLens)
    await setLookups(session, 'none')
    await session.run('refreshMachinePools')
  })

  async function lensesIn(
    document: vscode.TextDocument,
    resolveCount = 20,
  ): Promise<vscode.Command[]> {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      resolveCount,
    )
    return lenses.flatMap(({ command }) => (command ? [command] : []))
  }

  /** Opens the cluster in the view. */
  async function openCluster(cluster = checkout.clusterName, project = 'Production') {
    await session.rows('machinePools', await session.row('machinePools', project, cluster))
    session.sandbox.requests.length = 0
  }

  const titles = (lenses: readonly vscode.Command[]) =>
    lenses.map(({ title }) => title.replace(/updated .*$/, 'updated …'))

  it('show only cached data, with its time, without a request', async () => {
    await openCluster()
    const lenses = await lensesIn(await openPool())
    assert.deepEqual(titles(lenses), [
      'checkout-prod · Production · 6 nodes as configured · updated …',
      'Show Details',
    ])
    // A request of the lenses would arrive before this one, which is sent later.
    const { provider, uid: cloudAccountUid } = accounts.awsProduction
    await session.run('listZones', { provider, cloudAccountUid, region: 'us-east-1' })
    // The view counts the machines of autoscaled pools on its own, whenever that ends.
    const urls = session.requests().map(({ url }) => url)
    const otherUrls = urls.filter((url) => !url.endsWith('/machines'))
    assert.deepEqual(
      otherUrls.filter((url) => !url.includes('/zones')),
      [],
    )
    assert.ok(otherUrls.length > 0)
  })

  it('name each of several pools in a line', async () => {
    await openCluster()
    const pools = '[{ name = "control-plane-pool" }, { name = "worker-pool" }]'
    const text = `cluster_name = "checkout-prod"\nmachine_pools = ${pools}\n`
    const document = await openFile('tf', text)
    assert.deepEqual(titles(await lensesIn(document)), [
      'control-plane-pool · checkout-prod · Production · 3 nodes as configured · updated …',
      'control-plane-pool · Show Details',
      'worker-pool · checkout-prod · Production · 6 nodes as configured · updated …',
      'worker-pool · Show Details',
    ])
  })

  it('make their texts only when they’re visible', async () => {
    await openCluster()
    const lenses = await lensesIn(await openPool(), 1)
    assert.deepEqual(titles(lenses), [
      'checkout-prod · Production · 6 nodes as configured · updated …',
    ])
  })

  it('open the view and the details', async () => {
    await openCluster()
    const [reveal, details] = await lensesIn(await openPool())
    assert.ok(reveal && details)
    await vscode.commands.executeCommand(reveal.command, ...(reveal.arguments ?? []))
    assert.deepEqual(session.dialogs.messages, [])
    const [args] = reveal.arguments as [{ machinePoolName: string; configUid: string }]
    assert.deepEqual([args.machinePoolName, args.configUid], ['worker-pool', checkout.uid])
    assert.deepEqual(details.arguments, reveal.arguments)
    const opening = [commandIds.revealInView, commandIds.showDetails]
    assert.deepEqual([reveal.command, details.command], opening)
  })

  it('offer to reveal the pool if the pools of its cluster aren’t loaded, and aren’t shown before the clusters are listed', async () => {
    const text = 'kind: MachinePool\nmetadata: { name: a }\nspec: { clusterName: checkout-prod }\n'
    const document = await openFile('yaml', text)
    // A test before may have opened the view, which lists the clusters then.
    const held = session.holdRequests('/v1/dashboard/spectroclusters/search')
    await session.run('refreshMachinePools')
    assert.deepEqual(await lensesIn(document), [])
    held.release()
    await session.rows('machinePools')
    session.sandbox.requests.length = 0
    assert.deepEqual(titles(await lensesIn(document)), [
      'checkout-prod · Production · Not loaded yet · Reveal in View',
    ])
    assert.deepEqual(session.requests(), [])
    await openCluster()
    assert.deepEqual(await lensesIn(document), []) // it has no such pool
  })

  it('name each of several clusters of one name', async () => {
    const { data } = session.sandbox
    const other = data.configs.find(({ uid }) => uid === configs.billing.uid)
    assert.ok(other)
    other.clusterName = 'checkout-prod'
    await session.run('refreshMachinePools')
    await openCluster()
    const lenses = titles(await lensesIn(await openPool()))
    assert.equal(lenses.length, 3)
    assert.ok(
      lenses.includes('checkout-prod · Production · 6 nodes as configured · updated …'),
      lenses.join(),
    )
    assert.ok(lenses.some((title) => title.endsWith(' · Reveal in View')))
  })

  it('follow a deletion', async () => {
    session.sandbox.drain = 'manual'
    await openCluster()
    const document = await openPool('gpu-inference')
    assert.equal(
      titles(await lensesIn(document))[0],
      'checkout-prod · Production · 2 nodes as configured · updated …',
    )
    const row = await session.row('machinePools', 'Production', 'checkout-prod', 'gpu-inference')
    assert.ok(row)
    await confirmDeletion(session, row)
    assert.match(
      titles(await lensesIn(document))[0] ?? '',
      /^checkout-prod · Production · deleting…/,
    )
  })

  it('are plain text, whatever the pool’s name is', async () => {
    const name = '$(trash) x'
    const { data } = session.sandbox
    const pool = data.configs.find(({ uid }) => uid === checkout.uid)?.pools[1]
    assert.ok(pool)
    pool.name = name
    await session.run('refreshMachinePools')
    await openCluster()
    const pools = `[{ name = "control-plane-pool" }, { name = "${name}" }]`
    const text = `cluster_name = "checkout-prod"\nmachine_pools = ${pools}\n`
    const document = await openFile('tf', text)
    const [, , title] = titles(await lensesIn(document))
    assert.match(title ?? '', /^\\\$\(trash\) x · checkout-prod · Production · /)
  })

  it('are turned off by their setting, and without a connection', async () => {
    await openCluster()
    const document = await openPool()
    assert.equal((await lensesIn(document)).length, 2)
    await writeSetting(settingIds.codeLens, false)
    await until('no lens', async () => (await lensesIn(document)).length === 0)
    await resetSetting(settingIds.codeLens)
    await until('the lenses', async () => (await lensesIn(document)).length === 2)
    await session.writeConnections()
    await until('no lens', async () => (await lensesIn(document)).length === 0)
  })
})

describe('Machine pools in code: The search before a deletion', () => {
  const session = useSessionWithFiles()
  const { provider, uid: configUid } = checkout
  let restore = () => {}
  afterEach(async () => {
    restore()
    await resetSetting(settingIds.searchWorkspace)
  })

  it('asks for files of the workspace only if the setting allows it, for those that aren’t excluded, and for 1,000 at most', async () => {
    const searches: Parameters<typeof vscode.workspace.findFiles>[] = []
    restore = replace(vscode.workspace, 'findFiles', async (...args) => {
      searches.push(args)
      return []
    })
    await session.readDeletionQuestion({ provider, configUid, machinePoolName: 'worker-pool' })
    assert.equal(searches.length, 0)
    await writeSetting(settingIds.searchWorkspace, true)
    await session.readDeletionQuestion({ provider, configUid, machinePoolName: 'worker-pool' })
    const patternsAndLimits = searches.map((args) => args.slice(0, 3))
    assert.deepEqual(patternsAndLimits, [['**/*.{tf,tofu}', searchExcludes(), 1000]])
  })

  it('waits for the open documents, however long they take to read', async () => {
    const rest = '\na {\n}'.repeat(80_000)
    await openFile('tf', `machine_pool {\n  name = "worker-pool"\n}${rest}`)
    const question = await session.readDeletionQuestion({
      provider,
      configUid,
      machinePoolName: 'worker-pool',
    })
    assert.match(question.detail ?? '', /file-\d+\.tf/)
  })

  it('reads no file of more than 1 MB', async () => {
    const kinds: string[] = []
    for (const size of [1_000_000, 1_000_001]) {
      const readFile = async () => new Uint8Array(1)
      const fs = { stat: async () => statOfSize(size), readFile } as unknown as vscode.FileSystem
      restore = replace(vscode.workspace, 'fs', fs)
      kinds.push((await readCodeFile(vscode.Uri.file('/large.tf'))).kind)
      restore()
    }
    assert.deepEqual(kinds, ['code', 'unreadable'])
  })
})
