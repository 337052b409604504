// A real HTTP server on a free port that behaves as a test sets it, request by request: the common part of the small
// vendor servers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { listen } from '#test/support/servers/listen.ts'

/** The server’s behaviour for a request to send. */
export type Behaviour =
  | 'accept'
  /** Answers with the vendor’s own error; `retryAfter` in seconds. */
  | {
      readonly refuse: number | string
      readonly status?: number
      readonly retryAfter?: number | string
    }
  /** Answers with the vendor’s error for too many requests. */
  | 'rate'
  /** Answers 500 without having accepted the message, or after accepting it. */
  | 'error'
  | 'error-after-taking'
  /** Never answers; the message is accepted, or lost. */
  | 'hang'
  | 'hang-before-taking'
  /** Resets the connection; the message is accepted, or lost. */
  | 'reset'
  | 'reset-before-taking'
  /** Accepts the message and resets the connection in the middle of the answer. */
  | 'half-answer'
  /** Answers 200 with an HTML page, or 307, or without end. */
  | 'garbage'
  | 'redirect'
  | 'flood'

export type VendorRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Answer = { readonly status: number; readonly body: unknown }

/** The protocol of one vendor. */
export type Dialect<Message> = {
  /** Undefined for a request that sends no message; `answer` handles it. */
  readonly readSend: (request: VendorRequest) => { message: Message } | Answer | undefined
  readonly accepted: (message: Message) => Answer
  readonly refused: (code: number | string, status: number | undefined) => Answer
  readonly limited: Answer
  readonly answer: (request: VendorRequest) => Answer
}

export type VendorServer<Message> = {
  readonly url: string
  /** All requests, and all messages that were accepted, whatever was answered. */
  readonly requests: VendorRequest[]
  readonly messages: Message[]
  /** The behaviour for sends after those in `next`, unless `behaviourOf` decides by the message. */
  behaviour: Behaviour
  behaviourOf: ((message: Message) => Behaviour) | undefined
  readonly next: Behaviour[]
  /** Called when a message is accepted, before the answer, so that a test can kill the sender there, or call back. */
  atTaking: ((message: Message) => Promise<void>) | undefined
  close(): Promise<void>
}

export async function startServer<Message>(
  makeDialect: (server: VendorServer<Message>) => Dialect<Message>,
): Promise<VendorServer<Message>> {
  const sockets = new Set<Socket>()
  const http = createServer((request, response) => {
    // A client that disconnects is part of what is tested.
    serve(request, response).catch(() => request.socket.destroy())
  })
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listen(http)
  const state: VendorServer<Message> = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    messages: [],
    behaviour: 'accept',
    behaviourOf: undefined,
    next: [],
    atTaking: undefined,
    async close() {
      sockets.forEach((socket) => socket.destroy())
      await new Promise<void>((resolve) => http.close(() => resolve()))
    },
  }
  const dialect = makeDialect(state)

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming, state.url)
    state.requests.push(request)
    const send = dialect.readSend(request)
    if (!send) return reply(response, dialect.answer(request))
    if (!('message' in send)) return reply(response, send)
    const behaviour = state.next.shift() ?? state.behaviourOf?.(send.message) ?? state.behaviour
    if (takes(behaviour)) {
      state.messages.push(send.message)
      await state.atTaking?.(send.message)
    }
    behave(behaviour, send.message, response)
  }

  function behave(behaviour: Behaviour, message: Message, response: ServerResponse): void {
    if (typeof behaviour === 'object') {
      const { refuse, status, retryAfter } = behaviour
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
      return reply(response, dialect.refused(refuse, status))
    }
    switch (behaviour) {
      case 'accept':
        return reply(response, dialect.accepted(message))
      case 'rate':
        response.setHeader('retry-after', '2')
        return reply(response, dialect.limited)
      case 'error':
      case 'error-after-taking':
        return reply(response, { status: 500, body: 'Internal Server Error' })
      case 'hang':
      case 'hang-before-taking':
        return
      case 'reset':
      case 'reset-before-taking':
        response.socket?.resetAndDestroy()
        return
      case 'half-answer':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        response.write('{"', () => response.socket?.resetAndDestroy())
        return
      case 'garbage':
        return reply(response, { status: 200, body: '<html>It works!</html>' })
      case 'redirect':
        response.setHeader('location', `${state.url}/elsewhere`)
        return reply(response, { status: 307, body: '' })
      case 'flood':
        response.writeHead(200, { 'content-type': 'application/json' })
        flood(response)
    }
  }

  return state
}

const takes = (behaviour: Behaviour) =>
  ['accept', 'error-after-taking', 'hang', 'reset', 'half-answer', 'garbage', 'flood'].some(
    (taking) => taking === behaviour,
  )

async function readRequest(incoming: IncomingMessage, origin: string): Promise<VendorRequest> {
  const chunks: Buffer[] = []
  // Safe because no encoding is set, so the stream yields buffers.
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
  return {
    method: incoming.method ?? '',
    url: new URL(incoming.url ?? '/', origin),
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString(),
  }
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  const text = typeof body === 'string'
  response.writeHead(status, { 'content-type': text ? 'text/html' : 'application/json' })
  response.end(text ? body : JSON.stringify(body))
}

function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, 0x20)
  const write = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', write)
  }
  write()
}
