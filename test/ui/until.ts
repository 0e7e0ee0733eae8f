const maxWaitMs = 30_000

/** Waits until a condition holds. Throws with the name of the condition after a time limit. */
export async function until(
  condition: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  if (!(await holdsBefore(Date.now() + maxWaitMs, holds))) throw createTimeoutError(condition)
}

/**
 * Repeats an action until a condition holds, since VS Code loses clicks, keys, and hovers while it updates the page. The
 * wait doubles each time, so that a slow computer is not disturbed. The action itself must check whether it may be
 * repeated.
 */
export async function actUntil(
  condition: string,
  act: () => Promise<void>,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (let waitMs = 1_000; Date.now() < deadline; waitMs *= 2) {
    await act()
    if (await holdsBefore(Math.min(deadline, Date.now() + waitMs), holds)) return
  }
  throw createTimeoutError(condition)
}

async function holdsBefore(end: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  while (!(await holds())) {
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return true
}

function createTimeoutError(condition: string): Error {
  return new Error(`The condition never held: ${condition}`)
}
