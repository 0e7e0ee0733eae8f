import assert from 'node:assert/strict'
import { runOverFault } from '../../faults/runOverFault.ts'
import { canary } from '../../faults/fault.ts'
import { faults } from '../../faults/faults.ts'
import { everythingIn } from './everythingIn.ts'
import { closeServers } from './servers.ts'

for (const [group, list] of Object.entries(faults)) {
  describe(`API client: Over a fault (${group})`, () => {
    afterEach(closeServers)

    for (const fault of list) {
      it(fault.name, async () => {
        const { errors, received = [], proxy } = await runOverFault(fault)
        for (const error of errors) assert.ok(!everythingIn(error).includes(canary))
        if (proxy !== undefined) assert.ok(!received.join().includes(canary))
        // A deletion that arrived did so once.
        assert.ok(received.filter((line) => line.startsWith('DELETE ')).length <= 1)
      })
    }
  })
}
