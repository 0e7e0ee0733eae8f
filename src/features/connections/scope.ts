import * as vscode from 'vscode'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import type { KeyState } from '../../connections/apiKeys.ts'
import { commandIds, contextKeys } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import {
  joinDescription,
  labeled,
  namedUid,
  shortened,
  visible,
  withoutIcons,
} from '../../texts.ts'
import { protectionAppearances } from '../../ui/protectionTexts.ts'
import { connectionIcon, maxNameLength, noticesOf } from './connectionAppearance.ts'

/** The active connection as the views and the status bar show it. */
interface Scope {
  readonly connection: Connection
  /** The project’s name, once something has loaded it. */
  readonly projectName: string | undefined
  /** True until it is known that there is none. */
  readonly hasKey: boolean
}

/**
 * Shows the active connection, its project, its protection, and a missing key: in the status bar, in the
 * headers of both views, and to `when` clauses.
 */
export function registerScope(parts: Parts): void {
  const { connections, apiKeys, projects, log, zonesTree, machinePoolsTree } = parts
  const item = vscode.window.createStatusBarItem('connection', vscode.StatusBarAlignment.Left)
  item.name = 'Poolkeeper'
  item.command = commandIds.manageConnections
  /** The connection that is known to have no key. */
  let withoutKey: string | undefined
  let latest = 0
  const show = () => {
    const { active, all } = connections
    const scope: Scope | undefined = active && {
      connection: active,
      projectName: projects.nameOf(active),
      hasKey: withoutKey !== active.name,
    }
    showInStatusBar(item, scope)
    // A narrow side bar cuts off the end, and the beginning of a name tells more than what follows it.
    const description = scope
      ? joinDescription(noticesOf(scope.connection, scope.hasKey), pathOf(scope))
      : ''
    for (const tree of [zonesTree, machinePoolsTree]) tree.description = description
    setContext('clusters', active && clusterState(active, parts))
    const isReadOnly = ({ protection }: Connection) => protection === 'readOnly'
    setContext('allReadOnly', all.every(isReadOnly))
    setContext('readOnly', active !== undefined && isReadOnly(active))
    setContext('hasConsole', active?.consoleUrl !== undefined)
  }
  const refresh = async () => {
    show()
    const own = ++latest
    const { active } = connections
    const state = active ? await apiKeys.stateOf(active).catch(unreadable) : 'noConnection'
    if (own !== latest) return // superseded by a later change
    withoutKey = state === 'ready' ? undefined : active?.name
    show()
    setContext('state', state)
  }
  const unreadable = (error: unknown): KeyState => {
    log.warn(`API key: ${String(error)}`)
    return 'ready' // the views show the error, and the next change tries again
  }
  void refresh()
  parts.context.subscriptions.push(
    item,
    connections.onDidChange(() => void refresh()),
    apiKeys.onDidChange(() => void refresh()),
    projects.onDidChange(show),
  )
}

function clusterState(
  connection: Connection,
  { capabilities, clusters }: Pick<Parts, 'capabilities' | 'clusters'>,
): 'unsupported' | 'none' | 'some' {
  if (!capabilities.isSupported(connection, 'clusterSearch')) return 'unsupported'
  const list = clusters.peekList(connection)
  const isEmpty = list && !list.hasMore && list.clusters.length + list.unreadable === 0
  return isEmpty ? 'none' : 'some'
}

/** Returns the connection and its project. */
function pathOf({ connection, projectName = connection.projectUid }: Scope, cut = visible): string {
  const { name } = connection
  return [name, ...(projectName === undefined ? [] : [projectName])].map(cut).join(' › ')
}

function showInStatusBar(item: vscode.StatusBarItem, scope: Scope | undefined): void {
  if (!scope) return item.hide()
  const { connection, projectName, hasKey } = scope
  const { name, projectUid, protection } = connection
  const { label, detail } = protectionAppearances[protection]
  const notices = noticesOf(connection, hasKey)
  const line = joinDescription(
    pathOf(scope, (part) => shortened(part, maxNameLength)),
    notices,
  )
  item.text = `$(${connectionIcon(connection, hasKey)}) ${withoutIcons(line)}`
  // The one background that every theme has a foreground for, and that isn’t for errors.
  const warning = new vscode.ThemeColor('statusBarItem.warningBackground')
  item.backgroundColor = hasKey ? undefined : warning
  item.tooltip = [
    vscode.l10n.t('Poolkeeper connection: {0}', visible(name)),
    isSample(connection) ? vscode.l10n.t('Not a real service') : hostOf(connection),
    projectUid && labeled(vscode.l10n.t('Project'), namedUid(projectUid, projectName)),
    protection !== 'none' && `${label}: ${detail}`,
    !hasKey && vscode.l10n.t('No API key'),
  ]
    .filter(Boolean)
    .join('\n')
  const spoken = joinDescription(pathOf(scope), notices)
    .replaceAll(' › ', ', ')
    .replaceAll(' · ', ', ')
  item.accessibilityInformation = { label: vscode.l10n.t('Poolkeeper connection: {0}', spoken) }
  item.show()
}

/** Sets a context key. Nothing waits for it: VS Code handles commands in the order in which they are sent. */
function setContext(key: keyof typeof contextKeys, value: unknown): void {
  void vscode.commands.executeCommand('setContext', contextKeys[key], value)
}
