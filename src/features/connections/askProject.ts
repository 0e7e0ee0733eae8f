import * as vscode from 'vscode'
import type { Project } from '../../api/accountSchemas.ts'
import type { List } from '../../api/list.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Result } from '../../cache/results.ts'
import type { ProjectList } from '../../clusters/projects.ts'
import { joinDescription, visible } from '../../texts.ts'
import { itemPage, unshown } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { checkProject } from '../../ui/prompts/validation.ts'

/** The project of a connection; without a UID, all projects. */
interface ProjectScope {
  uid?: string | undefined
  name?: string | undefined
}

/** Prompts for a project: the current one, all, a listed one, or an entered one. */
export async function askProject(
  title: string,
  connection: Connection,
  list: () => Promise<Result<ProjectList>>,
  current?: ProjectScope,
): Promise<ProjectScope | undefined> {
  const mark = vscode.l10n.t('current')
  const own = current?.uid === undefined ? undefined : choiceOf(current, mark)
  const all: Choice<ProjectScope> = {
    label: vscode.l10n.t('All projects'),
    ...(current && !own && { description: mark }),
    value: {},
  }
  const isUsable = ({ uid }: Project) => checkProject(uid) === undefined
  // The current project is listed by its UID until its name is known.
  const isThere = ({ uid, name }: Project) => uid === current?.uid && name === current.name
  const toChoices = ({ items }: List<Project>) =>
    items
      .filter((project) => isUsable(project) && !isThere(project))
      .sort((a, b) => a.name.localeCompare(b.name))
      .map((project) => ({
        ...choiceOf(project, project.uid === current?.uid && mark),
        group: vscode.l10n.t('projects'),
      }))
  const others = () =>
    itemPage(list(), connection, toChoices, ({ items, unreadable }) => {
      const unusable = items.filter((project) => !isUsable(project)).length
      return { notes: unshown({ projects: unreadable + unusable }) }
    })
  return choose<ProjectScope>(title, {
    placeholder: vscode.l10n.t('Select a project for the connection or enter its UID'),
    choices: own ? [own, all] : [all],
    more: others,
    typed: { validate: checkProject, make: (uid) => ({ uid }) },
  })
}

function choiceOf(project: ProjectScope, mark?: string | false): Choice<ProjectScope> {
  const { uid, name = uid ?? '' } = project
  const description = joinDescription(name !== uid && visible(uid ?? ''), mark)
  return { label: visible(name), description, ...(uid !== undefined && { uid }), value: project }
}
