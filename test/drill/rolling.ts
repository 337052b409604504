// API and workers are replaced one after the other, while clients ask a hundred times a second.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, createCaller } from '#test/support/caller.ts'
import { createFleet, type Process } from '#test/support/process.ts'
import { startBalancer } from './balancer.ts'
import { hold, insist, openSite, type Part } from './part.ts'

const perSecond = 100
/** A machine whose answers take longer before anything is restarted says nothing of restarts. */
const calmMs = 250
/** Of a hundred requests so many create a transaction, and so many of these ask for a token. */
const creates = 20
const tokens = 5

export const rolling: Part = {
  name: 'rolling',
  proves: `a rolling restart of API and workers at ${perSecond} requests a second refuses nothing`,
  async run(say) {
    await using site = await openSite()
    await using parts = new AsyncDisposableStack()
    const fleet = createFleet({
      ...site.options,
      environment: { ...site.options.environment, DRAIN_SECONDS: '2', LOG_LEVEL: 'info' },
    })
    parts.defer(() => fleet.close())
    const balancer = await startBalancer()
    parts.defer(() => balancer.close())
    const startApi = async () => {
      const api = await fleet.startApi()
      balancer.add(api.url)
      return api
    }
    const apis: Process[] = [await startApi(), await startApi()]
    const workers = [await fleet.startWorker(), await fleet.startWorker()]
    const caller = createCaller(balancer.url)
    await insist(10, async () => void (await caller.create('warm@example.com')))
    const load = startLoad(caller)
    await sleep(3_000)
    const calm = load.seen()
    hold(
      calm.failed === 0 && calm.p50 < calmMs,
      `this machine does not carry ${perSecond} a second, without any restart: p50 ${calm.p50.toFixed(0)} ms, ${calm.said}`,
    )
    // What comes is there before what goes is told to end.
    for (const old of apis) await replace(old, startApi)
    for (const old of workers) await replace(old, () => fleet.startWorker())
    await sleep(1_000)
    const seen = await load.end()
    say(
      `${seen.asked} requests in ${seen.seconds.toFixed(0)} s, ${(seen.asked / seen.seconds).toFixed(0)} a second; answers ${seen.said}`,
    )
    say(
      `p50 ${seen.p50.toFixed(0)} ms, p99 ${seen.p99.toFixed(0)} ms; two APIs and two workers replaced`,
    )
    hold(seen.failed === 0 && balancer.refused() === 0, `${seen.failed} requests were refused`)
    await untilSent(caller, seen.asking)
    say(`all ${seen.asking.length} messages that were asked for have been sent, each once`)
  },
}

async function replace(old: Process, start: () => Promise<Process>): Promise<void> {
  await start()
  await sleep(500)
  old.signal('SIGTERM')
  const { code } = await old.exited
  hold(code === 0, `a process that was told to end ended with ${code}`)
}

function startLoad(caller: Caller) {
  const counts = new Map<number, number>()
  const times: number[] = []
  const ids: string[] = []
  const asking: string[] = []
  const running = new Set<Promise<void>>()
  const begun = performance.now()
  let [asked, isOver] = [0, false]

  async function ask(turn: number): Promise<void> {
    const at = turn % 100
    const known = ids.at(-1 - (turn % Math.max(1, Math.min(ids.length, 50)))) ?? ''
    const wants = at < creates || known === ''
    const token = !wants && at < creates + tokens
    const answer = await (
      wants
        ? caller.send('POST', '/v1/transaction', person())
        : token
          ? caller.askToken(known)
          : caller.send('GET', `/v1/transaction/${known}`)
    ).catch(() => undefined)
    const status = answer?.status ?? 0
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (answer) times.push(answer.ms)
    if (wants && status === 201) ids.push(String(answer?.body['id']))
    if (token && status === 201 && !asking.includes(known)) asking.push(known)
  }

  const loop = (async () => {
    while (!isOver) {
      const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond)
      for (; asked < due; asked += 1) {
        const one: Promise<void> = ask(asked).finally(() => running.delete(one))
        running.add(one)
      }
      await sleep(5)
    }
    await Promise.all(running)
  })()

  function seen() {
    const seconds = (performance.now() - begun) / 1_000
    const sorted = times.toSorted((a, b) => a - b)
    const rank = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN
    const failed = [...counts].reduce((sum, [status, n]) => sum + (isGood(status) ? 0 : n), 0)
    const said = [...counts].map(([status, n]) => `${status}: ${n}`).join(', ')
    return { asked, seconds, said, failed, asking, p50: rank(0.5), p99: rank(0.99) }
  }

  return {
    seen,
    async end() {
      isOver = true
      await loop
      return seen()
    },
  }
}

const isGood = (status: number): boolean => status >= 200 && status < 300

const person = () => ({
  documentType: 'CPF',
  document: '52998224725',
  name: 'Ana Exemplo',
  email: `${crypto.randomUUID()}@example.com`,
})

async function untilSent(caller: Caller, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const messages = await insist(60, async () => {
      const found = await caller.messages(id)
      hold(found.length > 0, `no message of ${id}`)
      return found
    })
    hold(messages.length === 1, `${messages.length} messages of ${id}`)
  }
}
