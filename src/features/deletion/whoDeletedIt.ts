import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { ApiError, isUnsupported, needsProject } from '../../api/errors.ts'
import { hostOf } from '../../connections/connection.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import { searchAudits, type AuditSearch } from '../../inventory/auditSearch.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { auditText } from '../../ui/auditText.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import { showMessage } from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { MachinePoolNode } from '../../ui/trees/nodes.ts'

/** The time for which services keep audits, in ms (lookups.md, “Lookups”). */
const retentionMs = 365 * 24 * 3_600_000

/** Show Who Deleted It, on a pinned machine pool that the service no longer lists: searches the audit log. */
export function whoDeletedItCommands(parts: Parts) {
  return {
    [commandIds.whoDeletedIt]: async (node?: MachinePoolNode) => {
      for (const pool of selectedItems(node, undefined)) {
        const title = vscode.l10n.t('Searching the audit log…')
        const since = clock.now() - retentionMs
        const text = await withDelayedProgress(
          title,
          async (signal) => answerText(pool, await searchAudits(pool, since, parts, signal)),
          { viewId: viewIds.machinePools, hasMessage: true },
        ).catch((error: unknown) => failureText(pool, error))
        const copy = () => vscode.env.clipboard.writeText(text)
        showMessage('info', text, [{ title: vscode.l10n.t('Copy'), run: copy }])
      }
    },
  }
}

function answerText({ machinePoolName }: MachinePoolRef, search: AuditSearch | undefined): string {
  const name = visible(machinePoolName)
  if (!search) {
    return vscode.l10n.t(
      'The audit log can’t be searched for “{0}” because the service doesn’t list the cluster.',
      name,
    )
  }
  const { isIncomplete } = search
  const [found] = search.found
  if (found) return auditText(machinePoolName, found)
  return isIncomplete
    ? vscode.l10n.t(
        'No clear record of the deletion of “{0}” was found, but the audit log couldn’t be loaded completely.',
        name,
      )
    : vscode.l10n.t('The audit log has no clear record of the deletion of “{0}”.', name)
}

/** Returns the text for a log that can’t be read; throws other errors. */
function failureText({ connection }: MachinePoolRef, error: unknown): string {
  if (error instanceof ApiError && isUnsupported(error) && !needsProject(error)) {
    return vscode.l10n.t(
      '{0} doesn’t support the audit log, or your API key has no access to it.',
      hostOf(connection),
    )
  }
  throw toCommandError(error, connection)
}
