const maxWaitMs = 30_000

/** Waits until a condition holds; says which one did not. The time is a limit, never what is waited for. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await holdsBefore(Date.now() + maxWaitMs, holds))) throw createTimeoutError(what)
}

/**
 * Acts until a condition holds: VS Code loses a click, a key or a resting mouse where it draws anew just
 * then. Each time it gets twice as long before that, so that a slow machine is not disturbed at it. What
 * must not be done twice, `act` looks at first.
 */
export async function actUntil(
  what: string,
  act: () => Promise<void>,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (let patience = 1_000; Date.now() < deadline; patience *= 2) {
    await act()
    if (await holdsBefore(Math.min(deadline, Date.now() + patience), holds)) return
  }
  throw createTimeoutError(what)
}

async function holdsBefore(end: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  while (!(await holds())) {
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return true
}

function createTimeoutError(what: string): Error {
  return new Error(`It never came to this: ${what}`)
}
