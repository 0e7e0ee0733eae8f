import { strict as assert } from 'node:assert'
import type { CloudConfig } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import type { Message } from '../../fakeVscode/dialogs.ts'
import type { Row, Session } from '../helpers.ts'

/** Deletes by a row's menu, and confirms. */
export async function confirmDeletion(session: Session, row: Row): Promise<void> {
  const deleting = session.run('deleteMachinePool', row.node)
  ;(await session.dialogs.modal()).press('Delete Machine Pool')
  await deleting
}

/** Deletes by a row's menu while something goes wrong; returns the one message that follows. */
export async function failDeletion(session: Session, row: Row, fault: Fault): Promise<Message> {
  session.sandbox.addFault({ method: 'DELETE', ...fault })
  const before = session.requests('DELETE').length
  await confirmDeletion(session, row)
  const message = await session.dialogs.message()
  assert.deepEqual(session.dialogs.unseen, [])
  assert.equal(session.requests('DELETE').length, before + 1)
  return message
}

/** The machine pools that the view shows under a cloud config. */
export async function poolsShown(session: Session, config: CloudConfig): Promise<string[]> {
  const row = await session.row('machinePools', config.clusterName)
  return row ? session.labels('machinePools', row) : []
}

/** The path that the deletion of a machine pool goes to, its name already encoded. */
export function pathOf({ provider, uid }: CloudConfig, encodedName: string): string {
  return `/v1/cloudconfigs/${provider}/${uid}/machinePools/${encodedName}`
}

/** What a row says beside the name of a machine pool whose fate is not known. */
export const mark = 'may have been deleted: check before trying again'
