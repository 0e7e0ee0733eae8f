import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { newPage, type PageSize } from '../host/browser.ts'
import { outDir } from '../host/paths.ts'
import type { WorkbenchServer } from '../host/server.ts'
import { CanarySearch } from './workbenchCanary.ts'
import { actUntil, until } from './until.ts'
import { Editor } from './workbenchEditor.ts'
import { Notifications } from './workbenchNotifications.ts'
import { QuickInput } from './workbenchQuickInput.ts'
import { View } from './workbenchView.ts'

/** The page of a VS Code window, with the actions of a user. Each action waits until it is possible. */
export class Workbench {
  readonly page: Page
  readonly quickInput: QuickInput
  readonly notifications: Notifications
  readonly zones: View
  readonly machinePools: View
  readonly editor: Editor
  /** The modal dialog, while it is open. */
  readonly dialog: Locator
  readonly statusBar: Locator
  /** Searches the page, its snapshots, storage, console, and files for a text. */
  readonly canaries: CanarySearch
  /** The directory of all files that the server and the extension host write. */
  readonly dataDir: string

  private constructor(page: Page, dataDir: string) {
    this.page = page
    this.quickInput = new QuickInput(page)
    this.notifications = new Notifications(page)
    this.zones = new View(page, 'Zones')
    this.machinePools = new View(page, 'Machine Pools')
    this.editor = new Editor(page, this.quickInput)
    this.dialog = page.locator('.monaco-dialog-box')
    this.statusBar = page.locator('.part.statusbar')
    this.canaries = new CanarySearch(page, dataDir)
    this.dataDir = dataDir
  }

  /** Opens the page of a server, and waits until Poolkeeper’s view container can be opened. */
  static async open(
    browser: Browser,
    server: WorkbenchServer,
    size?: PageSize,
  ): Promise<Workbench> {
    return Workbench.#openPage(server.url, await newPage(browser, size), server.dataDir)
  }

  /** Opens another window with the same user data. It closes with this window at the latest. */
  async openAnother(): Promise<Workbench> {
    return Workbench.#openPage(this.page.url(), await this.page.context().newPage(), this.dataDir)
  }

  static async #openPage(url: string, page: Page, dataDir: string): Promise<Workbench> {
    page.setDefaultTimeout(30_000) // on a computer with two busy cores, waits have taken half of it
    const workbench = new Workbench(page, dataDir)
    await page.goto(url)
    await workbench.#waitUntilOpen()
    return workbench
  }

  /** Reloads the page, and waits until Poolkeeper’s view container can be opened. */
  async reload(): Promise<void> {
    await this.page.reload()
    await this.#waitUntilOpen()
  }

  async #waitUntilOpen(): Promise<void> {
    await this.#tab.waitFor({ timeout: 60_000 }).catch(async (error: unknown) => {
      await this.takeScreenshot('failed-to-open')
      throw error
    })
  }

  get #tab(): Locator {
    return this.page.getByRole('tab', { name: 'Poolkeeper' }).first()
  }

  /** Shows Poolkeeper’s two views. */
  async openViewContainer(): Promise<void> {
    await actUntil(
      'Poolkeeper’s views are visible',
      async () => {
        // A click on the selected tab would close the side bar.
        if ((await this.#tab.getAttribute('aria-selected')) !== 'true') await this.#tab.click()
      },
      () => this.zones.header.isVisible(),
    )
    await this.page.mouse.move(0, 0) // the tab’s hover would cover something
  }

  /** Sets the width of the side bar, in pixels. */
  async setSideBarWidth(width: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox()
    if (!box) throw new Error('The side bar is closed')
    const { mouse } = this.page
    const y = box.y + box.height / 2
    await mouse.move(box.x + box.width, y)
    await mouse.down()
    await mouse.move(box.x + width, y, { steps: 5 })
    await mouse.up()
    await mouse.move(0, 0)
  }

  /**
   * Runs a command from the palette by its full title, such as `Poolkeeper: Set API Key…`. A change of the focus may close
   * the palette, so it is opened again.
   */
  async runCommand(title: string): Promise<void> {
    let isRun = false
    const run = async () => {
      await this.#openPalette()
      await this.quickInput.type(`>${title}`, 2_000)
      const item = this.quickInput.item(title)
      await until('the command or no palette', async () =>
        (await this.#isPaletteOpen()) ? item.isVisible() : true,
      )
      if (!(await this.#isPaletteOpen())) return
      // The limit is long, since the click must not be repeated once the page has received it.
      await item.click({ timeout: 15_000 })
      isRun = true
    }
    await actUntil(
      `${title} is run`,
      () => run().catch(() => {}),
      () => isRun,
    )
  }

  async #isPaletteOpen(): Promise<boolean> {
    const { input } = this.quickInput
    return (await input.isVisible()) && (await input.inputValue()).startsWith('>')
  }

  async #openPalette(): Promise<void> {
    await actUntil(
      'the palette is open',
      async () => {
        if (!(await this.#isPaletteOpen())) await this.page.keyboard.press('F1')
      },
      () => this.#isPaletteOpen(),
    )
  }

  /** Presses a button of the modal dialog, and waits until the dialog is closed. */
  async pressDialogButton(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click()
    await this.dialog.waitFor({ state: 'hidden' })
  }

  /** Saves a screenshot as out/screenshots/NAME.png. Returns the path. */
  async takeScreenshot(name: string): Promise<string> {
    const path = join(outDir, 'screenshots', `${name}.png`)
    await this.page.screenshot({ path })
    return path
  }

  async close(): Promise<void> {
    await this.page.context().close()
  }
}
