// Sends each of a number of unauthenticated requests a hundred times to an API of 512 MB, beside another tenant’s
// calls, and bodies that never end.
import { readRssKb } from '#test/load/proc.ts'
import { createCaller } from '#test/support/caller.ts'
import { type ApiProcess } from '#test/support/process.ts'
import { everyScope, mintToken } from '#test/support/token.ts'
import { tryHeldOpen } from './held-open.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, type Part } from './part.ts'
import { openProbe, type Probe } from './probe.ts'
import { addressOf } from '#test/load/people.ts'

const times = 100
/** Three quarters of the memory that docker-compose.yml gives such an API. */
const heap = { NODE_OPTIONS: '--max-old-space-size=384' }
const p99MostMs = 100
const grownMostMb = 50
/** The number of warm-up calls, so that the first requests’ loading is not counted. */
const warmCalls = 300

type Attack = {
  readonly name: string
  readonly path: string
  readonly headers: () => Promise<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

const largest = 26_214_400
const tinyParts = new TextEncoder().encode('\r\n--a'.repeat(Math.floor(largest / 5)))
const pairs = new TextEncoder().encode('a&'.repeat(524_288))

const doubled = '((x+x)+(x+x))+((x+x)+(x+x))'
const condition = `[[1,2,3,4,5,6,7,8]]${`.map(x,${doubled})`.repeat(7)}.size()>0`
const pack = {
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'module', module: 'emailToken' },
      { kind: 'when', condition, run: { kind: 'stop', outcome: 'rejected', reason: 'grown' } },
    ],
  },
}

const form = 'application/x-www-form-urlencoded'
const attacks: readonly Attack[] = [
  {
    name: 'a form of tiny parts',
    path: '/c/l/nobody/file/document-file-front',
    headers: async () => ({ 'content-type': 'multipart/form-data; boundary=a' }),
    body: tinyParts,
  },
  {
    name: 'a form of a million pairs',
    path: '/c/l/nobody/step/consent',
    headers: async () => ({ 'content-type': form }),
    body: pairs,
  },
  {
    name: 'a condition that grows',
    path: '/v1/packs/grown/versions',
    headers: async () => ({
      'content-type': 'application/json',
      authorization: `Bearer ${await mintToken({ tenant: 'stranger', scope: everyScope })}`,
    }),
    body: new TextEncoder().encode(JSON.stringify(pack)),
  },
]

export const flood: Part = {
  name: 'flood',
  proves: `an API of 512 MB answers another tenant within ${p99MostMs} ms while a stranger sends each costly request ${times} times, and holds what bodies may hold`,
  async run(say) {
    await using stage = await openStage()
    await using parts = new AsyncDisposableStack()
    const fleet = stage.openFleet()
    const api = await fleet.startApi({ ...heap, ...stage.options.environment, PROXY_HOPS: '1' })
    const caller = createCaller(api.url, { tenant: 'neighbour' })
    const path = `/v1/transaction/${await caller.create(addressOf())}`
    for (let done = 0; done < warmCalls; done += 1) await caller.send('GET', path)
    const authorization = `Bearer ${await mintToken({ tenant: 'neighbour' })}`
    const probe = parts.use(await openProbe(`${api.url}${path}`, { authorization }))
    const faults: string[] = []
    for (const attack of attacks) faults.push(...(await measure(api, attack, { probe, say })))
    faults.push(...(await tryHeldOpen(api, probe, say)))
    hold(faults.length === 0, faults.join('; '))
  },
}

type Beside = {
  /** The calls of another tenant. */
  readonly probe: Probe
  readonly say: (line: string) => void
}

/** Resolves to the limits that this request breaks. */
async function measure(api: ApiProcess, attack: Attack, { probe, say }: Beside): Promise<string[]> {
  const before = readRssKb(api.pid)
  await probe.taken()
  const statuses = new Map<string, number>()
  for (let done = 0; done < times; done += 1) {
    const status = await send(api.url, attack)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const taken = (await probe.taken()).toSorted((one, other) => one - other)
  const p99 = taken[Math.ceil(taken.length * 0.99) - 1] ?? Infinity
  const grown = (readRssKb(api.pid) - before) / 1_024
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  say(
    `${attack.name}: ${answers}; beside it ${taken.length} calls, p99 ${p99.toFixed(0)} ms, longest ${(taken.at(-1) ?? Infinity).toFixed(0)} ms; ${grown.toFixed(0)} MB more`,
  )
  return [
    ...(p99 <= p99MostMs ? [] : [`${attack.name}: p99 of another tenant is ${p99.toFixed(0)} ms`]),
    ...(grown <= grownMostMb ? [] : [`${attack.name}: ${grown.toFixed(0)} MB more`]),
  ]
}

/** Resolves to the status, or to the error of a connection that was closed before the whole body was sent. */
async function send(url: string, { path, headers, body }: Attack): Promise<string> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: await headers(),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    })
    await answer.arrayBuffer()
    return String(answer.status)
  } catch {
    return 'closed'
  }
}
