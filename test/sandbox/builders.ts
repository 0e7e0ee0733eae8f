import { accounts } from './accounts.ts'
import type { CloudAccount, CloudConfig, MachinePool } from './model.ts'
import { uid } from './uid.ts'

export function pool(
  name: string,
  size: number,
  instanceType: string,
  azs: string[] = [],
  more: Partial<MachinePool> = {},
): MachinePool {
  return { name, isControlPlane: false, size, azs, instanceType, ...more }
}

/** The pool of a control plane. */
export function masters(size: number, instanceType: string, azs: string[] = []): MachinePool {
  return pool('control-plane-pool', size, instanceType, azs, { isControlPlane: true })
}

export function config(
  clusterName: string,
  provider: string,
  region: string,
  owner: CloudAccount | undefined,
  pools: MachinePool[],
): CloudConfig {
  return {
    uid: uid(`config ${clusterName}`),
    clusterName,
    clusterUid: uid(`cluster ${clusterName}`),
    provider,
    region,
    accountUid: owner?.uid ?? '',
    projectUid: (owner ?? accounts.awsProduction).projectUid,
    pools,
  }
}
