// Inspections of machine pools, made of loaded facts of which a test changes what it is about.
import type { CloudConfig } from '../../../src/api/poolSchemas.ts'
import type { Machines } from '../../../src/api/lookups.ts'
import type { ConfigResult } from '../../../src/clusters/clusters.ts'
import { assessPool, type Inspection, type LoadedPool } from '../../../src/deletion/inspection.ts'
import type { MachinePoolRef } from '../../../src/model/refs.ts'

const connection = {
  name: 'home',
  baseUrl: 'https://service.example/',
  origin: 'https://service.example',
  deletion: 'confirm' as const,
}
/** A worker pool of two nodes. */
export const worker = (name: string) => ({ name, isControlPlane: false, zones: [], size: 2 })
/** A cluster with a control plane and two worker pools. */
export const config: CloudConfig = {
  name: 'checkout',
  region: 'us-east-1',
  pools: [{ ...worker('masters'), isControlPlane: true }, worker('one'), worker('two')],
  hybridPools: [],
  unreadable: 0,
}
/** The response with that cloud config, changed. */
export const answer = (more: Partial<CloudConfig> = {}): ConfigResult => ({
  kind: 'answered',
  config: { ...config, ...more },
})
/** A complete list of machines, the first of them in these zones. */
export const machines = (count: number, ...zones: string[]): Machines => ({
  machines: Array.from({ length: count }, (_, at) => {
    return { uid: `m${at}`, name: `m${at}`, state: 'Running', zone: zones[at] }
  }),
  count,
  isComplete: true,
})

const cached: LoadedPool['cached'] = {
  config: undefined,
  listed: undefined,
  unreadablePools: undefined,
  cluster: undefined,
  clusterUid: undefined,
  clusterState: undefined,
  account: undefined,
  virtualClusters: undefined,
  isNameShared: false,
}

/** What is loaded of a pool, and what is cached of its cluster, where a test changes that. */
export type LoadedFacts = Partial<Omit<LoadedPool, 'cached'>> & {
  cached?: Partial<LoadedPool['cached']>
}

export function loadedPool(facts: LoadedFacts = {}): LoadedPool {
  return {
    loadedAt: 0,
    configResult: answer(),
    machines: undefined,
    siblingMachines: new Map(),
    assumedEmptyPools: [],
    clusterStatus: undefined,
    ...facts,
    cached: { ...cached, ...facts.cached },
  }
}

export function createRef(machinePoolName: string): MachinePoolRef {
  return { connection, provider: 'aws', configUid: 'a', machinePoolName }
}

/** Inspects a pool of which a test changes only what it is about. */
export function inspect(
  name: string,
  facts?: LoadedFacts,
  ref: Partial<MachinePoolRef> = {},
): Inspection {
  return assessPool({ ...createRef(name), ...ref }, loadedPool(facts), new Set())
}
