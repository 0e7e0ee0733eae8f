import { strict as assert } from 'node:assert'
import {
  createConfig,
  createControlPlanePool,
  createPool as workerPool,
} from '../../sandbox/builders.ts'
import { accounts, type CloudConfig } from '../../sandbox/data.ts'
import { addGeneratedClusters } from '../../sandbox/generate.ts'
import type { SupportedLookups, RecordedRequest } from '../../sandbox/service.ts'
import { type Row, Session } from '../helpers.ts'

/** A session whose service offers lookups, all of them at first. */
class FilledSession extends Session {
  override async begin(): Promise<void> {
    await super.begin()
    await this.offer('all')
  }

  override async end(): Promise<void> {
    // What is kept of a project's clusters does not stand at the top.
    await this.offer('none')
    await super.end()
    await this.run('refreshMachinePools')
  }

  /** Lets the service be one that has always offered these lookups, and the views ask again. */
  async offer(lookups: SupportedLookups): Promise<void> {
    this.sandbox.lookups = lookups
    this.sandbox.clearFaults()
    await this.setKey(this.name, this.sandbox.apiKey) // what has worked once is expected to work
    await this.run('refreshMachinePools')
    this.sandbox.requests.length = 0
  }

  /** Adds clusters to the 13 that the service has; 50 make a page. */
  async addClusters(clusters: number, pools?: number): Promise<void> {
    addGeneratedClusters(this.sandbox.data, clusters, pools)
    await this.run('refreshMachinePools')
  }

  /** Adds a cluster with these worker pools, of two nodes each, beside its control plane. */
  async addCluster(name: string, ...pools: string[]): Promise<CloudConfig> {
    const workers = pools.map((pool) => workerPool(pool, 2, 'm6i.xlarge', ['us-east-1a']))
    const allPools = [createControlPlanePool(3, 'm6i.xlarge', ['us-east-1a']), ...workers]
    const cluster = createConfig(name, 'aws', 'us-east-1', accounts.awsProduction, allPools)
    this.sandbox.data.configs.push(cluster)
    await this.run('refreshMachinePools')
    return cluster
  }

  /** Works in one project, so that clusters stand at the top. */
  async enterProject(projectUid: string): Promise<void> {
    await this.changeConnection({ projectUid })
    this.sandbox.requests.length = 0
  }

  /** The row of a cluster, whatever project it stands in. */
  async clusterRow(name: string): Promise<Row> {
    const top = await this.rows('machinePools')
    const projects = top.filter(({ node }) => (node as { kind: string }).kind === 'project')
    const below = await Promise.all(projects.map((row) => this.rows('machinePools', row)))
    const row = [...top, ...below.flat()].find(({ label }) => label === name)
    assert.ok(row, `${name} is not in the view`)
    return row
  }

  /** The row of a listed machine pool. */
  async poolRow({ clusterName }: CloudConfig, pool: string): Promise<Row> {
    const rows = await this.rows('machinePools', await this.clusterRow(clusterName))
    const row = rows.find(({ label }) => label === pool)
    assert.ok(row, `${pool} is not in the view`)
    return row
  }

  /** The requests for pages of clusters. */
  searches(): RecordedRequest[] {
    return this.requests('POST').filter(({ url }) => url.includes(searchPath))
  }

  /** The requests for cloud configs. */
  reads(): string[] {
    return this.requests('GET').flatMap(
      ({ url }) => /cloudconfigs\/.+\/(\w+)$/.exec(url)?.[1] ?? [],
    )
  }
}

/** The path of a page of clusters. */
export const searchPath = '/v1/dashboard/spectroclusters/search'

/** Gives each test of the suite a session of its own, with lookups. */
export function useFilledSession(): FilledSession {
  const session = new FilledSession()
  beforeEach(() => session.begin())
  afterEach(() => session.end())
  return session
}

/** What stands behind the labels of rows. */
export function descriptions(rows: Row[]): unknown[] {
  return rows.map(({ item }) => item.description)
}
