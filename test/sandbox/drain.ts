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
  /** Machines that are to go at once. */
  #steps = 0

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
    const steps = drain === 'instant' ? machines + 1 : 0
    const ms = typeof drain === 'number' ? drain : Infinity
    const started = performance.now()
    this.#draining.push({ config, pool, machines, steps, leavingSince: Date.now(), started, ms })
    this.advance()
  }

  /** So many machines less in each pool, or the pool gone that has none left. */
  step(steps: number): void {
    this.#steps += steps
    this.advance()
    this.#steps = 0
  }

  /** Brings the pools up to date. No timer does it: who doesn't ask can't see the difference. */
  advance(): void {
    this.#draining = this.#draining.filter((draining) => {
      const { config, pool, machines, started, ms } = draining
      const elapsed = performance.now() - started
      const due = elapsed >= ms ? machines + 1 : Math.floor((elapsed / ms) * (machines + 1))
      const before = draining.steps
      const all = Math.max(before + this.#steps, due)
      draining.steps = Math.min(all, pool.stall?.after ?? Infinity)
      if (draining.steps !== before) draining.leavingSince = Date.now()
      // The size that it is to have stays as it is.
      pool.machines = Math.max(0, machines - draining.steps)
      if (draining.steps <= machines) return true
      const index = config.pools.indexOf(pool)
      if (index !== -1) config.pools.splice(index, 1)
      return false
    })
  }

  clear(): void {
    this.#draining = []
  }
}
