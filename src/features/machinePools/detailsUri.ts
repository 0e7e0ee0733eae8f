import * as v from 'valibot'
import * as vscode from 'vscode'
import { detailsScheme } from '../../contributions.ts'
import { visible } from '../../texts.ts'
import type { CloudConfigNode, MachinePoolNode } from '../../ui/trees/nodes.ts'

const DetailsTarget = v.object({
  connection: v.string(),
  provider: v.string(),
  configUid: v.string(),
  /** The cluster’s name when the document was opened. */
  cluster: v.optional(v.string()),
  /** The cluster’s project, for a connection without a project. */
  project: v.optional(v.object({ uid: v.string(), name: v.optional(v.string()) })),
  pool: v.optional(v.string()),
})

/** The subject of a document: a machine pool, or a cluster if there is none. */
export type DetailsTarget = v.InferOutput<typeof DetailsTarget>

/**
 * Returns the URI of a document. VS Code stores it, so it has all data to recreate the document, and nothing
 * secret. The last part of the path is the title of the tab.
 */
export function detailsUri(node: CloudConfigNode | MachinePoolNode): vscode.Uri {
  const { connection, provider, configUid, project } = node
  const isPool = node.kind === 'machinePool'
  const cluster = isPool ? node.configLabel : node.label
  const target: DetailsTarget = {
    connection: connection.name,
    provider,
    configUid,
    ...(cluster !== undefined && { cluster }),
    ...(project && { project }),
    ...(isPool && { pool: node.machinePoolName }),
  }
  const name = cluster ?? configUid
  const title = visible(isPool ? `${node.machinePoolName} (${name})` : name)
  const path = `/${title.replaceAll(/[/\\]/g, '_')}.json`
  return vscode.Uri.from({ scheme: detailsScheme, path, query: JSON.stringify(target) })
}

/** Parses the URI of a document; undefined if invalid. */
export function parseDetailsUri({ query }: vscode.Uri): DetailsTarget | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), DetailsTarget), query)
  return read.success ? read.output : undefined
}
