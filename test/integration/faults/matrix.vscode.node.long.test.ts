import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { errorText } from '../../../src/ui/errorTexts.ts'
import { runOverFault, type RunWithProxy } from '../../faults/runOverFault.ts'
import { canary } from '../../faults/fault.ts'
import { faults } from '../../faults/faults.ts'
import { closeServers } from '../../unit/api/servers.ts'
import { writeSetting } from '../helpers.ts'
import { resetSetting } from '../settings.ts'

const baseUrl = 'https://service.example'
const connection = { name: 'faulty', baseUrl, origin: baseUrl, deletion: 'confirm' as const }

/** Sets the proxy as a user does. */
const throughProxy: RunWithProxy = async (proxy, run) => {
  await writeSetting('http.proxy', proxy)
  try {
    return await run()
  } finally {
    await resetSetting('http.proxy')
  }
}

// The faults of test/unit/api over the fetch that VS Code patches, and what a person is told.
describe('Faults: The client in VS Code explains', function () {
  this.timeout(60_000)
  afterEach(closeServers)

  for (const [group, list] of Object.entries(faults)) {
    it(`faults of the group ${group}`, async () => {
      // VS Code 1.105 keeps to the first proxy that it has asked, whatever the setting is by then.
      const isBound = group === 'proxy' && vscode.version.startsWith('1.105.')
      for (const fault of isBound ? list.slice(0, 1) : list) {
        for (const error of (await runOverFault(fault, throughProxy)).errors) {
          const message = errorText(error, connection)
          assert.match(message, /^\S.*[.)]|The service reported: .+$/, fault.name)
          assert.doesNotMatch(message, /undefined|null|\[object|\n/, fault.name)
          assert.ok(!message.includes(canary), fault.name)
        }
      }
    })
  }
})
