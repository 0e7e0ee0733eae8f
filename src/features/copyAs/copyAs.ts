import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { askFormat, copiedText, notifyCopied } from '../../ui/copied.ts'
import { copyFormats, formatRecords, uniqueNames, type CopyFormat } from '../../ui/copyFormats.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences } from '../../displayTexts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { recoveryActions, toCommandError } from '../../ui/commandErrors.ts'
import { errorText } from '../../ui/errorTexts.ts'
import {
  commandAction,
  showMessage,
  showStatus,
  retryLabel,
  type Action,
} from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { choose } from '../../ui/prompts/quickInput.ts'
import { assertItemOrPalette, selectedItems } from '../../ui/selectedItems.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'
import type { CopySource, LoadedRecords } from './copySource.ts'
import { poolsToCopy } from './poolsToCopy.ts'
import { zonesToCopy } from './zonesToCopy.ts'

const lastFormatKey = 'copyFormat'

const copySources = { machinePools: poolsToCopy, zones: zonesToCopy } as const

type Kind = keyof typeof copySources

const Arguments = v.object({ all: v.picklist(['machinePools', 'zones']) })

type CommandArguments = [row?: TreeNode, selected?: TreeNode[]]

/** The items that the user wants to copy, and the kind of the records: zones or machine pools. */
interface CopyRequest {
  readonly source: CopySource
  readonly connection: Connection
  /** The selected rows; undefined to copy all zones or all machine pools of the connection. */
  readonly rows: readonly TreeNode[] | undefined
  /** The button that starts the same copy again. */
  readonly retry: Action
}

/**
 * Copy As…: copies the zones or machine pools of tree items, or all of them, in a format that the user selects; the
 * format that was used last is first in the list. Loads what isn’t loaded, and reports what couldn’t be loaded.
 */
export function registerCopyAs(parts: Parts): void {
  parts.commands.register(commandIds.copyAs, async (...args: CommandArguments) => {
    assertItemOrPalette(args)
    const request = await readRequest(args, parts)
    if (!request || !(await ensureApiKey(request.connection, parts))) return
    const format = await askFormat(vscode.l10n.t('Copy As'), formatsLastUsedFirst(parts))
    if (format) await copy(request, format, parts)
  })
}

/** Reads from the arguments what to copy, or prompts for it. Undefined if canceled. */
async function readRequest(
  args: CommandArguments,
  { connections }: Parts,
): Promise<CopyRequest | undefined> {
  const given = readArguments(Arguments, args[0])
  if (args.length === 0 || given) {
    const kind = given?.all ?? (await askKind())
    if (!kind) return undefined
    const retry = commandAction(retryLabel(), commandIds.copyAs, { all: kind })
    const connection = requireActiveConnection(connections)
    return { source: copySources[kind], connection, rows: undefined, retry }
  }
  const rows = selectedItems(...args)
  const connection = connectionOfRows(rows)
  const source = rows.some((row) => poolsToCopy.isRow(row)) ? poolsToCopy : zonesToCopy
  const run = () => vscode.commands.executeCommand(commandIds.copyAs, ...args)
  const retry = { title: retryLabel(), run }
  return connection && { source, connection, rows, retry }
}

async function copy(request: CopyRequest, format: CopyFormat, parts: Parts): Promise<void> {
  const { source, connection, rows, retry } = request
  const loaded = await withDelayedProgress(
    vscode.l10n.t('Loading…'),
    async (signal, report) => source.load(connection, rows, parts, signal, report),
    { viewId: source.viewId, hasMessage: true },
  )
  const nothingCopied = vscode.l10n.t('Nothing was copied.')
  if (!loaded) return showStatus(nothingCopied)
  const { records, notes, error } = loaded
  if (records.length === 0) {
    if (error) throw toCommandError(error, connection, retry)
    return showMessage('info', joinSentences(nothingCopied, ...notes))
  }
  await parts.globalState.update(lastFormatKey, format)
  await vscode.env.clipboard.writeText(formatRecords(records, format))
  notifyLoaded(request, loaded, format)
}

/** Reports that records were copied, with a warning about records that are missing. */
function notifyLoaded(request: CopyRequest, loaded: LoadedRecords, format: CopyFormat): void {
  const { connection, retry } = request
  const { records, notes, isIncomplete, error } = loaded
  const count = format === 'names' ? uniqueNames(records).length : records.length
  const actions = error ? recoveryActions(error, connection) : []
  notifyCopied(
    copiedText(count, format),
    isIncomplete,
    [...notes, error && errorText(error, connection)],
    isIncomplete ? [...actions, retry] : actions,
  )
}

function formatsLastUsedFirst({ globalState }: Parts): CopyFormat[] {
  const lastUsed = globalState.get(lastFormatKey)
  return copyFormats.toSorted((a, b) => Number(b === lastUsed) - Number(a === lastUsed))
}

/** Prompts for the kind of records: zones or machine pools. Undefined if canceled. */
async function askKind(): Promise<Kind | undefined> {
  const kinds = Object.keys(copySources) as Kind[]
  return choose<Kind>(vscode.l10n.t('Copy As'), {
    placeholder: vscode.l10n.t('Select what to copy'),
    choices: kinds.map((kind) => ({ label: copySources[kind].title, value: kind })),
  })
}

function connectionOfRows(rows: readonly TreeNode[]): Connection | undefined {
  const [first] = rows.flatMap((row) => (row.kind === 'zone' ? row.parent : row))
  return first && 'connection' in first ? first.connection : undefined
}
