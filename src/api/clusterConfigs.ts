import type { Cluster, ListedCluster } from './clusterSchemas.ts'
import { ApiError, isUnsupported } from './errors.ts'
import type { ItemResult } from './pages.ts'
import { limits } from './rateLimiter.ts'

/** A reference to the cloud config of a cluster, as far as the service returns it. */
type ConfigOfCluster = Pick<ListedCluster, 'cloudType' | 'configUid'>

/** The maximum number of consecutive failed lookups of a cluster’s config. */
const maxFailedLookups = 3

const maxConcurrency = limits.clusters.batchSlots

/**
 * Creates the function that adds the cloud config to listed clusters: some services return it only with the
 * cluster itself, which `requestCluster` loads. Deleted clusters are left out. After a few failures in a row, no more
 * clusters are requested (docs/api.md, “Support”); a 403 concerns one cluster only. Until a config is found, no more
 * clusters are requested at once than may fail.
 */
export function createConfigResolver(
  requestCluster: (cluster: ListedCluster) => Promise<ConfigOfCluster>,
) {
  let hasFoundConfig = false
  let failedLookups = 0
  let lastFailure: 'unreadable' | ApiError = 'unreadable'
  let runningLookups = 0
  /** Starts the lookups that wait for a slot, the first of them first. A page may have thousands of clusters. */
  const waitingLookups: (() => void)[] = []
  return async (cluster: ListedCluster): Promise<ItemResult<Cluster>> => {
    if (isDeleted(cluster)) return undefined
    const listed = withConfig(cluster, cluster)
    if (listed) return listed
    await takeSlot()
    try {
      return failedLookups >= maxFailedLookups ? lastFailure : await lookUp(cluster)
    } finally {
      releaseSlot()
    }
  }

  async function takeSlot(): Promise<void> {
    if (isSlotFree()) runningLookups += 1
    else await new Promise<void>((resolve) => waitingLookups.push(resolve))
  }

  /** Passes the slot on, and those that have become free since. */
  function releaseSlot(): void {
    runningLookups -= 1
    while (isSlotFree()) {
      const startNext = waitingLookups.shift()
      if (!startNext) return
      runningLookups += 1
      startNext()
    }
  }

  function isSlotFree(): boolean {
    const maxRunning = hasFoundConfig ? maxConcurrency : maxFailedLookups - failedLookups
    return runningLookups < Math.max(1, maxRunning)
  }

  async function lookUp(cluster: ListedCluster): Promise<ItemResult<Cluster>> {
    try {
      const found = withConfig(cluster, await requestCluster(cluster))
      hasFoundConfig ||= found !== undefined
      failedLookups = hasFoundConfig ? 0 : failedLookups + 1
      lastFailure = 'unreadable'
      return found ?? lastFailure
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error
      const isRefused = isUnsupported(error)
      const isForbidden = error.kind === 'forbidden'
      failedLookups = isRefused && (isForbidden || hasFoundConfig) ? 0 : failedLookups + 1
      lastFailure = isRefused && !isForbidden ? 'unreadable' : error
      return lastFailure
    }
  }
}

function withConfig(cluster: ListedCluster, config: ConfigOfCluster): Cluster | undefined {
  const { cloudType, configUid } = config
  if (cloudType === undefined || configUid === undefined) return undefined
  return { ...cluster, cloudType, configUid }
}

/** Returns whether a cluster or a machine is gone. The service may list it for days. */
export function isDeleted({ state }: { state?: string | undefined }): boolean {
  return state?.toLowerCase() === 'deleted'
}
