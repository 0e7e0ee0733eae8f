import { strict as assert } from 'node:assert'
import { faults } from '../../faults/matrix.ts'
import { choose, findingsIn, openFile, useTexts } from '../code/files.ts'
import { offer } from '../lookups.ts'
import { oneOfEach, shown } from './expected.ts'
import { useFaultySession } from './faultySession.ts'

const file = 'x {\n  instance_type = "m6i.xlarge"\n  azs = ["us-east-1e", "us-east-1z"]\n}\n'
describe('Faults: A check over each fault of the instance types beside zones', function () {
  this.timeout(60_000)
  const session = useFaultySession()
  useTexts()

  it('checks the zones all the same', async () => {
    await offer(session, 'all')
    await choose(session)
    const document = await openFile('tf', `region = "us-east-1"\n${file}`)
    for (const fault of oneOfEach(Object.values(faults).flatMap(shown))) {
      await session.run('refreshZones')
      const fits = (_method: string, url: string) => url.includes('/us-east-1/instancetypes')
      await session.over(fault, fits, fault.isEndless === true, async () => {
        await session.run('checkZonesInFile', document.uri)
        const [found, ...others] = findingsIn(document)
        assert.match(found ?? '', /^us-east-1z: Zone not found/, fault.name)
        assert.deepEqual(others, [], fault.name)
      })
    }
    assert.deepEqual(session.dialogs.messages, [])
    await offer(session, 'none')
  })
})
