import * as vscode from 'vscode'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { consoleTarget } from '../../connections/consoleUrl.ts'
import { isSample } from '../../connections/sample.ts'
import { connectionState, type ConnectionState } from '../../connections/connectionState.ts'
import { commandIds, contextValues } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, namedUid, visible, withoutIcons } from '../../texts.ts'
import { setContext } from '../../ui/contextKeys.ts'
import { protectionLook } from '../../ui/protectionTexts.ts'
import { connectionIcon } from './chooseConnection.ts'

/** The context values of the tree items that a console URL reaches, by its target. */
const consoleRows = {
  none: [],
  project: [contextValues.project],
  cluster: [contextValues.cloudConfig, contextValues.cloudConfigTracked],
}

/** The maximum length of a name in the status bar. */
const maxLength = 40

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
  const item = vscode.window.createStatusBarItem('connection', vscode.StatusBarAlignment.Left)
  item.name = vscode.l10n.t('Poolkeeper Connection')
  item.command = commandIds.switchConnection
  /** The last known state, and the connection that it is of. */
  let known: { state: ConnectionState; connection?: Connection } = { state: 'noConnection' }
  let latest = 0
  const show = () => {
    const { active } = connections
    const scope: Scope | undefined = active && {
      connection: active,
      projectName: projects.nameOf(active),
      hasKey: known.connection?.name !== active.name || known.state === 'ready',
    }
    showInStatusBar(item, scope)
    for (const tree of [zonesTree, machinePoolsTree]) tree.description = scope ? textOf(scope) : ''
  }
  const update = async () => {
    const own = ++latest
    const now = await connectionState(connections, apiKeys).catch((error: unknown) => {
      log.warn(`API key: ${String(error)}`)
      // The views show the error, and the next change tries again.
      const connection = connections.active
      return { state: 'ready' as const, ...(connection && { connection }) }
    })
    if (own !== latest) return // superseded by a later change
    known = now
    show()
    const { state, connection } = now
    const { protection, consoleUrl } = connection ?? {}
    setContext('state', state)
    setContext('readOnly', protection === 'readOnly')
    setContext('sample', connection !== undefined && isSample(connection))
    setContext('hasConsole', consoleUrl !== undefined)
    setContext('consoleRows', consoleRows[consoleTarget(consoleUrl) ?? 'none'])
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

/** Returns the scope on one line, with what needs attention. */
function textOf({ connection, projectName, hasKey }: Scope, cut = visible): string {
  const { name, projectUid, protection } = connection
  const project = projectName ?? projectUid
  return joinDescription(
    [name, ...(project === undefined ? [] : [project])].map(cut).join(' › '),
    isSample(connection) && vscode.l10n.t('Not a real service'),
    !hasKey && vscode.l10n.t('No API key'),
    protection !== 'none' && protectionLook(protection).label,
  )
}

function showInStatusBar(item: vscode.StatusBarItem, scope: Scope | undefined): void {
  if (!scope) return item.hide()
  const { connection, projectName, hasKey } = scope
  const { name, projectUid, protection } = connection
  const isProtected = protection !== 'none'
  const look = protectionLook(protection)
  const icon = hasKey ? (isProtected ? look.icon : connectionIcon(connection)) : 'key'
  item.text = `$(${icon}) ${withoutIcons(textOf(scope, shortened))}`
  // The one background that every theme has a foreground for, and that isn’t for errors.
  const warning = new vscode.ThemeColor('statusBarItem.warningBackground')
  item.backgroundColor = hasKey && !isProtected ? undefined : warning
  item.tooltip = [
    vscode.l10n.t('Poolkeeper connection: {0}', visible(name)),
    isSample(connection) ? vscode.l10n.t('Not a real service') : hostOf(connection),
    projectUid && vscode.l10n.t('Project: {0}', namedUid(projectUid, projectName)),
    isProtected && `${look.label}: ${look.detail}`,
    !hasKey && vscode.l10n.t('No API key'),
  ]
    .filter(Boolean)
    .join('\n')
  const spoken = textOf(scope).replaceAll(' › ', ', ').replaceAll(' · ', ', ')
  item.accessibilityInformation = { label: vscode.l10n.t('Poolkeeper connection: {0}', spoken) }
  item.show()
}

/** Shortens a name in the middle, because names often differ at the end. */
function shortened(name: string): string {
  const all = visible(name)
  if (all.length <= maxLength) return all
  const head = all.slice(0, maxLength - 13).replace(/[\uD800-\uDBFF]$/, '')
  return `${head}…${all.slice(-12).replace(/^[\uDC00-\uDFFF]/, '')}`
}
