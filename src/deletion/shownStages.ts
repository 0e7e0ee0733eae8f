import { dequal } from 'dequal'
import type { Stage } from './stage.ts'

/** The stages of deletions as the views show them. Most polls find nothing new, and updating views is expensive. */
export class ShownStages {
  readonly #stages = new Map<string, Stage>()

  /** Replaces stages, by deletion ID. Returns whether any of them is shown differently from now on. */
  update(stages: readonly (readonly [id: string, stage: Stage])[]): boolean {
    const shown = stages.map(([id, stage]) => [id, withWholeMinutes(stage)] as const)
    const changed = shown.filter(([id, stage]) => !dequal(stage, this.#stages.get(id)))
    for (const [id, stage] of changed) this.#stages.set(id, stage)
    return changed.length > 0
  }

  /** Forgets a deletion that has ended. */
  delete(id: string): void {
    this.#stages.delete(id)
  }
}

/** Returns a stage with its duration in whole minutes, as it is shown. */
function withWholeMinutes(stage: Stage): Stage {
  if (stage.kind !== 'draining' && stage.kind !== 'overdue') return stage
  const { stalledMs } = stage
  return stalledMs === undefined ? stage : { ...stage, stalledMs: stalledMs - (stalledMs % 60_000) }
}
