import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { hostOf } from '../../connections/connection.ts'
import { prettyJson } from '../../formats/prettyJson.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { Result } from '../../inventory/results.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import { fetchUnknown } from '../../inventory/fetchAll.ts'
import { errorText } from '../../ui/errorTexts.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import type { AccountNode, CloudProjectNode, RegionNode, ZonesNode } from '../../ui/trees/nodes.ts'
import { zonesNodeId } from '../zones/zonesItems.ts'

export const ZonesTarget = v.object({
  connection: v.string(),
  provider: v.string(),
  uid: v.string(),
  /** The account’s name when the document was opened. */
  name: v.optional(v.string()),
  project: v.optional(v.string()),
  region: v.optional(v.string()),
})

/** The subject of a document: a region, or an account if there is none. */
export type ZonesTarget = v.InferOutput<typeof ZonesTarget>

/**
 * Returns the zones of a region or an account as JSON. The zones of a region are loaded if missing. For an
 * account, `zones` is null for regions that aren’t loaded. `read` records the loaded regions, so that a
 * refresh loads them again.
 */
export async function zonesDocument(
  subject: ZonesTarget,
  sources: Parts,
  read: Set<string>,
): Promise<string> {
  const { connections, tracked, clouds, zonesView } = sources
  const { connection: name, provider, uid: cloudAccountUid, project, region } = subject
  const connection = connections.find(name)
  if (!connection) {
    const error = vscode.l10n.t('Connection “{0}” doesn’t exist.', visible(name))
    return prettyJson({ connection: name, ...about(subject), zones: null, error })
  }
  const account = { connection, provider, cloudAccountUid }
  const title = accountTitle(tracked, clouds, account)
  const called = title === cloudAccountUid ? subject.name : title
  const head = {
    connection: name,
    service: hostOf(connection),
    project: connection.projectUid,
    ...about({ ...subject, name: called }),
  }
  if (region !== undefined) {
    const node = { ...account, project, region }
    const result = await clouds.zones.get(node)
    return prettyJson({ ...head, ...zonesIn(node, result) })
  }
  const node: AccountNode = {
    ...account,
    kind: 'account',
    name: title,
    names: [],
    isPinned: false,
  }
  const rows = await zonesView.getChildren(node)
  return prettyJson({ ...head, ...problemIn(rows), regions: await regionsOf(rows) })

  async function regionsOf(nodes: readonly ZonesNode[]): Promise<object[]> {
    const regions = nodes.filter((one) => one.kind === 'region')
    for (const one of regions) if (clouds.zones.peek(one)) read.add(zonesNodeId(one))
    const wanted = regions.filter((one) => read.has(zonesNodeId(one)))
    const { read: found, failed } = await fetchUnknown(wanted, clouds.zones)
    const results = new Map([...found, ...failed].map((result) => [result.ref, result]))
    const parts = nodes.map(async (one) => {
      if (one.kind === 'region') return [regionIn(one, results.get(one))]
      return one.kind === 'cloudProject' ? regionsIn(one) : []
    })
    return (await Promise.all(parts)).flat()
  }

  function regionIn(one: RegionNode, result: Result<readonly Zone[]> | undefined): object {
    const facts = { cloudProject: one.project, region: one.region }
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

function zonesIn({ connection }: RegionRef, result: Result<readonly Zone[]>): object {
  const at = new Date(result.at).toISOString()
  if ('value' in result) {
    const { value: zones } = result
    const notShown = omittedFrom(zones)
    return { readAt: at, zones, ...(notShown > 0 && { zonesNotShown: notShown }) }
  }
  return { failedAt: at, zones: null, error: errorText(result.error, connection) }
}

function about({ provider, uid, name, project, region }: ZonesTarget): object {
  return { provider, account: { uid, name }, cloudProject: project, region }
}

/** Returns the problems of an incomplete list. */
function problemIn(nodes: readonly ZonesNode[]): object | undefined {
  const failure = nodes.find((node) => node.kind === 'failure')
  const notes = nodes.flatMap((node) => (node.kind === 'note' ? node.label : []))
  if (!failure && notes.length === 0) return undefined
  const error = failure && errorText(failure.error, failure.connection)
  return { error, note: joinDescription(...notes) || undefined }
}
