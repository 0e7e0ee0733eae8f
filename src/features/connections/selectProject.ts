import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { askProject } from './askProject.ts'
import { checkProject } from '../../ui/prompts/validation.ts'
import { displayText } from '../../displayTexts.ts'
import { resolveConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { isNode } from '../../ui/trees/nodes.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { toResult } from '../../cache/results.ts'
import { showStatus } from '../../ui/messages.ts'

const Arguments = v.strictObject({
  /** Empty for all projects; prompts without it. */
  projectUid: v.optional(v.string()),
  /** The connection’s name; the active one by default. */
  connection: v.optional(v.string()),
})

/**
 * Select Project…: limits the active connection to a project, or to none, in this workspace. For the tree item of a
 * project, or with `{projectUid}`, it doesn’t prompt.
 */
export function registerSelectProject(parts: Parts): void {
  const { commands, connections, projects } = parts
  commands.register(commandIds.selectProject, async (args: unknown) => {
    const given = isNode(args, 'project')
      ? { projectUid: args.uid, connection: args.connection.name }
      : readArguments(Arguments, args)
    const connection = resolveConnection(connections, given?.connection)
    const projectUid = given?.projectUid?.trim() ?? (await askProjectUid(connection, parts))
    if (projectUid === undefined || projectUid === (connection.projectUid ?? '')) return
    const problem = projectUid === '' ? undefined : checkProject(projectUid)
    if (problem) throw new CommandError(problem)
    // The list may have been open for an hour. Its projects are those of the service that returned it.
    connections.current(connection)
    await connections.selectProject(connection.name, projectUid || undefined)
    const changed = connections.find(connection.name) ?? connection
    const name = projectUid
      ? displayText(projects.projectName(changed) ?? projectUid)
      : vscode.l10n.t('All projects')
    showStatus(vscode.l10n.t('Project selected: {0}', name))
  })
}

/** Prompts for a project. Resolves to its UID; empty for all projects, undefined if canceled. */
async function askProjectUid(connection: Connection, parts: Parts): Promise<string | undefined> {
  if (!(await ensureApiKey(connection, parts))) return undefined
  const { projects } = parts
  const title = vscode.l10n.t('Select Project')
  const current = { uid: connection.projectUid, name: projects.projectName(connection) }
  const list = () => toResult(projects.lists.refresh(connection))
  const answer = await askProject(title, connection, list, current)
  return answer && (answer.uid ?? '')
}
