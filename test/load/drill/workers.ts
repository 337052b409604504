// Kills every worker for two minutes. A real Prometheus scrapes the API and evaluates the rules of deploy/prometheus.
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#src/main/local/ports.ts'
import { createCaller } from '#test/support/caller.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, insist, type Part, type Say } from './part.ts'
import { lacksPrometheus, type Prometheus, startPrometheus } from '#test/load/prometheus.ts'
import { addressOf } from '#test/load/people.ts'
import { travel } from './travel.ts'

/** A usual interval for scraping and evaluation; Prometheus’s default of a minute would delay each step by as much. */
const every = '15s'
const deadMs = 120_000
const pendingWithinMs = 60_000
/** The alerts about workers. Others that follow are printed too (the drill `alarms` checks which may). */
const alarms = ['TransactionsOverdue', 'NoWorkerPolls'] as const
const waiting = 20

export const workers: Part = {
  name: 'workers',
  proves:
    'with every worker dead for two minutes the alarms are pending within one, and nothing is lost',
  lacks: lacksPrometheus,
  async run(say) {
    await using stage = await openStage()
    await using parts = new AsyncDisposableStack()
    const fleet = stage.openFleet()
    const ports = await Promise.all([freePort(), freePort(), freePort()])
    const [apiPort, ...workerPorts] = ports.map(String)
    const startWorkers = () =>
      Promise.all(workerPorts.map((port) => fleet.startWorker({ METRICS_PORT: port })))
    const api = await fleet.startApi({ METRICS_PORT: apiPort ?? '0' })
    const alive = await startWorkers()
    const prometheus = await startPrometheus(stage.folder, ports, every)
    parts.defer(() => prometheus.close())
    const caller = createCaller(api.url)
    await travel(caller)
    // Workers and workflows are healthy, and the rules have been evaluated since.
    await insist(60, () => prometheus.sees('temporal_num_pollers{poller_type="workflow_task"}'))
    await insist(60, () => prometheus.sees('atesta_agenda_oldest_overdue_seconds'))
    await sleep(20_000)
    await insist(60, async () => hold((await prometheus.alarms()).size === 0, 'an alarm before'))

    await Promise.all(alive.map((one) => one.kill()))
    const diedAt = Date.now()
    const ids = await Promise.all(Array.from({ length: waiting }, () => caller.create(addressOf())))
    for (const id of ids) await caller.askToken(id)
    const heard = await listen(prometheus, diedAt)
    tell(say, heard)
    for (const name of alarms) {
      const at = heard.get(name)
      hold((at?.pending ?? Infinity) <= pendingWithinMs, `${name} is not pending within a minute`)
      hold((at?.firing ?? Infinity) <= deadMs, `${name} does not fire`)
    }

    await startWorkers()
    const startedAt = Date.now()
    await insist(60, async () => {
      for (const id of ids) hold((await caller.messages(id)).length === 1, 'a message is missing')
    })
    say(
      `workers again: all ${waiting} messages after ${seconds(Date.now() - startedAt)}, each once`,
    )
    await insist(120, async () => hold((await prometheus.alarms()).size === 0, 'an alarm stays'))
    say(`no alarm any more after ${seconds(Date.now() - startedAt)}`)
  },
}

type Heard = Map<string, { pending?: number; firing?: number }>

/** The time at which each alert was first seen, in ms after the kill. */
async function listen(prometheus: Prometheus, diedAt: number): Promise<Heard> {
  const heard: Heard = new Map()
  while (Date.now() < diedAt + deadMs) {
    for (const [name, { state }] of await prometheus.alarms()) {
      const at = Date.now() - diedAt
      // A firing alert was pending before.
      heard.set(name, {
        pending: at,
        ...(state === 'firing' && { firing: at }),
        ...heard.get(name),
      })
    }
    await sleep(500)
  }
  return heard
}

function tell(say: Say, heard: Heard): void {
  for (const [name, { pending = NaN, firing }] of heard)
    say(
      `${name}: pending after ${seconds(pending)}, ${firing === undefined ? 'not firing' : `firing after ${seconds(firing)}`}`,
    )
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`
