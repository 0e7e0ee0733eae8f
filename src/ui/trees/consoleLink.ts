import type { Connection } from '../../connections/connection.ts'
import { consolePage, consoleTarget } from '../../connections/consoleUrl.ts'
import type { CloudConfigNode, ProjectNode } from './nodes.ts'

/** Returns the page of an item in the management console; undefined if the console URL doesn’t reach it. */
export function consoleLink(
  node: ProjectNode | CloudConfigNode,
  { consoleUrl, projectUid }: Connection = node.connection,
): string | undefined {
  const isProject = node.kind === 'project'
  const isReached = consoleTarget(consoleUrl) === (isProject ? 'project' : 'cluster')
  if (consoleUrl === undefined || !isReached) return undefined
  return consolePage(consoleUrl, {
    projectUid: isProject ? node.uid : (projectUid ?? node.project?.uid),
    clusterUid: isProject ? undefined : node.cluster?.uid,
    configUid: isProject ? undefined : node.configUid,
  })
}
