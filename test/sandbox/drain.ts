import type { CloudConfig, MachinePool } from './data.ts'

/**
 * What happens to a pool after the 2xx of its deletion (docs/api.md, "Deletions"). It
 * goes at once, or it stays in the cloud config with one machine less at a time, and goes after the
 * last one: at each `Sandbox.drainStep`, or within this many milliseconds. Or nothing happens at
 * all, as it may with edge-native.
 */
export type Drain = 'instant' | 'manual' | 'never' | number

interface Draining {
  config: CloudConfig
  pool: MachinePool
  machines: number
  /** Machines gone; one more than there were when the pool itself goes. */
  steps: number
  /** When the machine that is leaving began to, in milliseconds since the epoch. */
  leavingSince: number
  started: number
  ms: number
}

/** The pools that were deleted and are not gone yet. */
export class Drains {
  #draining: Draining[] = []

  /** Whether a pool is being deleted; one of its machines is leaving then. */
  has(pool: MachinePool): boolean {
    return this.leavingSince(pool) !== undefined
  }

  /** Since when one of its machines is leaving, in milliseconds since the epoch. */
  leavingSince(pool: MachinePool): number | undefined {
    return this.#draining.find((draining) => draining.pool === pool)?.leavingSince
  }

  start(config: CloudConfig, pool: MachinePool, drain: Drain): void {
    if (drain === 'never') return
    const machines = pool.machines ?? pool.size
    const ms = drain === 'instant' ? 0 : drain === 'manual' ? Infinity : drain
    const started = performance.now()
    const now = { steps: 0, leavingSince: Date.now(), started, ms }
    this.#draining.push({ config, pool, machines, ...now })
    this.advance()
  }

  /**
   * Brings the pools up to date, with so many machines less in each besides. No timer does it: who
   * doesn't ask can't see the difference.
   */
  advance(besides = 0): void {
    this.#draining = this.#draining.filter((draining) => {
      const { config, pool, machines, started, ms, steps } = draining
      const elapsed = performance.now() - started
      const due = elapsed >= ms ? machines + 1 : Math.floor((elapsed / ms) * (machines + 1))
      draining.steps = Math.min(Math.max(steps + besides, due), pool.stall?.after ?? Infinity)
      if (draining.steps !== steps) draining.leavingSince = Date.now()
      // The size that it is to have stays as it is.
      pool.machines = Math.max(0, machines - draining.steps)
      if (draining.steps <= machines) return true
      config.pools = config.pools.filter((other) => other !== pool)
      return false
    })
  }

  clear(): void {
    this.#draining = []
  }
}
