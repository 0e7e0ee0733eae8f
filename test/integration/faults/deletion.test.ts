import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { Fault } from '../../faults/fault.ts'
import { faults } from '../../faults/matrix.ts'
import { kindOf } from '../../faults/messages.ts'
import { confirmDeletion, mark } from '../deletion/pools.ts'
import { assertMessage, shown } from './expected.ts'
import { useFaultySession } from './faultySession.ts'

const config = configs.checkout

describe('Faults: A deletion over each fault', function () {
  this.timeout(60_000)
  const session = useFaultySession()

  const isDeletion = (method: string) => method === 'DELETE'

  for (const [group, list] of Object.entries(faults)) {
    it(`says what is known, and the row agrees: ${group}`, async () => {
      for (const [nth, fault] of shown(list).entries()) await saysWhatIsKnown(fault, `pool-${nth}`)
      // None of it reached the service.
      assert.deepEqual(session.requests('DELETE'), [])
    })
  }

  async function saysWhatIsKnown(fault: Fault, name: string) {
    const row = await session.addPool(config, name)
    const end = fault.deletion ?? fault.read
    const isDeadlineMet = fault.isEndless === true && end !== 'done'
    await session.over(fault, isDeletion, isDeadlineMet, () => confirmDeletion(session, row))
    const { severity, text } = await session.dialogs.message()
    const isDone = severity === 'info'
    const shownNow = await session.row('machinePools', config.clusterName, name)
    const about = `: “${name}” in ${config.clusterName}\\.`
    if (isDone) {
      assert.match('done', asPattern(end), fault.name)
      assert.match(text, new RegExp(`^Machine pool deleted${about}$`))
      assert.equal(shownNow, undefined, fault.name)
      return
    }
    const isUnsure = severity === 'warning'
    assert.equal(isUnsure, /unsure/.test(asPattern(end).source), `${fault.name}: ${text}`)
    const known = isUnsure
      ? `may have been deleted${about} Check before you try again\\. `
      : kindOf(end) === 'notFound'
        ? `not found${about} The machine pool may already have been deleted, or its provider, cloud config, or name may be wrong\\. `
        : `not deleted${about} `
    assert.match(text, new RegExp(`^Machine pool ${known}`), fault.name)
    const why = text.replace(new RegExp(`^Machine pool ${known}`), '')
    const ofError = typeof end === 'string' ? end : new RegExp(end.source.replace('^done$|', ''))
    assertMessage(why, fault, ofError, session.sandbox.baseUrl)
    assert.equal(shownNow?.item.description, isUnsure ? mark : '', fault.name)
    await session.run('unpin', row.node)
  }
})

function asPattern(end: string | RegExp): RegExp {
  return typeof end === 'string' ? new RegExp(`^${end.replace(/\W/g, '\\$&')}$`) : end
}
