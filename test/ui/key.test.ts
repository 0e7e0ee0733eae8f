import { strict as assert } from 'node:assert'
import { accounts, configs } from '../sandbox/data.ts'
import { useUi } from './fixtures.ts'
import { addConnection, addMachinePool, answer, askForZones } from './flows.ts'

describe('The API key', () => {
  const ui = useUi()

  it('is nowhere in what the workbench shows, keeps or writes', async () => {
    const { workbench, sandbox } = ui
    const { machinePools, notifications, quickInput } = workbench
    const canary = sandbox.apiKey
    await workbench.openViewContainer()
    await addConnection(workbench, sandbox)
    await workbench.snapshot('added')

    await workbench.runCommand('Poolkeeper: Set API Key…')
    await quickInput.step({ title: 'Set API Key of “sandbox”' }).waitFor()
    await quickInput.type(canary)
    await workbench.snapshot('typed')
    await answer(workbench, { title: 'Set API Key of “sandbox”' }, canary)

    await askForZones(workbench, accounts.awsProduction, 'us-east-1')
    await quickInput.step({ title: 'Zones of us-east-1' }).waitFor()
    await quickInput.cancel()
    await addMachinePool(workbench, configs.checkout, 'worker-pool')

    sandbox.addFault({ method: 'DELETE', echoKey: true })
    await machinePools.chooseFromMenu('worker-pool', 'Delete Machine Pool…')
    await workbench.pressDialogButton('Delete Machine Pool')
    await notifications.appear('‹API key›')
    await workbench.snapshot('echoed')

    await workbench.runCommand('Poolkeeper: Show Log')
    await workbench.page.getByText('outcome refused').first().waitFor()
    await workbench.screenshot('log')

    assert.deepEqual(await workbench.findCanary(canary), [])
    const received = sandbox.requests.map(({ headers }) => headers['apikey'])
    assert.deepEqual([...new Set(received)], [canary], 'it was there to be found')
  })
})
