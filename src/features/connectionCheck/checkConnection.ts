import { withTimeout } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import type { Lookups } from '../../api/lookups.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Findings, CheckResult } from './findings.ts'
import type { NetworkProbe } from './networkProbe.ts'
import { findBlocker } from './networkVerdicts.ts'
import { mayBeProxied } from './proxy.ts'

/** Options for {@link checkConnection}, with what is known of the key, without which nothing is sent, and of proxies. */
interface CheckTools extends Pick<Findings, 'keyState' | 'proxy'> {
  serviceFor(connection: Connection): Promise<Lookups>
  /** Undefined in hosts without network access below HTTP. */
  readonly probe?: NetworkProbe | undefined
  /** The timeout of each check in milliseconds; 10,000 by default. */
  readonly deadlineMs?: number
}

/**
 * Checks a connection, by reading only: the network, the API key, and then the lookups. Each check has a
 * timeout, so that a stalled service gets a report, too. Rejects with {@link ApiError} `cancelled` if the
 * signal aborts.
 */
export async function checkConnection(
  connection: Connection,
  tools: CheckTools,
  signal: AbortSignal,
): Promise<Findings> {
  const { probe, proxy, keyState, deadlineMs = 10_000 } = tools
  const url = new URL(connection.baseUrl)
  // Through a proxy, another certificate may be used than the host’s own.
  const hasOwnHandshake = url.protocol === 'https:' && !mayBeProxied(connection.baseUrl, proxy)

  const lookup = <T>(read: (lookups: Lookups, ends: AbortSignal) => Promise<T>) =>
    attempt(async (ends) => read(await tools.serviceFor(connection), ends))
  // “Who am I” first: it shows whether the service responds, and a rejected key isn’t sent again.
  const [addresses, certificate, whoAmI] = await Promise.all([
    probe && probed(() => probe.resolve(url.hostname.replace(/^\[|\]$/g, ''))),
    probe && hasOwnHandshake ? probed((ends) => probe.handshake(url, ends)) : undefined,
    lookup((lookups, ends) => lookups.whoAmI(ends)),
  ])
  const findings = { connection, keyState, proxy, addresses, certificate, lookups: { whoAmI } }
  if (findBlocker(findings) !== undefined) return findings
  const [ownApiKeys, projects, accounts, clusters] = await Promise.all([
    lookup((lookups, ends) => lookups.ownApiKeys(ends)),
    lookup((lookups, ends) => lookups.projects(ends)),
    // The first page suffices.
    lookup((lookups, ends) => lookups.cloudAccounts(ends).next()),
    lookup((lookups, ends) => lookups.clusters(ends).next()),
  ])
  return { ...findings, lookups: { whoAmI, ownApiKeys, projects, accounts, clusters } }

  /** Runs a check with its timeout. */
  async function attempt<T>(run: (ends: AbortSignal) => Promise<T>): Promise<CheckResult<T>> {
    try {
      return { value: await withTimeout(deadlineMs, signal, run) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error
      return { error }
    }
  }

  /** Runs a check that only adds details. */
  async function probed<T>(run: (ends: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const outcome = await attempt(async (ends) => run(ends).catch(() => undefined))
    return 'value' in outcome ? outcome.value : undefined
  }
}
