import * as v from 'valibot'
import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import {
  hostOf,
  type Connection,
  type DeletionMode,
  deletionModes,
  ConnectionChangedError,
} from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { commandIds, settingIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, displayTextUpTo, displayText, withEllipsis } from '../../displayTexts.ts'
import { assertConnection, resolveConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import {
  commandAction,
  confirmModal,
  editConnectionsAction,
  errorMessage,
  retryLabel,
} from '../../ui/messages.ts'
import { connectionIcon, maxNameLength, noticesOf } from './connectionAppearance.ts'
import { choose, type Choice, type ChoiceButton } from '../../ui/prompts/quickInput.ts'
import { modeAppearances, modeSummary } from '../../ui/deletionModes.ts'
import { connectionProblemText } from '../../ui/problemTexts.ts'
import type { Connections } from '../../connections/connections.ts'

/**
 * Registers Manage Connections…, Edit Connections, and Remove Connection…. Manage Connections and Remove Connection
 * accept the name of a connection; Manage Connections then makes it the active connection without a prompt.
 */
export function registerManageConnections(parts: Parts): void {
  const { commands, connections, apiKeys, pins, deletions } = parts
  commands.register(commandIds.manageConnections, async (args: unknown) => {
    const name = readArguments(v.string(), args)
    if (name !== undefined) await connections.activate(resolveConnection(connections, name).name)
    else if (connections.all.length + connections.problems.length > 0) await showConnections(parts)
    else await vscode.commands.executeCommand(commandIds.addConnection)
  })
  commands.register(commandIds.editConnections, async () => {
    await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
      revealSetting: { key: settingIds.connections, edit: connections.all.length === 0 },
    })
  })
  commands.register(commandIds.removeConnection, async (args: unknown) => {
    const name = readArguments(v.string(), args)
    assertConnection(connections)
    const isNamed = name !== undefined
    const connection = isNamed
      ? resolveConnection(connections, name)
      : await askConnectionToRemove(connections)
    if (!connection) return
    // Nobody misses the sample. But its name may have belonged to a service before, whose key would be removed, too.
    const needsConfirmation = !isSample(connection) || (await apiKeys.hasAny(connection))
    if (needsConfirmation && !(await confirmRemoval(connection))) return
    // By now, another window may have given the name to another service.
    connections.current(connection)
    await clearKeyOfRemoved(connection, parts)
    await removeFromSetting(connection, parts)
    await pins.removeConnection(connection)
    await deletions.removeConnection(connection.name)
  })
}

/** Clears the keys of a connection before the setting loses it: afterwards, nothing would offer to clear them. */
async function clearKeyOfRemoved({ name, origin }: Connection, { apiKeys }: Parts): Promise<void> {
  try {
    await apiKeys.clear(name, origin)
  } catch (error) {
    if (error instanceof ApiError) throw error
    const text = vscode.l10n.t(
      'Connection “{0}” was not removed because its API key couldn’t be cleared: {1}',
      displayText(name),
      errorMessage(error),
    )
    throw new CommandError(text, [commandAction(retryLabel(), commandIds.removeConnection, name)])
  }
}

async function removeFromSetting({ name }: Connection, { connections }: Parts): Promise<void> {
  try {
    await connections.remove(name)
  } catch (error) {
    const text = vscode.l10n.t(
      'The API key was cleared, but connection “{0}” couldn’t be removed from the settings: {1}',
      displayText(name),
      errorMessage(error),
    )
    throw new CommandError(text, [editConnectionsAction()])
  }
}

async function askConnectionToRemove(connections: Connections): Promise<Connection | undefined> {
  return choose(vscode.l10n.t('Remove Connection'), {
    placeholder: vscode.l10n.t('Select a connection'),
    choices: activeFirst(connections).map((connection) => ({
      label: connection.name,
      description: hostOf(connection),
      value: connection,
    })),
  })
}

async function confirmRemoval(connection: Connection): Promise<boolean> {
  const question = vscode.l10n.t('Remove connection “{0}”?', displayText(connection.name))
  const detail = vscode.l10n.t(
    'The API key, pinned items, and deletion history of the connection will be removed from VS Code. Records of unfinished deletions are kept, so that Poolkeeper warns you before a second deletion of the same pool. Nothing changes on {0}.',
    hostOf(connection),
  )
  // The Enter key presses the default button, so that pressing Enter once too often removes nothing.
  const defaultAction = editConnectionsAction()
  return confirmModal(question, detail, vscode.l10n.t('Remove Connection'), { defaultAction })
}

type ListParts = Pick<Parts, 'connections' | 'apiKeys' | 'projects'>

type Action = () => unknown

/**
 * Shows all connections, with buttons for the key, the deletion mode, the settings, and the removal of each, and
 * further commands below. Selecting a connection makes it the active one.
 */
