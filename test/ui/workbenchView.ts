import type { Locator, Page } from 'playwright-core'
import { actUntil } from './until.ts'
import { getRowLabel } from './workbenchLabels.ts'
import { Menu } from './workbenchMenu.ts'

/** A view of Poolkeeper: a header with actions, and a tree or a welcome text. */
export class View {
  readonly #page: Page
  readonly #pane: Locator
  readonly header: Locator
  /** The welcome text in place of an empty tree. */
  readonly welcome: Locator

  constructor(page: Page, name: string) {
    this.#page = page
    // A view’s description is between its name and “Section”.
    this.header = page.getByRole('button', { name: new RegExp(`^${name} (.* )?Section`) })
    this.#pane = page.locator('.pane').filter({ has: this.header })
    this.welcome = this.#pane.locator('.welcome-view-content')
  }

  /** The visible items. Items that are scrolled out of view have no elements. */
  get items(): Locator {
    return this.#pane.getByRole('treeitem')
  }

  /** The items that are selected. */
  get selected(): Locator {
    return this.#pane.locator('[role=treeitem][aria-selected=true]')
  }

  /** The items with exactly this label. */
  item(text: string): Locator {
    return this.items.filter({ has: getRowLabel(this.#page, text) })
  }

  async labels(): Promise<string[]> {
    return await this.items.locator('.label-name').allInnerTexts()
  }

  /**
   * Expands an item, unless it is expanded, and waits for an item in it. A click has another effect if the item expands by
   * itself at that moment, or the view is updated, and an update can collapse an item that is being loaded. So the click is
   * repeated.
   */
  async expand(text: string, child: string): Promise<void> {
    const item = this.item(text)
    const open = item.and(this.#page.locator('[aria-expanded=true]'))
    const isOpening = () => item.locator('.codicon-tree-item-loading').isVisible()
    await actUntil(
      `${text} is open, and ${child} is visible`,
      async () => {
        const isClosed = (await item.getAttribute('aria-expanded')) === 'false'
        if (isClosed && !(await isOpening())) await this.#click(item)
      },
      async () => (await open.isVisible()) && (await this.item(child).isVisible()),
    )
  }

  /**
   * Selects exactly these items by clicks. VS Code reuses rows for other items when a view is updated, so that a click can
   * hit another item; then the clicks are repeated.
   */
  async select(...items: readonly string[]): Promise<void> {
    await actUntil(
      `these are selected: ${items.join(', ')}`,
      () => this.#trySelect(...items),
      () => this.#isSelected(...items),
    )
  }

  /** Clicks the items once, and stops if an item is not visible. */
  async #trySelect(...items: readonly string[]): Promise<void> {
    if (await this.#isSelected(...items)) return
    for (const [index, item] of items.entries()) {
      if (!(await this.item(item).isVisible())) return
      await this.#click(this.item(item), { modifiers: index === 0 ? [] : ['ControlOrMeta'] })
    }
  }

  /** Clicks an item. First, the mouse moves away, since the hover of another item could cover this item. */
  async #click(item: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    await this.#page.mouse.move(0, 0)
    await item.click(options)
  }

  /** Whether exactly these items are selected. */
  async #isSelected(...items: readonly string[]): Promise<boolean> {
    const labels = await this.selected.locator('.label-name').allInnerTexts()
    return labels.sort().join('\n') === [...items].sort().join('\n')
  }

  /** Collapses the view to its header. */
  async collapse(): Promise<void> {
    const closed = this.header.and(this.#page.locator('[aria-expanded=false]'))
    await actUntil(
      'the view is closed',
      async () => {
        if (!(await closed.isVisible())) await this.header.click()
      },
      () => closed.isVisible(),
    )
  }

  /** Selects an entry of an item’s context menu. */
  async chooseFromMenu(text: string, entry: string): Promise<void> {
    await (await this.openMenu(text)).choose(entry)
  }

  /**
   * Opens an item’s context menu, which focuses the item. If the view is updated at that moment, the click hits another
   * item, and is repeated.
   */
  async openMenu(text: string): Promise<Menu> {
    const item = this.item(text)
    const focused = item.and(this.#page.locator('.focused'))
    const menu = new Menu(this.#page)
    await actUntil(
      `the menu of ${text} is open`,
      async () => {
        if (await menu.entries.first().isVisible()) await menu.close()
        await this.#click(item, { button: 'right' })
        await menu.entries.first().waitFor()
      },
      () => focused.isVisible(),
    )
    return menu
  }

  /** Presses an icon in the view's header. */
  async pressAction(action: string): Promise<void> {
    await this.header.hover()
    await this.#pane.getByRole('button', { name: action }).first().click()
  }

  /**
   * Hovers over an item until the expected hover appears, and returns its text. If VS Code updates the row under the mouse,
   * no hover appears; if it moves the row, the hover is another item’s.
   */
  async readHover(item: string, expected: string | RegExp): Promise<string> {
    const hovers = this.#page.locator('.workbench-hover-container .workbench-hover')
    let text = ''
    await actUntil(
      `a hover with ${String(expected)}`,
      async () => {
        await this.#page.mouse.move(0, 0) // closes other hovers
        await hovers.waitFor({ state: 'hidden' })
        await this.item(item).hover()
      },
      async () => {
        text = (await hovers.filter({ hasText: expected }).allInnerTexts()).join('\n')
        return text !== ''
      },
    )
    return text
  }
}
