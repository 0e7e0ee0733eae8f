import * as vscode from 'vscode'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import type { KeyState } from '../../connections/apiKeys.ts'
import { commandIds, contextKeys } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, labeled, namedUid, visible, withoutIcons } from '../../texts.ts'
import { protectionAppearance } from '../../ui/protectionTexts.ts'
import { connectionIcon, shortName } from './connectionAppearance.ts'

/** The active connection as the views and the status bar show it. */
interface Scope {
  readonly connection: Connection
  /** The project’s name, once something has loaded it. */
  readonly projectName: string | undefined
  readonly hasKey: boolean
}

/**
 * Shows the active connection, its project, its protection, and a missing key: in the status bar, in the
 * headers of both views, and to `when` clauses.
 */
export function registerScope(parts: Parts): vscode.Disposable {
  const { connections, apiKeys, projects, log, zonesTree, machinePoolsTree } = parts
  const { clusters, capabilities } = parts
  const item = vscode.window.createStatusBarItem('connection', vscode.StatusBarAlignment.Left)
  item.name = 'Poolkeeper'
  item.command = commandIds.manageConnections
  /** The last known state, and the connection that it is of. */
  let known: { state: KeyState | 'noConnection'; of?: string } = { state: 'noConnection' }
  let latest = 0
  const show = () => {
    const { active } = connections
    const hasKey = known.of !== active?.name || known.state === 'ready'
    const scope: Scope | undefined = active && {
      connection: active,
      projectName: projects.nameOf(active),
      hasKey,
    }
    showInStatusBar(item, scope)
    // A narrow side bar cuts off the end, and the beginning of a name tells more than what follows it.
    const description = scope ? joinDescription(noticesOf(scope), pathOf(scope)) : ''
    for (const tree of [zonesTree, machinePoolsTree]) tree.description = description
    setContext('clusters', active && clusterState(active))
    setContext(
      'allReadOnly',
      connections.all.every(({ protection }) => protection === 'readOnly'),
    )
  }
  const clusterState = (connection: Connection): 'unsupported' | 'none' | 'some' => {
    if (!capabilities.isSupported(connection, 'clusterSearch')) return 'unsupported'
    const list = clusters.peek(connection)
    const isEmpty = list && !list.hasMore && list.clusters.length + list.unreadable === 0
    return isEmpty ? 'none' : 'some'
  }
  const update = async () => {
    const own = ++latest
    const { active } = connections
    const reading = active ? apiKeys.stateOf(active) : ('noConnection' as const)
    const state = await Promise.resolve(reading).catch((error: unknown) => {
      log.warn(`API key: ${String(error)}`)
      return 'ready' as const // the views show the error, and the next change tries again
    })
    if (own !== latest) return // superseded by a later change
    known = active ? { state, of: active.name } : { state }
    show()
    const { protection, consoleUrl } = active ?? {}
    setContext('state', state)
    setContext('readOnly', protection === 'readOnly')
    setContext('hasConsole', consoleUrl !== undefined)
  }
  const refresh = () => {
    show()
    void update()
  }
  refresh()
  return vscode.Disposable.from(
    item,
    connections.onDidChange(refresh),
    apiKeys.onDidChange(refresh),
    projects.onDidChange(show),
  )
}

/** Returns the connection and its project. */
function pathOf({ connection, projectName = connection.projectUid }: Scope, cut = visible): string {
  const { name } = connection
  return [name, ...(projectName === undefined ? [] : [projectName])].map(cut).join(' › ')
}

/** Returns what needs attention; empty if nothing does. */
function noticesOf({ connection, hasKey }: Scope): string {
  const { protection } = connection
  return joinDescription(
    isSample(connection) && vscode.l10n.t('Not a real service'),
    !hasKey && vscode.l10n.t('No API key'),
    protection !== 'none' && protectionAppearance(protection).label,
  )
}

function showInStatusBar(item: vscode.StatusBarItem, scope: Scope | undefined): void {
  if (!scope) return item.hide()
  const { connection, projectName, hasKey } = scope
  const { name, projectUid, protection } = connection
  const isProtected = protection !== 'none'
  const appearance = protectionAppearance(protection)
  const icon = hasKey ? (isProtected ? appearance.icon : connectionIcon(connection)) : 'key'
  const line = joinDescription(pathOf(scope, shortName), noticesOf(scope))
  item.text = `$(${icon}) ${withoutIcons(line)}`
  // The one background that every theme has a foreground for, and that isn’t for errors.
  const warning = new vscode.ThemeColor('statusBarItem.warningBackground')
  item.backgroundColor = hasKey ? undefined : warning
  item.tooltip = [
    vscode.l10n.t('Poolkeeper connection: {0}', visible(name)),
    isSample(connection) ? vscode.l10n.t('Not a real service') : hostOf(connection),
    projectUid && labeled(vscode.l10n.t('Project'), namedUid(projectUid, projectName)),
    isProtected && `${appearance.label}: ${appearance.detail}`,
    !hasKey && vscode.l10n.t('No API key'),
  ]
    .filter(Boolean)
    .join('\n')
  const spoken = joinDescription(pathOf(scope), noticesOf(scope))
    .replaceAll(' › ', ', ')
    .replaceAll(' · ', ', ')
  item.accessibilityInformation = { label: vscode.l10n.t('Poolkeeper connection: {0}', spoken) }
  item.show()
}

/** Sets a context key. Nothing waits for it: VS Code handles commands in the order in which they are sent. */
function setContext(key: keyof typeof contextKeys, value: unknown): void {
  void vscode.commands.executeCommand('setContext', contextKeys[key], value)
}
