/** The tests that a browser's extension host is spared, by the start of their paths. */
export const nodeOnly: readonly string[] = [
  // A browser tells neither names, nor certificates, nor proxies.
  'connectionCheck/network',
  // Its network is that of Node.js.
  'connectionCheck/serviceFindings',
  // Its services cut sockets and show certificates, which a browser never explains.
  'faults/matrix',
]
