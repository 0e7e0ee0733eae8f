import { once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

/** A server of a single test, for what goes wrong below HTTP or beyond what a service would do. */
interface TestServer {
  baseUrl: string
  /** What arrived: `METHOD url`, or raw text, in order. */
  received: string[]
  /** How many connections were ever made. */
  connections: number
  /** How many are open. */
  open(): number
}

const closers: (() => Promise<void>)[] = []

/** For `afterEach`: closes every server that the test started. */
export async function closeServers(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()))
}

/** Serves HTTP, or HTTPS where there are options for it. */
export function serve(
  handler: http.RequestListener,
  secure?: https.ServerOptions,
): Promise<TestServer> {
  const received: string[] = []
  const listener: http.RequestListener = (request, response) => {
    received.push(`${request.method} ${request.url}`)
    handler(request, response)
  }
  const server = secure ? https.createServer(secure, listener) : http.createServer(listener)
  return listen(server, secure ? 'https' : 'http', received)
}

/** Serves whatever is written to the socket, told of each piece of text that arrives. */
export function serveRaw(
  onText: (socket: net.Socket, text: string, count: number) => void,
): Promise<TestServer> {
  const received: string[] = []
  const server = net.createServer((socket) => {
    socket.setEncoding('latin1').on('data', (text) => {
      received.push(String(text))
      onText(socket, String(text), received.length)
    })
  })
  return listen(server, 'http', received)
}

/** An address at which nobody listens. */
export async function deadUrl(): Promise<string> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const closed = once(server, 'close')
  server.close()
  await closed
  return `http://127.0.0.1:${port}`
}

/** Waits for a condition; mocha's time limit is the only one. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await turn()
}

async function listen(server: net.Server, scheme: string, received: string[]): Promise<TestServer> {
  const sockets = new Set<net.Socket>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const testServer: TestServer = {
    baseUrl: `${scheme}://127.0.0.1:${port}`,
    received,
    connections: 0,
    open: () => sockets.size,
  }
  server.on('connection', (socket: net.Socket) => {
    testServer.connections += 1
    sockets.add(socket)
    // A client that hangs up hard is part of many tests.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  closers.push(async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  })
  return testServer
}
