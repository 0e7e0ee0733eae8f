import * as vscode from 'vscode'
import { hasRegions } from '../../api/providers.ts'
import type { Region } from '../../api/accountSchemas.ts'
import type { List } from '../../api/list.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import type { RegionRef } from '../../model/refs.ts'
import type { Pins } from '../../pins/pins.ts'
import { joinDescription } from '../../texts.ts'
import { itemPage, unshown } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'
import { askAccount, type LabeledAccount } from './askAccount.ts'

/**
 * Prompts for a region: cloud account, region, if its provider has some. Undefined if canceled. Nothing is asked that leaves no choice.
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
  if (!hasRegions(account.provider)) return { ...account, region: '' }
  const region = await askRegionOf(title, account, pins, clouds)
  return region === undefined ? undefined : { ...account, region }
}

async function askRegionOf(
  title: string,
  account: LabeledAccount,
  pins: Pins,
  clouds: Clouds,
): Promise<string | undefined> {
  const names = pins.regions(account).map(({ name }) => name)
  let only: string | undefined
  const othersIn = (list: List<Region>) => {
    const [first, ...more] = list.items
    const isAlone = more.length === 0 && names.every((name) => name === first?.name)
    if (first && isAlone) only = first.name
    const others = list.items.filter(({ name }) => !names.includes(name))
    // A stable sort: each part keeps the service’s order.
    return others.sort((a, b) => Number(b.isOptedIn) - Number(a.isOptedIn)).map(choiceOf)
  }
  return choose<string>(title, {
    placeholder: vscode.l10n.t('Select or enter a region'),
    choices: names.map((name) => ({
      label: name,
      value: name,
      group: vscode.l10n.t('recently used'),
    })),
    more: () =>
      itemPage(
        clouds.regions.get(account, { retry: true }),
        account.connection,
        othersIn,
        ({ unreadable }) => ({
          notes: unshown({ regions: unreadable }),
        }),
      ),
    autoAccept: () => only,
    typed: typedSegment((name) => name),
  })
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
