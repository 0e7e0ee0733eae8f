import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Locator, PageScreenshotOptions } from 'playwright-core'
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

  /** Saves media/NAME-THEME: the whole window. */
  async picture(name: string): Promise<void> {
    await this.#save(name, await encodePicture(await this.#shot()))
  }

  /** Saves what some parts of the window cover together, in few colors; a hover goes unless it is to be seen. */
  async detail(
    name: string,
    parts: readonly Locator[],
    { keepsHover = false, colors = 6 } = {},
  ): Promise<void> {
    const picture = await this.#shot(await around(parts), keepsHover)
    await this.#save(name, await encodePicture(picture, colors))
  }

  /** Adds a frame that stands for that many milliseconds; the mouse goes unless it points at something. */
  async frame(ms: number, { keepsHover = false } = {}): Promise<void> {
    this.#frames.push({ picture: await this.#shot(undefined, keepsHover), ms })
  }

  /** Saves the frames since the last film as media/NAME-THEME. */
  async film(name: string): Promise<void> {
    await this.#save(name, await encodeFilm(this.#frames))
    this.#frames = []
  }

  async #save(name: string, content: Buffer): Promise<void> {
    const file = `media/${name}-${this.#theme}.webp`
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), content)
    console.log(`${file} ${Math.round(content.length / 1000)} KB`)
  }

  async #shot(clip?: Clip, keepsHover = false): Promise<Buffer> {
    const { page } = this.#workbench
    if (!keepsHover) await page.mouse.move(0, 0)
    const options = { animations: 'disabled', caret: 'hide' } as const
    const picture = await page.screenshot({ ...options, ...(clip && { clip }) })
    if ((await page.evaluate(visibleText)).includes(this.#secret)) {
      throw new Error('The API key of the sandbox is in sight')
    }
    return picture
  }
}

type Clip = NonNullable<PageScreenshotOptions['clip']>

async function around(parts: readonly Locator[]): Promise<Clip> {
  for (const part of parts) await (await part.elementHandle())?.waitForElementState('stable')
  const found = await Promise.all(parts.map((part) => part.boundingBox()))
  const boxes = found.filter((box) => box !== null)
  if (boxes.length < parts.length) throw new Error('A part of the picture is not there')
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Runs in the page: the text that can be seen, and what was typed into fields that show it. */
function visibleText(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
  const shown = fields.filter((field) => field.checkVisibility() && field.type !== 'password')
  return [document.body.innerText, ...shown.map(({ value }) => value)].join('\n')
}
