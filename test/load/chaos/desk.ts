// A system of the tenants that packs call: it answers at once, later by `replyTo`, first with an error or not at all,
// or takes a call and never answers it. The same `webhook-id` is answered the same way.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listen } from '#test/support/servers/listen.ts'
import { type Chance, createChance } from '#test/load/chance.ts'

const ways = ['at-once', 'later', 'error-first', 'hang-first'] as const
type Way = (typeof ways)[number] | 'never'

/** One `webhook-id`, as the desk has seen it. */
export type DeskCall = {
  readonly callId: string
  readonly transactionId: string
  readonly runId: string
  readonly step: string
  readonly way: Way
  readonly result: { readonly done: boolean }
  tries: number
  /** The texts of what was sent, which must be one. */
  readonly inputs: Set<string>
  /** Its answer by `replyTo` was taken: it was answered 200 and `taken`. */
  isTaken?: true
}

export type Desk = {
  readonly url: string
  readonly calls: ReadonlyMap<string, DeskCall>
  /** What no call may look like. */
  readonly wrong: readonly string[]
  /** The secret with which calls of that tenant, and replies to them, are signed. */
  know(tenant: string, secret: string): void
  close(): Promise<void>
}

type Body = {
  readonly data: Pick<DeskCall, 'callId' | 'transactionId' | 'runId' | 'step'> & {
    readonly input: object
    readonly replyTo: string
  }
}

const replyPauseMs = 400

export async function startDesk(seed = 1): Promise<Desk> {
  const chance = createChance(seed, 2_000_003)
  const calls = new Map<string, DeskCall>()
  const secrets = new Map<string, string>()
  const wrong: string[] = []
  const closing = new AbortController()
  const server = createServer((request, response) => {
    // A caller that breaks off is part of what is tested.
    serve(request, response).catch(() => request.socket.destroy())
  })
  const port = await listen(server)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const secret = secrets.get(request.url?.slice(1) ?? '') ?? ''
    const id = String(request.headers['webhook-id'])
    const signed = sign(secret, { id, text, at: String(request.headers['webhook-timestamp']) })
    if (!String(request.headers['webhook-signature']).split(' ').includes(signed))
      wrong.push(`${id} is not signed`)
    // Safe because the service writes calls so.
    const { data } = JSON.parse(text) as Body
    if (data.callId !== id) wrong.push(`${id} is ${data.callId} in its body`)
    const call = calls.get(id) ?? note(data)
    call.tries += 1
    call.inputs.add(JSON.stringify(data.input))
    if (call.way === 'hang-first' && call.tries === 1) return
    if (call.way === 'error-first' && call.tries === 1) return void response.writeHead(500).end()
    if (call.way === 'never' || call.way === 'later') response.writeHead(202).end()
    else response.writeHead(200).end(JSON.stringify(call.result))
    if (call.way === 'later' && call.tries === 1) await replyLater(call, data.replyTo, secret)
  }

  function note(data: Body['data']): DeskCall {
    const { callId, transactionId, runId, step } = data
    const before = [...calls.values()].filter((one) => one.runId === runId && one.step === step)
    const call: DeskCall = {
      callId,
      transactionId,
      runId,
      step,
      way: step === silentStep ? 'never' : chance.pick(ways),
      result: { done: before.length > 0 },
      tries: 0,
      inputs: new Set(),
    }
    calls.set(callId, call)
    return call
  }

  /** Until it is known what became of it. */
  async function replyLater(call: DeskCall, replyTo: string, secret: string): Promise<void> {
    await wait(pauseMs(chance))
    while (!closing.signal.aborted) {
      const answer = await reply(call, replyTo, secret)
      if (answer && [200, 404, 409, 410, 422].includes(answer.status)) {
        if (answer.taken) call.isTaken = true
        if (answer.status !== 200 && answer.status !== 410)
          wrong.push(`the reply of ${call.callId} was answered ${answer.status}`)
        return
      }
      await wait(replyPauseMs)
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    wrong,
    know: (tenant, secret) => void secrets.set(tenant, secret),
    async close() {
      closing.abort()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The step whose calls are taken and never answered. */
export const silentStep = 'silent'

const pauseMs = (chance: Chance): number => chance.between(50, 2_500)

async function reply({ callId, result }: DeskCall, replyTo: string, secret: string) {
  const text = JSON.stringify({ result })
  const at = String(Math.floor(Date.now() / 1_000))
  const answer = await fetch(replyTo, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': callId,
      'webhook-timestamp': at,
      'webhook-signature': sign(secret, { id: callId, text, at }),
    },
    body: text,
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
  if (!answer) return undefined
  // Safe because only an answer of that form has the field.
  const said = (await answer.json().catch(() => ({}))) as { taken?: boolean }
  return { status: answer.status, taken: said.taken === true }
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function sign(secret: string, { id, text, at }: { id: string; text: string; at: string }): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')}`
}
