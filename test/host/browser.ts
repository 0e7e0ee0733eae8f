import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'
import { temporaryDirectory } from './processes.ts'

/** Starts a headless browser that reaches this machine only. It ends with this process. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox', // CI runs as root
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
    // What it leaves there goes with this process.
    env: { ...process.env, TMPDIR: temporaryDirectory().path },
    // processes.ts ends this process on a signal; Playwright then ends the browser.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
}

/** How large a page is, in CSS pixels, and how many of the screen's make one. */
export interface PageSize {
  viewport?: { width: number; height: number }
  deviceScaleFactor?: number
}

/** Of one size everywhere, so that screenshots compare. */
export const viewport = { width: 1280, height: 800 }

/** A page with storage of its own, in which nothing moves: drawing what does is a fifth of the work. */
export async function newPage(browser: Browser, size: PageSize = {}): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...size })
  await context.addInitScript(standStill)
  return await context.newPage()
}

/** Runs in each frame; those within have policies of their own for styles. */
function standStill(): void {
  if (window !== window.top) return
  addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style')
    style.textContent =
      '*, ::before, ::after { animation: none !important; transition: none !important }'
    document.head.append(style)
  })
}
