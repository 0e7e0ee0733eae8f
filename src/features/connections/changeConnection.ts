import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import type { Connection } from '../../connections/connection.ts'
import type { ConnectionEntry, Connections } from '../../connections/connections.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import type { Action } from '../../ui/messages.ts'

/** The time until another window sees a record of this one, in milliseconds. */
const propagationMs = 500

type Stores = Pick<
  Parts,
  'connections' | 'apiKeys' | 'tracked' | 'deletions' | 'deletionWriter' | 'renames' | 'log'
>

/**
 * Changes the entry of a connection. With a new name, its key, pins, and deletion history go with it, and so
 * does the selection of every workspace. If the setting can’t be written, nothing has changed.
 */
export async function changeConnection(
  stores: Stores,
  edited: Connection,
  entry: ConnectionEntry,
): Promise<void> {
  const { connections } = stores
  const isElsewhere = entry.name !== edited.name || entry.baseUrl !== edited.baseUrl
  if (isElsewhere) await assertNothingIsSent(stores, edited)
  if (entry.name === edited.name) return connections.change(edited.name, entry)
  return renameConnection(stores, edited, entry)
}

/** Completes the renames that were interrupted after the setting was written, and drops those before. */
export async function completeRenames(stores: Stores): Promise<void> {
  const { connections, renames } = stores
  for (const [from, to] of renames.open) {
    if (connections.has(from)) await renames.cancel(from, to)
    else if (connections.has(to)) await moveRest(stores, from, to)
  }
}

async function renameConnection(
  stores: Stores,
  edited: Connection,
  entry: ConnectionEntry,
): Promise<void> {
  const { connections, apiKeys, tracked, renames, log } = stores
  const [from, to] = [edited.name, entry.name]
  const undo = [() => renames.cancel(from, to)]
  try {
    await renames.begin(from, to)
    undo.push(await apiKeys.copy(from, to))
    undo.push(await tracked.copyConnection(from, to))
    // Other windows must know of the rename when the setting tells them that the earlier name is gone.
    await new Promise<void>((resolve) => clock.after(propagationMs, 'saving', resolve))
    assertUnchanged(connections, edited)
    await connections.change(from, entry)
  } catch (error) {
    for (const step of undo.toReversed()) {
      await step().catch((failure: unknown) => log.warn(`Renaming “${from}”: ${String(failure)}`))
    }
    throw error
  }
  // From here on, the connection has its new name, and what fails is repeated at the next start.
  await moveRest(stores, from, to).catch((error: unknown) => {
    log.warn(`Renaming “${from}” will be completed at the next start: ${String(error)}`)
  })
}

/** Deletes what was copied, the pins first, which may change from now on; and moves the deletion history. */
async function moveRest(stores: Stores, from: string, to: string): Promise<void> {
  const { apiKeys, tracked, deletionWriter, renames } = stores
  await tracked.copyConnection(from, to) // again: another window may have pinned something meanwhile
  await tracked.removeConnection({ name: from })
  await deletionWriter.renameConnection(from, to)
  await apiKeys.clearAll(from)
  await renames.end(from, to)
}

/** Throws if the setting’s connection isn’t the edited one anymore: it may have become read-only. */
export function assertUnchanged(
  connections: Connections,
  edited: Connection,
  retry?: Action,
): void {
  const { name } = edited
  if (JSON.stringify(connections.inSetting(name)) === JSON.stringify(edited)) return
  throw changedMeanwhile(name, retry && connections.find(name) ? [retry] : [])
}

/** Returns the error for a connection that isn’t the one anymore that a prompt was about. */
export function changedMeanwhile(name: string, actions: readonly Action[] = []): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'Connection “{0}” was not changed because it was changed or removed in the meantime. Try again.',
      visible(name),
    ),
    actions,
  )
}

/** Throws while a deletion is being sent over a connection, whose outcome is recorded under its name. */
async function assertNothingIsSent(
  { deletions }: Stores,
  { name, baseUrl }: Connection,
): Promise<void> {
  await deletions.refresh()
  const isSending = deletions.all.some(
    (one) =>
      one.connection === name &&
      one.baseUrl === baseUrl &&
      one.isOpen &&
      one.isSending &&
      deletions.isInProgress(one),
  )
  if (!isSending) return
  throw new CommandError(
    vscode.l10n.t(
      'Connection “{0}” was not changed because a delete request over it is in progress. Try again when it has ended.',
      visible(name),
    ),
  )
}
