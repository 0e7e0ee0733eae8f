import type { Parts } from '../../parts.ts'
import { insertZonesCommands } from './insertZones.ts'
import { listZonesCommands } from './listZones.ts'
import { ZoneDrag } from './zoneDrag.ts'
import { createZonesView } from './zonesView.ts'

/** The Zones view, and listing, inserting, and dragging zones. */
export function zonesFeature(parts: Parts) {
  const zonesView = createZonesView(parts)
  const zoneDrag = new ZoneDrag(parts)
  parts.context.subscriptions.push(zonesView, zoneDrag.register())
  return { zonesView, zoneDrag, ...listZonesCommands(parts), ...insertZonesCommands(parts) }
}
