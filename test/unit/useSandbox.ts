import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox/service.ts'

/** Runs a sandbox for a suite, and resets it after each test. */
export function useSandbox(options: SandboxOptions = {}): Sandbox {
  let running: Sandbox
  before(async () => {
    running = await startSandbox(options)
  })
  afterEach(() => running.reset())
  after(() => running.close())
  return new Proxy<Sandbox>({} as Sandbox, {
    get: (_, key) => Reflect.get(running, key) as unknown,
    set: (_, key, value) => Reflect.set(running, key, value),
    ownKeys: () => Reflect.ownKeys(running),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(running, key),
  })
}
