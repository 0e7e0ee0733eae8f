import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { copyFormats, uniqueNames, type CopyFormat } from '../../ui/copyFormats.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences } from '../../texts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { recoveryActions, toCommandError } from '../../ui/commandErrors.ts'
import { askFormat, copied, notifyCopied } from '../../ui/copied.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { commandAction, showMessage, showStatus, retryLabel } from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { choose } from '../../ui/prompts/quickInput.ts'
import { assertItemOrPalette, selectedItems } from '../../ui/selectedItems.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'
import { poolsToCopy } from './poolsToCopy.ts'
import { zonesToCopy } from './zonesToCopy.ts'

const lastFormatKey = 'copyFormat'

/** What can be copied, with the view that it’s in, its texts, its rows, and how it’s loaded. */
const kinds = { machinePools: poolsToCopy, zones: zonesToCopy }

type Kind = keyof typeof kinds

const Arguments = v.object({ all: v.picklist(['machinePools', 'zones']) })

/**
 * Copy As…: copies the zones or machine pools of tree items, or all of them, in a selected format; the last used
 * one is first. Loads what isn’t loaded, and tells what couldn’t be.
 */
export function registerCopyAs(parts: Parts): void {
  const { commands, connections, globalState } = parts
  commands.register(commandIds.copyAs, async (...args: [TreeNode?, TreeNode[]?]) => {
    assertItemOrPalette(args)
    const given = readArguments(Arguments, args[0])
    const rows = args.length > 0 && !given ? selectedItems(...args) : undefined
    const ofRows = rows?.some(poolsToCopy.isRow) ? 'machinePools' : 'zones'
    const kind = given?.all ?? (rows ? ofRows : await askKind())
    const connection = rows ? connectionOf(rows) : requireActiveConnection(connections)
    if (!kind || !connection) return
    if (!(await ensureApiKey(connection, parts))) return
    const format = await askFormat(vscode.l10n.t('Copy As'), lastFirst())
    if (!format) return
    const { viewId, progress, load } = kinds[kind]
    const loaded = await withDelayedProgress(
      progress,
      async (signal, report) => load(connection, rows, parts, signal, report),
      { viewId, hasMessage: true },
    )
    const nothing = vscode.l10n.t('Nothing was copied.')
    if (!loaded) return showStatus(nothing)
    const { records, notes, isIncomplete, error } = loaded
    const again = commandAction(retryLabel(), commandIds.copyAs, ...(rows ? args : [{ all: kind }]))
    if (records.length === 0 && error) throw toCommandError(error, connection, again)
    if (records.length === 0) return showMessage('info', joinSentences(nothing, ...notes))
    await globalState.update(lastFormatKey, format)
    await vscode.env.clipboard.writeText(copyFormats[format](records))
    const count = format === 'names' ? uniqueNames(records).length : records.length
    const ways = error ? recoveryActions(error, connection) : []
    notifyCopied(
      copied[kind](count, format),
      isIncomplete,
      [...notes, error && errorText(error, connection)],
      isIncomplete ? [...ways, again] : ways,
    )
  })

  function lastFirst(): CopyFormat[] {
    const last = globalState.get(lastFormatKey)
    return (Object.keys(copyFormats) as CopyFormat[]).sort(
      (a, b) => Number(b === last) - Number(a === last),
    )
  }
}

/** Prompts for what to copy; undefined if canceled. */
async function askKind(): Promise<Kind | undefined> {
  return choose<Kind>(vscode.l10n.t('Copy As'), {
    placeholder: vscode.l10n.t('Select what to copy'),
    choices: (Object.keys(kinds) as Kind[]).map((value) => ({ label: kinds[value].title, value })),
  })
}

function connectionOf(rows: readonly TreeNode[]): Connection | undefined {
  const [first] = rows.flatMap((one) => (one.kind === 'zone' ? one.parent : one))
  return first && 'connection' in first ? first.connection : undefined
}
