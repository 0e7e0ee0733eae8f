import { parseBaseUrl } from '../../../src/api/baseUrl.ts'
import { realTime, testClock } from '../../clock.ts'
import { accounts } from '../../sandbox/accounts.ts'
import { createConfig, createControlPlanePool, createPool } from '../../sandbox/builders.ts'
import type { Sandbox } from '../../sandbox/service.ts'
import type { Windows } from './races/windows.ts'

const folder = '/storage/poolkeeper/deletions'

/** Lets polls wait in real time: only that is the time of the service. */
export function useRealTime(): void {
  for (const kind of ['following', 'pacing', 'joining'] as const) testClock.useRealTime(kind)
}

/** Adds clusters to a service, of each of which a machine pool is being deleted. */
export function addDeletions(
  { machine }: Windows,
  connection: string,
  service: Sandbox,
  count: number,
): void {
  for (let index = 0; index < count; index += 1) {
    const pools = [
      createControlPlanePool(3, 'm6i.xlarge', ['us-east-1a']),
      createPool('gpu', 3, 'g5.xlarge'),
    ]
    const name = `${connection}-${index}`
    const config = createConfig(name, 'aws', 'us-east-1', accounts.awsProduction, pools)
    service.data.configs.push(config)
    const sent = {
      baseUrl: parseBaseUrl(service.baseUrl).href,
      provider: 'aws',
      configUid: config.uid,
      machinePoolName: 'gpu',
      connection,
      sentAt: Date.now() - 5_000,
      nodes: 4,
      wasListed: true,
    }
    const write = (kind: string, part: object) =>
      machine.files.writeSilently(
        `${folder}/${connection}${index}.${kind}.json`,
        JSON.stringify(part),
      )
    write('sent', sent)
    write('answered', { isAccepted: true })
  }
}

/** Notes when requests arrive at a service from now on, in ms. */
export function noteArrivals({ requests }: Sandbox): number[] {
  const arrivals: number[] = []
  requests.push = (...received) => {
    arrivals.push(realTime())
    return Array.prototype.push.apply(requests, received)
  }
  return arrivals
}
