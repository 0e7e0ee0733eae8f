import { configs } from './sandbox/data.ts'

// Bodies as the service sends them, for responses that the sandbox doesn’t make by itself.

const { uid: configUid, clusterName } = configs.checkout

/** Returns the body of the cloud config of checkout-prod. Its list of pools is sent as it is given, or left out. */
export function cloudConfigBody(machinePoolConfig: unknown, spec: object = {}): string {
  const metadata = { uid: configUid, name: clusterName }
  return JSON.stringify({ metadata, spec: { machinePoolConfig, ...spec } })
}

/** Returns the body of a list of machines; `status` is that of each. */
export function machinesBody(count: number, status: object = { instanceState: 'Running' }): string {
  const items = Array.from({ length: count }, (_, index) => {
    return { metadata: { uid: `machine-${index}`, name: `node-${index}` }, status }
  })
  return JSON.stringify({ items, listmeta: { count } })
}

/** Returns the body of a list of machines that are being deleted. */
export function drainingMachinesBody(count: number): string {
  const body = JSON.parse(machinesBody(count, { instanceState: 'Deleting' })) as {
    items: { metadata: object }[]
  }
  for (const { metadata } of body.items) {
    Object.assign(metadata, { deletionTimestamp: '2026-02-03T10:20:30.000Z' })
  }
  return JSON.stringify(body)
}
