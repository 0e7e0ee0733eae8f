import assert from 'node:assert/strict'
import { all, bothOf, chosen, commandOf, everyday, type Job, problemOf } from '../../host/jobs.ts'
import { runQueue } from '../../host/queue.ts'

const names = (jobs: readonly Job[]) => jobs.map(({ name }) => name)
const job = (name: string, seconds: number, more: Partial<Job> = {}): Job => ({
  name,
  script: name,
  args: [],
  seconds,
  hasTests: false,
  ...more,
})

describe('Test run: jobs of npm test', () => {
  it('are chosen by their names, or the first words of these', () => {
    assert.deepEqual(names(chosen(everyday, ['unit'])), ['unit'])
    assert.deepEqual(names(chosen(everyday, ['host'])), [
      'host newest node',
      'host newest web',
      'host minimum node',
    ])
    assert.deepEqual(names(chosen(everyday, ['types', 'host minimum'])), [
      'types',
      'host minimum node',
    ])
    assert.deepEqual(chosen(everyday, undefined), everyday)
    assert.deepEqual(chosen(everyday, ['uni']), [])
  })

  it('tell which names there are', () => {
    assert.equal(problemOf(everyday, ['unit', 'ui']), undefined)
    assert.match(
      problemOf(everyday, ['unit', 'uni']) ?? '',
      /^--only must be .*\bunit, .*, not 'uni'$/,
    )
  })

  it('include each everyday job in all jobs, whole', () => {
    for (const { name } of everyday) {
      const whole = chosen(all, [name]).find(({ args }) => !args.includes('--suites'))
      assert.ok(whole, name)
      assert.equal(whole.grep, undefined)
    }
    assert.deepEqual(chosen(all, ['unit'])[0]?.args, ['--long'])
    for (const version of ['newest', 'minimum']) {
      for (const host of ['node', 'web']) {
        const { args } = chosen(all, [`host ${version} ${host}`])[0] ?? assert.fail()
        assert.deepEqual(args, ['--version', version, '--host', host, '--long'])
      }
    }
    for (const kind of ['node', 'web']) {
      const { args } = chosen(all, [`windows ${kind}`])[0] ?? assert.fail()
      assert.equal(args.at(-1), 'none,several,virtual,restricted')
    }
  })

  it('have a command for each failure, which a shell takes as it is', () => {
    const [unit] = chosen(everyday, ['unit'])
    assert.equal(commandOf(unit!), 'npm run unit')
    assert.equal(
      commandOf(unit!, 'Names (hostile) › it’s $(rm -rf) “quoted”'),
      "npm run unit -- --grep 'Names .hostile. . it.s ..rm .rf. .quoted.'",
    )
    const [host] = chosen(everyday, ['host minimum node'])
    assert.equal(
      commandOf(host!, 'Deletion'),
      'npm run integration -- --version minimum --host node --suites everyHost --grep Deletion',
    )
  })

  it('match two titles at a time', () => {
    const both = new RegExp(bothOf('^(Deletion|Zones)', 'last$') ?? '')
    assert.match('Zones at last', both)
    assert.doesNotMatch('Zones at least', both)
    assert.doesNotMatch('In Zones at last', both)
    assert.equal(bothOf(undefined, 'one'), 'one')
    assert.equal(bothOf(undefined, undefined), undefined)
  })
})

describe('Test run: queue of npm test', () => {
  it('starts the longest first, as many as there are workers, and at last what must be alone', async () => {
    const events: string[] = []
    const running = new Set<Job>()
    const jobs = [
      job('short', 1),
      job('alone', 9, { isAlone: true }),
      job('longest', 5),
      job('long', 3),
      job('also alone', 1, { isAlone: true }),
    ]
    await runQueue(
      jobs,
      2,
      async (one) => {
        running.add(one)
        events.push(one.name)
        assert.ok(running.size <= (one.isAlone ? 1 : 2))
        for (let turns = 0; turns < one.seconds; turns++) await Promise.resolve()
        running.delete(one)
      },
      { prepare: () => assert.fail(), isNeeded: () => false },
    )
    assert.deepEqual(events, ['longest', 'long', 'short', 'alone', 'also alone'])
  })

  it('run what needs no preparation while one of the workers prepares the others', async () => {
    const events: string[] = []
    const { promise: quickOnesRan, resolve } = Promise.withResolvers<void>()
    const jobs = [job('host', 9), job('ui', 8), job('unit', 2), job('types', 1)]
    const run = async ({ name }: Job) => {
      events.push(name)
      if (name === 'types') resolve()
    }
    await runQueue(jobs, 2, run, {
      prepare: async () => {
        events.push('prepare')
        await quickOnesRan
        events.push('prepared')
      },
      isNeeded: ({ name }) => name === 'host' || name === 'ui',
    })
    assert.deepEqual(events, ['prepare', 'unit', 'types', 'prepared', 'host', 'ui'])
  })
})
