// A server that receives webhooks and calls: it keeps the requests, and answers as a test sets it.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from './listen.ts'

export type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body as received. */
  readonly body: string
}

export type ReceiverAnswer = {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly waitMs?: number
  readonly body?: string
}

export type Receiver = AsyncDisposable & {
  /** `host:port`. */
  readonly host: string
  readonly received: Received[]
  /** The answer of all paths without their own. */
  answer: ReceiverAnswer
  readonly paths: Map<string, ReceiverAnswer>
  url(path?: string): string
  /** The parsed bodies that a path has received. */
  bodies(path: string): { type: string; timestamp: string; data: Record<string, unknown> }[]
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const paths = new Map<string, ReceiverAnswer>()
  const server = createServer((request, response) => {
    const { url: path = '/', headers } = request
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      received.push({ path, headers, body: Buffer.concat(chunks).toString() })
      const { status, headers: more, waitMs = 0, body } = paths.get(path) ?? receiver.answer
      if (waitMs > 0) await sleep(waitMs, undefined, { ref: false })
      response.writeHead(status, more).end(body)
    })()
  })
  const port = await listen(server)
  const host = `localhost:${port}`
  const receiver: Receiver = {
    host,
    received,
    answer: { status: 204 },
    paths,
    url: (path = '/') => `http://${host}${path}`,
    bodies: (path) =>
      received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
