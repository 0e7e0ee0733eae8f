import type { Locator, Page } from 'playwright-core'

/** The label of a row in a tree or a list with exactly this text, for `filter({ has })`. */
export function getRowLabel(page: Page, text: string): Locator {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return page.locator('.label-name', { hasText: new RegExp(`^${escaped}$`) })
}
