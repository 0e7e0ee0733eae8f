import { settingIds } from '../../../../src/contributions.ts'
import { testClock } from '../../../clock.ts'
import type { MachinePool } from '../../../sandbox/data.ts'
import type { Fault } from '../../../sandbox/service.ts'
import { until } from '../../../until.ts'
import type { WindowName, PoolName, Scene } from './scene.ts'
import type { Step } from './steps.ts'

// Steps outside of the windows: the service, time, storage, and settings.

const otherPool = { size: 9, azs: [], instanceType: 'new' }

export const service = {
  /** Deleted machine pools stay in their cloud configs until their machines are gone. */
  listUntilEnd: () => step((scene) => void (scene.service.listsDrainingPools = true)),
  /** So many machines go from each pool that drains; without a number all, and the pools. */
  drain: (steps = 20) => step((scene) => scene.service.advanceDrains(steps)),
  /** Machine pools go with the request, and their machines, too. */
  drainAtOnce: () => step((scene) => void (scene.service.drain = 'instant')),
  /** Somebody else has deleted a machine pool. */
  gone: (pool: PoolName = 'gpu') => step((scene) => void removePool(scene, pool)),
  /** A machine pool has one machine less. */
  shrink: (pool: PoolName) =>
    step((scene) => {
      const found = scene.cluster(pool).pools.find(({ name }) => name === pool)
      if (found) found.size--
    }),
  /** A machine pool is to have one machine more. */
  grow: (pool: PoolName = 'gpu') =>
    step((scene) => {
      const found = scene.cluster(pool).pools.find(({ name }) => name === pool)
      if (found) found.size++
    }),
  /** Another machine pool has the name by now, with other machines; those of one that drains are gone. */
  recreate: (name: PoolName = 'gpu', change: Partial<MachinePool> = otherPool) =>
    step((scene) => {
      scene.service.advanceDrains(20)
      addPool(scene, name, change)
    }),
  /** Another machine pool has the name by now, while the machines of the deleted one still drain. */
  recreateWhileDraining: (name: PoolName = 'gpu') =>
    step((scene) => addPool(scene, name, otherPool)),
  /** Lookups of cloud configs fail, so many times or for good. */
  fail: (fault: Fault, times: number | null = null) =>
    step((scene) => {
      scene.service.addFault({ method: 'GET', path: 'cloudconfigs', times, ...fault })
    }),
  /** The machines of `gpu` can’t be listed. */
  hideMachines: () => service.fail({ path: '/gpu/machines', status: 500 }),
  recover: () => step((scene) => scene.service.clearFaults()),
}

export const passMinutes = (minutes: number) => step(() => void testClock.putForward(minutes))
/** The clock is set, though no time has passed. */
export const setClockForward = (minutes: number) => step(() => testClock.jump(minutes))

export const storage = {
  /** Nothing can be written, or so many times not. */
  fail: (times = Infinity) =>
    step(({ machine }) => {
      let left = times
      machine.files.onWrite = () => {
        if (left-- > 0) throw new Error('EROFS: nothing can be written')
      }
    }),
  recover: () => step(({ machine }) => void (machine.files.onWrite = () => {})),
  /** A full disk: files can be deleted, and are left empty where they are written. */
  fill: () =>
    step(({ machine }) => {
      machine.files.onEmptied = () => {
        throw new Error('ENOSPC: the disk is full')
      }
    }),
  /** Takes a step at the next write, before it is done. */
  during: (taken: Step) =>
    step((scene) => {
      scene.machine.files.onWrite = () => {
        scene.machine.files.onWrite = () => {}
        return taken(scene)
      }
    }),
  /** Kills a window before its next write or deletion of a part. */
  killBefore: (part: string, close: Step) =>
    step((scene) => {
      scene.machine.files.onWrite = async (path) => {
        if (!path.includes(part)) return
        scene.machine.files.onWrite = () => {}
        await close(scene)
        throw new Error('The window was killed')
      }
    }),
  /** Waits until there are so many files. */
  holds: (count: number) =>
    step(async ({ machine: { files } }) => {
      await until(`${count} files`, () => files.paths.length === count)
    }),
  /** No window has news of what another writes, only what it reads by itself. */
  unwatched: () => step(({ machine }) => void (machine.files.isWatched = false)),
  /** The next list of the files of a window comes while another replaces `sent`, and has neither it nor `ended`. */
  missEnd: (name: WindowName) =>
    step((scene) => {
      const fs = scene.seat(name).window.files
      const list = fs.readDirectory.bind(fs)
      fs.readDirectory = async (folder) => {
        fs.readDirectory = list
        return (await list(folder)).filter(([file]) => !file.includes('.ended.'))
      }
    }),
  /** Nothing can be written to VS Code’s own state. */
  failState: () =>
    step(({ window }) => {
      window.globalState.onSend = () => {
        throw new Error('The state can’t be saved')
      }
    }),
  /** The keychain rejects, so many times. */
  lockKeychain: (times: number) =>
    step(({ machine }) => {
      let left = times
      machine.secrets.onGet = () => {
        if (left-- > 0) throw new Error('The keyring is locked')
      }
    }),
}

export const connection = {
  /** Changes its entry in the settings, by hand; a new name is a new connection. */
  write: (change: Record<string, string> = {}) =>
    step(async ({ machine, window, service: { baseUrl, apiKey } }) => {
      const entry = { name: 'home', baseUrl, ...change }
      machine.writeSetting(settingIds.connections, [entry])
      if (entry.name !== 'home') {
        await window.run('setApiKey', { connection: entry.name, apiKey })
      }
    }),
  miss: () => step(({ machine }) => machine.writeSetting(settingIds.connections, [])),
  remove: () => step((scene) => scene.removeConnection('home')),
  /** Adds another connection to the same service. */
  addSame: () => step((scene) => scene.connect('same', scene.service)),
  /** Adds a connection to another service, and makes it the active one. */
  switchAway: () =>
    step(async (scene) => {
      await scene.connect('elsewhere', await scene.startService())
      await scene.window.run('manageConnections', 'elsewhere')
    }),
}

export const key = {
  clear: () =>
    step(async ({ window }) => {
      const clearing = window.startCommand('clearApiKey')
      const modal = await until('the question', () => clearing.modals[0])
      modal.press('Clear API Key')
      await clearing.end
    }),
  set: () => step((scene) => setKey(scene)),
  /** The service takes another one, and the connection has it. */
  replace: () =>
    step(async (scene) => {
      scene.service.apiKey = 'canary-key-of-tomorrow'
      await setKey(scene)
    }),
}

async function setKey({ window, service: { apiKey } }: Scene): Promise<void> {
  await window.run('setApiKey', { connection: 'home', apiKey })
}

/** Takes a machine pool away, and returns those that are left. */
function removePool(scene: Scene, pool: PoolName) {
  const cluster = scene.cluster(pool)
  cluster.pools = cluster.pools.filter(({ name }) => name !== pool)
  return cluster.pools
}

/** Adds a machine pool in place of one with the same name. */
function addPool(scene: Scene, name: PoolName, change: Partial<MachinePool>): void {
  const { pools } = scene.cluster(name)
  const usual = { name, size: 2, azs: [], instanceType: 'g5.2xlarge', isControlPlane: false }
  const old = pools.find((pool) => pool.name === name) ?? usual
  removePool(scene, name).push({ ...structuredClone(old), generation: 2, ...change })
}

function step(taken: Step): Step {
  return taken
}
