import type { Parts } from '../../parts.ts'
import { ComparisonPanels } from './comparisonPanel.ts'
import { compareZonesCommands } from './compareZones.ts'

/** The comparison of zones. */
export function comparisonFeature(parts: Parts) {
  const comparisons = new ComparisonPanels(parts)
  return compareZonesCommands({ ...parts, comparisons })
}
