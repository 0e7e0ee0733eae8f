import type { Locator, Page } from 'playwright-core'
import { actUntil } from './until.ts'

/**
 * Rests the mouse on something until the hover that is expected appears; returns its text. A row that is
 * drawn anew under the mouse has seen it neither come nor move, and one that moves leaves it to another.
 */
export async function hoverOver(
  page: Page,
  target: Locator,
  expected: string | RegExp,
): Promise<string> {
  const hovers = page.locator('.workbench-hover-container .workbench-hover')
  const hover = hovers.filter({ hasText: expected })
  let text = ''
  await actUntil(
    `a hover with ${String(expected)}`,
    async () => {
      await page.mouse.move(0, 0) // so that no other hover is taken for this one
      await hovers.waitFor({ state: 'hidden' })
      await target.hover()
    },
    async () => {
      text = (await hover.allInnerTexts()).join('\n')
      return text !== ''
    },
  )
  return text
}
