import { accounts } from './accounts.ts'
import type { CloudAccount, CloudConfig, MachinePool } from './model.ts'
import { createUid } from './uid.ts'

export function createPool(
  name: string,
  size: number,
  instanceType: string,
  azs: string[] = [],
  overrides: Partial<MachinePool> = {},
): MachinePool {
  return { name, isControlPlane: false, size, azs, instanceType, ...overrides }
}

export function createControlPlanePool(
  size: number,
  instanceType: string,
  azs: string[] = [],
): MachinePool {
  return createPool('control-plane-pool', size, instanceType, azs, { isControlPlane: true })
}

export function createConfig(
  clusterName: string,
  provider: string,
  region: string,
  account: CloudAccount | undefined,
  pools: MachinePool[],
): CloudConfig {
  return {
    uid: createUid(`config ${clusterName}`),
    clusterName,
    clusterUid: createUid(`cluster ${clusterName}`),
    provider,
    region,
    accountUid: account?.uid ?? '',
    projectUid: (account ?? accounts.awsProduction).projectUid,
    pools,
  }
}
