import type { Parts } from '../../parts.ts'
import { registerBadge } from './badge.ts'
import { registerDeleteMachinePool } from './deleteMachinePool.ts'
import { createDeletion } from './deletion.ts'
import { createDeletionNotifications } from './deletionNotifications.ts'
import { registerOtherWindows } from './otherWindows.ts'
import { registerDeletionHistory } from './showDeletionHistory.ts'
import { notifyStatusChange, notifyResult } from './notifyOutcome.ts'

/** Deletes machine pools, and reports what becomes of that. */
export function registerDeletionFeature(parts: Parts) {
  const deletionNotifications = createDeletionNotifications(parts)
  const telling = { ...parts, deletionNotifications }
  const deletePool = createDeletion(parts, (result) => notifyResult(result, telling))
  parts.context.subscriptions.push(
    deletionNotifications,
    registerBadge(parts),
    registerOtherWindows(parts),
    parts.deletionMonitor.onDidChangeStatus((change) => notifyStatusChange(change, telling)),
  )
  registerDeleteMachinePool(parts, deletePool)
  registerDeletionHistory(parts)
  return { deletePool }
}
