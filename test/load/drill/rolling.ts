// Replaces API and workers one after the other, while clients send a hundred requests per second.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, createCaller } from '#test/support/caller.ts'
import { type Process } from '#test/support/process.ts'
import { startBalancer } from './balancer.ts'
import { startLoad } from './load.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, insist, type Part } from './part.ts'

const perSecond = 100
/** If answers take longer than this before any restart, the machine is too slow for the measurement. */
const calmMs = 250

export const rolling: Part = {
  name: 'rolling',
  proves: `a rolling restart of API and workers at ${perSecond} requests a second refuses nothing`,
  async run(say) {
    await using stage = await openStage()
    await using parts = new AsyncDisposableStack()
    const fleet = stage.openFleet({ DRAIN_SECONDS: '2', LOG_LEVEL: 'info' })
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
    const load = startLoad(caller, perSecond)
    await sleep(3_000)
    const calm = load.seen()
    hold(
      calm.failed === 0 && calm.p50 < calmMs,
      `this machine does not carry ${perSecond} a second, without any restart: p50 ${calm.p50.toFixed(0)} ms, ${calm.said}`,
    )
    // Each new process is ready before the old one is told to end.
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
