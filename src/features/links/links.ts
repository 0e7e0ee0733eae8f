import * as vscode from 'vscode'
import { hostOf, parseConnections, type Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { commandIds } from '../../contributions.ts'
import { connectionOf } from '../../inventory/machinePoolRef.ts'
import { toArguments } from '../../inventory/places.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { machinePoolArguments } from '../../ui/machinePoolArguments.ts'
import { confirmModal, runAction, showMessage } from '../../ui/messages.ts'
import { connectionProblemText } from '../../ui/problemTexts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { isEntering } from '../../ui/prompts/quickInput.ts'
import { protectionAppearance } from '../../ui/protectionTexts.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { MachinePoolsNode, ZonesNode } from '../../ui/trees/nodes.ts'
import { linkTo, parseLink, type Link, type LinkParts, type LinkProblem } from './linkUri.ts'

type Node = ZonesNode | MachinePoolsNode
type AddConnectionLink = Extract<Link, { to: 'addConnection' }>
type RevealLink = Exclude<Link, AddConnectionLink>

/** Copy Link, and the handler of links. */
export function createLinks({ connections, apiKeys, context }: Parts) {
  const { id } = context.extension
  return {
    commands: {
      [commandIds.copyLink]: async (node?: Node, selected?: Node[]) => {
        const links = selectedItems(node, selected).flatMap((one) => targetOf(one) ?? [])
        const texts = links.map((link) => linkTo(vscode.env.uriScheme, id, link))
        await vscode.env.clipboard.writeText(texts.join('\n'))
      },
    },

    /** Follows a link. Throws if it can’t be used, without any part of it. */
    async open(uri: LinkParts): Promise<void> {
      assertNotEntering()
      const link = parseLink(uri)
      if ('problem' in link) throw new CommandError(problemText(link.problem))
      if (link.to === 'addConnection') await add(link)
      else await reveal(link)
    },
  }

  /** Prompts for a connection with the link’s values, once the user has agreed to its host. */
  async function add(link: AddConnectionLink, why = ''): Promise<void> {
    const { to: _, ...entry } = link
    const target = connectionIn(entry)
    if (isSample(target)) return trySample()
    const present = link.name === undefined ? undefined : connections.find(target.name)
    if (present?.baseUrl === target.baseUrl) {
      const text = vscode.l10n.t('Connection “{0}” already exists.', visible(present.name))
      const change = vscode.l10n.t('Switch Connection')
      return showMessage('info', text, [
        runAction(change, commandIds.switchConnection, present.name),
      ])
    }
    const isTaken = link.name !== undefined && connections.has(target.name)
    const question = vscode.l10n.t('Add a connection to {0}?', visible(hostOf(target)))
    const detail = addDetail(target, link, isTaken)
    const button = vscode.l10n.t('Add Connection')
    if (!(await confirmModal(question, why ? `${why}\n\n${detail}` : detail, button))) return
    assertNotEntering() // another link may have been followed meanwhile
    await vscode.commands.executeCommand(commandIds.addConnection, {
      name: isTaken ? '' : (link.name ?? ''),
      baseUrl: target.baseUrl,
      projectUid: target.projectUid ?? '',
      protection: target.protection,
      ask: true,
    })
  }

  /** Offers the sample, for which a key would be asked otherwise. */
  async function trySample(): Promise<void> {
    const question = vscode.l10n.t('Try with sample data?')
    const detail = vscode.l10n.t(
      'The link leads to the sample data in Poolkeeper, not to a service. Nothing is sent, and no API key is needed.',
    )
    if (!(await confirmModal(question, detail, vscode.l10n.t('Try with Sample Data')))) return
    await vscode.commands.executeCommand(commandIds.trySampleData)
  }

  /** Reveals what a link leads to, over a connection to the same service, never by a connection’s name. */
  async function reveal(link: RevealLink): Promise<void> {
    const { baseUrl, host } = serviceOf(link)
    const find = () => {
      const projectUid = link.to === 'pool' ? link.projectUid : undefined
      const wanted = { baseUrl, connection: connections.active?.name ?? '', projectUid }
      // One that is limited to another project, even the active one, doesn’t list the pool.
      const listing = connections.all.filter(
        (one) => !projectUid || !one.projectUid || one.projectUid === projectUid,
      )
      return connectionOf(wanted, listing) ?? connectionOf(wanted, connections.all)
    }
    if (!find()) {
      const why = vscode.l10n.t('The link leads to {0}, which you have no connection to.', host)
      const projectUid = link.to === 'pool' ? link.projectUid : undefined
      await add({ to: 'addConnection', baseUrl, projectUid }, why)
    }
    const connection = find()
    if (!connection) return
    if (connection.name !== connections.active?.name && !(await switchTo(connection, link))) return
    if (!(await ensureApiKey(connection, apiKeys))) return
    await vscode.commands.executeCommand(commandIds.revealInView, argumentsFor(connection, link))
  }

  async function switchTo(connection: Connection, link: RevealLink): Promise<boolean> {
    const item =
      link.to === 'pool'
        ? vscode.l10n.t('The link leads to machine pool “{0}”.', visible(link.machinePoolName))
        : vscode.l10n.t('The link leads to region “{0}”.', visible(link.region))
    const service = vscode.l10n.t('Service: {0}', visible(hostOf(connection)))
    const question = vscode.l10n.t('Switch to connection “{0}”?', visible(connection.name))
    const button = vscode.l10n.t('Switch Connection')
    if (!(await confirmModal(question, `${item}\n${service}`, button))) return false
    await vscode.commands.executeCommand(commandIds.switchConnection, connection.name)
    return true
  }
}

/** Throws while a prompt is open whose text a link would discard: an entered key may be impossible to get again. */
function assertNotEntering(): void {
  if (!isEntering()) return
  throw new CommandError(
    vscode.l10n.t(
      'The link was not opened because a prompt is open. Finish or close the prompt, and then open the link again.',
    ),
  )
}

/** Returns the link’s values for a tree item; undefined for one without a link. */
function targetOf(node: Node): RevealLink | undefined {
  if (node.kind === 'region') {
    const { connection: _, ...place } = toArguments(node)
    return { to: 'region', baseUrl: node.connection.baseUrl, ...place }
  }
  if (node.kind !== 'machinePool') return undefined
  const { provider, configUid, machinePoolName, project } = machinePoolArguments(node)
  const { baseUrl } = node.connection
  return { to: 'pool', baseUrl, provider, configUid, machinePoolName, projectUid: project?.uid }
}

function argumentsFor({ name }: Connection, link: RevealLink): object {
  const { to: _, baseUrl: __, ...place } = link
  const { projectUid: uid } = link.to === 'pool' ? link : {}
  return { ...place, connection: name, ...(uid !== undefined && { project: { uid } }) }
}

/** Returns the service of a link. Throws for an invalid URL. */
function serviceOf({ baseUrl }: RevealLink): { baseUrl: string; host: string } {
  const target = connectionIn({ baseUrl })
  return { baseUrl: target.baseUrl, host: visible(hostOf(target)) }
}

/** Validates a link’s connection by the rules of the setting. Its URL then names the host as it’s requested. */
function connectionIn(entry: { baseUrl: string; name?: string | undefined }): Connection {
  const { connections, problems } = parseConnections([{ ...entry, name: entry.name ?? 'link' }])
  const [connection] = connections
  if (connection) return connection
  const why = problems[0] ? connectionProblemText(problems[0]).why : ''
  throw new CommandError(joinSentences(vscode.l10n.t('The link can’t be used.'), why))
}

/** Says where the key would go, and everything that the link fills in. */
function addDetail(target: Connection, { name }: AddConnectionLink, isTaken: boolean): string {
  const { baseUrl, projectUid, protection } = target
  const lines = [
    vscode.l10n.t(
      'The link adds this connection. Continue only if you trust the host: the API key that you enter is sent to it.',
    ),
    ...(/(^|\.)xn--/.test(new URL(baseUrl).hostname)
      ? [vscode.l10n.t('The host name contains non-ASCII letters, so it may imitate another one.')]
      : []),
    '',
    vscode.l10n.t('URL: {0}', visible(baseUrl)),
    ...(name === undefined ? [] : [vscode.l10n.t('Name: {0}', visible(target.name))]),
    ...(isTaken ? [vscode.l10n.t('A connection with this name already exists.')] : []),
    ...(projectUid === undefined ? [] : [vscode.l10n.t('Project: {0}', visible(projectUid))]),
    ...(protection === 'none' ? [] : [protectionAppearance(protection).label]),
  ]
  return lines.join('\n')
}

function problemText(problem: LinkProblem): string {
  const texts: Record<LinkProblem, string> = {
    key: vscode.l10n.t(
      'The link was not used because it contains an API key or another secret. Links are stored in many places, so replace that key. Add the connection without it, and enter the new key when prompted.',
    ),
    path: vscode.l10n.t(
      'The link can’t be used. Links to Poolkeeper add a connection or reveal an item.',
    ),
    length: vscode.l10n.t('The link can’t be used because it’s too long.'),
    repeated: vscode.l10n.t('The link can’t be used because a parameter occurs twice.'),
    unknown: vscode.l10n.t('The link can’t be used because it has an unknown parameter.'),
    missing: vscode.l10n.t('The link can’t be used because it’s incomplete.'),
  }
  return texts[problem]
}
