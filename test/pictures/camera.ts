import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../host/paths.ts'
import type { Workbench } from '../ui/workbench.ts'
import { encodeFilm, encodePicture, type Frame } from './encode.ts'

export type Theme = 'light' | 'dark'

/** Takes pictures of a workbench. Fails if the secret is visible. */
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

  /** Saves a picture of the whole window as media/NAME-THEME.webp, with hovers. */
  async savePicture(name: string): Promise<void> {
    await this.#save(name, await encodePicture(await this.#takeScreenshot(true)))
  }

  /** Adds a frame with this duration in milliseconds to the film. The mouse moves away unless `keepsHover` is set. */
  async addFrame(ms: number, { keepsHover = false } = {}): Promise<void> {
    this.#frames.push({ picture: await this.#takeScreenshot(keepsHover), ms })
  }

  /** Saves the frames since the last film as media/NAME-THEME.webp. */
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
      throw new Error('The API key of the sandbox is visible')
    }
    return picture
  }
}

/** Runs in the page. Returns the visible text, and the values of visible fields. */
function readVisibleText(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
  const visibleFields = fields.filter(
    (field) => field.checkVisibility() && field.type !== 'password',
  )
  return [document.body.innerText, ...visibleFields.map(({ value }) => value)].join('\n')
}
