/** The tests that a browser’s extension host can’t run, by the beginnings of their paths. */
export const nodeOnly: readonly string[] = [
  // A browser reports nothing about DNS, certificates, or proxies.
  'connectionCheck/network',
  // They set environment variables.
  'connections/proxiedLoopback',
  'connections/unverifiedService',
  // They use the network of Node.js.
  'connectionCheck/inactiveKeys',
  'connectionCheck/proxyExceptions',
  'connectionCheck/serviceFindings',
  // Their services cut sockets and have bad certificates, which a browser does not report.
  'faults/matrix',
]
