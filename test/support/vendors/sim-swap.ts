// The sources of SIM changes, each as a small server with its published API.
import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '#test/support/servers/listen.ts'

/** `changedHoursAgo` is null when the operator does not tell, or does not know the number. */
export type SimServer = {
  readonly url: string
  changedHoursAgo: number | null
  behaviour: 'answer' | 'fail' | 'hang' | 'garbage' | 'end-tokens'
  /** The accepted secret; all others are refused. */
  secret: string
  readonly asked: { readonly path: string; readonly body: string }[]
  close(): Promise<void>
}

type Answer = { readonly status: number; readonly body: unknown }
type Speak = (request: IncomingMessage, body: string, server: SimServer) => Answer

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** CAMARA’s SIM Swap 2.0 with OAuth client credentials. */
export function startCamaraServer(): Promise<SimServer> {
  let issued = 0
  let ended = 0
  return start((request, body, server) => {
    if (request.url === '/token') {
      const isKnown = request.headers.authorization === basic('bank', server.secret)
      const isAsked = new URLSearchParams(body).get('grant_type') === 'client_credentials'
      if (!isKnown || !isAsked) return { status: 401, body: { error: 'invalid_client' } }
      return { status: 200, body: { access_token: `token-${++issued}`, expires_in: 3_600 } }
    }
    if (server.behaviour === 'end-tokens') {
      ended = issued
      server.behaviour = 'answer'
    }
    const [, number] = /^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '') ?? []
    if (Number(number ?? 0) <= ended) return refuse(401, 'UNAUTHENTICATED')
    const { phoneNumber, maxAge = 240 } = JSON.parse(body)
    if (!/^\+[1-9]\d{4,14}$/.test(phoneNumber)) return refuse(400, 'INVALID_ARGUMENT')
    const { changedHoursAgo: hours } = server
    if (request.url === '/sim-swap/v2/retrieve-date')
      return { status: 200, body: { latestSimChange: hours === null ? null : before(hours) } }
    if (maxAge < 1 || maxAge > 2_400) return refuse(400, 'OUT_OF_RANGE')
    if (hours === null) return refuse(404, 'IDENTIFIER_NOT_FOUND')
    return { status: 200, body: { swapped: hours < maxAge } }
  })
}

/** Twilio’s Lookup 2 with the field `sim_swap`. */
export const startLookupServer = (): Promise<SimServer> =>
  start((request, _body, server) => {
    if (request.headers.authorization !== basic('SK1', server.secret))
      return { status: 401, body: { code: 20_003, status: 401 } }
    if (!/^\/v2\/PhoneNumbers\/%2B\d+\?Fields=sim_swap$/.test(request.url ?? ''))
      return { status: 404, body: { code: 20_404 } }
    const { changedHoursAgo: hours } = server
    const last = hours === null ? null : { last_sim_swap_date: before(hours) }
    const code = hours === null ? 60_008 : null
    return { status: 200, body: { sim_swap: { last_sim_swap: last, error_code: code } } }
  })

const before = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const refuse = (status: number, code: string): Answer => ({
  status,
  body: { status, code, message: 'refused' },
})

async function start(speak: Speak): Promise<SimServer> {
  const http = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const isToken = request.url === '/token'
      if (!isToken) server.asked.push({ path: request.url ?? '', body })
      if (server.behaviour === 'hang' && !isToken) return
      if (server.behaviour === 'fail' && !isToken) return response.writeHead(503).end()
      if (server.behaviour === 'garbage' && !isToken) return response.end('<html>')
      const answer = speak(request, body, server)
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  const port = await listen(http)
  const server: SimServer = {
    url: `http://127.0.0.1:${port}`,
    changedHoursAgo: null,
    behaviour: 'answer',
    secret: 'new',
    asked: [],
    async close() {
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
    },
  }
  return server
}
