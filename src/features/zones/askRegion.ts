import * as vscode from 'vscode'
import { hasRegions } from '../../api/providers.ts'
import type { Region } from '../../api/accountSchemas.ts'
import type { List } from '../../api/list.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import { regionsWithPools } from '../../cloud/regionUse.ts'
import { withoutRegion, type CloudProjectRef, type RegionRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import type { Pins } from '../../pins/pins.ts'
import { firstByKey } from '../../pins/presence.ts'
import { joinDescription } from '../../displayTexts.ts'
import { itemPage, unshown } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'
import { askAccount, type LabeledAccount } from './askAccount.ts'

/** What the prompts for an account and a region offer first, because a file is about it. */
export interface FileSuggestions {
  /** The account that the file’s zones are checked against. */
  readonly account?: LabeledAccount | undefined
  /** Returns the regions of an account that the file names. */
  readonly regionsOf: (account: LabeledAccount) => readonly string[]
}

type Sources = Pick<Parts, 'pins' | 'clouds' | 'clusters'>

/**
 * Prompts for a cloud account, and for a region if the account’s provider has regions. A list with a single complete
 * choice is answered without a prompt. Undefined if canceled.
 */
export async function askRegion(
  title: string,
  connection: Connection,
  { pins, clouds, clusters }: Sources,
  file?: FileSuggestions,
): Promise<(LabeledAccount & RegionRef) | undefined> {
  const sources = { connection, pins, clouds, asksLabel: true, suggested: file?.account }
  const account = await askAccount(title, sources)
  if (!account) return undefined
  if (!hasRegions(account.provider)) return withoutRegion(account)
  const suggested = [
    ...(file?.regionsOf(account) ?? []).map(choiceOfFile),
    ...choicesWithPools(account, clusters),
  ]
  const region = await askRegionName(title, account, suggested, pins, clouds)
  return region === undefined ? undefined : { ...account, region }
}

async function askRegionName(
  title: string,
  account: LabeledAccount,
  suggested: readonly Choice<string>[],
  pins: Pins,
  clouds: Clouds,
): Promise<string | undefined> {
  const pinned = pins.regions(account).map(({ name }) => name)
  const choices = uniqueChoices([...suggested, ...pinned.map(pinnedChoice)])
  const offered = new Set(choices.map(({ value }) => value))
  /** The name of the only region, if the list of regions is complete and has a single region. */
  let onlyRegion: string | undefined
  const listedChoices = ({ items }: List<Region>) => {
    onlyRegion = findOnlyRegion(items, pinned)
    const unoffered = items.filter(({ name }) => !offered.has(name))
    // The sort is stable: among the regions that are opted in, and among the others, the service’s order stays.
    return unoffered.sort((a, b) => Number(b.isOptedIn) - Number(a.isOptedIn)).map(listedChoice)
  }
  return choose<string>(title, {
    placeholder: vscode.l10n.t('Select or enter a region'),
    choices,
    more: () =>
      itemPage(
        clouds.regions.get(account, { retry: true }),
        account.connection,
        listedChoices,
        ({ unreadable }) => ({ notes: unshown({ regions: unreadable }) }),
      ),
    autoAccept: () => onlyRegion,
    typed: typedSegment((name) => name),
  })
}

function choiceOfFile(name: string): Choice<string> {
  return { label: name, value: name, group: vscode.l10n.t('for this file') }
}

/** Returns the choices for the regions of an account in which machine pools are cached. */
export function choicesWithPools(
  account: CloudProjectRef,
  clusters: Sources['clusters'],
): Choice<string>[] {
  const group = vscode.l10n.t('with machine pools')
  return regionsWithPools(account, clusters).map((name) => ({ label: name, value: name, group }))
}

/** Leaves out the choices whose label an earlier choice has. */
export function uniqueChoices<T>(choices: readonly Choice<T>[]): Choice<T>[] {
  return [...firstByKey(choices, ({ label }) => label).values()]
}

function findOnlyRegion(listed: readonly Region[], pinned: readonly string[]): string | undefined {
  const [first, ...rest] = listed
  const isOnly = rest.length === 0 && pinned.every((name) => name === first?.name)
  return isOnly ? first?.name : undefined
}

/** Returns the choice for a pinned region, as are the regions whose zones the command List Zones has listed. */
function pinnedChoice(name: string): Choice<string> {
  return { label: name, value: name, group: vscode.l10n.t('pinned') }
}

/**
 * Returns the choice for a listed region. Its text says if the account hasn’t opted in to the region, or if the region
 * isn’t available.
 */
function listedChoice({ name, displayName, isOptedIn, state }: Region): Choice<string> {
  const notOptedIn = !isOptedIn && vscode.l10n.t('not opted in')
  return {
    label: name,
    value: name,
    group: isOptedIn ? vscode.l10n.t('listed by the service') : vscode.l10n.t('not opted in'),
    description: joinDescription(displayName, notOptedIn, state),
  }
}
