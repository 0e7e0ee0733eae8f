import * as vscode from 'vscode'
import { hasRegions } from '../../api/providers.ts'
import type { Region } from '../../api/accountSchemas.ts'
import type { List } from '../../api/list.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import { withoutRegion, type RegionRef } from '../../model/refs.ts'
import type { Pins } from '../../pins/pins.ts'
import { joinDescription } from '../../displayTexts.ts'
import { itemPage, unshown } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'
import { askAccount, type LabeledAccount } from './askAccount.ts'

/**
 * Prompts for a cloud account, and for a region if the account’s provider has regions. A list with a single complete
 * choice is answered without a prompt. Undefined if canceled.
 */
export async function askRegion(
  title: string,
  connection: Connection,
  pins: Pins,
  clouds: Clouds,
): Promise<(LabeledAccount & RegionRef) | undefined> {
  const sources = { connection, pins, clouds, asksLabel: true }
  const account = await askAccount(title, sources)
  if (!account) return undefined
  if (!hasRegions(account.provider)) return withoutRegion(account)
  const region = await askRegionName(title, account, pins, clouds)
  return region === undefined ? undefined : { ...account, region }
}

async function askRegionName(
  title: string,
  account: LabeledAccount,
  pins: Pins,
  clouds: Clouds,
): Promise<string | undefined> {
  const pinned = pins.regions(account).map(({ name }) => name)
  /** The name of the only region, if the list of regions is complete and has a single region. */
  let onlyRegion: string | undefined
  const listedChoices = ({ items }: List<Region>) => {
    onlyRegion = findOnlyRegion(items, pinned)
    const unpinned = items.filter(({ name }) => !pinned.includes(name))
    // The sort is stable: among the regions that are opted in, and among the others, the service’s order stays.
    return unpinned.sort((a, b) => Number(b.isOptedIn) - Number(a.isOptedIn)).map(listedChoice)
  }
  return choose<string>(title, {
    placeholder: vscode.l10n.t('Select or enter a region'),
    choices: pinned.map(pinnedChoice),
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
    group: isOptedIn
      ? vscode.l10n.t('listed by the service')
      : vscode.l10n.t('regions that need opt-in'),
    description: joinDescription(displayName, notOptedIn, state),
  }
}
