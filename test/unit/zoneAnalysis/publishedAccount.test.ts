import assert from 'node:assert/strict'
import { PublishedAccount, publishedClouds } from '../../corpus/publishedAccount.ts'
import { readBlocks, findReferences } from '../syntax/atOnce.ts'

describe('Zone checks: An account with every public zone', () => {
  for (const cloud of publishedClouds) {
    it(`has no problem with any zone of ${cloud}, and one with a zone that doesn’t exist`, () => {
      const account = new PublishedAccount(cloud)
      assert.ok(account.regions.length > 30)
      for (const { region, zones } of account.regions) {
        const names = zones?.items.map(({ name }) => name) ?? []
        assert.deepEqual(check(account, region, names), [])
        const [first] = names
        if (first === undefined) continue
        const wrong = cloud === 'azure' ? '9' : first.replace(/.$/, 'z')
        assert.deepEqual(check(account, region, [wrong, ...names]), [wrong])
      }
    })
  }
})

/** Returns the reported values of a text that names a region and zones in it. */
function check(account: PublishedAccount, region: string, zones: readonly string[]): string[] {
  const type = account.cloud === 'azure' ? 'azurerm_public_ip' : 'cluster'
  const list = JSON.stringify(zones)
  const text = `resource "${type}" "a" {\n  location = "${region}"\n  zones = ${list}\n}\n`
  const blocks = readBlocks(text, 'terraform').blocks
  const references = findReferences(blocks, 'terraform')
  const { problems } = account.check({ text, blocks, references, isHcl: true })
  return problems.map(({ reference }) => reference.value)
}
