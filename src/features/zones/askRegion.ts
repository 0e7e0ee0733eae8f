import * as vscode from 'vscode'
import { hasRegions } from '../../api/providers.ts'
import type { Region } from '../../api/lookupEndpoints.ts'
import { omittedFrom } from '../../api/omitted.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { joinDescription } from '../../texts.ts'
import { itemPage, unshown } from '../../ui/prompts/itemSource.ts'
import {
  askChoice,
  runSteps,
  skipped,
  type Answer,
  type Choice,
  type StepInfo,
} from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'
import { askAccount, type LabeledAccount } from './askAccount.ts'

/** A region, with the display name of its account; the provider may have none. */
export interface LabeledRegion extends RegionRef {
  readonly cloudAccountLabel?: string | undefined
}

/**
 * Prompts for a region: cloud account, region. Undefined if canceled. Nothing is asked that leaves no choice.
 */
export async function askRegion(
  title: string,
  connection: Connection,
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<LabeledRegion | undefined> {
  const sources = { connection, tracked, clouds, asksLabel: true }
  let account: LabeledAccount | undefined
  let region = ''
  const isComplete = await runSteps(title, [
    (info) => askAccount(info, sources, (chosen) => (account = chosen)),
    async (info) => {
      if (!account || !hasRegions(account.provider)) return skipped
      const answer = await askRegionOf(info, account, tracked, clouds)
      if (typeof answer === 'object') region = answer.name
      return typeof answer === 'object' && answer.isOnly ? skipped : answer
    },
  ])
  return isComplete && account ? { ...account, region } : undefined
}

/** The answer to the list of regions. */
interface Chosen {
  readonly name: string
  /** True if there is no other region. */
  readonly isOnly?: boolean
}

function askRegionOf(
  info: StepInfo,
  account: LabeledAccount,
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<Answer<Chosen>> {
  const names = tracked.regions(account).map(({ name }) => name)
  let only: Chosen | undefined
  const othersIn = (all: readonly Region[]) => {
    const [one, ...more] = all
    const isAlone = one && more.length === 0 && names.every((name) => name === one.name)
    if (isAlone) only = { name: one.name, isOnly: true }
    const others = all.filter(({ name }) => !names.includes(name))
    // A stable sort: each part keeps the service’s order.
    return others.sort((a, b) => Number(b.isOptedIn) - Number(a.isOptedIn)).map(choiceOf)
  }
  return askChoice<Chosen>(info, {
    placeholder: vscode.l10n.t('Select or enter a region'),
    choices: names.map((name) => ({
      label: name,
      value: { name },
      group: vscode.l10n.t('recently used'),
    })),
    more: () =>
      itemPage(clouds.regions.getOrRetry(account), account.connection, othersIn, (all) => ({
        notes: unshown({ regions: omittedFrom(all) }),
      })),
    autoAccept: () => only,
    typed: typedSegment((name) => ({ name })),
  })
}

/** Returns the item of a region, with a note if the account hasn’t opted in, or if it isn’t up. */
function choiceOf({ name, displayName, isOptedIn, state }: Region): Choice<Chosen> {
  const notOptedIn = !isOptedIn && vscode.l10n.t('not opted in')
  return {
    label: name,
    value: { name },
    group: isOptedIn
      ? vscode.l10n.t('listed by the service')
      : vscode.l10n.t('regions that need opt-in'),
    description: joinDescription(displayName, notOptedIn, state),
  }
}
