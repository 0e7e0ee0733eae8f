import type { CloudConfig, MachinePool } from './data.ts'

/**
 * What happens to a pool after the 2xx of its deletion (lookups.md, "Deleting a machine pool"). It
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
  started: number
  ms: number
}

/** The pools that were deleted and are not gone yet. */
export class Drains {
  #draining: Draining[] = []

  /** Whether a pool is being deleted; one of its machines is leaving then. */
  has(pool: MachinePool): boolean {
    return this.#draining.some((draining) => draining.pool === pool)
  }

  start(config: CloudConfig, pool: MachinePool, drain: Drain): void {
    if (drain === 'never') return
    const machines = pool.machines ?? pool.size
    const steps = drain === 'instant' ? machines + 1 : 0
    const ms = typeof drain === 'number' ? drain : Infinity
    const started = performance.now()
    this.#draining.push({ config, pool, machines, steps, started, ms })
    this.advance()
  }

  /** So many machines less in each pool, or the pool gone that has none left. */
  step(steps: number): void {
    for (const draining of this.#draining) draining.steps += steps
    this.advance()
  }

  /** Brings the pools up to date. No timer does it: who doesn't ask can't see the difference. */
  advance(): void {
    this.#draining = this.#draining.filter((draining) => {
      const { config, pool, machines, started, ms } = draining
      const elapsed = performance.now() - started
      const due = elapsed >= ms ? machines + 1 : Math.floor((elapsed / ms) * (machines + 1))
      draining.steps = Math.max(draining.steps, due)
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
