// Tests the service behind a real nginx and a real HAProxy with their default settings: probes, kept connections,
// refused uploads, a rolling restart during calls and long polls, and limits by client address.
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#src/main/local/ports.ts'
import { type Caller, createCaller } from '#test/support/caller.ts'
import { createFleet, type Fleet, type Process } from '#test/support/process.ts'
import {
  hasHaproxy,
  hasNginx,
  type RealBalancer,
  startHaproxy,
  startNginx,
} from '#test/support/servers/balancers.ts'
import { everyScope } from '#test/support/token.ts'
import { countConnections, refusedUploads } from '#test/support/servers/through-balancer.ts'
import { startPolls, statusesFrom } from './front-calls.ts'
import { startLoad } from './load.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, insist, type Part, type Say } from './part.ts'

const calls = 200
/** Longer than Node’s default keep-alive, and shorter than that of the balancers. */
const gapMs = 6_000
const uploads = 20
const perSecond = 40
const pollSeconds = 3
/** HAProxy removes a process after three failed checks, one each 2 s, so a process must answer for that long. */
const drainSeconds = 8
/** How long nginx avoids a process that it could not reach; the other one must be available meanwhile. */
const failMs = 10_000

const balancers = [
  { name: 'nginx', isThere: hasNginx, start: startNginx },
  { name: 'haproxy', isThere: hasHaproxy, start: startHaproxy },
] as const

export const front: Part = {
  name: 'front',
  proves:
    'behind nginx and HAProxy nothing is refused that should not be, in a rolling restart neither, and each client has its own limits',
  lacks: async () =>
    hasNginx || hasHaproxy ? undefined : 'neither nginx nor haproxy is installed',
  async run(say, cases) {
    await using stage = await openStage()
    await using parts = new AsyncDisposableStack()
    const environment = {
      ...stage.options.environment,
      DRAIN_SECONDS: String(drainSeconds),
      PROXY_HOPS: '1',
    }
    const fleet = createFleet({ ...stage.options, environment })
    parts.defer(() => fleet.close())
    const worker = await fleet.startWorker()
    const faults: string[] = []
    for (const { name, isThere, start } of balancers) {
      if (cases && !cases.includes(name)) continue
      if (!isThere) {
        say(`${name}: skipped, because it is not installed`)
        continue
      }
      const ports = [await freePort(), await freePort()]
      const apis = await Promise.all(ports.map((port) => startAt(fleet, port)))
      await using balancer = await start(ports)
      faults.push(...(await tryAll({ name, fleet, ports, apis, worker, balancer }, say)))
      await Promise.all(apis.map((api) => api.kill()))
    }
    hold(faults.length === 0, faults.join('; '))
  },
}

const startAt = (fleet: Fleet, port: number): Promise<Process> =>
  fleet.startApi({ PORT: String(port) })

type Stage = {
  readonly name: string
  readonly fleet: Fleet
  readonly ports: readonly number[]
  /** In the order of their ports; a restart replaces them. */
  readonly apis: Process[]
  readonly worker: Process
  readonly balancer: RealBalancer
}

type Row = { readonly about: string; readonly seen: string; readonly isGood: boolean }

/** Runs all tests of the drill; resolves to the faults. */
async function tryAll(stage: Stage, say: Say): Promise<string[]> {
  const { name, balancer } = stage
  const caller = createCaller(balancer.url, { scope: everyScope })
  await insist(20, async () => void (await caller.create('warm@example.com')))
  const tried = [probes, keptConnections, uploadsRefused, rollingRestart, limits]
  const faults: string[] = []
  for (const one of tried)
    for (const { about, seen, isGood } of await one(stage, caller)) {
      say(`| ${name} | ${about} | ${seen} | ${isGood ? 'holds' : 'FAILS'} |`)
      if (!isGood) faults.push(`${name}: ${about}: ${seen}`)
    }
  return faults
}

async function probes({ balancer, ports }: Stage): Promise<Row[]> {
  if (!balancer.states) return []
  // HAProxy treats a server as up at first; the state of its check is known only after the first one.
  await sleep(3_000)
  const seen = [...(await balancer.states()).values()]
  const isGood = seen.length === ports.length && seen.every((state) => state === 'UP')
  return [{ about: 'its own checks', seen: seen.join(', '), isGood }]
}

