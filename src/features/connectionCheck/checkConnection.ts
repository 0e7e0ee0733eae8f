import { withTimeout } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import type { Lookups } from '../../api/lookups.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Findings, CheckResult } from './findings.ts'
import type { NetworkProbe } from './networkProbe.ts'
import { findBlocker } from './networkVerdicts.ts'
import { mayBeProxied } from './proxy.ts'

/** Options for {@link checkConnection}. Without a key (`keyState`), no request is sent. */
interface CheckOptions extends Pick<Findings, 'keyState' | 'proxy'> {
  readonly serviceFor: (connection: Connection) => Promise<Lookups>
  /** Undefined in hosts without network access below HTTP. */
  readonly probe?: NetworkProbe | undefined
  /** The timeout of each check in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number
}

/**
 * Checks a connection, by reading only: the network, the API key, and then the lookups. Each check has a
 * timeout, so that a stalled service gets a report, too. Rejects with {@link ApiError} `cancelled` if the
 * signal aborts.
 */
export async function checkConnection(
  connection: Connection,
  options: CheckOptions,
  signal: AbortSignal,
): Promise<Findings> {
  const { probe, proxy, keyState, serviceFor, timeoutMs = 10_000 } = options
  const url = new URL(connection.baseUrl)
  // A proxy may present another certificate than the host.
  const isDirectTls = url.protocol === 'https:' && !mayBeProxied(connection.baseUrl, proxy)

  const runLookup = <T>(read: (lookups: Lookups, lookupSignal: AbortSignal) => Promise<T>) =>
    runCheck(async (checkSignal) => read(await serviceFor(connection), checkSignal))
  // “Who am I” first: it shows whether the service responds, and a rejected key isn’t sent again.
  const [addresses, certificate, whoAmI] = await Promise.all([
    probe && runProbe(() => probe.resolve(url.hostname.replace(/^\[|\]$/g, ''))),
    probe && isDirectTls ? runProbe((probeSignal) => probe.handshake(url, probeSignal)) : undefined,
    runLookup((lookups, lookupSignal) => lookups.whoAmI(lookupSignal)),
  ])
  const findings = { connection, keyState, proxy, addresses, certificate, lookups: { whoAmI } }
  if (findBlocker(findings) !== undefined) return findings // the other lookups would fail, too
  const [ownApiKeys, projects, accounts, clusters] = await Promise.all([
    runLookup((lookups, lookupSignal) => lookups.ownApiKeys(lookupSignal)),
    runLookup((lookups, lookupSignal) => lookups.projects(lookupSignal)),
    // The first page suffices.
    runLookup((lookups, lookupSignal) => lookups.cloudAccounts(lookupSignal).next()),
    runLookup((lookups, lookupSignal) => lookups.clusters(lookupSignal).next()),
  ])
  return { ...findings, lookups: { whoAmI, ownApiKeys, projects, accounts, clusters } }

  /** Runs a check with a timeout. */
  async function runCheck<T>(
    run: (checkSignal: AbortSignal) => Promise<T>,
  ): Promise<CheckResult<T>> {
    try {
      return { value: await withTimeout(timeoutMs, signal, run) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error
      return { error }
    }
  }

  /** Runs a check of the network, which only adds details to the report. Resolves to undefined if the check fails. */
  async function runProbe<T>(
    probeNetwork: (probeSignal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const result = await runCheck(async (checkSignal) =>
      probeNetwork(checkSignal).catch(() => undefined),
    )
    return 'value' in result ? result.value : undefined
  }
}
