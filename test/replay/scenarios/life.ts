// The life of the workflow itself: opened again, continued, ended by others, held up, erased.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { transactions } from '#src/journey/transaction/table.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import { until } from '#test/workflow/client.ts'
import { type ActUpdate, actUpdates } from '#workflows/messages.ts'
import type { Scenario, Scene } from '../scene.ts'

/** Its module is one that no worker knows: it waits until its deadline. */
const waiting = definePack(
  'waiting',
  1,
  sequence(module({ key: 'absent' }, { deadlineSeconds: 3_000 })),
)

/** Nudged and moved while a message is on its way, twice at once, and past the expiry. */
const clockMoved: Scenario = {
  async drive({ client, create, openToken }) {
    const id = await create('slow')
    await openToken(id)
    await client.journalWith(id, 'challenge-attempt-claimed')
    await client.nudge(id)
    await client.advance(id, 'PT1M')
    await Promise.all([client.advance(id, 'PT2M'), client.advance(id, 'PT0S')])
    await client.advance(id, 'PT61M')
    return id
  },
}

/** Closed when idle; what comes then is read from where it was closed. */
const reopened: Scenario = {
  environment: { IDLE_CLOSE_SECONDS: '1' },
  runs: 2,
  async drive({ client, create, sendToken }) {
    const id = await create()
    await client.nudge(id)
    await client.handle(id).result()
    await sendToken(id)
    return id
  },
}

/** Told when its last entry is old that nothing is left: it closes by that read. */
const closedByRead: Scenario = {
  environment: { IDLE_CLOSE_SECONDS: '1' },
  async drive({ client, create, sendToken, untilHistoryHas }) {
    const id = await create()
    const code = await sendToken(id)
    await untilHistoryHas(id, 'timerStartedEventAttributes')
    await client.validate(id, code)
    await sleep(2_000)
    await client.nudge(id)
    await client.handle(id).result()
    return id
  },
}

/** Begun by a commit without a read, and ended by the sweep's word without one. */
const closedBySweep: Scenario = {
  environment: { IDLE_CLOSE_SECONDS: '1' },
  async drive({ client, db, create, sendToken, untilHistoryHas }) {
    const id = await create()
    const code = await sendToken(id)
    await untilHistoryHas(id, 'timerStartedEventAttributes')
    await client.validate(id, code)
    await sleep(1_500)
    await db.update(transactions).set({ sweepAt: 0 }).where(eq(transactions.id, id))
    await client.handle(id).result()
    return id
  },
}

/** With an open token, whose expiry the second run sees to. */
const continued: Scenario = {
  environment: { HISTORY_MAX: '40' },
  runs: 2,
  async drive({ client, create, sendToken }) {
    const id = await create()
    await sendToken(id)
    const { runId } = await client.describe(id)
    while ((await client.describe(id)).runId === runId) await client.advance(id, 'PT1M')
    await client.advance(id, 'PT1H')
    return id
  },
}

/** Terminated with a message deferred; the second run sends it, and sees to an expiry and a deadline. */
const resumed: Scenario = {
  runs: 2,
  async drive({ client, create, openToken }) {
    const id = await create('defer')
    await openToken(id)
    await client.journalWith(id, 'challenge-deferred')
    await client.restart(id)
    await client.advance(id, 'PT30S')
    await client.journalWith(id, 'challenge-accepted')
    await client.startPack(waiting, id)
    await client.advance(id, 'PT1H')
    return id
  },
}

/** While a message is on its way, of which the run waits to hear. */
const cancelled: Scenario = {
  async drive({ client, create, openToken }) {
    const id = await create('slow')
    await openToken(id)
    await client.journalWith(id, 'challenge-attempt-claimed')
    await client.handle(id).cancel()
    await client.journalWith(id, 'ended-by-operator')
    await untilEnded(client, id)
    return id
  },
}

/** With PostgreSQL away: it waits, and does it. */
const cancelledInOutage: Scenario = {
  async drive({ client, proxy, create, sendToken }) {
    const id = await create()
    await sendToken(id)
    await proxy.down()
    await client.handle(id).cancel()
    await sleep(1_500)
    await proxy.up()
    await untilEnded(client, id)
    return id
  },
}

/** All four acts by updates, one of them refused. */
const updated: Scenario = {
  async drive({ client, create, openToken }) {
    const id = await create('defer')
    await openToken(id)
    await client.journalWith(id, 'challenge-deferred')
    const run = client.handle(id)
    const asked: { args: [ActUpdate] } = { args: [{ reason: 'bureau-down' }] }
    await run.executeUpdate(actUpdates.pause, asked)
    await run.executeUpdate(actUpdates.pause, asked).catch(() => undefined)
    await run.executeUpdate(actUpdates.resume, asked)
    await run.executeUpdate(actUpdates['try-now'], asked)
    await client.journalWith(id, 'challenge-accepted')
    await run.executeUpdate(actUpdates.end, asked)
    return id
  },
}

const untilEnded = (client: Scene['client'], id: string) =>
  until(async () => (await client.describe(id)).status.name !== 'RUNNING' || undefined)

/** With a token and a pack open. */
const erased: Scenario = {
  async drive({ client, create, sendToken, commit }) {
    const id = await create()
    await client.startPack(waiting, id)
    await sendToken(id)
    await commit(id, async (tx, locked) => void (await eraseTransaction(tx, locked)))
    await client.nudge(id)
    await client.handle(id).result()
    return id
  },
}

/** Postgres is away when the workflow is nudged: the read is held, and comes again by a timer. */
const outage: Scenario = {
  async drive({ client, proxy, create, sendToken, untilHistoryHas }) {
    const id = await create()
    await sendToken(id)
    await proxy.down()
    await client.nudge(id)
    await untilHistoryHas(id, 'timerCanceledEventAttributes')
    await sleep(1_000)
    await proxy.up()
    await untilHistoryHas(id, 'timerFiredEventAttributes')
    await client.advance(id, 'PT1H')
    return id
  },
}

export const lifeScenarios = {
  'clock-moved': clockMoved,
  reopened,
  'closed-by-read': closedByRead,
  'closed-by-sweep': closedBySweep,
  continued,
  resumed,
  cancelled,
  'cancelled-in-outage': cancelledInOutage,
  updated,
  erased,
  outage,
} as const
