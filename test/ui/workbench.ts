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

/** A VS Code window, in the words of its user. Everything waits for what it needs to be there. */
export class Workbench {
  readonly page: Page
  readonly quickInput: QuickInput
  readonly notifications: Notifications
  readonly zones: View
  readonly machinePools: View
  readonly editor: Editor
  /** The modal dialog, while there is one. */
  readonly dialog: Locator
  readonly statusBar: Locator
  /** Looks for a text in the page, its snapshots, storage, console, and files. */
  readonly canaries: CanarySearch
  /** Everything that the server and the extension host write is in here. */
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

  /** Opens the page of a server; returns once our view container can be opened. */
  static async open(
    browser: Browser,
    server: WorkbenchServer,
    size?: PageSize,
  ): Promise<Workbench> {
    return Workbench.#openPage(server.url, await newPage(browser, size), server.dataDir)
  }

  /** Opens another window beside this one, on the same user data; it closes with this one at the latest. */
  async openAnother(): Promise<Workbench> {
    return Workbench.#openPage(this.page.url(), await this.page.context().newPage(), this.dataDir)
  }

  static async #openPage(url: string, page: Page, dataDir: string): Promise<Workbench> {
    page.setDefaultTimeout(30_000) // two busy cores need half of it at times
    const workbench = new Workbench(page, dataDir)
    await page.goto(url)
    await workbench.#waitUntilOpen()
    return workbench
  }

  /** Reloads the page; returns once our view container can be opened again. */
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

  /** Shows our two views. */
  async openViewContainer(): Promise<void> {
    await actUntil(
      'our views are shown',
      async () => {
        // A click on the tab that is open already would close the side bar.
        if ((await this.#tab.getAttribute('aria-selected')) !== 'true') await this.#tab.click()
      },
      () => this.zones.header.isVisible(),
    )
    await this.page.mouse.move(0, 0) // off the tab, whose hover would cover something
  }

  /** Makes the side bar as wide as that, in pixels. */
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
   * Runs a command from the palette by its full title, such as `Poolkeeper: Set API Key…`. What moves the
   * focus just then closes the palette, and it is opened again.
   */
  async runCommand(title: string): Promise<void> {
    let isRun = false
    const run = async () => {
      await this.#openPalette()
      await this.quickInput.type(`>${title}`, 5_000)
      const item = this.quickInput.item(title)
      await until('the command or no palette', async () =>
        (await this.#isPaletteOpen()) ? item.isVisible() : true,
      )
      if (!(await this.#isPaletteOpen())) return
      // Long, because it ends only once the page has taken it, and must not be done twice.
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

  /** Another box may be open, or be closing. */
  async #openPalette(): Promise<void> {
    if (await this.#isPaletteOpen()) return
    await this.page.keyboard.press('F1')
    await until('the palette is open', () => this.#isPaletteOpen())
  }

  /** Presses a button of the modal dialog and waits until the dialog is gone. */
  async pressDialogButton(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click()
    await this.dialog.waitFor({ state: 'hidden' })
  }

  /** Saves what is to be seen as out/screenshots/NAME.png; returns the path. */
  async takeScreenshot(name: string): Promise<string> {
    const path = join(outDir, 'screenshots', `${name}.png`)
    await this.page.screenshot({ path })
    return path
  }

  async close(): Promise<void> {
    await this.page.context().close()
  }
}
