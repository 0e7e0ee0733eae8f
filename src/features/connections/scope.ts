import * as vscode from 'vscode'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import type { KeyState } from '../../connections/apiKeys.ts'
import { commandIds, contextKeys } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import {
  joinDescription,
  labeledValue,
  namedUid,
  displayTextUpTo,
  displayText,
  escapeIcons,
} from '../../displayTexts.ts'
import { modeAppearances, modeSummary } from '../../ui/deletionModes.ts'
import { WorkspaceUse } from './workspaceUse.ts'
import { connectionIcon, maxNameLength, noticesOf } from './connectionAppearance.ts'

/** The active connection as the views and the status bar show it. */
interface Scope {
  readonly connection: Connection
  /** The project’s name, once something has loaded it. */
  readonly projectName: string | undefined
  /** False once secret storage has returned that the connection has no key. */
  readonly hasKey: boolean
}

/**
 * Shows the active connection, its project, its deletion mode, and a missing key: in the status bar, in the
 * headers of both views, and to `when` clauses.
 */
export function registerScope(parts: Parts): void {
  const { context, connections, apiKeys, projects } = parts
  const scopeView = new ScopeView(parts)
  void scopeView.refresh()
  context.subscriptions.push(
    scopeView,
    connections.onDidChange(() => void scopeView.refresh()),
    apiKeys.onDidChange(() => void scopeView.refresh()),
    projects.onDidChange(() => scopeView.show()),
  )
}

/** Shows the active connection in the status bar, in the headers of both views, and to `when` clauses. */
class ScopeView implements vscode.Disposable {
  readonly #parts: Parts
  readonly #statusBarItem = createStatusBarItem()
  readonly #use: WorkspaceUse
  /** The name of the connection for which secret storage has no key. */
  #connectionWithoutKey: string | undefined
  #refreshCount = 0

  constructor(parts: Parts) {
    this.#parts = parts
    const { context, commands, zonesTree, machinePoolsTree } = parts
    const { workspaceState } = context
    const views = [zonesTree, machinePoolsTree]
    this.#use = new WorkspaceUse({ workspaceState, views, commands }, () => this.show())
  }

  /** Shows the connection at once, and whether it has a key as soon as secret storage has returned that. */
  async refresh(): Promise<void> {
    this.show()
    this.#refreshCount += 1
    const refreshId = this.#refreshCount
    const { active } = this.#parts.connections
    const keyState = active ? await this.#keyStateOf(active) : 'noConnection'
    const isSuperseded = refreshId !== this.#refreshCount
    if (isSuperseded) return
    this.#connectionWithoutKey = keyState === 'ready' ? undefined : active?.name
    this.show()
    setContext('state', keyState)
  }

  /** Shows the connection by what is known so far. */
  show(): void {
    const { connections, zonesTree, machinePoolsTree } = this.#parts
    const { active, all } = connections
    const scope = active && this.#scopeOf(active)
    if (scope) describeScope(this.#statusBarItem, scope)
    // In a workspace that has nothing to do with Poolkeeper, there is no item.
    if (scope && this.#use.isUsed) this.#statusBarItem.show()
    else this.#statusBarItem.hide()
    const description = scope ? headerText(scope) : ''
    zonesTree.description = description
    machinePoolsTree.description = description
    setContext('clusters', active && clusterState(active, this.#parts))
    setContext('allDeletionsBlocked', all.every(isDeletionBlocked))
    setContext('deletionBlocked', active !== undefined && isDeletionBlocked(active))
    setContext('hasConsole', active?.consoleUrl !== undefined)
  }

  dispose(): void {
    this.#use.dispose()
    this.#statusBarItem.dispose()
  }

  #scopeOf(connection: Connection): Scope {
    return {
      connection,
      projectName: this.#parts.projects.projectName(connection),
      hasKey: this.#connectionWithoutKey !== connection.name,
    }
  }

  async #keyStateOf(connection: Connection): Promise<KeyState> {
    const { apiKeys, log } = this.#parts
    try {
      return await apiKeys.stateOf(connection)
    } catch (error) {
      log.warn(`API key: ${String(error)}`)
      return 'ready' // the views show the error, and the next change tries again
    }
  }
}

function createStatusBarItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('connection', vscode.StatusBarAlignment.Left)
  item.name = 'Poolkeeper'
  item.command = commandIds.manageConnections
  return item
}

function isDeletionBlocked({ deletion }: Connection): boolean {
  return deletion === 'block'
}

/** Returns the text in the header of a view. */
function headerText(scope: Scope): string {
  // A narrow side bar cuts off the end, and the beginning of a name tells more than what follows it.
  return joinDescription(noticesOf(scope.connection, scope.hasKey), pathText(scope))
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

/** Returns the name of the connection and that of its project, if it has one. */
function pathText(
  { connection, projectName = connection.projectUid }: Scope,
  format = displayText,
): string {
  const { name } = connection
  const path = projectName === undefined ? [name] : [name, projectName]
  return path.map(format).join(' › ')
}

/** Sets the text, the color, and the tooltip of the status bar item. */
function describeScope(item: vscode.StatusBarItem, scope: Scope): void {
  const { connection, hasKey } = scope
  const notices = noticesOf(connection, hasKey)
  const shortPath = pathText(scope, (name) => displayTextUpTo(name, maxNameLength))
  const text = escapeIcons(joinDescription(shortPath, notices))
  item.text = `$(${connectionIcon(connection, hasKey)}) ${text}`
  // The color marks the connections whose deletions need care, such as that to production. VS Code allows two
  // backgrounds here, for warnings and errors. Each theme has a fitting text color for both.
  const isGuarded = connection.deletion !== 'confirm'
  const background = new vscode.ThemeColor('statusBarItem.warningBackground')
  item.backgroundColor = isGuarded ? background : undefined
  item.tooltip = tooltipText(scope)
  const spoken = joinDescription(pathText(scope), notices)
    .replaceAll(' › ', ', ')
    .replaceAll(' · ', ', ')
  item.accessibilityInformation = { label: labeledValue('Poolkeeper', spoken) }
}

/** Returns the tooltip of the status bar, a fact on each line. */
function tooltipText({ connection, projectName, hasKey }: Scope): string {
  const { name, projectUid, deletion, typeFor } = connection
  const { label, detail } = modeAppearances[deletion]
  const lines = [
    vscode.l10n.t('Connection: {0}', displayText(name)),
    isSample(connection) ? vscode.l10n.t('Sample data, not a real service') : hostOf(connection),
    projectUid && labeledValue(vscode.l10n.t('Project'), namedUid(projectUid, projectName)),
    deletion === 'confirm' ? typeFor && modeSummary(connection) : labeledValue(label, detail),
    !hasKey && vscode.l10n.t('No API key'),
  ]
  return lines.filter(Boolean).join('\n')
}

/** Sets a context key. Nothing waits for it: VS Code handles commands in the order in which they are sent. */
function setContext(key: keyof typeof contextKeys, value: unknown): void {
  void vscode.commands.executeCommand('setContext', contextKeys[key], value)
}
