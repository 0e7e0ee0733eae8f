import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { replace } from '../../replace.ts'
import { parts } from '../extensionParts.ts'
import { testClock } from '../../clock.ts'
import { until, useSession } from '../helpers.ts'

// A keyring may be locked, with its dialog behind the window.
describe('Connections: A secret storage that doesn’t answer', () => {
  let answer: PromiseWithResolvers<string | undefined>
  let restore: () => void
  // Before the session ends.
  afterEach(() => {
    restore()
    answer.resolve(undefined)
  })
  const session = useSession()
  beforeEach(() => {
    testClock.shorten('quick', 20)
    answer = Promise.withResolvers()
    restore = replace(parts.context.secrets, 'get', () => answer.promise)
  })

  const { provider, uid: cloudAccountUid } = accounts.awsProduction
  const commands = [
    ['listZones', { provider, cloudAccountUid, region: 'us-east-1' }],
    ['setApiKey', undefined],
    ['checkConnection', undefined],
  ] as const
  for (const [command, args] of commands) {
    it(`is waited for under progress with Cancel: ${command}`, async () => {
      const running = session.run(command, args)
      await until('Cancel', () => session.dialogs.isCancellable)
      session.dialogs.cancel()
      await running
      assert.deepEqual(session.requests(), [])
    })
  }
})
