import type { Parts } from '../../parts.ts'
import { insertZonesCommands } from './insertZones.ts'
import { listZonesCommands } from './listZones.ts'
import { ZoneDrag } from './zoneDrag.ts'

/** Listing, inserting, and dragging zones. */
export function zonesFeature(parts: Parts) {
  const zoneDrag = new ZoneDrag(parts)
  parts.context.subscriptions.push(zoneDrag.register())
  return { zoneDrag, ...listZonesCommands(parts), ...insertZonesCommands(parts) }
}
