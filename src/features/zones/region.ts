import * as vscode from 'vscode'
import { hasRegions } from '../../api/endpoints.ts'
import type { CloudAccount, Region } from '../../api/lookupSchemas.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { zoneProvider } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { accountsOf } from '../../inventory/accounts.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { joinDescription } from '../../texts.ts'
import { askCloudProject } from './cloudProject.ts'
import { askLabeledUid, type LabeledUid } from '../../ui/prompts/labeledUid.ts'
import { itemPage, accountPage, omitting } from '../../ui/prompts/itemSource.ts'
import { askProvider, zoneProviders } from '../../ui/prompts/askProvider.ts'
import {
  askChoice,
  back,
  runSteps,
  skipped,
  substep,
  type Choice,
  type Step,
} from '../../ui/prompts/quickInput.ts'
import { checkZoneProvider, typedSegment } from '../../ui/prompts/validation.ts'

/** A region, with the display name of its account; the provider may have none. */
export interface LabeledRegion extends RegionRef {
  readonly cloudAccountLabel?: string | undefined
}

/** A cloud account or one of its projects, with the account’s display name. */
export type LabeledAccount = Omit<LabeledRegion, 'region'>

type Given = Partial<Omit<LabeledRegion, 'connection'>>

/**
 * Prompts for a region: provider, cloud account, region; `given` has the initial values. Undefined if
 * canceled.
 */
export async function askRegion(
  title: string,
  connection: Connection,
  tracked: TrackedItems,
  clouds: Clouds,
  given: Given = {},
): Promise<LabeledRegion | undefined> {
  const account = accountSteps(connection, tracked, clouds, given)
  let region = ''
  const isComplete = await runSteps(title, [
    ...account.steps,
    async (info) => {
      const place = account.chosen()
      if (!hasRegions(place.provider)) return skipped
      const names = account
        .kept()
        .filter((one) => one.project === place.project)
        .map(({ name }) => name)
      const answer = await askChoice(info, {
        placeholder: vscode.l10n.t('Select or enter a region'),
        value: given.region ?? '',
        choices: names.map((value) => ({
          label: value,
          value,
          group: vscode.l10n.t('recently used'),
        })),
        more: itemPage(
          clouds.regions.getOrRetry(place),
          connection,
          (all) =>
            all
              .filter(({ name }) => !names.includes(name))
              // A stable sort: each part keeps the service’s order.
              .sort((a, b) => Number(b.isOptedIn) - Number(a.isOptedIn))
              .map(choiceOf),
          (all) => omitting({ regions: omittedFrom(all) }),
        ),
        typed: typedSegment(vscode.l10n.t('use this region'), (text) => text),
      })
      if (typeof answer === 'string') region = answer
      return answer
    },
  ])
  return isComplete ? { ...account.chosen(), region } : undefined
}

/** Returns the steps that select a cloud account, its values, and its pinned regions. */
function accountSteps(connection: Connection, tracked: TrackedItems, clouds: Clouds, given: Given) {
  let provider = ''
  let account: LabeledUid = { uid: '' }
  let project: string | undefined
  const chosen = (): LabeledAccount => ({
    connection,
    provider,
    cloudAccountUid: account.uid,
    project,
    cloudAccountLabel: account.label,
  })
  const kept = () => tracked.account(chosen())?.regions ?? []
  const accounts = () =>
    accountsOf(connection, tracked, clouds)
      .filter((one) => zoneProvider(one.provider) === zoneProvider(provider))
      .map(({ cloudAccountUid: uid, ...one }) => ({ uid, ...one }))

  const steps: Step[] = [
    async (info) => {
      const recent = tracked.accounts(connection.name).map((one) => one.provider)
      const answer = await askProvider(info, recent, zoneProviders, {
        initial: given.provider,
        validate: checkZoneProvider,
      })
      if (typeof answer === 'string') provider = answer
      return answer
    },
    async (info) => {
      const known = accounts().filter(({ isPinned }) => isPinned)
      for (;;) {
        const answer = await askLabeledUid(info, known, {
          value: { uid: given.cloudAccountUid ?? '', label: given.cloudAccountLabel },
          placeholder: vscode.l10n.t('Select a cloud account or enter its UID'),
          use: vscode.l10n.t('use this cloud account UID'),
          label: vscode.l10n.t('Enter a label for the cloud account, such as “production”'),
          more: accountPage(
            clouds,
            connection,
            // The provider of the others was selected before.
            ({ withoutProvider }) => [...accounts(), ...withoutProvider.map(unlabeled)],
            ({ unreadable, withoutProvider }) => unreadable - withoutProvider.length,
          ),
        })
        if (answer === undefined || answer === back) return answer
        account = answer
        const inProject = await askCloudProject(
          substep(info),
          chosen(),
          kept(),
          clouds,
          given.project,
        )
        if (inProject === undefined) return undefined
        if (inProject !== back) {
          project = inProject.project
          return inProject
        }
      }
    },
  ]
  return { steps, chosen, kept }
}

function unlabeled({ uid, name }: CloudAccount): LabeledUid {
  return { uid, label: name }
}

/** Returns the item of a region, with a note if the account hasn’t opted in, or if it isn’t up. */
function choiceOf({ name, displayName, isOptedIn, state }: Region): Choice<string> {
  const notOptedIn = !isOptedIn && vscode.l10n.t('not opted in')
  return {
    label: name,
    value: name,
    group: isOptedIn
      ? vscode.l10n.t('listed by the service')
      : vscode.l10n.t('regions that need opt-in'),
    description: joinDescription(displayName, notOptedIn, state),
  }
}
