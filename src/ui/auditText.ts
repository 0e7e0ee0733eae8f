import * as vscode from 'vscode'
import type { DeletionAudit } from '../inventory/deletionAudits.ts'
import { visible } from '../texts.ts'

/** Returns what an audit entry says of the deletion of a machine pool. */
export function auditText(machinePoolName: string, audit: DeletionAudit): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const
  return vscode.l10n.t(
    'According to the audit log, machine pool “{0}” was deleted on {1} by {2}: “{3}”',
    visible(machinePoolName),
    new Intl.DateTimeFormat(vscode.env.language, format).format(audit.time),
    audit.actor === undefined ? vscode.l10n.t('an unknown user') : visible(audit.actor),
    visible(audit.message),
  )
}
