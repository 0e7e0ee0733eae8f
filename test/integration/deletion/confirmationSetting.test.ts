import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import { useWindows } from './races/windows.ts'

describe('Deletion: A setting for the confirmation that Poolkeeper doesn’t know', () => {
  const windows = useWindows()

  for (const value of ['typename', 'type', 'always', true, 1, {}, ['typeName']]) {
    it(`has the name typed: ${JSON.stringify(value)}`, async () => {
      windows.machine.writeSetting(settingIds.confirmation, value)
      const { buttons } = await windows.declineDialog()
      assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
    })
  }
})
