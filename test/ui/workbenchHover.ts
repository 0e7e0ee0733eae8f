import type { Locator, Page } from 'playwright-core'

/** Rests the mouse on something; returns the text of the hover that appears. */
export async function hoverOver(page: Page, target: Locator): Promise<string> {
  const hover = page.locator('.workbench-hover-container .workbench-hover')
  await page.mouse.move(0, 0) // so that no other hover is taken for this one
  await hover.waitFor({ state: 'hidden' })
  await target.hover()
  await hover.waitFor()
  return await hover.innerText()
}
