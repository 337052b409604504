// A load balancer as in deployments: it checks /readyz, keeps its connections, and repeats no request.
import { Agent, createServer, request } from 'node:http'
import { listen } from '#test/support/servers/listen.ts'

export type Balancer = {
  readonly url: string
  /** Adds an API, which gets requests while it is ready. */
  add(url: string): void
  /** The number of requests without a ready API, or without an answer from theirs. */
  refused(): number
  close(): Promise<void>
}

const probeMs = 250

type Target = { readonly url: URL; isReady: boolean }

export async function startBalancer(): Promise<Balancer> {
  const targets: Target[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  let [turn, refused] = [0, 0]
  const server = createServer((incoming, outgoing) => {
    const ready = targets.filter(({ isReady }) => isReady)
    const target = ready[turn++ % Math.max(1, ready.length)]
    const fail = () => {
      refused += 1
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    }
    if (!target) return fail()
    const { hostname, port } = target.url
    const { method, url: path, headers } = incoming
    const onward = request({ hostname, port, method, path, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.once('error', fail)
    incoming.pipe(onward)
  })
  const probing = setInterval(() => {
    for (const target of targets)
      void fetch(new URL('/readyz', target.url), { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => void (target.isReady = ok),
        () => void (target.isReady = false),
      )
  }, probeMs)
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    add: (url) => void targets.push({ url: new URL(url), isReady: false }),
    refused: () => refused,
    async close() {
      clearInterval(probing)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
