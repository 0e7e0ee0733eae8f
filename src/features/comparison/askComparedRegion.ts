import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import { valueOf } from '../../inventory/results.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { unshown, type ItemPage } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'

/** Stands for all regions. */
export const allRegions = Symbol('all regions')
type Answer = string | typeof allRegions

/** Prompts for the region in which to compare accounts, or all of them. Undefined if canceled. */
export async function askComparedRegion(
  title: string,
  accounts: readonly CloudProjectRef[],
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<Answer | undefined> {
  const pinned = accounts.flatMap((one) => tracked.regions(one).map(({ name }) => name))
  const recent = [...new Set(pinned)]
  return choose<Answer>(title, {
    placeholder: vscode.l10n.t('Select or enter a region'),
    choices: [
      { label: vscode.l10n.t('All regions'), value: allRegions },
      ...recent.map((name) => ({
        label: name,
        value: name,
        group: vscode.l10n.t('recently used'),
      })),
    ],
    more: () => listedRegions(accounts, clouds, recent),
    typed: typedSegment((name) => name),
  })
}

/** Loads the regions of the accounts, each of them once; those of all accounts are first. */
async function listedRegions(
  accounts: readonly CloudProjectRef[],
  clouds: Clouds,
  others: readonly string[],
): Promise<ItemPage<Choice<Answer>>> {
  const results = await Promise.all(accounts.map((account) => clouds.regions.getOrRetry(account)))
  const counts = new Map<string, number>()
  for (const { name, isOptedIn } of results.flatMap((result) => valueOf(result) ?? [])) {
    if (isOptedIn) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const [problem] = results.flatMap((result, index) =>
    'error' in result ? errorText(result.error, accounts[index]!.connection) : [],
  )
  const unreadable = results.reduce((sum, result) => sum + omittedFrom(valueOf(result)), 0)
  const all = results.length
  const values = [...counts]
    .filter(([name]) => !others.includes(name))
    .sort(([a, count], [b, other]) => other - count || a.localeCompare(b))
    .map(([name, count]) => ({
      label: name,
      value: name,
      ...(count < all && { description: vscode.l10n.t('in {0} of {1} accounts', count, all) }),
      group: vscode.l10n.t('listed by the service'),
    }))
  return {
    values,
    ...(problem !== undefined && { problem }),
    notes: unshown({ regions: unreadable }),
  }
}
