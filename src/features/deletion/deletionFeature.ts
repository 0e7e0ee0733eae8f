import type { Parts } from '../../parts.ts'
import { registerBadge } from './badge.ts'
import { registerDeleteMachinePool } from './deleteMachinePool.ts'
import { createDeletion } from './deletion.ts'
import { createDeletionNotifications } from './deletionNotifications.ts'
import { registerOtherWindows } from './otherWindows.ts'
import { registerDeletionHistory } from './showDeletionHistory.ts'
import { notifyStatusChange, notifyResult } from './notifyOutcome.ts'

/** Registers the commands that delete machine pools, and the notifications of their outcomes. */
export function registerDeletionFeature(parts: Parts) {
  const deletionNotifications = createDeletionNotifications(parts)
  const services = { ...parts, deletionNotifications }
  const deletePool = createDeletion(parts, (result) => notifyResult(result, services))
  registerBadge(parts)
  registerOtherWindows(parts)
  parts.context.subscriptions.push(
    deletionNotifications,
    parts.deletionMonitor.onDidChangeStatus((change) => notifyStatusChange(change, services)),
  )
  registerDeleteMachinePool(parts, deletePool)
  registerDeletionHistory(parts)
  return { deletePool }
}
