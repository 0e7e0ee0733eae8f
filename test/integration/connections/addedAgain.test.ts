import { strict as assert } from 'node:assert'
import { projects } from '../../sandbox/data.ts'
import { useWindows } from '../deletion/races/windows.ts'

describe('Connections: A connection that is added again', () => {
  const w = useWindows()

  it('has the project that it is added with, whatever project this workspace had selected', async () => {
    const { baseUrl, apiKey, requests } = w.service
    const added = { name: 'home', baseUrl, apiKey }
    for (const projectUid of [projects.production.uid, undefined]) {
      await w.window.run('selectProject', { projectUid: projects.staging.uid })
      await w.removeConnection('home')
      await w.window.run('addConnection', { ...added, ...(projectUid && { projectUid }) })
      requests.length = 0
      await w.window.pools()
      const search = requests.find(({ method }) => method === 'POST')
      assert.ok(search)
      assert.equal(search.headers['projectuid'], projectUid)
    }
  })
})
