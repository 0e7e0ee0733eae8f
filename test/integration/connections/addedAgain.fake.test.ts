import { strict as assert } from 'node:assert'
import { projects } from '../../sandbox/data.ts'
import { useWindows } from '../deletion/races/windows.ts'

describe('Connections: A connection that is added again', () => {
  const windows = useWindows()

  it('has the project that it is added with, whatever project this workspace had selected', async () => {
    const { baseUrl, apiKey, requests } = windows.service
    const added = { name: 'home', baseUrl, apiKey }
    for (const projectUid of [projects.production.uid, undefined]) {
      await windows.window.run('selectProject', { projectUid: projects.staging.uid })
      await windows.removeConnection('home')
      await windows.window.run('addConnection', { ...added, ...(projectUid && { projectUid }) })
      requests.length = 0
      await windows.window.pools()
      const search = requests.find(({ method }) => method === 'POST')
      assert.ok(search)
      assert.equal(search.headers['projectuid'], projectUid)
    }
  })
})
