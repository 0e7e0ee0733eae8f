import type { Locator, Page } from 'playwright-core'

/** For `filter({ has })`: the label of a row in a tree or a list, exactly this one. */
export function getRowLabel(page: Page, text: string): Locator {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return page.locator('.label-name', { hasText: new RegExp(`^${escaped}$`) })
}
