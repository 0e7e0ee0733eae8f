import type * as vscode from 'vscode'
import { isUnsupported } from '../api/errors.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Clusters } from '../clusters/clusters.ts'
import type { CloudConfigRef } from '../model/refs.ts'
import type { Deletions, PendingDeletion } from './deletions.ts'
import { watchMachines } from './machineWatch.ts'
import type { Seen } from './status.ts'

/** The services that pools are observed with. */
export interface ObserverParts {
  deletions: Deletions
  clusters: Clusters
  capabilities: Capabilities
  log: vscode.LogOutputChannel
}

/** An observation without a response. */
const failed: Seen = { kind: 'failed', isReached: false }

/**
 * Observes the pools of pending deletions in a cloud config, and records what happens to their machines. Returns what is
 * seen by deletion ID; `before` has what was.
 */
export async function observe(
  config: CloudConfigRef,
  open: readonly PendingDeletion[],
  before: ReadonlyMap<string, Seen>,
  { deletions, clusters, capabilities, log }: ObserverParts,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Seen>> {
  // The time before the requests, because the computer may have slept meanwhile.
  const moment = { at: Date.now(), elapsed: performance.now() }
  try {
    const result = await clusters.loadConfig(config, signal, 'interactive')
    const seen = open.map(async (one) => [one.deletion.id, await observeOne(one)] as const)
    return new Map(await Promise.all(seen))

    async function observeOne({ pool, deletion }: PendingDeletion): Promise<Seen> {
      if (result.kind !== 'answered' && !deletion.wasListed && (await isBlind())) {
        return { kind: 'unsupported' }
      }
      if (result.kind === 'unsupported') return failed
      if (result.kind === 'failed') {
        const { status, retryAfterMs = 0 } = result.error
        return { kind: 'failed', isReached: status !== undefined, retryAfterMs }
      }
      const { pools, unreadable } = result.config
      const isListed = pools.some(({ name }) => name === pool.machinePoolName)
      // The pool may be one of the unreadable ones.
      if (!isListed) return unreadable > 0 ? { kind: 'failed', isReached: true } : { kind: 'gone' }
      const machines = await clusters.loadMachines(pool, signal)
      const last = before.get(deletion.id)
      const earlier = last?.kind === 'listed' ? last.watch : undefined
      const watch = machines && watchMachines(earlier, machines, deletion, moment)
      if (watch?.isLoss || !deletion.drain) {
        const lostAt = watch?.isLoss ? moment.at : deletion.drain?.lostAt
        await deletions.see(deletion, { at: moment.at, lostAt, left: watch?.count })
      }
      return { kind: 'listed', watch }
    }

    /** Resolves to whether the service supports no lookups at all; loads the list of clusters if nobody has. */
    async function isBlind(): Promise<boolean> {
      if (result.kind !== 'failed') return result.kind === 'unsupported'
      // A denied request concerns this config only, and a proxy’s page nothing.
      if (!isUnsupported(result.error) || result.error.kind === 'invalidResponse') return false
      const { connection } = config
      const isWorking = () => capabilities.hasWorkedAnywhere(connection)
      return !isWorking() && (await clusters.getList(connection)) === undefined && !isWorking()
    }
  } catch (error) {
    if (!signal.aborted) log.warn(`Couldn’t check a deletion: ${String(error)}`)
    return new Map(open.map(({ deletion }) => [deletion.id, failed]))
  }
}
