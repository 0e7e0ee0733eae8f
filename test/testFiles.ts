// Where and when a test file runs stands in its name, between its subject and `.test.ts`: `apiKey.everyday.test.ts`.
// Without a word, it runs wherever tests of its folder run. docs/testing.md explains the words.
import { isLong } from './long.ts'

/**
 * What runs the integration tests: plain Node.js with the fake VS Code, and the extension hosts of VS Code in Node.js and
 * in a browser.
 */
export type TestHost = 'fake' | 'node' | 'web'

const allHosts: readonly TestHost[] = ['fake', 'node', 'web']

/** The hosts that have what the tests of a file need, by the word for it. */
const hostsByWord = {
  /** The fake’s own parts, such as several windows at a time, or too long in VS Code. */
  fake: ['fake'],
  /** What only VS Code does. */
  vscode: ['node', 'web'],
  /** Modules or the network of Node.js. */
  node: ['fake', 'node'],
  /** A browser. */
  browser: ['web'],
  /** Nothing, but hosts differ in the subject: every change must pass in VS Code, too, not only on the fake. */
  everyday: allHosts,
  /** Nothing, but they must pass in any kind of window: runs with `--windows` have no others. */
  windows: allHosts,
  /** Nothing, but the UI tests take too long for `npm test`: only runs with `--change` or `--long` have them. */
  change: allHosts,
  /** Nothing, but the tests take long: only runs with `--long` have them. */
  long: allHosts,
} as const satisfies Record<string, readonly TestHost[]>

type Word = keyof typeof hostsByWord

export const words = Object.keys(hostsByWord) as Word[]

/** The words in the name of a test file. Throws if a word is unknown. */
export function readWords(file: string): Word[] {
  const [name = ''] = /[^/\\]+$/.exec(file) ?? []
  return name
    .replace(/(\.test)?\.ts$/, '')
    .split('.')
    .slice(1)
    .map((text) => {
      const word = words.find((candidate) => candidate === text)
      if (word) return word
      throw new Error(`${file}: “${text}” is none of ${words.join(', ')}; see docs/testing.md.`)
    })
}

/** Whether a host has all that the tests of a file need. */
export function canRun(host: TestHost, file: string): boolean {
  return readWords(file).every((word) => hostsByWord[word].some((name) => name === host))
}

/** Whether a file belongs to this run: the long ones only to a long run. */
export function isInRun(file: string): boolean {
  return isLong || !readWords(file).includes('long')
}

/** Whether a file is among those that every change must pass in VS Code: the fake can’t run them, or differs. */
export function isEveryday(file: string): boolean {
  return readWords(file).includes('everyday') || !canRun('fake', file)
}

/**
 * Whether a file belongs to a run with `--quick`: what every change must pass in VS Code, and in a long run also what
 * can’t run in a browser, since everything else runs there in the same version (test/host/jobs.ts).
 */
export function isInQuickRun(file: string): boolean {
  return isEveryday(file) || (isLong && !canRun('web', file))
}

/** Whether a file belongs to a run of UI tests with these options. */
export function isInUiRun(
  file: string,
  { change = false, long = false }: { change?: boolean; long?: boolean },
): boolean {
  const fileWords = readWords(file)
  if (long) return true
  return !fileWords.includes('long') && (change || !fileWords.includes('change'))
}

/** Whether a file belongs to a run in another kind of window than one with a folder. */
export function isInWindowRun(file: string): boolean {
  return readWords(file).includes('windows')
}
