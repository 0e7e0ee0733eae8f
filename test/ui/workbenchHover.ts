import type { Locator, Page } from 'playwright-core'

/**
 * Rests the mouse on something; returns the text of the hover that appears. Again where none does: a row
 * that is drawn anew under the mouse has seen it neither come nor move.
 */
export async function hoverOver(page: Page, target: Locator): Promise<string> {
  const hover = page.locator('.workbench-hover-container .workbench-hover')
  for (let tries = 0; tries < 5; tries++) {
    await page.mouse.move(0, 0) // so that no other hover is taken for this one
    await hover.waitFor({ state: 'hidden' })
    await target.hover()
    const appears = hover.waitFor({ timeout: 5000 }).then(() => true)
    if (await appears.catch(() => false)) break
  }
  return await hover.innerText()
}
