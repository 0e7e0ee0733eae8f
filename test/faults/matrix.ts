import assert from 'node:assert/strict'
import { setGlobalProxyFromEnv } from 'node:http'
import { ApiError } from '../../src/api/errors.ts'
import type { Exchange } from '../../src/api/transport.ts'
import { trusting } from '../unit/api/certificates.ts'
import { bodyFaults, protocolFaults } from './bodyFaults.ts'
import { connectionFaults, endlessFaults, tlsFaults } from './connectionFaults.ts'
import { proxyFaults } from './proxyFaults.ts'
import { canary, type Fault, type Trouble } from './fault.ts'
import { addressFor, type Operation } from './operations.ts'
import { redirectFaults, retryAfterFaults, statusFaults } from './statusFaults.ts'

/** All faults, by what is wrong. */
export const faults: Record<string, Fault[]> = {
  connection: connectionFaults,
  deadline: endlessFaults,
  TLS: tlsFaults,
  proxy: proxyFaults,
  HTTP: protocolFaults,
  body: bodyFaults,
  redirect: redirectFaults,
  status: statusFaults,
  'Retry-After': retryAfterFaults,
}

/** What came of an operation over a fault. */
export interface Row {
  fault: Fault
  operation: Operation
  /** In the words of {@link endText}. */
  end: string
  /** What it rejected with, whatever that is. */
  error?: unknown
  /** How often it arrived, where the fault can tell. */
  sent: number
  /** What an observer was told. */
  exchanges: Exchange[]
}

const deadlineMs = 3_000
/** How many faults are tried at a time: the requests of all of them would wait for each other. */
const atOnce = 12

/** Runs something with a proxy set that all requests go through. */
export type ThroughProxy = <T>(proxy: string, run: () => Promise<T>) => Promise<T>

/** Sets the proxy as the environment of a Node.js program does. */
const throughProxy: ThroughProxy = async (proxy, run) => {
  const restore = setGlobalProxyFromEnv({ http_proxy: proxy, https_proxy: proxy })
  return run().finally(restore)
}

/**
 * Runs all operations over each fault at once; with each fault a server of its own. Where there is a
 * proxy, one fault after the other: it is set for all.
 */
export async function rowsOf(
  these: readonly Fault[],
  operations: readonly Operation[],
  through: ThroughProxy = throughProxy,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let first = 0; first < these.length; first += atOnce) {
    rows.push(...(await rowsOfSome(these.slice(first, first + atOnce), operations, through)))
  }
  return rows
}

async function rowsOfSome(
  these: readonly Fault[],
  operations: readonly Operation[],
  through: ThroughProxy,
): Promise<Row[]> {
  const rows: Promise<Row[]>[] = []
  const troubles = await Promise.all(these.map(({ start }) => start()))
  const trusted = troubles.flatMap(({ trust }) => trust ?? [])
  await trusting(trusted, async () => {
    for (const [nth, fault] of these.entries()) {
      const trouble = troubles[nth]!
      const run = () =>
        Promise.all(operations.map((operation) => runOver(fault, trouble, operation)))
      rows.push(
        trouble.proxy === undefined ? run() : Promise.resolve(await through(trouble.proxy, run)),
      )
    }
    await Promise.all(rows)
  })
  for (const { mustStaySilent = [], mustLackKey = [] } of troubles) {
    assert.deepEqual(mustStaySilent, [])
    assert.ok(!mustLackKey.join().includes(canary))
  }
  return (await Promise.all(rows)).flat()
}

async function runOver(fault: Fault, trouble: Trouble, operation: Operation): Promise<Row> {
  const baseUrl = addressFor(operation, trouble.baseUrl)
  const exchanges: Exchange[] = []
  const row = await operation
    .run({
      baseUrl,
      apiKey: canary,
      onExchange: (exchange) => exchanges.push(exchange),
      ...(fault.isEndless && { timeoutMs: deadlineMs }),
    })
    .then(
      () => ({ end: 'done' }),
      (error: unknown) => ({ end: endText(error), error }),
    )
  const { pathname } = new URL(baseUrl)
  const sent = (trouble.received ?? []).filter((line) => line.includes(` ${pathname}/`)).length
  return { fault, operation, ...row, sent, exchanges }
}

/** An error in one line: `kind status code unsure “words” to origin wait seconds`. */
export function endText(error: unknown): string {
  if (!(error instanceof ApiError)) return `no ApiError: ${String(error)}`
  const { kind, status, code, mayHaveTakenEffect, serviceMessage, redirectOrigin } = error
  const { retryAfterMs } = error
  return [
    kind,
    status,
    code,
    mayHaveTakenEffect && 'unsure',
    serviceMessage && `“${serviceMessage}”`,
    redirectOrigin && `to ${redirectOrigin}`,
    retryAfterMs !== undefined && `wait ${Math.ceil(retryAfterMs / 1000)} s`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** How an operation over a fault is to end. */
export function expectedEnd({ fault, operation }: Pick<Row, 'fault' | 'operation'>) {
  return operation.isDeletion ? (fault.deletion ?? fault.read) : fault.read
}

/** Whether an operation ended as it is to. */
export function isExpected(row: Row): boolean {
  const expected = expectedEnd(row)
  return typeof expected === 'string' ? row.end === expected : expected.test(row.end)
}
