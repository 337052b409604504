// The life of the workflow itself: opened again, continued, ended by others, held up, erased.
import { setTimeout as sleep } from 'node:timers/promises'
import { eraseTransaction } from '#test/support/erase.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import type { Scenario } from '../scene.ts'

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

const cancelled: Scenario = {
  async drive({ client, create, openToken }) {
    const id = await create('slow')
    await openToken(id)
    await client.journalWith(id, 'challenge-attempt-claimed')
    await client.handle(id).cancel()
    await client.journalWith(id, 'challenge-accepted')
    return id
  },
}

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
  continued,
  resumed,
  cancelled,
  erased,
  outage,
} as const
