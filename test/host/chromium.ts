import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { isReachable } from './network.ts'
import { run } from './processes.ts'

const { env, platform } = process

/** Finds a Chromium or Chrome to drive, installing one where nothing is found and that is possible. */
export async function findChromium(): Promise<string> {
  if (env['CHROME_PATH']) {
    if (existsSync(env['CHROME_PATH'])) return env['CHROME_PATH']
    throw new Error(`CHROME_PATH names ${env['CHROME_PATH']}, which does not exist.`)
  }
  for (const install of [async () => {}, download, installFromDebian]) {
    await install().catch(() => {})
    const found = [...usualPlaces(), chromium.executablePath()].find(isRunnable)
    if (found !== undefined) return found
  }
  throw new Error(
    'No Chromium was found. Do one of these: set CHROME_PATH to a Chrome or Chromium; run ' +
      '`npx playwright-core install --with-deps chromium`; or, on Debian, run ' +
      '`apt-get install chromium` as root.',
  )
}

function usualPlaces(): string[] {
  if (platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge']
    return names.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  if (platform === 'win32') {
    const homes = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
    const names = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']
    return homes.flatMap((home) => (home ? names.map((name) => join(home, name)) : []))
  }
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
  const directories = [...(env['PATH'] ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  return names.flatMap((name) => directories.map((directory) => join(directory, name)))
}

/** A file is not enough on Linux: it may be a stub that asks for a snap, or lack its libraries. */
function isRunnable(path: string): boolean {
  if (!existsSync(path)) return false
  if (platform !== 'linux') return true
  try {
    execFileSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Playwright's own download. */
async function download(): Promise<void> {
  if (!(await isReachable('https://cdn.playwright.dev'))) return
  const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  await run(process.execPath, [join(home, 'cli.js'), 'install', 'chromium'])
}

/** Debian's package, where this process may install it. */
async function installFromDebian(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const apt = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update'], apt)
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], apt)
}
