import * as vscode from 'vscode'
import type { Region } from '../api/lookupSchemas.ts'
import { zoneProvider } from '../api/providers.ts'
import type { Connection } from '../connections/connection.ts'
import type { AccountRef, Clouds, RegionRef } from '../inventory/clouds.ts'
import type { Tracked, TrackedRegion } from '../inventory/tracked.ts'
import { titleOf } from '../texts.ts'
import { askLabelledUid, type LabelledUid } from './labelledUid.ts'
import { listed } from './listed.ts'
import { askProvider, zoneProviders } from './providers.ts'
import {
  askChoice,
  askText,
  back,
  runSteps,
  substep,
  type Answer,
  type Choice,
  type StepInfo,
} from './quickInput.ts'
import { checkSegment } from './validation.ts'

/** A region, with what its account is called. */
export interface LabelledRegion extends RegionRef {
  readonly cloudAccountLabel?: string | undefined
}

/** Asks for a region: provider, cloud account, region. Undefined where the user gave up. */
export async function askRegion(
  title: string,
  connection: Connection,
  tracked: Tracked,
  clouds: Clouds,
): Promise<LabelledRegion | undefined> {
  const accounts = tracked.accounts(connection.name)
  let provider = ''
  let account: LabelledUid = { uid: '' }
  let project: string | undefined
  let region = ''
  const place = () => ({ connection, provider, cloudAccountUid: account.uid, project })
  const kept = () => tracked.account(connection.name, { provider, uid: account.uid })?.regions ?? []

  const isComplete = await runSteps(title, [
    async (info) => {
      const recent = accounts.map((one) => one.provider)
      const answer = await askProvider(info, recent, zoneProviders)
      if (typeof answer === 'string') provider = answer
      return answer
    },
    async (info) => {
      const known = accounts
        .filter((one) => zoneProvider(one.provider) === zoneProvider(provider))
        .map((one) => {
          const { uid } = one
          const ref = { connection, provider, cloudAccountUid: uid }
          return { uid, label: titleOf(one, clouds.accountName(ref)) }
        })
      for (;;) {
        const answer = await askLabelledUid(info, known, {
          placeholder: vscode.l10n.t('Choose the cloud account or type its uid'),
          use: vscode.l10n.t('use this cloud account uid'),
          label: vscode.l10n.t('A label for the cloud account, such as production'),
          more: listed(clouds.accounts.getOrRetry(connection), connection, (all) =>
            all
              .filter((one) => one.provider === zoneProvider(provider))
              .map(({ uid, name }) => ({ uid, label: name })),
          ),
        })
        if (answer === undefined || answer === back) return answer
        account = answer
        const chosen = await askCloudProject(info, place(), kept(), clouds)
        if (chosen === undefined) return undefined
        if (chosen !== back) {
          project = chosen.project
          return chosen
        }
      }
    },
    async (info) => {
      const recent = kept().filter((one) => one.project === project)
      const names = recent.map(({ name }) => name)
      const answer = await askChoice(info, {
        placeholder: vscode.l10n.t('Choose or type the region'),
        choices: names.map((value) => ({
          label: value,
          value,
          group: vscode.l10n.t('recently used'),
        })),
        more: listed(clouds.regions.getOrRetry(place()), connection, (all) =>
          all
            .filter(({ name }) => !names.includes(name))
            // A stable sort: each part stays as the service lists it.
            .sort((a, b) => Number(b.isOptedIn) - Number(a.isOptedIn))
            .map(choiceOf),
        ),
        typed: {
          describe: vscode.l10n.t('use this region'),
          validate: checkSegment,
          make: (text) => text,
        },
      })
      if (typeof answer === 'string') region = answer
      return answer
    },
  ])
  if (!isComplete) return undefined
  return { ...place(), cloudAccountLabel: account.label, region }
}

/** A region in the list; one that the account has to opt in to first says so. */
function choiceOf({ name, displayName, isOptedIn }: Region): Choice<string> {
  const notOptedIn = !isOptedIn && vscode.l10n.t('not opted in')
  return {
    label: name,
    value: name,
    group: isOptedIn ? vscode.l10n.t('all regions') : vscode.l10n.t('regions to opt in to first'),
    description: [displayName, notOptedIn].filter(Boolean).join(' · '),
  }
}

/** The project of the cloud that an account works in; asked for only where there is a choice. */
async function askCloudProject(
  info: StepInfo,
  account: AccountRef,
  recent: readonly TrackedRegion[],
  clouds: Clouds,
): Promise<Answer<{ project?: string }>> {
  if (zoneProvider(account.provider) !== 'gcp') return {}
  const projects = listed(clouds.projects.getOrRetry(account), account.connection, (all) =>
    all.map(({ id, name }) => ({
      label: name,
      description: id,
      value: { project: id },
      group: vscode.l10n.t('all projects'),
    })),
  )
  const used = new Set(recent.flatMap(({ project = [] }) => project))
  const unlisted: Choice<{ project?: string }>[] = [
    ...[...used].map((project) => ({
      label: project,
      value: { project },
      group: vscode.l10n.t('recently used'),
    })),
    // The documented path to the zones needs none.
    { label: vscode.l10n.t('Go on without a project'), value: {} },
  ]
  return askChoice<{ project?: string }>(substep(info), {
    placeholder: vscode.l10n.t('Choose or type the project of the cloud'),
    choices: [],
    more: projects.then((read) => (read.values.length > 0 ? read : { ...read, values: unlisted })),
    settle: ({ values, problem }) =>
      problem === undefined && values.length < 2 ? values[0]?.value : undefined,
    typed: {
      describe: vscode.l10n.t('use this project'),
      validate: checkSegment,
      make: (project) => ({ project }),
    },
  })
}

/** Asks for a project of the cloud that nothing lists; undefined where the user gave up. */
export async function enterCloudProject(title: string): Promise<string | undefined> {
  const prompt = vscode.l10n.t('The project of the cloud in which to look for the zones')
  const answer = await askText(
    { title, step: 1, totalSteps: 1 },
    { prompt, validate: checkSegment },
  )
  return answer === back ? undefined : answer
}
