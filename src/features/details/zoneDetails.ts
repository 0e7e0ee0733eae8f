import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { hostOf } from '../../connections/connection.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { AccountRef, RegionRef } from '../../inventory/refs.ts'
import type { Result } from '../../inventory/results.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription } from '../../texts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import type { AccountNode, CloudProjectNode, RegionNode, ZonesNode } from '../../ui/trees/nodes.ts'

/** Returns a region with its zones, which are loaded if missing. */
export async function regionDetails(node: RegionNode, parts: Parts): Promise<object> {
  const { project: cloudProject, region } = node
  const result = await parts.clouds.zones.getOrRetry(node)
  return { ...headOf(node, parts), cloudProject, region, ...zonesIn(node, result) }
}

/** Returns an account with its regions; `zones` is null for those that aren’t loaded. */
export async function accountDetails(node: AccountNode, parts: Parts): Promise<object> {
  const { clouds, zonesView } = parts
  const rows = await zonesView.getChildren(node)
  return { ...headOf(node, parts), ...problemIn(rows), regions: await regionsOf(rows) }

  async function regionsOf(nodes: readonly ZonesNode[]): Promise<object[]> {
    const all = nodes.map(async (one) => {
      if (one.kind === 'region') return [regionIn(one)]
      return one.kind === 'cloudProject' ? regionsIn(one) : []
    })
    return (await Promise.all(all)).flat()
  }

  function regionIn(one: RegionNode): object {
    const facts = { cloudProject: one.project, region: one.region }
    const result = clouds.zones.peek(one)
    if (result) return { ...facts, ...zonesIn(one, result) }
    const note = vscode.l10n.t('Not loaded yet. Expand the region in the Zones view.')
    return { ...facts, zones: null, note }
  }

  async function regionsIn(one: CloudProjectNode): Promise<object[]> {
    if (clouds.regions.peek(one)) {
      const below = await zonesView.getChildren(one)
      const problem = problemIn(below)
      const found = await regionsOf(below)
      return problem ? [{ cloudProject: one.project, ...problem }, ...found] : found
    }
    const note = vscode.l10n.t(
      'The project’s regions haven’t been loaded yet. Expand the project in the Zones view.',
    )
    return [{ cloudProject: one.project, zones: null, note }]
  }
}

function headOf(ref: AccountRef, { tracked, clouds }: Parts) {
  const { connection, provider, cloudAccountUid: uid } = ref
  const title = accountTitle(tracked, clouds, ref)
  return {
    connection: connection.name,
    service: hostOf(connection),
    project: connection.projectUid,
    provider,
    account: { uid, name: title === uid ? undefined : title },
  }
}

function zonesIn({ connection }: RegionRef, result: Result<readonly Zone[]>): object {
  const at = new Date(result.at).toISOString()
  if ('error' in result) {
    return { failedAt: at, zones: null, error: errorText(result.error, connection) }
  }
  const { value: zones } = result
  const notShown = omittedFrom(zones)
  return { readAt: at, zones, ...(notShown > 0 && { zonesNotShown: notShown }) }
}

/** Returns the problems of an incomplete list. */
function problemIn(nodes: readonly ZonesNode[]): object | undefined {
  const failure = nodes.find((node) => node.kind === 'failure')
  const notes = nodes.flatMap((node) => (node.kind === 'note' ? node.label : []))
  if (!failure && notes.length === 0) return undefined
  const error = failure && errorText(failure.error, failure.connection)
  return { error, note: joinDescription(...notes) || undefined }
}
