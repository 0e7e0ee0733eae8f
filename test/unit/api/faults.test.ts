import assert from 'node:assert/strict'
import { endsOf, isExpected } from '../../faults/ends.ts'
import { canary } from '../../faults/fault.ts'
import { faults } from '../../faults/faults.ts'
import { everythingIn } from './everythingIn.ts'
import { closeServers } from './servers.ts'

for (const [group, list] of Object.entries(faults)) {
  describe(`API client: over a fault (${group})`, () => {
    afterEach(closeServers)

    for (const fault of list) {
      it(fault.name, async () => {
        const trouble = await fault.start()
        const ends = await endsOf(fault, trouble)
        for (const end of ends) {
          assert.ok(isExpected(end), `${end.text}, not ${String(end.expected)}`)
          if (end.error instanceof Error) assert.ok(!everythingIn(end.error).includes(canary))
        }
        assert.deepEqual(trouble.mustStaySilent ?? [], [])
        const { received = [], proxy } = trouble
        if (proxy !== undefined) assert.ok(!received.join().includes(canary))
        // A deletion that arrived did so once.
        assert.ok(received.filter((line) => line.startsWith('DELETE ')).length <= 1)
      })
    }
  })
}
