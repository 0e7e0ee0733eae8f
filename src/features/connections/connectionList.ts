import * as vscode from 'vscode'
import { hostOf, isSameConnection, type Connection } from '../../connections/connection.ts'
import { keyState } from '../../connections/connectionState.ts'
import { isSample } from '../../connections/sample.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { connectionProblemText } from '../../ui/problemTexts.ts'
import { back, choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { protectionAppearance } from '../../ui/protectionTexts.ts'
import { connectionChanged } from '../../ui/connectionChanged.ts'
import { activeFirst, connectionIcon, shortened } from './chooseConnection.ts'
import { askProtection } from './protection.ts'

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
  const isReady = await keyState(connection, apiKeys).then(
    (state) => state === 'ready',
    () => true, // the views show why it can’t be read
  )
  const args = { connection: name }
  return {
    label: shortened(name),
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
    value: () => connections.activate(name),
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
  const info = { title: vscode.l10n.t('Protection of “{0}”', visible(name)) }
  const answer = await askProtection(info, protection)
  if (answer === undefined || answer === back || answer === protection) return
  // The prompt may have been open for an hour, and the name that of another service by now.
  if (!isSameConnection(connection, connections.find(name))) throw connectionChanged(name)
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
