import type { CloudAccount, Project } from './model.ts'
import { uid } from './uid.ts'

export const projects = {
  production: { uid: uid('project production'), name: 'Production' },
  staging: { uid: uid('project staging'), name: 'Staging' },
} satisfies Record<string, Project>

function account(
  provider: string,
  name: string,
  project: Project = projects.production,
  state: string = 'Active',
): CloudAccount {
  return {
    uid: uid(`account ${name}`),
    name,
    provider,
    owner: 'tenant',
    projectUid: project.uid,
    state,
  }
}

/** An account that is there in its project alone. */
function projectsOwn(provider: string, name: string, project: Project): CloudAccount {
  return { ...account(provider, name, project), owner: 'project' }
}

/** Two accounts and more for each cloud with zones, whose zone ids differ; see `zonesOf`. */
export const accounts = {
  awsProduction: account('aws', 'aws-production'),
  awsAudit: account('aws', 'aws-audit', projects.production, 'active'),
  awsStaging: account('aws', 'aws-staging', projects.staging),
  azureProduction: account('azure', 'azure-production'),
  azureResearch: account('azure', 'azure-research', projects.staging, 'active'),
  gcpProduction: account('gcp', 'gcp-production'),
  gcpAnalytics: account('gcp', 'gcp-analytics', projects.staging, 'Error'),
  vsphereFactory: account('vsphere', 'vcenter-factory'),
  nutanixHeadquarters: account('nutanix', 'nutanix-headquarters'),
  cloudstackEdge: account('apache-cloudstack', 'cloudstack-edge', projects.staging, 'Inactive'),
  awsTreasury: projectsOwn('aws', 'aws-treasury', projects.production),
  azurePreviews: projectsOwn('azure', 'azure-previews', projects.staging),
  // Without a state, as not every service tells it.
  maasLab: {
    uid: uid('account maas-lab'),
    name: 'maas-lab',
    provider: 'maas',
    owner: 'tenant',
    projectUid: projects.staging.uid,
  },
} satisfies Record<string, CloudAccount>

/** Those of the tenant, which are listed without a project. */
export function tenantsOwn(all: readonly CloudAccount[]): CloudAccount[] {
  return all.filter(({ owner }) => owner === 'tenant')
}
