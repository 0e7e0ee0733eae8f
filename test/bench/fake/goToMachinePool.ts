import * as vscode from 'vscode'
import type { MachinePool } from '../../../src/api/poolSchemas.ts'
import { Capabilities } from '../../../src/cache/capabilities.ts'
import { Clusters } from '../../../src/clusters/clusters.ts'
import type { Service } from '../../../src/connections/services.ts'
import {
  askListedPool,
  type ListedPoolOptions,
} from '../../../src/features/machinePools/askListedPool.ts'
import { replace } from '../../replace.ts'
import { connection, createCluster, createPoolSources } from '../../unit/sources.ts'
import { sampleCount, summarize, type Summary } from '../samples.ts'

const clusterCount = 5_000
const poolsPerCluster = 5

/** Opens Go to Machine Pool over loaded clusters, until it lists all pools, and measures each opening in this way. */
export async function measureGoToMachinePool(
  measure: (open: () => Promise<void>) => Promise<number>,
): Promise<Summary> {
  const clusters = await loadClusters()
  const { pins, deletions } = createPoolSources({})
  const sources = {
    pins,
    deletions,
    clusters,
    deletionMonitor: { stageOf: () => undefined },
  } as unknown as ListedPoolOptions['sources']
  const samples: number[] = []
  for (let count = 0; count < sampleCount; count++) {
    const pick = new StandInPick()
    const restore = replace(vscode.window, 'createQuickPick', () => pick as never)
    samples.push(
      await measure(async () => {
        void askListedPool({ title: '', connection, sources })
        await pick.isFull(clusterCount * poolsPerCluster)
      }),
    )
    pick.close()
    restore()
  }
  return summarize(samples)
}

/** A quick pick that shows nothing. */
class StandInPick {
  busy = false
  value = ''
  activeItems: readonly vscode.QuickPickItem[] = []
  selectedItems: readonly vscode.QuickPickItem[] = []
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #hidden = new vscode.EventEmitter<void>()
  readonly #never = new vscode.EventEmitter<never>()
  readonly onDidHide = this.#hidden.event
  readonly onDidChangeActive = this.#never.event
  readonly onDidChangeValue = this.#never.event
  readonly onDidAccept = this.#never.event
  readonly onDidTriggerButton = this.#never.event
  readonly onDidTriggerItemButton = this.#never.event
  #items: readonly vscode.QuickPickItem[] = []

  get items(): readonly vscode.QuickPickItem[] {
    return this.#items
  }

  set items(items: readonly vscode.QuickPickItem[]) {
    this.#items = items
    this.#changed.fire()
  }

  async isFull(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const listener = this.#changed.event(() => {
      if (this.#items.length >= count) resolve()
    })
    await promise
    listener.dispose()
  }

  show(): void {}
  dispose(): void {}
  close(): void {
    this.#hidden.fire()
  }
}

/** Loads clusters with their pools into the caches. */
async function loadClusters(): Promise<Clusters> {
  const uids = Array.from({ length: clusterCount }, (_, index) => `config-${index}`)
  const page = {
    items: uids.map((uid) => createCluster(uid)),
    unreadable: 0,
    hasMore: false,
    isTruncated: false,
  }
  const service = {
    clusters: () => ({ next: async () => Promise.resolve({ value: page }) }),
    cloudConfig: async () => Promise.resolve(createConfig()),
  } as unknown as Service
  const clusters = new Clusters(async () => Promise.resolve(service), new Capabilities())
  await clusters.getList(connection)
  for (const configUid of uids) {
    await clusters.configs.get({ connection, provider: 'aws', configUid })
  }
  return clusters
}

function createConfig() {
  const pools = Array.from({ length: poolsPerCluster }, (_, index): MachinePool => {
    const zones = ['us-east-1a', 'us-east-1b']
    return { name: `workers-${index}`, size: 3, instanceType: 'm6i.xlarge', zones }
  })
  return { pools, hybridPools: [], unreadable: 0, region: 'us-east-1' }
}
