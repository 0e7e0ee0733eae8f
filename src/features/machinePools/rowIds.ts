import type { CloudConfigRef, MachinePoolRef } from '../../model/refs.ts'
import { nodeId } from '../../ui/trees/nodes.ts'

export function configId({ connection, provider, configUid }: CloudConfigRef): string {
  return nodeId(connection, 'machinePools', provider, configUid)
}

export function poolId(pool: Omit<MachinePoolRef, 'facts'>): string {
  const { connection, provider, configUid, machinePoolName } = pool
  return nodeId(connection, 'machinePools', provider, configUid, machinePoolName)
}
