import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Searches everything that a VS Code window and its server store, show, or write for a text. */
export class CanarySearch {
  readonly #page: Page
  readonly #dataDir: string
  readonly #texts = new Map<string, string>()

  constructor(page: Page, dataDir: string) {
    this.#page = page
    this.#dataDir = dataDir
    page.on('console', (message) => this.#record('console', message.text()))
    page.on('framenavigated', (frame) => this.#record('address', frame.url()))
  }

  #record(place: string, text: string): void {
    this.#texts.set(place, `${this.#texts.get(place) ?? ''}${text}\n`)
  }

  async snapshot(name: string): Promise<void> {
    this.#record(`page at ${name}`, await this.#page.content())
  }

  async find(canary: string): Promise<string[]> {
    await this.snapshot('the end')
    const places = new Map(this.#texts)
    places.set('browser storage', await this.#page.evaluate(readBrowserStorage))
    const matchingPlaces = [...places]
      .filter(([, text]) => text.includes(canary))
      .map(([place]) => place)
    return [...matchingPlaces, ...(await findInFiles(this.#dataDir, canary))]
  }
}

async function findInFiles(directory: string, canary: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(
    files.map(async (file) => [file, await readFile(file).catch(() => Buffer.of())] as const),
  )
  return contents.filter(([, content]) => content.includes(canary)).map(([file]) => file)
}

/** Runs in the page. Returns the content of local storage, session storage, and all databases, as JSON. */
async function readBrowserStorage(): Promise<string> {
  const getResult = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
  // The workbench stores files as bytes.
  const toText = (_key: string, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value
  const texts = [localStorage, sessionStorage].map((storage) =>
    JSON.stringify(Object.entries(storage)),
  )
  for (const { name } of await indexedDB.databases()) {
    const database = await getResult(indexedDB.open(name!))
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([
        getResult(objects.getAllKeys()),
        getResult(objects.getAll()),
      ])
      texts.push(JSON.stringify([keys, values], toText))
    }
    database.close()
  }
  return texts.join('\n')
}
