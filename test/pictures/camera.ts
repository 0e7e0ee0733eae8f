import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../host/paths.ts'
import type { Workbench } from '../ui/workbench.ts'
import { encodeFilm, encodePicture, type Frame } from './encode.ts'

export type Theme = 'light' | 'dark'

/** Takes pictures of a workbench, none of them with the secret in sight. */
export class Camera {
  readonly #workbench: Workbench
  readonly #theme: Theme
  readonly #secret: string
  #frames: Frame[] = []

  constructor(workbench: Workbench, theme: Theme, secret: string) {
    this.#workbench = workbench
    this.#theme = theme
    this.#secret = secret
  }

  /** Saves media/NAME-THEME: the whole window, with what the mouse points at. */
  async savePicture(name: string): Promise<void> {
    await this.#save(name, await encodePicture(await this.#takeScreenshot(true)))
  }

  /** Adds a frame that stands for that many milliseconds; the mouse goes unless it points at something. */
  async addFrame(ms: number, { keepsHover = false } = {}): Promise<void> {
    this.#frames.push({ picture: await this.#takeScreenshot(keepsHover), ms })
  }

  /** Saves the frames since the last film as media/NAME-THEME. */
  async saveFilm(name: string): Promise<void> {
    await this.#save(name, await encodeFilm(this.#frames))
    this.#frames = []
  }

  async #save(name: string, content: Buffer): Promise<void> {
    const file = `media/${name}-${this.#theme}.webp`
    await writeFile(join(root, file), content)
    console.log(`${file} ${Math.round(content.length / 1000)} KB`)
  }

  async #takeScreenshot(keepsHover = false): Promise<Buffer> {
    const { page } = this.#workbench
    if (!keepsHover) await page.mouse.move(0, 0)
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if ((await page.evaluate(readVisibleText)).includes(this.#secret)) {
      throw new Error('The API key of the sandbox is in sight')
    }
    return picture
  }
}

/** Runs in the page: the text that can be seen, and what was typed into fields that show it. */
function readVisibleText(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
  const shown = fields.filter((field) => field.checkVisibility() && field.type !== 'password')
  return [document.body.innerText, ...shown.map(({ value }) => value)].join('\n')
}
