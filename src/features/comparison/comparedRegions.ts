import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import { valueOf } from '../../inventory/results.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { omitting, type ItemPage } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'

/** Prompts for the region in which to compare accounts, or for all loaded regions. Undefined if canceled. */
export async function askComparedRegions(
  title: string,
  accounts: readonly CloudProjectRef[],
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<readonly string[] | undefined> {
  const kept = accounts.flatMap((one) => tracked.regions(one).map(({ name }) => name))
  const recent = [...new Set(kept)]
  const read = readRegions(accounts, clouds)
  const choices: Choice<readonly string[]>[] = recent.map((name) => ({
    label: name,
    value: [name],
    group: vscode.l10n.t('recently used'),
  }))
  if (read.length > 1) {
    const label = vscode.l10n.t('All {0} loaded regions', read.length)
    choices.unshift({ label, value: read })
  }
  return choose<readonly string[]>(title, {
    placeholder: vscode.l10n.t('Select or enter a region'),
    choices,
    more: listedRegions(accounts, clouds, recent),
    typed: typedSegment(vscode.l10n.t('use this region'), (text) => [text]),
  })
}

/** Returns the regions with loaded zones for any of the accounts. */
function readRegions(accounts: readonly CloudProjectRef[], clouds: Clouds): string[] {
  const isOfOne = ({ cloudAccountUid, project }: CloudProjectRef) =>
    accounts.some((one) => one.cloudAccountUid === cloudAccountUid && one.project === project)
  const names = clouds.zones.entries.filter(({ ref }) => isOfOne(ref)).map(({ ref }) => ref.region)
  return [...new Set(names)].sort((a, b) => a.localeCompare(b))
}

/** Loads the regions of the accounts, without duplicates; those of all accounts are first. */
async function listedRegions(
  accounts: readonly CloudProjectRef[],
  clouds: Clouds,
  others: readonly string[],
): Promise<ItemPage<Choice<readonly string[]>>> {
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
    .sort(([a, one], [b, other]) => other - one || a.localeCompare(b))
    .map(([name, count]) => ({
      label: name,
      value: [name],
      ...(count < all && {
        description: vscode.l10n.t('in {0} of {1} accounts', count, all),
      }),
      group: vscode.l10n.t('listed by the service'),
    }))
  return {
    values,
    ...(problem !== undefined && { problem }),
    ...omitting({ regions: unreadable }),
  }
}
