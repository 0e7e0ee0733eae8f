import type { Parts } from '../../parts.ts'
import { registerBadge } from './badge.ts'
import { registerDeleteMachinePool } from './deleteMachinePool.ts'
import { createDeletion } from './deletion.ts'
import { createDeletionNotifications } from './deletionNotifications.ts'
import { registerOtherWindows } from './otherWindows.ts'
import { registerDeletionHistory } from './showDeletionHistory.ts'
import { notifyStatusChange, notifyResult } from './tellOutcome.ts'

/** Deleting machine pools, and telling what becomes of it. */
export function registerDeletionFeature(parts: Parts) {
  const deletionNotifications = createDeletionNotifications(parts)
  const telling = { ...parts, deletionNotifications }
  const deletePool = createDeletion(parts, (result) => notifyResult(result, telling))
  parts.context.subscriptions.push(
    deletionNotifications,
    registerBadge(parts),
    registerOtherWindows(parts),
    parts.deletionMonitor.onDidChangeStatus((news) => notifyStatusChange(news, telling)),
  )
  registerDeleteMachinePool(parts, deletePool)
  registerDeletionHistory(parts)
  return { deletePool }
}