async function keptConnections({ ports }: Stage, caller: Caller): Promise<Row[]> {
  const id = await caller.create('kept@example.com')
  const before = countConnections(ports)
  const statuses: number[] = []
  for (let count = 0; count < calls; count += 1) {
    if (count === calls / 2) await sleep(gapMs)
    const { status } = await caller
      .send('GET', `/v1/transaction/${id}`)
      .catch(() => ({ status: 0 }))
    statuses.push(status)
  }
  const made = countConnections(ports, before).size
  const good = statuses.filter((status) => status === 200).length
  return [
    {
      about: `${calls} calls, and ${gapMs / 1_000} s without one among them`,
      seen: `${good} × 200 over ${made} new connections`,
      isGood: good === calls && made <= calls / 20,
    },
  ]
}

async function uploadsRefused({ balancer }: Stage, caller: Caller): Promise<Row[]> {
  const id = await caller.create('upload@example.com')
  const rows: Row[] = []
  for (const [way, url] of Object.entries({
    '': balancer.url,
    ', unbuffered': balancer.unbufferedUrl,
  }))
    for (const [status, seen] of url ? await refusedUploads(url, id, uploads) : [])
      rows.push({
        about: `${uploads} uploads that get ${status}${way}`,
        seen,
        isGood: seen === `${uploads} × ${status}`,
      })
  return rows
}

async function rollingRestart(stage: Stage, caller: Caller): Promise<Row[]> {
  const load = startLoad(caller, perSecond)
  // A run that no worker continues meanwhile.
  stage.worker.signal('SIGSTOP')
  const polling = await startPolls(caller, pollSeconds)
  await sleep(2_000)
  const taken: string[] = []
  for (const at of stage.ports.keys()) taken.push(await replace(stage, at))
  const [seen, polled] = [await load.end(), await polling.end()]
  stage.worker.signal('SIGCONT')
  const { balancer } = stage
  return [
    {
      about: `${seen.asked} calls while each API ends and comes`,
      seen: `${seen.said}; p99 ${seen.p99.toFixed(0)} ms`,
      isGood: seen.failed === 0,
    },
    {
      about: `long polls of ${pollSeconds} s beside them`,
      seen: `${polled.said}; ${polled.early} answered before their time`,
      isGood: polled.failed === 0 && polled.early > 0,
    },
    ...(balancer.states
      ? [
          {
            about: 'its checks of one that ends',
            seen: taken.join(', '),
            isGood: taken.every((one) => one === 'DOWN'),
          },
        ]
      : []),
  ]
}

/** Resolves to the state of the health checks before the process has ended. */
async function replace({ fleet, ports, apis, balancer }: Stage, at: number): Promise<string> {
  const port = ports[at] ?? 0
  const state = async () => (await balancer.states?.())?.get(port)
  let last = 'UP'
  const ended = Promise.withResolvers<number | null>()
  void apis[at]?.exited.then(({ code }) => ended.resolve(code))
  apis[at]?.signal('SIGTERM')
  const watching = setInterval(() => {
    void state().then((seen) => (last = seen ?? last))
  }, 200)
  const code = await ended.promise
  clearInterval(watching)
  hold(code === 0, `an API that was told to end ended with ${code}`)
  const before = last
  apis[at] = await startAt(fleet, port)
  if (balancer.states)
    await insist(30, async () => hold((await state()) === 'UP', 'it is not up again'))
  else await sleep(failMs)
  return before
}

/** Invalid credentials are limited by address: one address has used up its limit, and another still gets 401. */
async function limits({ balancer }: Stage): Promise<Row[]> {
  const many = await statusesFrom('127.0.0.2', balancer.url, 150)
  const one = await statusesFrom('127.0.0.3', balancer.url, 1)
  return [
    {
      about: 'a bad credential, 150 times from one address and once from another',
      seen: `${many.filter((status) => status === 429).length} × 429; ${one.join()}`,
      isGood: many.includes(429) && one[0] === 401,
    },
  ]
}
