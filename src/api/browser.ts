/**
 * Where this runs. In a browser, a request that fails explains nothing: the code {@link hiddenByBrowser}
 * stands for that. And if a connection breaks before a response, the browser may send the request once
 * more by itself, a deletion too. The extension's entry files say which it is, because any extension may
 * add a `process` to the worker that all of them share; other programs are told apart by that.
 */
export const host = { isBrowser: !('process' in globalThis) }

/** `ApiError.code` of what a browser does not explain: not reached, or not shown to a web page. */
export const hiddenByBrowser = 'HIDDEN_BY_BROWSER'
