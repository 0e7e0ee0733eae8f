import * as vscode from 'vscode'
import { settlesWithin } from '../api/settlesWithin.ts'
import type { ViewId } from '../contributions.ts'
import { plain } from '../texts.ts'
import { withTokenSignal } from './cancellation.ts'

/** The delay before a progress notification, in milliseconds. */
const progressDelayMs = 500
/** The delay if a view shows the progress, which has no Cancel button. */
const inViewDelayMs = 3_000
/** The time that VS Code shows a progress notification at least, and a little more, in milliseconds. */
const minShownMs = 900

interface DelayedProgressOptions {
  readonly viewId?: ViewId | undefined
  readonly hasMessage?: boolean
  readonly caller?: AbortSignal | undefined
}

type Run<T> = (signal: AbortSignal, report: (message: string) => void) => Promise<T>

/** Runs an operation with a progress notification whose Cancel button aborts the signal. */
export async function withCancellableProgress<T>(title: string, run: Run<T>): Promise<T> {
  const location = vscode.ProgressLocation.Notification
  const options = { location, title: plain(title), cancellable: true }
  return vscode.window.withProgress(options, async (progress, token) =>
    withTokenSignal(token, async (signal) =>
      run(signal, (message) => progress.report({ message: plain(message) })),
    ),
  )
}

/**
 * Like {@link withCancellableProgress}, but shows the notification only after a delay. VS Code drops
 * notifications in quick succession, and the outcome must not be among them. With `viewId`, that view shows the progress
 * at once, and the notification is only there to cancel what takes long. With `hasMessage`, a message tells the outcome:
 * it waits until the notification has gone, so as not to be beside it. The signal also aborts with that of the `caller`.
 */
export async function withDelayedProgress<T>(
  title: string,
  run: Run<T>,
  { viewId, hasMessage = false, caller }: DelayedProgressOptions = {},
): Promise<T> {
  const controller = new AbortController()
  const canceled = AbortSignal.any(caller ? [controller.signal, caller] : [controller.signal])
  let latest = ''
  let show = (message: string): void => void (latest = message)
  const work = run(canceled, (message) => show(message))
  if (viewId) void withViewProgress(viewId, () => Promise.allSettled([work]))
  if (await settlesWithin(viewId ? inViewDelayMs : progressDelayMs, work)) return work
  return withCancellableProgress(title, async (signal, report) => {
    signal.addEventListener('abort', () => controller.abort(), { once: true })
    if (latest !== '') report(latest)
    show = report
    if (hasMessage) {
      const pressed = new Promise((resolve) => signal.addEventListener('abort', resolve))
      await Promise.allSettled([work, settlesWithin(minShownMs, pressed)])
    }
    return work
  })
}

/** Runs an operation with a progress bar in a view, or on its icon while the view is hidden. */
export async function withViewProgress<T>(viewId: ViewId, run: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, run)
}

/**
 * Shows the progress of something that goes on elsewhere, until it ends. The user can hide the notification, which VS Code
 * then shows in the status bar, but not cancel it.
 */
export function showOngoingProgress(text: string) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let latest = text
  let show = (_message: string): void => {}
  // Without a title, which would stay in front of what changes.
  const location = vscode.ProgressLocation.Notification
  void vscode.window.withProgress({ location }, async (progress) => {
    show = (message) => progress.report({ message: plain(message) })
    show(latest)
    await ended
  })
  const report = (message: string) => {
    if (message === latest) return
    latest = message
    show(message)
  }
  return { report, end }
}
