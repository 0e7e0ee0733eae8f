import * as vscode from 'vscode'
import { zoneProvider } from '../../api/providers.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import { accountTitle } from '../../inventory/accountTitle.ts'
import type { Clouds, RegionRef } from '../../inventory/clouds.ts'
import type { Tracked } from '../../inventory/tracked.ts'
import { askChoice, back } from '../../ui/prompts/quickInput.ts'

/**
 * Asks for a region that the user keeps, or whose zones have been read: the list costs no question to
 * the service. `another` stands for any other one; undefined where the user gave up.
 */
export async function askKnownRegion(
  title: string,
  connection: Connection,
  tracked: Tracked,
  clouds: Clouds,
): Promise<RegionRef | 'another' | undefined> {
  const regions = new Map<string, RegionRef>()
  for (const { provider, uid: cloudAccountUid, regions: kept } of tracked.accounts(
    connection.name,
  )) {
    for (const { name: region, project } of kept) {
      add({ connection, provider, cloudAccountUid, project, region })
    }
  }
  for (const { ref } of clouds.zones.known) {
    if (connectionKey(ref.connection) === connectionKey(connection)) add(ref)
  }
  if (regions.size === 0) return 'another'
  const choices = [...regions.values()].map((ref) => ({
    label: ref.region,
    description: [accountTitle(tracked, clouds, ref), ref.provider, ref.project]
      .filter((part) => part !== undefined)
      .join(' · '),
    value: ref,
  }))
  const answer = await askChoice<RegionRef | 'another'>(
    { title, step: 1, totalSteps: 1 },
    {
      placeholder: vscode.l10n.t('Choose the region'),
      choices,
      last: { label: vscode.l10n.t('Another Region…'), value: 'another' },
    },
  )
  return answer === back ? undefined : answer

  function add(ref: RegionRef): void {
    const { provider, cloudAccountUid, project, region } = ref
    const key = JSON.stringify([zoneProvider(provider), cloudAccountUid, project, region])
    if (!regions.has(key)) regions.set(key, ref)
  }
}
