import { clock } from '../../api/clock.ts'
import { withDeadline } from '../../api/deadline.ts'
import { ApiError, type ApiErrorKind } from '../../api/errors.ts'
import type { PingResult } from '../../api/ping.ts'
import type { Lookups } from '../../api/lookups.ts'
import type { Connection } from '../../connections/connection.ts'
import type { NetworkProbe } from './networkProbe.ts'
import type { ProxyUse } from './proxy.ts'
import { notTried, type LookupResults, type Outcome, type Findings } from './findings.ts'
import {
  addressVerdict,
  answersVerdict,
  blockerOf,
  clockVerdict,
  proxyVerdict,
  tlsVerdict,
} from './networkVerdicts.ts'
import type { CheckLine, CheckReport, Verdict } from './report.ts'
import { keyExpiryVerdict, keyVerdict, lookupVerdict, projectVerdict } from './serviceVerdicts.ts'

/** Options for {@link checkConnection}. */
export interface CheckTools {
  /** The state of the service URL’s key. Without a key, checks that need it are skipped. */
  readonly keyState: 'ready' | 'noKey' | 'addressChanged'
  /** True for the sample, which has neither a host nor a key. */
  readonly isSample?: boolean
  /** Pings the service, with the key if there is one (src/api/ping.ts). */
  ping(
    connection: Connection,
    signal: AbortSignal,
    onSuccess: (result: PingResult) => void,
  ): Promise<PingResult>
  serviceFor(connection: Connection): Promise<Lookups>
  /** Undefined in hosts without network access below HTTP. */
  readonly probe?: NetworkProbe | undefined
  /** The route of requests; undefined in browsers, which don’t tell. */
  readonly proxy?: ProxyUse | undefined
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
): Promise<CheckReport> {
  const { probe, proxy, keyState, isSample = false, deadlineMs = 10_000 } = tools
  const url = new URL(connection.baseUrl)
  const hasOwnHandshake = url.protocol === 'https:' && proxy?.kind !== 'proxy'

  let early: PingResult | undefined
  const [resolved, handshake, pingResult] = await Promise.all([
    probe &&
      attempt(() =>
        probe.resolve(url.hostname.replace(/^\[|\]$/g, '')).catch(failsAs('unreachable')),
      ),
    probe && hasOwnHandshake
      ? attempt((ends) => probe.handshake(url, ends).catch(failsAs('tls')))
      : undefined,
    attempt(
      (ends) => tools.ping(connection, ends, (result) => (early = result)),
      () => early,
    ),
  ])
  const network: Findings = { connection, keyState, resolved, handshake, pingResult, proxy }
  const lookupResults = blockerOf(network) === undefined ? await ask() : undefined
  return { connection, at: Date.now(), lines: linesOf({ ...network, lookupResults }, isSample) }

  /** Runs “who am I” first, so that a rejected key isn’t sent again. */
  async function ask(): Promise<LookupResults> {
    const lookup = <T>(read: (lookups: Lookups, ends: AbortSignal) => Promise<T>) =>
      attempt(async (ends) => read(await tools.serviceFor(connection), ends))
    const whoAmI = await lookup((lookups, ends) => lookups.whoAmI(ends))
    if ('error' in whoAmI && whoAmI.error.kind === 'unauthorized') return { whoAmI }
    const [ownApiKeys, projects, accounts, clusters] = await Promise.all([
      lookup((lookups, ends) => lookups.ownApiKeys(ends)),
      lookup((lookups, ends) => lookups.projects(ends)),
      // The first page suffices.
      lookup((lookups, ends) => lookups.cloudAccounts(ends).next()),
      lookup((lookups, ends) => lookups.clusters(ends).next()),
    ])
    return { whoAmI, ownApiKeys, projects, accounts, clusters }
  }

  /** Runs a check with its timeout. Facts recorded before a timeout are kept. */
  async function attempt<T>(
    run: (ends: AbortSignal) => Promise<T>,
    recorded: () => T | undefined = () => undefined,
  ): Promise<Outcome<T>> {
    return withDeadline(deadlineMs, signal, async (deadline) => {
      try {
        return { value: await deadline.race(run(deadline.signal)) }
      } catch (error) {
        const ended = deadline.endReason
        if (ended === 'cancelled') throw new ApiError('cancelled', 'The check was cancelled')
        const value = recorded()
        if (ended === 'timeout' && value !== undefined) return { value }
        if (ended === 'timeout') return { error: new ApiError('timeout', 'No answer in time') }
        if (error instanceof ApiError) return { error }
        throw error
      }
    })
  }
}

/** Throws what a probe has thrown as an {@link ApiError}. */
function failsAs(kind: ApiErrorKind): (error: unknown) => never {
  return (error) => {
    const { code } = (error ?? {}) as { code?: unknown }
    throw new ApiError(kind, 'The probe failed', typeof code === 'string' ? { code } : {})
  }
}

/** Evaluates the findings: one line for each check. */
function linesOf(findings: Findings, isSample: boolean): CheckLine[] {
  const ofService = (verdictOf: (findings: Findings) => Verdict): Verdict =>
    isSample ? notTried({ kind: 'sample' }) : verdictOf(findings)
  return [
    { id: 'address', ...ofService(addressVerdict) },
    { id: 'tls', ...ofService(tlsVerdict) },
    { id: 'proxy', ...ofService(proxyVerdict) },
    { id: 'answers', ...ofService(answersVerdict) },
    { id: 'key', ...ofService(keyVerdict) },
    { id: 'keyExpiry', ...ofService((all) => keyExpiryVerdict(all, clock.now())) },
    { id: 'project', ...projectVerdict(findings) },
    { id: 'whoAmI', ...lookupVerdict(findings, 'whoAmI') },
    { id: 'projects', ...lookupVerdict(findings, 'projects') },
    { id: 'accounts', ...lookupVerdict(findings, 'accounts') },
    { id: 'clusters', ...lookupVerdict(findings, 'clusters') },
    { id: 'regions', outcome: 'notTried', found: { kind: 'whenNeeded' } },
    { id: 'clock', ...ofService(clockVerdict) },
  ]
}
