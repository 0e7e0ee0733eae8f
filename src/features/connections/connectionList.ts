import * as vscode from 'vscode'
import {
  ConnectionChangedError,
  hostOf,
  protections,
  type Connection,
  type Protection,
} from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { connectionProblemText } from '../../ui/problemTexts.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { protectionAppearance } from '../../ui/protectionTexts.ts'
import { activeFirst, connectionIcon, shortName } from './chooseConnection.ts'

type ListParts = Pick<Parts, 'connections' | 'apiKeys' | 'projects'>
type Action = () => unknown

/**
 * Shows all connections, with buttons for the key, the protection, the settings, and the removal of each, and further
 * commands below. Selecting a connection makes it the active one.
 */
export async function showConnections(parts: ListParts): Promise<void> {
  const { connections } = parts
  const items = await Promise.all(activeFirst(connections).map((one) => connectionItem(one, parts)))
  const run = await choose<Action>(vscode.l10n.t('Connections'), {
    placeholder: vscode.l10n.t('Select a connection to use in this workspace'),
    choices: [...items, ...problemItems(parts), ...commandItems(parts)],
  })
  await run?.()
}

async function connectionItem(connection: Connection, parts: ListParts): Promise<Choice<Action>> {
  const { connections, apiKeys, projects } = parts
  const { name, projectUid, protection } = connection
  const appearance = protectionAppearance(protection)
  const isReady = await apiKeys.stateOf(connection).then(
    (state) => state === 'ready',
    () => true, // the views show why it can’t be read
  )
  const args = { connection: name }
  return {
    label: shortName(name),
    uid: name,
    icon: isReady
      ? protection === 'none'
        ? connectionIcon(connection)
        : appearance.icon
      : 'warning',
    description: joinDescription(
      connection === connections.active && vscode.l10n.t('Active'),
      isSample(connection) && vscode.l10n.t('Not a real service'),
      !isReady && vscode.l10n.t('No API key'),
      protection !== 'none' && appearance.label,
      projectUid !== undefined && visible(projects.nameOf(connection) ?? projectUid),
      hostOf(connection),
    ),
    // The list may have been open for an hour, too.
    value: () => connections.activate(connections.current(connection).name),
    buttons: [
      { icon: 'key', tooltip: vscode.l10n.t('Set API Key'), value: runs('setApiKey', args) },
      {
        icon: appearance.icon,
        tooltip: vscode.l10n.t('Change Protection ({0})', appearance.label),
        value: () => protect(connection, parts),
      },
      {
        icon: 'settings-gear',
        tooltip: vscode.l10n.t('Edit Connections'),
        value: runs('editConnections'),
      },
      {
        icon: 'trash',
        tooltip: vscode.l10n.t('Remove Connection'),
        value: runs('removeConnection', name),
      },
    ],
  }
}

/** Asks for the protection of a connection, and saves it. */
async function protect(connection: Connection, { connections }: ListParts): Promise<void> {
  const { name, protection } = connection
  const answer = await choose<Protection>(vscode.l10n.t('Protection of “{0}”', visible(name)), {
    placeholder: vscode.l10n.t('Select how to protect the connection from deletions'),
    choices: [protection, ...protections.filter((one) => one !== protection)].map((level) => {
      const { icon, label, detail } = protectionAppearance(level)
      const mark = level === protection && vscode.l10n.t('current')
      return { label, icon, description: joinDescription(detail, mark), value: level }
    }),
  })
  if (answer === undefined || answer === protection) return
  // The prompt may have been open for an hour, and the name that of another service by now.
  if (connections.current(connection).protection !== protection) {
    throw new ConnectionChangedError(connection)
  }
  await connections.setProtection(name, answer)
}

/** The invalid entries of the setting, which only its editor can correct. */
function problemItems({ connections }: ListParts): Choice<Action>[] {
  return connections.problems.map(connectionProblemText).map(({ entry, why }) => ({
    label: entry,
    icon: 'error',
    description: why,
    value: runs('editConnections'),
  }))
}

function commandItems({ connections }: ListParts): Choice<Action>[] {
  const items: [label: string, icon: string, command: keyof typeof commandIds][] = [
    [vscode.l10n.t('Add Connection…'), 'add', 'addConnection'],
  ]
  if (connections.active) {
    items.push(
      [vscode.l10n.t('Select Project…'), 'project', 'selectProject'],
      [vscode.l10n.t('Check Connection'), 'pulse', 'checkConnection'],
    )
  }
  return items.map(([label, icon, command]) => ({ label, icon, group: '', value: runs(command) }))
}

function runs(command: keyof typeof commandIds, ...args: unknown[]): Action {
  return () => vscode.commands.executeCommand(commandIds[command], ...args)
}
