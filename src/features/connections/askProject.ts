import * as vscode from 'vscode'
import type { Project } from '../../api/accountSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Result } from '../../cache/results.ts'
import type { ProjectList } from '../../clusters/projects.ts'
import { joinDescription, displayText } from '../../displayTexts.ts'
import { itemPage, unshown } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { checkProject } from '../../ui/prompts/validation.ts'

/** The project of a connection; without a UID, all projects. */
interface ProjectScope {
  uid?: string | undefined
  name?: string | undefined
}

/** Prompts for a project: the current project, all projects, a project of the list, or a UID that the user enters. */
export async function askProject(
  title: string,
  connection: Connection,
  list: () => Promise<Result<ProjectList>>,
  current?: ProjectScope,
): Promise<ProjectScope | undefined> {
  return choose<ProjectScope>(title, {
    placeholder: vscode.l10n.t('Select a project for the connection or enter its UID'),
    choices: fixedChoices(current),
    more: () =>
      itemPage(
        list(),
        connection,
        ({ items }) => listedChoices(items, current),
        ({ items, unreadable }) => {
          const unusable = items.filter((project) => !isUsable(project)).length
          return { notes: unshown({ projects: unreadable + unusable }) }
        },
      ),
    typed: { validate: checkProject, make: (uid) => ({ uid }) },
  })
}

/** Returns whether the UID of a project can be sent in a header. */
function isUsable({ uid }: Project): boolean {
  return checkProject(uid) === undefined
}

/** Returns the choices that don’t need to be listed: the current project, and all projects. */
function fixedChoices(current: ProjectScope | undefined): Choice<ProjectScope>[] {
  const currentMark = vscode.l10n.t('current')
  const label = vscode.l10n.t('All projects')
  const hasProject = current?.uid !== undefined
  const description = current && !hasProject ? currentMark : undefined
  const allProjects = { label, description, value: {} }
  return hasProject ? [projectChoice(current, currentMark), allProjects] : [allProjects]
}

function listedChoices(
  projects: readonly Project[],
  current: ProjectScope | undefined,
): Choice<ProjectScope>[] {
  // The current project is listed by its UID until its name is known.
  const isFixedChoice = ({ uid, name }: Project) => uid === current?.uid && name === current.name
  const currentMark = vscode.l10n.t('current')
  const group = vscode.l10n.t('projects')
  return projects
    .filter((project) => isUsable(project) && !isFixedChoice(project))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((project) => ({
      ...projectChoice(project, project.uid === current?.uid && currentMark),
      group,
    }))
}

function projectChoice(project: ProjectScope, mark?: string | false): Choice<ProjectScope> {
  const { uid, name = uid ?? '' } = project
  const description = joinDescription(name !== uid && displayText(uid ?? ''), mark)
  return { label: displayText(name), description, uid, value: project }
}
