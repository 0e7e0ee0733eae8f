import * as vscode from 'vscode'
import { settlesWithin } from '../api/deadline.ts'
import { plain } from '../texts.ts'

/** How long a look may take before it is worth a notification, in milliseconds. */
const quickMs = 500

type Run<T> = (signal: AbortSignal, report: (message: string) => void) => Promise<T>

/** Runs something under a notification with a Cancel button, which aborts the signal. */
export async function withCancellableProgress<T>(title: string, run: Run<T>): Promise<T> {
  const location = vscode.ProgressLocation.Notification
  const options = { location, title: plain(title), cancellable: true }
  return vscode.window.withProgress(options, async (progress, token) => {
    const controller = new AbortController()
    const subscription = token.onCancellationRequested(() => controller.abort())
    try {
      return await run(controller.signal, (message) => progress.report({ message: plain(message) }))
    } finally {
      subscription.dispose()
    }
  })
}

/**
 * The same for what mostly is quick, and then shows nothing: VS Code drops messages that follow each
 * other fast, and the one that says what came of it must not be among them.
 */
export async function withProgressOnceSlow<T>(
  title: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const work = run(controller.signal)
  if (await settlesWithin(quickMs, work)) return work
  return withCancellableProgress(title, async (signal) => {
    signal.addEventListener('abort', () => controller.abort(), { once: true })
    return work
  })
}
