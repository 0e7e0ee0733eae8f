import type { Parts } from '../../parts.ts'
import { registerBadge } from './badge.ts'
import { registerDeleteMachinePool } from './deleteMachinePool.ts'
import { createDeletion } from './deletion.ts'
import { createDeletionNotifications } from './deletionNotifications.ts'
import { registerOtherWindows } from './otherWindows.ts'
import { registerDeletionHistory } from './showDeletionHistory.ts'
import { tellNews, tellOutcome } from './tellOutcome.ts'

/** Registers the commands that delete machine pools, and the notifications of their outcomes. */
export function registerDeletionFeature(parts: Parts) {
  const deletionNotifications = createDeletionNotifications(parts)
  const telling = { ...parts, deletionNotifications }
  const deletePool = createDeletion(parts, (result) => tellOutcome(result, telling))
  registerBadge(parts)
  registerOtherWindows(parts)
  parts.context.subscriptions.push(
    deletionNotifications,
    parts.deletionMonitor.onDidTell((news) => tellNews(news, telling)),
  )
  registerDeleteMachinePool(parts, deletePool)
  registerDeletionHistory(parts)
  return { deletePool }
}
