import * as v from 'valibot'
import * as vscode from 'vscode'
import { zonesScheme } from '../../contributions.ts'
import { visible } from '../../texts.ts'
import type { AccountNode, RegionNode } from '../../ui/trees/nodes.ts'

const ZonesTarget = v.object({
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
 * Returns the URI of the document of a node; `name` is its account’s name. VS Code stores it, so it has all
 * data to recreate the document, and nothing secret. The last part of the path is the title of the tab.
 */
export function uriOf(node: AccountNode | RegionNode, name: string): vscode.Uri {
  const { connection, provider, cloudAccountUid: uid } = node
  const place = node.kind === 'region' ? { project: node.project, region: node.region } : {}
  const known = name === uid ? {} : { name }
  const query = JSON.stringify({ connection: connection.name, provider, uid, ...known, ...place })
  const title = visible(node.kind === 'region' ? `${node.region} (${name})` : name)
  const path = `/${title.replaceAll(/[/\\]/g, '_')}.json`
  return vscode.Uri.from({ scheme: zonesScheme, path, query })
}

/** Parses the URI of a document; undefined if invalid. */
export function parseUri({ query }: vscode.Uri): ZonesTarget | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), ZonesTarget), query)
  return read.success ? read.output : undefined
}