async function showConnections(parts: ListParts): Promise<void> {
  const { connections } = parts
  const connectionChoices = await Promise.all(
    activeFirst(connections).map((connection) => connectionChoice(connection, parts)),
  )
  const run = await choose<Action>(vscode.l10n.t('Connections'), {
    placeholder: vscode.l10n.t('Select a connection'),
    choices: [...connectionChoices, ...problemChoices(parts), ...commandChoices(parts)],
  })
  await run?.()
}

async function connectionChoice(connection: Connection, parts: ListParts): Promise<Choice<Action>> {
  const { connections, apiKeys, projects } = parts
  const { name, projectUid } = connection
  const hasKey = await apiKeys.stateOf(connection).then(
    (state) => state === 'ready',
    () => true, // the views show why it can’t be read
  )
  return {
    label: displayTextUpTo(name, maxNameLength),
    uid: name,
    icon: connectionIcon(connection, hasKey),
    description: joinDescription(
      connection === connections.active && vscode.l10n.t('current'),
      noticesOf(connection, hasKey),
      projectUid !== undefined && displayText(projects.projectName(connection) ?? projectUid),
      hostOf(connection),
    ),
    // The list may have been open for an hour, and the connection may have changed since.
    value: () => connections.activate(connections.current(connection).name),
    buttons: connectionButtons(connection, parts),
  }
}

function connectionButtons(connection: Connection, parts: ListParts): ChoiceButton<Action>[] {
  const { name } = connection
  return [
    {
      icon: 'key',
      tooltip: vscode.l10n.t('Set API Key'),
      value: runCommand('setApiKey', { connection: name }),
    },
    {
      icon: 'shield',
      tooltip: vscode.l10n.t('Change How Deletions Are Confirmed ({0})', modeSummary(connection)),
      value: () => changeDeletionMode(connection, parts),
    },
    {
      icon: 'settings-gear',
      tooltip: vscode.l10n.t('Edit Connections'),
      value: runCommand('editConnections'),
    },
    {
      icon: 'trash',
      tooltip: vscode.l10n.t('Remove Connection'),
      value: runCommand('removeConnection', name),
    },
  ]
}

/** Prompts for what a deletion over a connection requires, and saves it. */
async function changeDeletionMode(
  connection: Connection,
  { connections }: ListParts,
): Promise<void> {
  const { name, deletion } = connection
  const otherModes = deletionModes.filter((mode) => mode !== deletion)
  const title = vscode.l10n.t('Deletions over “{0}”', displayText(name))
  const answer = await choose<DeletionMode>(title, {
    placeholder: vscode.l10n.t('Select how deletions over this connection are confirmed'),
    choices: [deletion, ...otherModes].map((mode) => modeChoice(mode, mode === deletion)),
  })
  if (answer === undefined || answer === deletion) return
  // The prompt may have been open for an hour, and the name may belong to another service by now.
  if (connections.current(connection).deletion !== deletion) {
    throw new ConnectionChangedError(connection)
  }
  await connections.setDeletionMode(name, answer)
}

function modeChoice(mode: DeletionMode, isCurrent: boolean): Choice<DeletionMode> {
  const { icon, label, detail } = modeAppearances[mode]
  const description = joinDescription(detail, isCurrent && vscode.l10n.t('current'))
  return { label, icon, description, value: mode }
}

/** Returns the choices for the invalid entries of the setting, which only its editor can correct. */
function problemChoices({ connections }: ListParts): Choice<Action>[] {
  return connections.problems.map((problem) => {
    const { entry, reason } = connectionProblemText(problem)
    const editConnections = runCommand('editConnections')
    return { label: entry, icon: 'error', description: reason, value: editConnections }
  })
}

function commandChoices({ connections }: ListParts): Choice<Action>[] {
  const items: [label: string, icon: string, command: keyof typeof commandIds][] = [
    [withEllipsis(vscode.l10n.t('Add Connection')), 'add', 'addConnection'],
  ]
  if (connections.active) {
    items.push(
      [withEllipsis(vscode.l10n.t('Select Project')), 'project', 'selectProject'],
      [vscode.l10n.t('Check Connection'), 'pulse', 'checkConnection'],
    )
  }
  return items.map(([label, icon, command]) => {
    return { label, icon, group: '', value: runCommand(command) }
  })
}

/** Returns a function that runs a command. */
function runCommand(command: keyof typeof commandIds, ...args: unknown[]): Action {
  return () => vscode.commands.executeCommand(commandIds[command], ...args)
}

/** Returns all connections, the active one first. */
function activeFirst({ active, all }: Connections): readonly Connection[] {
  return [...all].sort((a, b) => Number(b === active) - Number(a === active))
}
