// Measures whole journeys: create, request an e-mail token, read the code, validate it, request the pack and wait for
// it.
import { setTimeout as wait } from 'node:timers/promises'
import { note } from '#src/main/local/note.ts'
import { Client as TemporalClient, Connection } from '@temporalio/client'
import { nudge, workflowId } from '#workflows/messages.ts'
import { startBare } from './bare/journey.ts'
import { untilAnswered } from '#test/load/client.ts'
import { compare, describeCpu, toCalls, toRates } from './compare.ts'
import type { Clocked } from '#test/load/drive.ts'
import { journey, openMailbox } from '#test/load/journey.ts'
import type { Measure } from './measure.ts'
import { serversOf, startService } from '#test/load/service.ts'
import type { Stage } from '#test/load/stage.ts'

const many = { callers: 20, count: 100, rounds: 4 }
const single = { callers: 1, count: 10, rounds: 3 }
export const calls = ['create', 'token', 'validate', 'pack']

export const journeys: Measure = {
  name: 'journeys',
  against: 'a bare Temporal workflow: start, and one update with a local activity per step',
  aims: {
    journeys: 1.15,
    'journeys-cpu': 1,
    'journeys-pack-p50-at-1': 0.5,
    'journeys-pack-p50-at-20': 0.7,
  },
  limitSeconds: 400,
  async run(stage) {
    await using service = await startService(stage, { IDLE_CLOSE_SECONDS: '0.1' })
    await using bare = await startBare(stage)
    await using closer = await openCloser(stage)
    const traveller = { client: service.client, mailbox: openMailbox(stage) }
    const sides = {
      ours: {
        stage,
        processes: service.processes,
        go: async (clock: Clocked) => closer.leave(await journey(traveller, clock)),
        finish: () => closer.close(),
      },
      bare: {
        stage,
        processes: { ...serversOf(stage), worker: bare.worker.pid },
        go: (clock: Clocked) => bare.journey(clock),
        finish: () => wait(5_500),
      },
    }
    await compare(sides, { callers: 10, count: 20, rounds: 1 }) // warms both up
    const few = await compare(sides, single)
    const full = await compare(sides, many)
    note(`CPU ms of a journey: ${describeCpu(full)}`)
    return [
      ...toRates('journeys', 'journeys/s', full),
      ...toCalls('journeys', calls, few),
      ...toCalls('journeys', calls, full),
    ]
  },
}

/** Each query is a load, so they are paused. */
const lookPauseMs = 100

/** Lets workflows end now that would otherwise wake an hour later, at the expiry of their token, and then close. */
export async function openCloser({ temporal, sql }: Stage) {
  const connection = await Connection.connect({ address: temporal.address })
  const { workflow } = new TemporalClient({ connection })
  const left: string[] = []
  return {
    leave: (id: string) => void left.push(id),
    async close() {
      const ids = left.splice(0)
      // A workflow that has woken since the validation of its token is closed already.
      const look = (id: string) => workflow.getHandle(workflowId(id)).signal(nudge)
      for (const id of ids) await look(id).catch(() => undefined)
      await untilAnswered(
        'the end of all workflows',
        async () => {
          const [found] = await sql<{ open: number }[]>`
          select count(*)::int as open from transaction
          where id in ${sql(ids)} and armed_at is not null`
          return !found?.open || undefined
        },
        { pauseMs: lookPauseMs },
      )
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
