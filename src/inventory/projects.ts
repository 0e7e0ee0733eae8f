import * as vscode from 'vscode'
import type { Project } from '../api/accountSchemas.ts'
import { connectionKey, withProject, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { AsyncCache } from './asyncCache.ts'
import type { Clusters } from './clusters.ts'
import { Capabilities } from './capabilities.ts'
import { settled, valueOf, type Result } from './results.ts'

/** The projects of a service; undefined if listing them isn’t supported. */
export type ProjectList = readonly Project[] | undefined

/** The cached projects of services. */
export class Projects implements vscode.Disposable {
  readonly #serviceFor: ServiceFor
  readonly #clusters: Clusters
  readonly lists: AsyncCache<Connection, ProjectList>

  constructor(serviceFor: ServiceFor, capabilities: Capabilities, clusters: Clusters) {
    this.#serviceFor = serviceFor
    this.#clusters = clusters
    const keyOf = (connection: Connection) => connectionKey(withProject(connection, undefined))
    this.lists = new AsyncCache(keyOf, (connection) =>
      capabilities.tryCall(connection, 'projects', async () =>
        (await serviceFor(connection)).projects(),
      ),
    )
  }

  /** Fires when names of projects may have changed. */
  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(
      this.lists.onDidChange(listener),
      this.#clusters.onDidChange(listener),
      this.#clusters.lists.onDidLoad(listener),
    )
  }

  /** Lists projects with a connection and a key that aren’t stored yet; caches nothing. */
  async listWith(connection: Connection, apiKey: string): Promise<Result<ProjectList>> {
    const read = async () => (await this.#serviceFor(connection, { newKey: apiKey })).projects()
    return settled(new Capabilities().tryCall(connection, 'projects', read))
  }

  /** Returns the cached name of a connection’s project. */
  nameOf(connection: Connection): string | undefined {
    const { projectUid } = connection
    const listed = valueOf(this.lists.peek(connection))
    const lists = [connection, withProject(connection, undefined)].map((one) =>
      this.#clusters.peek(one),
    )
    const ofClusters = lists.flatMap((list) => list?.clusters.map(({ project }) => project) ?? [])
    const known = [...(listed ?? []), ...ofClusters]
    const name = known.find((project) => project?.uid === projectUid)?.name
    return name === projectUid ? undefined : name
  }

  /** Invalidates the cache. */
  refresh(): void {
    this.lists.invalidate()
  }

  dispose(): void {
    this.lists.dispose()
  }
}
