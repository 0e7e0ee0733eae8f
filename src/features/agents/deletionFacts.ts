import type { Danger } from '../../inventory/deletionGuard.ts'
import type { Range, Remainder, RemainingWorkers } from '../../inventory/remainder.ts'
import { maxNamesLength, modelJson, shortList } from './modelJson.ts'

// What the dialog says of a deletion, in English for models.

/** The dangers of a deletion. */
export const dangerTexts: Record<Danger, string> = {
  controlPlane: 'This is a control plane pool. Without it, the cluster may stop working.',
  lastWorker:
    'This is the cluster’s last worker pool. Without it, the cluster can’t run workloads.',
  lastSystemPool: 'This is the cluster’s last system pool. AKS needs at least one.',
  controlPlaneUnknown:
    'The service doesn’t report which machine pools are control plane pools. Deleting a control plane pool may stop the cluster.',
  lookFailed: 'Whether this is a control plane pool or the last worker pool couldn’t be checked.',
  lookUnsupported:
    'The service doesn’t support the check for control plane pools and last worker pools.',
}

/** The end of the machines where it isn’t a drain without a limit, by provider. */
export const drainTexts: Readonly<Record<string, string>> = {
  eks: 'EKS terminates nodes that aren’t drained within 5 minutes.',
  gke: 'When a node pool is deleted, GKE doesn’t honor disruption budgets by default.',
  aks: 'On AKS, the deletion may fail if draining takes longer than 10 minutes.',
  'edge-native': 'The service may accept the deletion but leave the machines running.',
}

/** Returns what a cluster keeps and loses, as sentences. Says nothing of what isn’t known. */
export function remainderTexts(remainder: Remainder): string[] {
  const { workers, zones, labels, taints, autoscaled, systemPools } = remainder
  const { virtualClusters, maintenance } = remainder
  return [
    workers
      ? workersText(workers)
      : 'Which worker pools stay isn’t known, because the service doesn’t report it completely.',
    remainder.controlPlaneRunsWorkloads && 'A control plane pool that stays also runs workloads.',
    named('Zones configured for no other worker pool', zones),
    named('Labels that no other pool has', labels),
    named('Taints that no other pool has', taints),
    ...autoscaled.map(
      (range) =>
        `Autoscaled (${rangeText(range)}): the autoscaler may bring nodes back while the pool drains.`,
    ),
    systemPools?.length ? named('System pools that stay', systemPools) : false,
    remainder.isRepavePending && 'A repave of the cluster’s nodes is pending.',
    named('Virtual clusters listed on this cluster', virtualClusters),
    maintenance > 0 &&
      `Machines of this cluster in maintenance, which are no capacity: ${maintenance}.`,
  ].filter((text) => text !== false)
}

function workersText({ pools, empty, hybrid, nodes, cpus }: RemainingWorkers): string {
  const facts = [
    nodes && `nodes: ${rangeText(nodes)}`,
    cpus && `vCPUs: ${rangeText(cpus)}`,
    empty > 0 && `pools configured for no nodes, not counted: ${empty}`,
    hybrid > 0 && `hybrid pools among them: ${hybrid}`,
  ].filter(Boolean)
  return `Worker pools that stay: ${pools}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}.`
}

function rangeText({ min, max }: Range): string {
  return min === max ? String(min) : `${min}–${max}`
}

/** Returns a sentence with names of the service, quoted. */
function named(what: string, names: readonly string[] | undefined): string | false {
  const shown = shortList(names, maxNamesLength)
  return shown ? `${what}: ${shown.map((name) => modelJson(name)).join(', ')}.` : false
}
