/** The tests that a browser's extension host is spared: the start of their paths, and why. */
export const nodeOnly: Readonly<Record<string, string>> = {
  'connectionCheck/network': 'a browser tells neither names, nor certificates, nor proxies',
  'connectionCheck/serviceFindings': 'its network is that of Node.js',
  'faults/matrix': 'its services cut sockets and show certificates, which a browser never explains',
}
