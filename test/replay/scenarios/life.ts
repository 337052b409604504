// The life of the workflow itself: opened again, continued, ended by others, held up, erased.
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '#src/ids.ts'
import type { Kind } from '#src/journal/entry.ts'
import { journal } from '#src/journal/table.ts'
import { eraseTransaction } from '#src/transaction/store.ts'
import { only, until } from '#test/workflow/client.ts'
import { definePack, module, sequence } from '#workflows/packs/define.ts'
import type { Scenario, Scene } from '../scene.ts'

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
    await client.journalWith(id, 'email-token-attempt-claimed')
    await client.nudge(id)
    await client.advance(id, 'PT1M')
    await Promise.all([client.advance(id, 'PT2M'), client.advance(id, 'PT0S')])
    await client.advance(id, 'PT61M')
    return id
  },
}

/** Closed when idle; what comes then is read from the beginning. */
const reopened: Scenario = {
  environment: { IDLE_CLOSE_SECONDS: '1' },
  runs: 2,
  async drive({ client, create, sendToken }) {
    const id = await create()
    await client.state(id)
    await client.handle(id).result()
    await sendToken(id)
    return id
  },
}

/** An open token and a pack that waits are carried on. */
const continued: Scenario = {
  environment: { HISTORY_MAX: '40' },
  runs: 2,
  async drive({ client, create, sendToken, startPack }) {
    const id = await create()
    await startPack(id, waiting)
    await client.journalWith(id, 'module-started')
    await sendToken(id)
    const { runId } = await client.describe(id)
    while ((await client.describe(id)).runId === runId) await client.advance(id, 'PT1M')
    await client.advance(id, 'PT1H')
    return id
  },
}

/** Terminated with a message deferred and a module begun. */
const resumed: Scenario = {
  runs: 2,
  async drive({ client, create, openToken, startPack }) {
    const id = await create('defer')
    await openToken(id)
    await client.journalWith(id, 'email-token-deferred')
    await startPack(id, waiting)
    await client.journalWith(id, 'module-started')
    await client.restart(id)
    await client.advance(id, 'PT30S')
    await client.advance(id, 'PT1H')
    return id
  },
}

const cancelled: Scenario = {
  async drive({ client, create, openToken }) {
    const id = await create('slow')
    await openToken(id)
    await client.journalWith(id, 'email-token-attempt-claimed')
    await client.handle(id).cancel()
    await client.journalWith(id, 'email-token-sent')
    return id
  },
}

/** With a token and a pack open. */
const erased: Scenario = {
  environment: { IDLE_CLOSE_SECONDS: '1' },
  async drive({ client, create, sendToken, startPack, commit }) {
    const id = await create()
    await startPack(id, waiting)
    await sendToken(id)
    await commit(id, eraseTransaction)
    await client.nudge(id)
    await client.handle(id).result()
    return id
  },
}

/** The workflow task fails until the worker knows the kind. */
const unknownKind: Scenario = {
  async drive({ client, db, create, write }) {
    const id = await create()
    await client.state(id)
    await write(id, [{ kind: 'clock-advanced', ref: newId() }])
    const ours = and(
      eq(journal.transactionId, id),
      eq(journal.seq, only(await client.journal(id), 'clock-advanced').seq),
    )
    // As a newer version of the service would write it.
    const tomorrow = 'kind-of-tomorrow' as Kind
    await db.update(journal).set({ kind: tomorrow }).where(ours)
    await client.nudge(id)
    await untilHistoryHas(client, id, 'workflowTaskFailedEventAttributes')
    await db.update(journal).set({ kind: 'clock-advanced' }).where(ours)
    await client.journalWith(id, 'clock-settled')
    return id
  },
}

/** A story that fails five times: the version of its pack is nowhere. */
const storyFailed: Scenario = {
  async drive({ client, create, write }) {
    const id = await create()
    await write(id, [{ kind: 'pack-started', ref: newId(), code: 'nowhere@1' }])
    await client.nudge(id)
    // Each move is longer than a failed step is left alone.
    for (let n = 0; n < 6; n++) await client.advance(id, 'PT6S')
    await client.journalWith(id, 'story-failed')
    return id
  },
}

/** The journal cannot be read for a while: a timer looks again. */
const lookedAgain: Scenario = {
  async drive({ client, db, create }) {
    const id = await create()
    await client.state(id)
    await db.execute(sql`alter table journal rename to journal_away`)
    await client.nudge(id)
    await sleep(2_500)
    await db.execute(sql`alter table journal_away rename to journal`)
    await untilHistoryHas(client, id, 'timerFiredEventAttributes')
    return id
  },
}

/** The answer to a clock move cannot be written for a while. */
const settledAgain: Scenario = {
  async drive({ client, db, create }) {
    const id = await create()
    await client.state(id)
    const unwritable = sql`alter table journal add constraint unwritable check (kind <> 'clock-settled')`
    await db.execute(unwritable)
    const moved = client.advance(id, 'PT1M')
    await sleep(2_500)
    await db.execute(sql`alter table journal drop constraint unwritable`)
    await moved
    return id
  },
}

/** The alarm kept over a look, moved with the clock, and rung; a pack that comes with its look, and ends. */
const alarm: Scenario = {
  environment: { IDLE_CLOSE_SECONDS: '1' },
  async drive({ client, create, openToken }) {
    const id = await create('defer')
    await openToken(id)
    await client.journalWith(id, 'email-token-deferred')
    await client.nudge(id)
    await client.advance(id, 'PT30S')
    await client.journalWith(id, 'email-token-sent')
    await client.queryPack('basic', id)
    await client.advance(id, 'PT1H')
    await client.handle(id).result()
    return id
  },
}

type EventAttributes = 'workflowTaskFailedEventAttributes' | 'timerFiredEventAttributes'

const untilHistoryHas = (client: Scene['client'], id: string, attributes: EventAttributes) =>
  until(async () => {
    const { events } = await client.handle(id).fetchHistory()
    return events?.find((event) => event[attributes])
  })

export const lifeScenarios = {
  'clock-moved': clockMoved,
  reopened,
  continued,
  resumed,
  cancelled,
  'cancelled-at-once': cancelled,
  erased,
  'unknown-kind': unknownKind,
  'story-failed': storyFailed,
  'looked-again': lookedAgain,
  'settled-again': settledAgain,
  alarm,
  'alarm-cancelled': cancelled,
  'alarm-continued': continued,
} as const
