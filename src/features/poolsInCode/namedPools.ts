import type { Block, BlockValue } from '../../syntax/blocks.ts'
import type { ClusterInCode, PoolInCode } from './poolMatching.ts'

/** What the blocks around a pool say about the pool. */
export interface Surroundings {
  readonly isCreated: boolean
  /** Undefined if the blocks name no cluster, or name it by an expression whose value isn’t known. */
  readonly cluster?: ClusterInCode | undefined
  readonly cloud?: string | undefined
}

/** Returns a pool with one literal name, as a list; an empty list for a pool with another name. */
export function poolNamed(
  names: readonly BlockValue[] | undefined,
  { start: block }: Block,
  { isCreated, cluster, cloud }: Surroundings,
): PoolInCode[] {
  const [name, second] = names ?? []
  if (name?.kind !== 'text' || name.text === '' || second) return []
  return [{ pool: name.text, cluster: { cloud, ...cluster }, start: name.start, block, isCreated }]
}

/**
 * Neither a `google_compute_node_group`, which reserves hosts, nor pools of workers that run builds, jobs, stacks, or
 * deployments, such as `google_cloudbuild_worker_pool`.
 */
export const poolWord =
  /(?<!compute_|cloudbuild_|cloud_run_v2_|spacelift_|octopusdeploy_(?:static|dynamic)_)(?:machine|node|worker)[_-]?(?:pool|group)(s?)(?:config)?$/i
