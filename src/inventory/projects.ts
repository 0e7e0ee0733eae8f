import * as vscode from 'vscode'
import type { Project } from '../api/lookupSchemas.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { Cached } from './cached.ts'
import type { Clusters } from './clusters.ts'
import { Offers } from './offers.ts'
import { settled, valueOf, type Result } from './results.ts'

/** The projects that a service lists; undefined where it does not offer to. */
export type ProjectList = readonly Project[] | undefined

/** The projects of the services behind connections, and what they are called. */
export class Projects implements vscode.Disposable {
  readonly #serviceFor: ServiceFor
  readonly #clusters: Clusters
  readonly #lists: Cached<Connection, ProjectList>

  constructor(serviceFor: ServiceFor, offers: Offers, clusters: Clusters) {
    this.#serviceFor = serviceFor
    this.#clusters = clusters
    this.#lists = new Cached(tenantKey, (connection) =>
      offers.ask(connection, 'projects', async () => (await serviceFor(connection)).projects()),
    )
  }

  /** Fires when more may be known of what projects are called. */
  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(
      this.#lists.onDidChange(listener),
      this.#clusters.onDidChange(listener),
      this.#clusters.onDidBegin(listener),
    )
  }

  /** Lists them anew: nothing else would ever do so, as no view shows the list. */
  async list(connection: Connection): Promise<Result<ProjectList>> {
    return this.#lists.getAnew(connection)
  }

  /** Lists them over a connection and with a key that are not kept yet, and remembers nothing. */
  async listWith(connection: Connection, apiKey: string): Promise<Result<ProjectList>> {
    const read = async () => (await this.#serviceFor(connection, { newKey: apiKey })).projects()
    return settled(new Offers().ask(connection, 'projects', read))
  }

  /** What the connection's project is called, as far as it has been told: nothing is asked for it. */
  nameOf(connection: Connection): string | undefined {
    const { projectUid } = connection
    const listed = valueOf(this.#lists.peek(connection))
    const ofClusters = this.#clusters.peek(connection)?.clusters.map(({ project }) => project)
    const known = [...(listed ?? []), ...(ofClusters ?? [])]
    const name = known.find((project) => project?.uid === projectUid)?.name
    return name === projectUid ? undefined : name
  }

  /** Forgets what was listed. */
  refresh(): void {
    this.#lists.refresh()
  }

  dispose(): void {
    this.#lists.dispose()
  }
}

/** They are those of the whole tenant, whatever project the connection is restricted to. */
function tenantKey(connection: Connection): string {
  const { projectUid: _, ...ofTenant } = connection
  return connectionKey(ofTenant)
}
