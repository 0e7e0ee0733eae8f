import type { CloudConfig, MachinePool } from './data.ts'

/**
 * What happens to the machines of a pool after the 2xx of its deletion (docs/api.md, "Deletions"). All are marked
 * as being deleted at once, and are listed until they are gone.
 *
 * - `instant`: they are gone at once.
 * - `manual`: each `Sandbox.advanceDrains` removes a machine.
 * - A number: the same, evenly within this many milliseconds.
 * - `never`: nothing happens, as is possible with edge-native. The pool stays in the cloud config.
 */
export type Drain = 'instant' | 'manual' | 'never' | number

interface Draining {
  config: CloudConfig
  pool: MachinePool
  /** Whether the pool is listed in the cloud config until its machines are gone. */
  isListed: boolean
  machines: number
  /** How many machines are gone. A pool that is listed takes one step more. */
  steps: number
  /** When the pool was deleted, in milliseconds since the epoch. */
  deletedAt: number
  startedAt: number
  durationMs: number
}

/** The pools that are being drained after their deletion. */
export class Drains {
  #draining: Draining[] = []

  /** The pools of a cloud config that are being drained. */
  listPools({ uid }: CloudConfig): MachinePool[] {
    return this.#draining.filter(({ config }) => config.uid === uid).map(({ pool }) => pool)
  }

  /** Whether a pool is being drained. */
  has(pool: MachinePool): boolean {
    return this.deletionTime(pool) !== undefined
  }

  /** When a pool that is being drained was deleted, in milliseconds since the epoch. */
  deletionTime(pool: MachinePool): number | undefined {
    return this.#draining.find((draining) => draining.pool === pool)?.deletedAt
  }

  /** Deletes a pool. Unless it stays listed, it leaves its cloud config at once. */
  start(config: CloudConfig, pool: MachinePool, drain: Drain, isListed: boolean): void {
    if (drain === 'never') return
    if (!isListed) removePool(config, pool)
    this.#draining.push({
      config,
      pool,
      isListed,
      machines: pool.machines ?? pool.size,
      steps: 0,
      deletedAt: Date.now(),
      startedAt: performance.now(),
      durationMs: getDurationMs(drain),
    })
    this.advance()
  }

  /**
   * Removes the machines whose time has come, and this many more in each pool. The router calls it
   * before each request instead of a timer: in between, no client can see a difference.
   */
  advance(extraSteps = 0): void {
    this.#draining = this.#draining.filter((draining) => {
      const { config, pool, isListed, machines, startedAt, durationMs, steps } = draining
      const allSteps = isListed ? machines + 1 : machines
      const elapsedMs = performance.now() - startedAt
      const share = elapsedMs >= durationMs ? 1 : elapsedMs / durationMs
      const dueSteps = Math.floor(share * allSteps)
      const maxSteps = pool.stall?.after ?? Infinity
      draining.steps = Math.min(Math.max(steps + extraSteps, dueSteps), maxSteps)
      // `size` is the wanted number of nodes, which a drain does not change.
      pool.machines = Math.max(0, machines - draining.steps)
      if (draining.steps < allSteps) return true
      if (isListed) removePool(config, pool)
      return false
    })
  }

  clear(): void {
    this.#draining = []
  }
}

function removePool(config: CloudConfig, pool: MachinePool): void {
  config.pools = config.pools.filter((candidate) => candidate !== pool)
}

function getDurationMs(drain: Exclude<Drain, 'never'>): number {
  if (drain === 'instant') return 0
  return drain === 'manual' ? Infinity : drain
}
