import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import type { Result } from '../inventory/cached.ts'
import type { ProjectList } from '../inventory/projects.ts'
import { visible } from '../texts.ts'
import { listed } from './listed.ts'
import { askChoice, type Answer, type Choice, type StepInfo } from './quickInput.ts'
import { checkProject } from './validation.ts'

/** The project that a connection is restricted to; all where there is no uid. */
export interface ProjectScope {
  uid?: string | undefined
  /** What it is called, where that is known. */
  name?: string | undefined
}

/** Asks for a project: the current one, all, one that the service lists, or one that is typed. */
export async function askProject(
  info: StepInfo,
  connection: Connection,
  listing: Promise<Result<ProjectList>>,
  current?: ProjectScope,
): Promise<Answer<ProjectScope>> {
  const mark = vscode.l10n.t('current')
  const own = current?.uid === undefined ? undefined : choiceOf(current, mark)
  const all: Choice<ProjectScope> = {
    label: vscode.l10n.t('All projects (none set)'),
    ...(current && !own && { description: mark }),
    value: {},
  }
  const others = listed(listing, connection, (projects) => {
    const usable = projects.filter(({ uid }) => checkProject(uid) === undefined)
    // It is in the list from the start, when its name may not have been known.
    const named = usable.find(({ uid }) => uid === current?.uid)
    if (own && named) Object.assign(own, choiceOf(named, mark))
    return usable
      .filter((project) => project !== named)
      .sort((a, b) => a.name.localeCompare(b.name))
      .map((project) => ({ ...choiceOf(project), group: vscode.l10n.t('projects') }))
  })
  return askChoice<ProjectScope>(info, {
    placeholder: vscode.l10n.t('Choose the connection’s project or type its uid'),
    choices: own ? [own, all] : [all],
    more: others,
    typed: {
      describe: vscode.l10n.t('use this project uid'),
      validate: checkProject,
      make: (uid) => ({ uid }),
    },
  })
}

function choiceOf(project: ProjectScope, mark?: string): Choice<ProjectScope> {
  const { uid = '', name = uid } = project
  const description = [name !== uid && visible(uid), mark].filter(Boolean).join(' · ')
  return { label: visible(name), description, value: project }
}
