import * as vscode from 'vscode'
import type { Project } from '../api/accountSchemas.ts'
import type { List } from '../api/list.ts'
import { connectionKey, withProject, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache } from '../cache/asyncCache.ts'
import type { Clusters } from './clusters.ts'
import { Capabilities } from '../cache/capabilities.ts'
import { settled, valueOf, type Result } from '../cache/results.ts'

/** The projects of a service; undefined if listing them isn’t supported. */
export type ProjectList = List<Project> | undefined

/** The cached projects of services. */
export type Projects = ReturnType<typeof createProjects>

export function createProjects(
  serviceFor: ServiceFor,
  capabilities: Capabilities,
  clusters: Clusters,
) {
  const keyOf = (connection: Connection) => connectionKey(withProject(connection, undefined))
  const lists = new AsyncCache<Connection, ProjectList>(keyOf, (connection) =>
    capabilities.tryCall(connection, 'projects', async () =>
      (await serviceFor(connection)).projects(),
    ),
  )
  return {
    lists,
    listWith,
    nameOf,
    /** Invalidates the cache. */
    refresh: () => lists.invalidate(),
    dispose: () => lists.dispose(),

    /** Fires when names of projects may have changed. */
    onDidChange: (listener: () => void) =>
      vscode.Disposable.from(
        lists.onDidChange(listener),
        clusters.onDidChange(listener),
        clusters.lists.onDidLoad(listener),
      ),
  }

  /** Lists projects with a connection and a key that aren’t stored yet; caches nothing. */
  async function listWith(connection: Connection, apiKey: string): Promise<Result<ProjectList>> {
    const read = async () => (await serviceFor(connection, { newKey: apiKey })).projects()
    return settled(new Capabilities().tryCall(connection, 'projects', read))
  }

  /** Returns the cached name of a connection’s project. */
  function nameOf(connection: Connection): string | undefined {
    const { projectUid } = connection
    const listed = valueOf(lists.peek(connection))
    const places = [connection, withProject(connection, undefined)]
    const all = places.flatMap((one) => clusters.peek(one)?.clusters ?? [])
    const ofClusters = all.map(({ project }) => project)
    const known = [...(listed?.items ?? []), ...ofClusters]
    const name = known.find((project) => project?.uid === projectUid)?.name
    return name === projectUid ? undefined : name
  }
}
