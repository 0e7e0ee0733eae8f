import * as v from 'valibot'
import * as vscode from 'vscode'
import { zonesScheme } from '../../contributions.ts'
import { visible } from '../../texts.ts'
import type { AccountNode, RegionNode } from '../../ui/trees/nodes.ts'

const Subject = v.object({
  /** The name of the connection. */
  connection: v.string(),
  provider: v.string(),
  uid: v.string(),
  /** What the account was called when the document was opened. */
  name: v.optional(v.string()),
  project: v.optional(v.string()),
  region: v.optional(v.string()),
})

/** What a document about zones is about: a region, or without one an account. */
export type Subject = v.InferOutput<typeof Subject>

/** What a row of the Zones view is about; `name` is what its account is called. */
export function subjectOf(node: AccountNode | RegionNode, name: string): Subject {
  const { connection, provider, cloudAccountUid: uid } = node
  const place = node.kind === 'region' ? { project: node.project, region: node.region } : {}
  return { connection: connection.name, provider, uid, ...(name !== uid && { name }), ...place }
}

/**
 * The address of a document. It has all that it takes to make the document anew, and nothing secret:
 * VS Code keeps it. The tab has the last part of the path for its title.
 */
export function uriOf(subject: Subject): vscode.Uri {
  const { region, name, uid } = subject
  const account = name ?? uid
  const title = visible(region === undefined ? account : `${region} (${account})`)
  const path = `/${title.replaceAll(/[/\\]/g, '_')}.json`
  return vscode.Uri.from({ scheme: zonesScheme, path, query: JSON.stringify(subject) })
}

/** What a document is about; undefined for an address that is not ours. */
export function subjectIn({ query }: vscode.Uri): Subject | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Subject), query)
  return read.success ? read.output : undefined
}
