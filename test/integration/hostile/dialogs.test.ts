import { strict as assert } from 'node:assert'
import type { QuickPickItem } from 'vscode'
import { hostileNames, themeIcon, markdownLink, invisible } from '../../hostile/names.ts'
import { accounts, configs } from '../../sandbox/data.ts'
import { type Session, until, useSession } from '../helpers.ts'
import { FakeInputBox } from '../../fakeVscode/quickInputs.ts'

/** The names that a URL’s path can contain. */
const typable = Object.entries(hostileNames).filter(([, name]) => !/\p{Cc}/u.test(name))

describe('Any text: Hostile names in dialogs', () => {
  const session = useSession()

  afterEach(() => assertHarmless(session))

  for (const [kind, name] of typable) {
    it(`can’t fake the texts of a deletion: ${kind}`, async () => {
      await session.changeConnection({ deletion: 'type' })
      const shortName = name.slice(0, 1000) // a URL with several names must not be too long
      const pool = {
        configUid: `uid ${shortName}`,
        provider: `cloudTypes/x ${shortName.replaceAll('/', '')}`,
      }
      const args = { ...pool, machinePoolName: name, configLabel: name, connection: session.name }
      const running = session.run('deleteMachinePool', args)
      const { text, detail, press } = await session.dialogs.modal()
      const lines = detail.split('\n')
      assert.match(text, /^[^“”]+“[^“”]+”[^“”]+“[^“”]+”\?$/)
      assert.equal(lines.filter((line) => line.startsWith('Connection: ')).length, 1)
      assert.equal(detail.split('\n\n').length, 3)
      assert.ok(detail.length < 2000)
      press('Delete Machine Pool…')
      const box = await session.dialogs.box()
      box.answer('something else')
      assert.match(box.validationMessage ?? '', /^The text doesn’t match\. Type .+ exactly\.$/)
      const body = JSON.stringify({ message: name, code: name })
      session.sandbox.addFault({ method: 'DELETE', status: 422, body })
      box.answer(box.placeholder)
      await running
      const message = await session.dialogs.message()
      assert.match(message.text, /^Machine pool not deleted: “[^“”]+” in [^“”]+\./)
      const [request, ...otherRequests] = session.requests('DELETE')
      assert.ok(request?.url.endsWith(`/machinePools/${encodeURIComponent(name)}`))
      assert.deepEqual(otherRequests, [])
    })
  }

  it('can’t fake the entries of lists', async () => {
    const { data } = session.sandbox
    const names = Object.values(hostileNames)
    data.projects = names.map((name, index) => ({ uid: `p${index}`, name }))
    data.accounts = names.map((name, index) => ({
      ...accounts.awsProduction,
      uid: `a${index}`,
      name,
    }))
    data.configs = names.map((name, index) => ({
      ...configs.checkout,
      uid: `c${index}`,
      clusterUid: `k${index}`,
      clusterName: name,
      projectUid: 'p0',
      pools: names.map((pool) => ({ ...configs.checkout.pools[1]!, name: pool })),
    }))
    session.sandbox.lookups = 'all'
    await session.run('refreshZones')
    await session.run('refreshMachinePools')
    const waitForPick = async (isFull: (labels: string[]) => boolean) => {
      const pick = await session.dialogs.pick()
      await until('the loaded list', () => isFull(pick.labels))
      assertHarmless(session)
      return pick
    }
    const isFull = (labels: string[]) => labels.length >= names.length
    const selectingProject = session.run('selectProject')
    ;(await waitForPick(isFull)).escape()
    await selectingProject

    const listingZones = session.run('listZones')
    ;(await waitForPick(isFull)).escape()
    await listingZones

    const goingToPool = session.run('goToMachinePool')
    ;(await waitForPick((labels) => labels.length >= names.length ** 2)).escape()
    await goingToPool

    const pinningPool = session.run('pin')
    const pools = await waitForPick((labels) => labels.length >= names.length ** 2)
    const composedItem = pools.items.find(({ label, description }) =>
      [label, description].every((text) => text?.startsWith('ma\\u{308}rz')),
    )
    pools.activeItems = [composedItem ?? assert.fail()]
    pools.pressEnter()
    await pinningPool
    const row = await session.row('machinePools', 'ma\\u{308}rz', 'ma\\u{308}rz')
    const { machinePoolName } = (row?.node ?? assert.fail()) as { machinePoolName: string }
    assert.equal(machinePoolName, 'ma\u0308rz')
  })
})

/** No text shown so far contains a link, an icon, or invisible characters of a name. */
function assertHarmless(session: Session): void {
  const { messages, statusMessages, progress, prompts } = session.dialogs
  for (const { text, detail, isModal } of messages) {
    assert.doesNotMatch(text, invisible)
    if (!isModal) assert.doesNotMatch(text, markdownLink)
    for (const line of detail.split('\n')) assert.doesNotMatch(line, invisible)
  }
  for (const { title } of progress) assert.doesNotMatch(title, or(markdownLink, invisible))
  for (const text of statusMessages) assert.doesNotMatch(text, or(themeIcon, invisible))
  for (const line of session.log) assert.doesNotMatch(line, invisible)
  for (const prompt of prompts) {
    assert.doesNotMatch(prompt.title, invisible)
    if (prompt instanceof FakeInputBox) {
      for (const text of [prompt.prompt, prompt.validationMessage ?? '']) {
        assert.doesNotMatch(text, or(markdownLink, themeIcon, invisible))
      }
    } else assertItems(prompt.items)
  }
}

function assertItems(items: readonly QuickPickItem[]): void {
  for (const { label, description = '', detail = '' } of items) {
    assert.doesNotMatch(
      label.replace(/^\$\((edit|project|warning)\)$/, ''),
      or(themeIcon, invisible),
    )
    assert.doesNotMatch(description, or(themeIcon, invisible))
    assert.doesNotMatch(detail, or(themeIcon, invisible))
  }
}

function or(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'u')
}
