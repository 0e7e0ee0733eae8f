/**
 * The kind of host. In a browser, a failed request has no reason; its code is {@link hiddenByBrowser}. And a
 * browser may resend a request, a deletion too, if a connection breaks before the response. The extension’s
 * entry files set this, because any extension may add a `process` to the worker that all extensions share.
 */
export const host = { isBrowser: !('process' in globalThis) }

/** The `ApiError.code` of a request whose failure the browser does not explain. */
export const hiddenByBrowser = 'HIDDEN_BY_BROWSER'
