import { strict as assert } from 'node:assert'
import { openAndCheck, useDocuments } from './documents.ts'

// In VS Code, the limit of the request rate makes this take half a minute.
describe('Zone checks: Check Zones in File with many regions', () => {
  const session = useDocuments()

  it('loads at most 200 regions if none are listed, and counts the others', async () => {
    const names = Array.from({ length: 203 }, (_, index) => `"xa-east-${index}"`)
    session.sandbox.addFault({ path: '/zones', body: '{"zones":[]}', times: null })
    await openAndCheck(session, 'tf', `regions = [${names.join(', ')}]\naz = "xa-east-0a"`)
    const { text } = await session.dialogs.message()
    assert.equal(text, 'Other regions that couldn’t be checked: 3.')
    assert.equal(session.zoneRequests().length, 200)
  })
})
