// Messages of which too little is reported: their vendor is asked, and where nothing has left the next account
// sends them.
import { expect } from 'vitest'
import { readAgenda } from '#src/journey/agenda/read.ts'
import { followTask } from '#src/messaging/inbound/follow.ts'
import { challengeFollowed } from '#src/messaging/challenges/kinds.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { runTask } from '#src/journey/commit/run-task.ts'
import { append } from '#src/journey/journal/append.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/db/fixture.ts'
import {
  accounts,
  openHooks,
  read,
  readAttempts,
  type SentRecord,
  sendRecord,
} from '#test/support/hooks.ts'

const claims = { mode: 'live' } as const
const settings = { holdMs: 5_000, failuresMax: 5, idleMs: 900_000, historyMax: 2_000 }

/** One that can be asked, and knows this of its messages. */
const asked = (status: MessagingAccount['status']): MessagingAccount => ({
  ...accounts.main,
  ...(status && { status }),
})

/** Opens the task as an acceptance does, and runs it. */
async function follow(app: TestApp, sent: SentRecord): Promise<void> {
  const { deps } = app
  await commitOn(deps, sent.id, async (_, locked) => {
    append(locked, {
      kind: challengeFollowed,
      module: sent.challengeKind,
      ref: sent.ref,
      attempt: 1,
      provider: sent.account.id,
      dueAt: locked.now.getTime(),
    })
  })
  const agenda = await readAgenda(deps.db, settings, { id: sent.id, after: 0 })
  const task = agenda?.tasks.find(({ task: name }) => name === 'challenge-follow')
  if (!task) throw new Error('the task is open')
  const run = { id: sent.id, key: task.key, after: 0 }
  await runTask({ ...deps, settings }, followTask(deps), run, AbortSignal.timeout(10_000))
}

const nextTasks = async ({ deps }: TestApp, { id }: SentRecord) =>
  (await readAgenda(deps.db, settings, { id, after: 0 }))?.tasks.map(({ task }) => task) ?? []

test('a lost delivery receipt is asked for, with what the message cost', async ({ db }) => {
  const account = asked(async ({ providerMsgId, recordId, attempt }) => ({
    events: [
      {
        kind: 'status',
        dedupeKey: 'k',
        providerMsgId,
        recordId,
        attempt,
        deliveryStatus: 'delivered',
      },
    ],
    costMicros: 42_000,
  }))
  const app = await openHooks(db, [account])
  const sent = await sendRecord(app, { account, claims })
  await follow(app, sent)
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
  expect((await readAttempts(app, sent))[0]?.costMicros).toBe(42_000)
  expect(await nextTasks(app, sent)).not.toContain('challenge-follow')
})

test('what has not left is sent by the next account, once', async ({ db }) => {
  const account = asked(async () => ({ events: [] }))
  const app = await openHooks(db, [account, accounts.other])
  const sent = await sendRecord(app, { account, claims })
  await follow(app, sent)
  expect(await read(app, sent)).not.toHaveProperty('failure')
  expect((await readAttempts(app, sent))[0]).toMatchObject({ code: 'not-sent' })
  expect((await nextTasks(app, sent)).filter((task) => task === 'challenge-send')).toHaveLength(1)
})

test('an account that cannot be asked fails over too, and alone it waits', async ({ db }) => {
  const app = await openHooks(db, [accounts.meta, accounts.second])
  const sent = await sendRecord(app, { claims, challengeKind: 'whatsapp-2fa' })
  await follow(app, sent)
  expect(await nextTasks(app, sent)).toContain('challenge-send')
  const alone = await openHooks(db, [accounts.meta])
  const other = await sendRecord(alone, { claims, challengeKind: 'whatsapp-2fa' })
  await follow(alone, other)
  expect((await readAttempts(alone, other))[0]).toMatchObject({ code: null })
  expect(await read(alone, other)).not.toHaveProperty('failure')
})
