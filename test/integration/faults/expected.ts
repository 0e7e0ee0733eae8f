import { strict as assert } from 'node:assert'
import { commandIds } from '../../../src/contributions.ts'
import { canary, type Fault } from '../../faults/fault.ts'
import { kindOf, problemOf } from '../../faults/messages.ts'
import type { Row } from '../helpers.ts'

/**
 * The faults that differ in what a person sees. Of those that are alike but for a body or a header,
 * one or two will do here; matrix.test.ts has them all.
 */
export function shown(faults: readonly Fault[]): Fault[] {
  const isLikeOthers =
    /^(?!403|502)\d{3} with (HTML|JSON details)|^\d{3} with (text|nothing)$|^503 with Retry-After/
  return faults.filter(({ name }) => !isLikeOthers.test(name))
}

/** The first fault of each way in which reading ends. */
export function oneOfEach(faults: readonly Fault[]): Fault[] {
  const kinds = new Map<string, Fault>()
  for (const fault of faults) {
    const kind = kindOf(fault.read)
    if (!kinds.has(kind)) kinds.set(kind, fault)
  }
  return [...kinds.values()]
}

const titles: Record<string, string> = {
  unauthorized: 'API key not accepted',
  forbidden: 'Access denied',
  notFound: 'Not found',
  conflict: 'Request rejected',
  rejected: 'Request rejected',
  rateLimited: 'Too many requests',
  server: 'Service error',
  redirected: 'Redirected',
  unreachable: 'Connection failed',
  tls: 'Secure connection failed',
  timeout: 'Request timed out',
  invalidResponse: 'Unexpected response',
}

/** The prompts that a click on a row opens: a stray one sends nothing. */
const prompts: Record<string, string> = {
  unauthorized: commandIds.setApiKey,
}

/** A row that says in the place of what was asked for why it is not there, and how to try again. */
export function assertFailure(row: Row | undefined, fault: Fault, baseUrl: string): void {
  assert.ok(row, `${fault.name}: no row`)
  const { label, item, tooltip } = row
  const kind = String(fault.read).startsWith('rejected 408') ? 'timeout' : kindOf(fault.read)
  assert.equal(label, titles[kind], fault.name)
  const mayBeKey = / doesn’t accept the API key, or /.test(tooltip)
  const command = mayBeKey ? commandIds.setApiKey : prompts[kind]
  assert.equal(item.command?.command, command, fault.name)
  assert.ok(item.description, fault.name)
  const text = tooltip.replace(/ The items below were loaded on .*$/, '')
  assertMessage(text, fault, fault.read, baseUrl)
}

/** A message for a person, who may choose what to do next, and in which the key is not. */
export function assertMessage(
  message: string,
  fault: Fault,
  end: string | RegExp,
  baseUrl: string,
): void {
  const problem = problemOf(message, end, new URL(baseUrl).host)
  assert.equal(problem, undefined, `${fault.name}: ${message}`)
  assert.ok(!message.includes(canary), fault.name)
}
