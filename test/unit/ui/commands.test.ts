import { strict as assert } from 'node:assert'
import { commandIds } from '../../../src/contributions.ts'
import { Commands } from '../../../src/ui/commands.ts'

describe('Handlers of commands', () => {
  it('get the arguments of the command, and return its result', () => {
    const commands = new Commands()
    commands.register(commandIds.copyName, (first: unknown, second: unknown) => [second, first])
    assert.deepEqual(commands.execute(commandIds.copyName, [1, 2]), [2, 1])
  })

  it('are registered once for each command', () => {
    const commands = new Commands()
    commands.register(commandIds.copyName, () => 'first')
    assert.throws(() => commands.register(commandIds.copyName, () => 'second'), {
      message: 'Command poolkeeper.copyName is registered twice',
    })
    assert.equal(commands.execute(commandIds.copyName, []), 'first')
  })

  it('must be there for every command', () => {
    const commands = new Commands()
    const [first, second, ...otherIds] = Object.values(commandIds)
    for (const id of otherIds) commands.register(id, () => undefined)
    assert.throws(() => commands.assertComplete(), {
      message: `Commands without a handler: ${first}, ${second}`,
    })
    assert.throws(() => commands.execute(first!, []), /has no handler/)
    commands.register(first!, () => undefined)
    commands.register(second!, () => undefined)
    commands.assertComplete()
  })
})
