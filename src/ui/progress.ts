import * as vscode from 'vscode'
import { raceAbort } from '../api/deadline.ts'
import type { ViewId } from '../contributions.ts'
import { escapeLinks } from '../displayTexts.ts'
import { settlesWithin } from '../api/settlesWithin.ts'

/** The delay before a progress notification appears, in milliseconds. */
const progressDelayMs = 500
/**
 * The delay if a view shows its progress bar meanwhile, in milliseconds. The notification still appears then, because a
 * view has no Cancel button.
 */
const inViewDelayMs = 3_000
/**
 * The minimum time for which a progress notification is shown, in milliseconds. VS Code keeps it for 800 milliseconds
 * at least.
 */
const minShownMs = 900

interface DelayedProgressOptions {
  /**
   * The view that shows a progress bar from the beginning. The notification then appears later, only to offer Cancel.
   */
  readonly viewId?: ViewId | undefined
  /**
   * True if a message follows. The result then waits until VS Code has removed the notification, so that the
   * notification and the message aren’t shown together.
   */
  readonly hasMessage?: boolean
  /** A signal of the caller, which also cancels the operation. */
  readonly caller?: AbortSignal | undefined
}

/** An operation that can be canceled. It calls `report` with messages about its progress. */
type Operation<T> = (signal: AbortSignal, report: (message: string) => void) => Promise<T>

/** Runs an operation with a progress notification. The notification’s Cancel button aborts the operation’s signal. */
export async function withCancellableProgress<T>(title: string, run: Operation<T>): Promise<T> {
  const location = vscode.ProgressLocation.Notification
  const options = { location, title: escapeLinks(title), cancellable: true }
  return vscode.window.withProgress(options, async (progress, token) =>
    withTokenSignal(token, async (signal) =>
      run(signal, (message) => progress.report({ message: escapeLinks(message) })),
    ),
  )
}

/**
 * Like {@link withCancellableProgress}, but shows the notification only if the operation takes longer than a delay. VS
 * Code drops notifications that follow each other quickly, and the message about the outcome must not be dropped.
 */
export async function withDelayedProgress<T>(
  title: string,
  run: Operation<T>,
  { viewId, hasMessage = false, caller }: DelayedProgressOptions = {},
): Promise<T> {
  const controller = new AbortController()
  const signals = caller ? [controller.signal, caller] : [controller.signal]
  let latestMessage = ''
  let show = (message: string): void => void (latestMessage = message)
  const work = run(AbortSignal.any(signals), (message) => show(message))
  if (viewId) void withViewProgress(viewId, () => Promise.allSettled([work]))
  if (await settlesWithin(viewId ? inViewDelayMs : progressDelayMs, work)) return work
  return withCancellableProgress(title, async (cancelSignal, report) => {
    cancelSignal.addEventListener('abort', () => controller.abort(), { once: true })
    if (latestMessage !== '') report(latestMessage)
    show = report
    if (hasMessage) {
      const cancelPressed = new Promise((resolve) => {
        cancelSignal.addEventListener('abort', resolve)
      })
      await Promise.allSettled([work, settlesWithin(minShownMs, cancelPressed)])
    }
    return work
  })
}

/** Texts of a progress notification. */
interface ProgressText {
  readonly title: string
  readonly message: string
}

/**
 * Shows one progress notification while any of several promises takes long. Its Cancel button rejects them with
 * {@link ApiError} `cancelled`, although what they wait for goes on.
 */
export class SharedProgress {
  readonly #text: ProgressText
  #waitingCount = 0
  #cancellation = new AbortController()
  #hide = () => {}

  constructor(text: ProgressText) {
    this.#text = text
  }

  async waitFor<T>(work: Promise<T>): Promise<T> {
    if (await settlesWithin(inViewDelayMs, work)) return work
    if (this.#waitingCount === 0) this.#show()
    this.#waitingCount += 1
    try {
      return await raceAbort(work, this.#cancellation.signal)
    } finally {
      this.#waitingCount -= 1
      if (this.#waitingCount === 0) this.#hide()
    }
  }

  #show(): void {
    const { title, message } = this.#text
    const cancellation = new AbortController()
    this.#cancellation = cancellation
    const hidden = new Promise<void>((resolve) => (this.#hide = resolve))
    void withCancellableProgress(title, async (signal, report) => {
      signal.addEventListener('abort', () => cancellation.abort(), { once: true })
      report(message)
      await hidden
    })
  }
}

/**
 * Runs an operation with a progress bar in a view. While the view is hidden, VS Code shows the progress on the view’s
 * icon.
 */
export async function withViewProgress<T>(viewId: ViewId, run: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, run)
}

/**
 * Shows the progress of what goes on elsewhere, such as a deletion, until the returned `end` is called. The user can’t
 * cancel it, but can hide the notification; then VS Code shows the progress in the status bar.
 */
export function showOngoingProgress(text: string) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let latestMessage = text
  let show = (_message: string): void => {}
  // The notification has no title, because VS Code would repeat the title before each message.
  const location = vscode.ProgressLocation.Notification
  void vscode.window.withProgress({ location }, async (progress) => {
    show = (message) => progress.report({ message: escapeLinks(message) })
    show(latestMessage)
    await ended
  })
  const report = (message: string) => {
    if (message === latestMessage) return
    latestMessage = message
    show(message)
  }
  return { report, end }
}

/** Runs an operation with an abort signal, which aborts when the cancellation token of VS Code is canceled. */
export async function withTokenSignal<T>(
  token: vscode.CancellationToken,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  if (token.isCancellationRequested) controller.abort()
  const subscription = token.onCancellationRequested(() => controller.abort())
  try {
    return await run(controller.signal)
  } finally {
    subscription.dispose()
  }
}
