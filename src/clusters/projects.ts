import * as vscode from 'vscode'
import type { Project } from '../api/accountSchemas.ts'
import type { List } from '../api/list.ts'
import { connectionKey, withProject, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache } from '../cache/asyncCache.ts'
import { Caches } from '../cache/caches.ts'
import { Capabilities } from '../cache/capabilities.ts'
import { toResult, valueOf, type Result } from '../cache/results.ts'
import type { Clusters } from './clusters.ts'

/** The projects of a service; undefined if the service doesn’t support listing them. */
export type ProjectList = List<Project> | undefined

/** The cached projects of services. */
export class Projects extends Caches {
  /** The lists of projects. A connection for a single project shares the list of the connection for all projects. */
  readonly lists: AsyncCache<Connection, ProjectList>
  readonly #serviceFor: ServiceFor
  readonly #clusters: Clusters

  constructor(serviceFor: ServiceFor, capabilities: Capabilities, clusters: Clusters) {
    super(capabilities)
    this.#serviceFor = serviceFor
    this.#clusters = clusters
    this.lists = new AsyncCache(
      (connection) => connectionKey(withProject(connection, undefined)),
      async (connection) =>
        capabilities.tryCall(connection, 'projects', async () =>
          (await serviceFor(connection)).projects(),
        ),
    )
  }

  /** Lists projects over a connection, and with an API key, that aren’t stored yet. Caches nothing. */
  async listWithNewKey(connection: Connection, apiKey: string): Promise<Result<ProjectList>> {
    const list = async () => (await this.#serviceFor(connection, { newKey: apiKey })).projects()
    return toResult(new Capabilities().tryCall(connection, 'projects', list))
  }

  /** Returns the name of the project that a connection is for, if it is cached; undefined if it has only a UID. */
  projectName(connection: Connection): string | undefined {
    const { projectUid } = connection
    const listed = valueOf(this.lists.peek(connection))?.items ?? []
    const clusterLists = [connection, withProject(connection, undefined)].map((scope) =>
      this.#clusters.peekList(scope),
    )
    const listedClusters = clusterLists.flatMap((list) => list?.clusters ?? [])
    const projects = [...listed, ...listedClusters.map(({ project }) => project)]
    const name = projects.find((project) => project?.uid === projectUid)?.name
    return name === projectUid ? undefined : name
  }

  /**
   * Fires when the name of a project may have changed, because the list of projects or a list of clusters has changed
   * or was loaded: the service returns the name of a cluster’s project with the cluster.
   */
  override onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(
      super.onDidChange(listener),
      this.#clusters.onDidChange(listener),
      this.#clusters.lists.onDidLoad(listener),
    )
  }

  protected get all() {
    return [this.lists] as const
  }
}
