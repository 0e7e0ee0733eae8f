import type { CloudConfig, MachinePool } from './data.ts'

/**
 * What happens to a pool after the 2xx of its deletion (docs/api.md, "Deletions").
 *
 * - `instant`: the pool leaves the cloud config at once.
 * - `manual`: each `Sandbox.advanceDrains` removes a machine; the pool goes after the last machine.
 * - A number: the same, evenly within this many milliseconds.
 * - `never`: nothing happens, as is possible with edge-native.
 */
export type Drain = 'instant' | 'manual' | 'never' | number

interface Draining {
  config: CloudConfig
  pool: MachinePool
  machines: number
  /** How many machines are gone. The pool itself takes one step more. */
  steps: number
  /** When the machine that is now being drained began to be, in milliseconds since the epoch. */
  leavingSince: number
  startedAt: number
  durationMs: number
}

/** The pools that are being drained after their deletion. */
export class Drains {
  #draining: Draining[] = []

  /** Whether a pool is being drained. */
  has(pool: MachinePool): boolean {
    return this.leavingSince(pool) !== undefined
  }

  /** When the machine that is now being drained began to be, in milliseconds since the epoch. */
  leavingSince(pool: MachinePool): number | undefined {
    return this.#draining.find((draining) => draining.pool === pool)?.leavingSince
  }

  start(config: CloudConfig, pool: MachinePool, drain: Drain): void {
    if (drain === 'never') return
    this.#draining.push({
      config,
      pool,
      machines: pool.machines ?? pool.size,
      steps: 0,
      leavingSince: Date.now(),
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
      const { config, pool, machines, startedAt, durationMs, steps } = draining
      const elapsedMs = performance.now() - startedAt
      const share = elapsedMs >= durationMs ? 1 : elapsedMs / durationMs
      const dueSteps = Math.floor(share * (machines + 1))
      const maxSteps = pool.stall?.after ?? Infinity
      draining.steps = Math.min(Math.max(steps + extraSteps, dueSteps), maxSteps)
      if (draining.steps !== steps) draining.leavingSince = Date.now()
      // `size` is the wanted number of nodes, which a drain does not change.
      pool.machines = Math.max(0, machines - draining.steps)
      if (draining.steps <= machines) return true
      config.pools = config.pools.filter((candidate) => candidate !== pool)
      return false
    })
  }

  clear(): void {
    this.#draining = []
  }
}

function getDurationMs(drain: Exclude<Drain, 'never'>): number {
  if (drain === 'instant') return 0
  return drain === 'manual' ? Infinity : drain
}
