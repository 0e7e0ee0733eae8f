import type { CloudAccount, Project } from './model.ts'
import { uid } from './uid.ts'

export const projects = {
  production: { uid: uid('project production'), name: 'Production' },
  staging: { uid: uid('project staging'), name: 'Staging' },
} satisfies Record<string, Project>

/** One of the tenant's, shared into a project. */
export function account(
  provider: string,
  name: string,
  project: Project = projects.production,
  more: Partial<CloudAccount> = {},
): CloudAccount {
  const own = { uid: uid(`account ${name}`), name, provider, projectUid: project.uid }
  return { ...own, owner: 'tenant', state: 'Active', ...more }
}

const { staging } = projects

/** Two accounts and more for each cloud with zones, whose zone ids differ; see `zonesOf`. */
export const accounts = {
  awsProduction: account('aws', 'aws-production'),
  awsAudit: account('aws', 'aws-audit', projects.production, { state: 'active' }),
  awsStaging: account('aws', 'aws-staging', staging),
  azureProduction: account('azure', 'azure-production'),
  azureResearch: account('azure', 'azure-research', staging, { state: 'active' }),
  gcpProduction: account('gcp', 'gcp-production'),
  gcpAnalytics: account('gcp', 'gcp-analytics', staging, { state: 'Error' }),
  vsphereFactory: account('vsphere', 'vcenter-factory'),
  nutanixHeadquarters: account('nutanix', 'nutanix-headquarters'),
  cloudstackEdge: account('apache-cloudstack', 'cloudstack-edge', staging, { state: 'Inactive' }),
  // These are there in their projects alone.
  awsTreasury: account('aws', 'aws-treasury', projects.production, { owner: 'project' }),
  azurePreviews: account('azure', 'azure-previews', staging, { owner: 'project' }),
  // Not every service tells a state.
  maasLab: account('maas', 'maas-lab', staging, { state: undefined }),
} satisfies Record<string, CloudAccount>
