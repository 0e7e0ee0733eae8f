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

/**
 * Where Chromium usually is: paths on Linux, browsers that Playwright finds, and Playwright’s own download. The shell
 * comes first: it draws pages alone, without the window of a browser around them, which saves a fifth of the time.
 */
const launchCandidates: LaunchOptions[] = [
  { executablePath: '/usr/bin/chromium-headless-shell' },
  { executablePath: '/usr/bin/chromium' },
  { executablePath: '/usr/bin/chromium-browser' },
  { executablePath: '/snap/bin/chromium' },
  { channel: 'chrome' },
  { channel: 'msedge' },
  {},
]

/**
 * Starts a headless browser, which can reach this computer only, and ends with this process. It is the browser at
 * `CHROME_PATH`, or in a usual place; otherwise, it is installed if possible.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = env['CHROME_PATH']
  if (executablePath) return await launch({ executablePath })
  const installers = [
    async () => {},
    downloadChromium,
    async () => installDebianPackage('chromium-headless-shell'),
    async () => installDebianPackage('chromium'),
  ]
  for (const install of installers) {
    await install().catch(() => {})
    for (const options of launchCandidates) {
      // A file is not enough: it may be a stub that refers to a snap, or lack its libraries.
      const browser = await launch(options).catch(() => undefined)
      if (browser) return browser
    }
  }
  throw new Error(
    'No Chromium was found. Do one of these: set CHROME_PATH to a Chrome or Chromium; run ' +
      '`npx playwright-core install --with-deps chromium`; or, on Debian, run ' +
      '`apt-get install chromium-headless-shell` as root.',
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
    // Its files are deleted at the end of this process.
    env: { ...env, TMPDIR: temporaryDirectory() },
  })
}

/** Downloads Playwright’s Chromium. */
async function downloadChromium(): Promise<void> {
  const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  await run(process.execPath, [join(home, 'cli.js'), 'install', 'chromium'])
}

/** Installs a package of Debian, if this process may. */
async function installDebianPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const apt = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update'], apt)
  await run('apt-get', ['install', '-y', '--no-install-recommends', name], apt)
}

/** The size of a page in CSS pixels, and the number of device pixels in a CSS pixel. */
export type PageSize = Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor'>

/** Screenshots are comparable only if they have the same size. */
const viewport = { width: 1280, height: 800 }

/**
 * A page with its own storage and without animations, which would take a fifth of the processor time. It answers the
 * workbench’s request for a part of the key that encrypts secrets in the page’s storage: code-server does, but the
 * tests run only VS Code’s server. Otherwise, the workbench would repeat the request whenever a secret is stored.
 */
export async function newPage(browser: Browser, size: PageSize = {}): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...size })
  // The script also runs in inner frames, but their content security policies may forbid styles.
  await context.addInitScript(() => {
    if (window !== window.top) return
    const fetch = window.fetch.bind(window)
    const keyPart = new Uint8Array(32).fill(1)
    window.fetch = async (input, init) =>
      typeof input === 'string' && input.endsWith('/mint-key')
        ? new Response(keyPart)
        : fetch(input, init)
    const style = document.createElement('style')
    style.textContent =
      '*, ::before, ::after { animation: none !important; transition: none !important }'
    addEventListener('DOMContentLoaded', () => document.head.append(style))
  })
  return await context.newPage()
}
