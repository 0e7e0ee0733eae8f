import type { CloudAccount, Project } from './model.ts'
import { createUid } from './uid.ts'

export const projects = {
  production: { uid: createUid('project production'), name: 'Production' },
  staging: { uid: createUid('project staging'), name: 'Staging' },
} satisfies Record<string, Project>

/** An account of the tenant that is shared into a project. */
export function createAccount(
  provider: string,
  name: string,
  project: Project = projects.production,
  overrides: Partial<CloudAccount> = {},
): CloudAccount {
  return {
    uid: createUid(`account ${name}`),
    name,
    provider,
    projectUid: project.uid,
    owner: 'tenant',
    state: 'Active',
    ...overrides,
  }
}

const { staging } = projects

/** At least two accounts for each cloud with zones. Their zone IDs differ (see `getZones`). */
export const accounts = {
  awsProduction: createAccount('aws', 'aws-production'),
  awsAudit: createAccount('aws', 'aws-audit', projects.production, { state: 'active' }),
  awsStaging: createAccount('aws', 'aws-staging', staging),
  azureProduction: createAccount('azure', 'azure-production'),
  azureResearch: createAccount('azure', 'azure-research', staging, { state: 'active' }),
  gcpProduction: createAccount('gcp', 'gcp-production'),
  gcpAnalytics: createAccount('gcp', 'gcp-analytics', staging, { state: 'Error' }),
  vsphereFactory: createAccount('vsphere', 'vcenter-factory'),
  nutanixHeadquarters: createAccount('nutanix', 'nutanix-headquarters'),
  cloudstackEdge: createAccount('apache-cloudstack', 'cloudstack-edge', staging, {
    state: 'Inactive',
  }),
  // These belong to a project, and other projects don’t see them.
  awsTreasury: createAccount('aws', 'aws-treasury', projects.production, { owner: 'project' }),
  azurePreviews: createAccount('azure', 'azure-previews', staging, { owner: 'project' }),
  // Not every service sends a state.
  maasLab: createAccount('maas', 'maas-lab', staging, { state: undefined }),
} satisfies Record<string, CloudAccount>
