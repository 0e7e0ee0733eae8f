import { strict as assert } from 'node:assert'
import { configs, type CloudConfig } from '../../sandbox/data.ts'
import type { MachinePoolNode } from '../../../src/ui/trees/nodes.ts'
import type { Fault } from '../../sandbox/service.ts'
import type { Message } from '../../fakeVscode/dialogs.ts'
import { type Row, type Session, useSession } from '../helpers.ts'

/**
 * Gives each test of the suite a session whose service supports no lookup, so that nobody can check a
 * machine pool, and the setting decides how a deletion is confirmed.
 */
export function useUncheckedSession(): Session {
  const session = useSession()
  beforeEach(() => {
    session.sandbox.lookups = 405 // but for the two documented operations
  })
  return session
}

/** Deletes by a row's menu, and confirms, by its name where that is wanted. */
export async function confirmDeletion(session: Session, row: Row): Promise<void> {
  const { machinePoolName } = row.node as MachinePoolNode
  const deleting = session.run('deleteMachinePool', row.node)
  const { buttons, press } = await session.dialogs.modal()
  const [, button = ''] = buttons
  press(button)
  if (button.endsWith('…')) await typeNames(session, machinePoolName)
  await deleting
}

/** Types what a box wants, which is its placeholder: what stands for the cluster, and the name of the pool. */
export async function typeNames(session: Session, machinePoolName: string): Promise<void> {
  const box = await session.dialogs.box()
  assert.ok(box.placeholder.endsWith(`/${machinePoolName}`), box.placeholder)
  assert.ok(box.prompt.endsWith(`: ${box.placeholder}`), box.prompt)
  box.answer(box.placeholder)
}

/** Deletes by a row's menu while something goes wrong; returns the one message that follows. */
export async function failDeletion(session: Session, row: Row, fault: Fault): Promise<Message> {
  session.sandbox.addFault({ method: 'DELETE', ...fault })
  const before = session.requests('DELETE').length
  await confirmDeletion(session, row)
  const message = await session.dialogs.message()
  assert.deepEqual(session.dialogs.unseenTexts, [])
  assert.equal(session.requests('DELETE').length, before + 1)
  return message
}

/** A fault with which the service refuses a deletion, and the message’s text and buttons. */
export type Refusal = [fault: Fault, text: RegExp, buttons: string[]]

/** Deletes the worker pool of `configs.checkout` while the service refuses that: its row stays, and the reason is told. */
export async function assertRefused(
  session: Session,
  row: Row,
  [fault, expected, buttons]: Refusal,
): Promise<void> {
  const message = await failDeletion(session, row, fault)
  assert.equal(message.severity, 'error')
  assert.match(message.text, /^Machine pool not deleted: “worker-pool” in checkout-prod\. /)
  assert.match(message.text, expected)
  assert.deepEqual(message.buttons, buttons)
  const shown = await session.row('machinePools', configs.checkout.clusterName, 'worker-pool')
  assert.ok(shown && !shown.item.description)
}

/** The machine pools that the view shows under a cloud config. */
export async function shownPools(session: Session, config: CloudConfig): Promise<string[]> {
  const row = await session.row('machinePools', config.clusterName)
  return row ? session.labels('machinePools', row) : []
}

/** The path that the deletion of a machine pool goes to, its name already encoded. */
export function poolPath({ provider, uid }: CloudConfig, encodedName: string): string {
  return `/v1/cloudconfigs/${provider}/${uid}/machinePools/${encodedName}`
}

/** What a row says beside the name of a machine pool whose fate is not known. */
export const unknownMark = 'may have been deleted'
