import type { Socket } from 'node:net'
import { deadUrl, serveRaw } from '../unit/api/servers.ts'
import { canary, type Fault } from './fault.ts'

// A tunnel to a name that only a proxy would look up. What is sent before there is a tunnel carries
// no header of ours.
const baseUrl = 'https://service.invalid'

/** A proxy that keeps us from the service: nothing is sent. */
export const proxyFaults: Fault[] = [
  through('a proxy that asks for a password', 'unreachable PROXY_407', (socket) =>
    socket.end(
      `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="${canary}"\r\nContent-Length: 2\r\n\r\nno`,
    ),
  ),
  through('a proxy that forbids it', 'unreachable PROXY_403', (socket) =>
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno'),
  ),
  through('a proxy that finds no way', 'unreachable PROXY_502', (socket) =>
    socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
  ),
  {
    name: 'no proxy there',
    start: async () => ({ baseUrl, proxy: await deadUrl() }),
    read: 'unreachable ECONNREFUSED',
  },
]

function through(name: string, read: string, answer: (socket: Socket) => void): Fault {
  const start = async () => {
    const proxy = await serveRaw(answer)
    return { baseUrl, proxy: proxy.baseUrl, mustLackKey: proxy.received }
  }
  return { name, start, read }
}
