import { strict as assert } from 'node:assert'
import type { Locator } from 'playwright-core'
import { describeUi } from './fixtures.ts'
import { addConnection } from './flows.ts'

describeUi('Rows: in a narrow side bar', { window: 'plain', lookups: 'all', anew: true }, (ui) => {
  ui.setUp(async () => {
    const { workbench, sandbox } = ui
    await workbench.openViewContainer()
    await workbench.zones.fold()
    await addConnection(workbench, sandbox)
    const { machinePools } = workbench
    await machinePools.expand('checkout-prod')
    await machinePools.expand('worker-pool')
  })

  it('are whole at 300 px, and have their state or count at 260', async () => {
    const { workbench } = ui
    const { items } = workbench.machinePools
    // The project, the cluster, its four pools, and the machines of the last one.
    const own = async () => (await cutTexts(items)).slice(0, 12)
    await workbench.setSideBarWidth(300)
    await workbench.screenshot('rows-at-300')
    assert.deepEqual(
      (await own()).filter(({ cut }) => cut.length > 0),
      [],
    )
    await workbench.setSideBarWidth(260)
    await workbench.screenshot('rows-at-260')
    assert.deepEqual(
      (await own()).filter(({ cut }) => cut[0] === 0),
      [],
    )
  })
})

/** Measures which parts of the descriptions of rows are cut off, by their positions. */
async function cutTexts(items: Locator): Promise<{ text: string; cut: number[] }[]> {
  return items.evaluateAll((rows) =>
    rows.map((row) => {
      const box = row.querySelector('.monaco-icon-label-container')?.getBoundingClientRect()
      const node = row.querySelector('.label-description')?.firstChild
      const text = node?.textContent ?? ''
      const cut: number[] = []
      let end = 0
      for (const [index, part] of text.split(' · ').entries()) {
        const range = document.createRange()
        end += part.length + (index > 0 ? 3 : 0)
        if (!node || !box) continue
        range.setStart(node, 0)
        range.setEnd(node, end)
        if (range.getBoundingClientRect().right > box.right + 0.5) cut.push(index)
      }
      return { text: `${row.querySelector('.label-name')?.textContent}: ${text}`, cut }
    }),
  )
}
