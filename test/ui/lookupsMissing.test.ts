import { strict as assert } from 'node:assert'
import { lookupNames, type LookupName } from '../sandbox/settings.ts'
import { describeUi, type UiOptions } from './fixtures.ts'
import { answer } from './flows.ts'
import type { View } from './workbenchView.ts'
import { until } from './until.ts'

// What each view makes of it is shown without a window (zones/unsupported.test.ts).
const options: UiOptions = { window: 'companion', nightly: true, filled: true, lookups: 'all' }

describeUi('Lookups: a service that lacks one', options, (ui) => {
  ui.setUp(async () => {
    const { workbench } = ui
    await workbench.openViewContainer()
    await workbench.zones.fold() // more room for the other one
    // The companion pins it last.
    await workbench.machinePools.item('data-platform').getByText('pinned').waitFor()
  })

  /**
   * Lets everything be read anew, without this lookup. What has worked must go on working, unless the
   * key is set anew: it may be another user's, or the service another one.
   */
  async function offerAllBut(lookup: LookupName): Promise<void> {
    const { sandbox, workbench } = ui
    sandbox.lookups = { [lookup]: false }
    await workbench.runCommand('Poolkeeper: Set API Key…')
    await answer(workbench, { title: 'Set API Key for “sandbox”' }, sandbox.apiKey)
  }

  async function assertQuiet(view: View): Promise<void> {
    assert.equal(await view.items.locator('.codicon-error').count(), 0)
    assert.deepEqual(await ui.workbench.notifications.texts(), [])
  }

  const comesTo = (what: string, view: View, expected: (labels: string[]) => boolean) =>
    until(what, async () => expected(await view.labels()))

  describe('in the Zones view', () => {
    // What is scrolled out of sight cannot be waited for.
    beforeEach(async () => {
      await ui.workbench.machinePools.fold()
      await ui.workbench.zones.unfold()
    })

    for (const lookup of lookupNames) {
      it(`shows what there is, and no failure: ${lookup}`, async () => {
        const { zones } = ui.workbench
        await offerAllBut(lookup)
        // Pinned ones come first and are open, and what is scrolled out of sight cannot be waited for.
        await zones.collapse('aws-production')
        await zones.collapse('azure-production')
        const isListed = lookup !== 'accounts'
        await comesTo(
          isListed ? 'listed accounts' : 'only kept accounts',
          zones,
          (labels) =>
            labels.includes('aws-production') && labels.includes('aws-audit') === isListed,
        )
        await zones.expand('aws-production')
        await zones.expand('eu-central-1')
        await zones.item('eu-central-1a').waitFor()
        const areRegionsListed = lookup !== 'awsRegions'
        await comesTo(
          areRegionsListed ? 'listed regions' : 'only kept regions',
          zones,
          (labels) => labels.includes('ap-northeast-1') === areRegionsListed,
        )
        await assertQuiet(zones)
      })
    }
  })

  describe('in the Machine Pools view', () => {
    beforeEach(async () => {
      await ui.workbench.zones.fold()
      await ui.workbench.machinePools.unfold()
    })

    for (const lookup of lookupNames) {
      it(`shows what there is, and no failure: ${lookup}`, async () => {
        const { machinePools } = ui.workbench
        await offerAllBut(lookup)
        const isListed = lookup !== 'clusterSearch'
        await comesTo(
          isListed ? 'projects' : 'only kept clusters',
          machinePools,
          (labels) =>
            labels.includes('checkout-prod') && labels.includes('Production') === isListed,
        )
        await machinePools.expand('checkout-prod')
        // The list of clusters counts its pools, but only its cloud config names them.
        if (isListed) await machinePools.item('checkout-prod').getByText('4 pools').waitFor()
        await (
          lookup === 'cloudConfig'
            ? machinePools
                .item('The service doesn’t list the machine pools of this cluster.')
                .first()
            : machinePools.item('worker-pool').getByText('6 nodes')
        ).waitFor()
        await assertQuiet(machinePools)
      })
    }
  })
})
