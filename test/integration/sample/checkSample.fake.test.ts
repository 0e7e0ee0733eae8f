import { strict as assert } from 'node:assert'
import { networkProbe } from '../../../src/node/nodeNetworkProbe.ts'
import { replace } from '../../replace.ts'
import { useSession } from '../helpers.ts'

describe('Sample: Check Connection', () => {
  const session = useSession()

  it('looks nothing up in the network', async () => {
    const lookups: string[] = []
    const restores = [
      replace(networkProbe, 'resolve', async (host) => {
        lookups.push(host)
        return Promise.resolve([])
      }),
      replace(networkProbe, 'handshake', async ({ host }) => {
        lookups.push(host)
        return Promise.reject(new Error('No handshake'))
      }),
    ]
    await session.run('trySampleData')
    try {
      await session.run('checkConnection')
    } finally {
      for (const restore of restores) restore()
      await session.run('removeConnection', 'Sample Data')
    }
    assert.deepEqual(lookups, [])
  })
})
