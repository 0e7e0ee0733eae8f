import * as vscode from 'vscode'
import { settlesWithin } from '../api/deadline.ts'
import { plain } from '../texts.ts'

/** The delay before progress is shown, in milliseconds. */
const progressDelayMs = 500

type Run<T> = (signal: AbortSignal, report: (message: string) => void) => Promise<T>

/** Runs an operation with a progress notification whose Cancel button aborts the signal. */
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
 * Like {@link withCancellableProgress}, but shows progress only after a delay. VS Code drops notifications in
 * quick succession, and the outcome must not be among them.
 */
export async function withDelayedProgress<T>(
  title: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const work = run(controller.signal)
  if (await settlesWithin(progressDelayMs, work)) return work
  return withCancellableProgress(title, async (signal) => {
    signal.addEventListener('abort', () => controller.abort(), { once: true })
    return work
  })
}
