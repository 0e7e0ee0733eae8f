import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { run, temporaryDirectory } from './processes.ts'

const { env } = process

/** Where Chromium is on Linux, what Playwright finds on each system, and what it has downloaded. */
const launchCandidates: LaunchOptions[] = [
  { executablePath: '/usr/bin/chromium' },
  { executablePath: '/usr/bin/chromium-browser' },
  { executablePath: '/snap/bin/chromium' },
  { channel: 'chrome' },
  { channel: 'msedge' },
  {},
]

/**
 * Starts a headless browser that reaches this machine only, and ends with this process: the one of `CHROME_PATH`, or one
 * of the usual places; else it is installed, where that is possible.
 */
export async function launchBrowser(): Promise<Browser> {
  const chosen = env['CHROME_PATH']
  if (chosen) return await launch({ executablePath: chosen })
  for (const install of [async () => {}, downloadChromium, installDebianPackage]) {
    await install().catch(() => {})
    for (const options of launchCandidates) {
      // That it is there is not enough: it may be a stub that asks for a snap, or lack its libraries.
      const browser = await launch(options).catch(() => undefined)
      if (browser) return browser
    }
  }
  throw new Error(
    'No Chromium was found. Do one of these: set CHROME_PATH to a Chrome or Chromium; run ' +
      '`npx playwright-core install --with-deps chromium`; or, on Debian, run ' +
      '`apt-get install chromium` as root.',
  )
}

async function launch(options: LaunchOptions): Promise<Browser> {
  return await chromium.launch({
    ...options,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
    // What it leaves there goes with this process.
    env: { ...env, TMPDIR: temporaryDirectory() },
  })
}

/** Playwright's own download. */
async function downloadChromium(): Promise<void> {
  const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  await run(process.execPath, [join(home, 'cli.js'), 'install', 'chromium'])
}

/** Debian's package, where this process may install it. */
async function installDebianPackage(): Promise<void> {
  if (process.getuid?.() !== 0) return
  const apt = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update'], apt)
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], apt)
}

/** How large a page is, in CSS pixels, and how many of the screen's make one. */
export type PageSize = Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor'>

/** Of one size everywhere, so that screenshots compare. */
const viewport = { width: 1280, height: 800 }

/** A page with storage of its own, in which nothing moves: drawing what does is a fifth of the work. */
export async function newPage(browser: Browser, size: PageSize = {}): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...size })
  // Each frame runs it; those within have policies of their own for styles.
  await context.addInitScript(() => {
    if (window !== window.top) return
    const style = document.createElement('style')
    style.textContent =
      '*, ::before, ::after { animation: none !important; transition: none !important }'
    addEventListener('DOMContentLoaded', () => document.head.append(style))
  })
  return await context.newPage()
}
