// A worker killed around a send: what it knew is lost with it, what it did is not.
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, vi } from 'vitest'
import type { Db } from '#src/db/client.ts'
import { type Caller, createCaller, ofKind } from '#test/support/caller.ts'
import { createFleet } from '#test/support/process.ts'
import { type SmtpServer, startSmtp } from '#test/support/servers/smtp.ts'
import { test as base } from '#test/db/fixture.ts'

/** One transaction for each moment at which the same worker was killed. */
type Scene = {
  readonly smtp: SmtpServer
  readonly live: Caller
  readonly sandbox: Caller
  readonly ids: { readonly [Moment in keyof typeof addresses]: string }
  /** From the request to the mail of a transaction that came after the kill, with the new worker up. */
  readonly othersMs: number
}

const addresses = {
  recorded: 'recorded@example.com',
  recordedInSandbox: 'recorded-in-sandbox@example.com',
  unanswered: 'unanswered@example.com',
  answered: 'answered@example.com',
  unsent: 'unsent@example.com',
  unsentInSandbox: 'slow+unsent@example.com',
  other: 'other@example.com',
} as const

const test = base.extend<{ scene: Scene }>({
  scene: [
    async ({ url, db }, use) => {
      await using parts = new AsyncDisposableStack()
      const smtp = await startSmtp()
      parts.defer(() => smtp.close())
      const fleet = createFleet({
        databaseUrl: url,
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        environment: { SMTP_URL: smtp.url },
      })
      parts.defer(() => fleet.close())
      const [api, worker] = await Promise.all([fleet.startApi(), fleet.startWorker()])
      const live = createCaller(api.url, { mode: 'live' })
      const sandbox = createCaller(api.url)

      const ids = await createAll(live, sandbox)
      await live.askToken(ids.recorded)
      await sandbox.askToken(ids.recordedInSandbox)
      await untilJournaled(live, ids.recorded, 'challenge-accepted')
      await untilJournaled(sandbox, ids.recordedInSandbox, 'challenge-accepted')

      const hold = holdRow(db, ids.answered)
      smtp.atFinalDot = ({ envelopeTo: [to] }) =>
        to === addresses.answered ? hold.taken() : new Promise(() => undefined)
      await live.askToken(ids.unanswered)
      await live.askToken(ids.answered)
      await vi.waitFor(() => expect(smtp.mails.length).toBe(3), { timeout: 30_000 })
      await vi.waitFor(async () => expect(await countBlockedWorkers(db)).toBe(1), 30_000)

      smtp.behaviour = 'hang-at-recipient'
      await live.askToken(ids.unsent)
      await sandbox.askToken(ids.unsentInSandbox)
      await untilJournaled(live, ids.unsent, 'challenge-attempt-claimed')
      await untilJournaled(sandbox, ids.unsentInSandbox, 'challenge-attempt-claimed')

      await worker.kill()
      await hold.release()
      smtp.atFinalDot = undefined
      smtp.behaviour = 'accept'
      await fleet.startWorker()
      const askedAt = performance.now()
      await live.askToken(ids.other)
      await untilJournaled(live, ids.other, 'challenge-accepted')
      const othersMs = performance.now() - askedAt

      await use({ smtp, live, sandbox, ids, othersMs })
    },
    { scope: 'file' },
  ],
})

async function createAll(live: Caller, sandbox: Caller): Promise<Scene['ids']> {
  const create = async (moment: keyof typeof addresses) =>
    (moment.endsWith('InSandbox') ? sandbox : live).create(addresses[moment])
  return {
    recorded: await create('recorded'),
    recordedInSandbox: await create('recordedInSandbox'),
    unanswered: await create('unanswered'),
    answered: await create('answered'),
    unsent: await create('unsent'),
    unsentInSandbox: await create('unsentInSandbox'),
    other: await create('other'),
  }
}

/** A lock on the transaction's row keeps the worker from recording what it has been told. */
function holdRow(db: Db, id: string) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let held: Promise<void> | undefined
  return {
    async taken() {
      held = db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from transaction where id = ${id} for update`)
        locked.resolve()
        await released.promise
      })
      await Promise.race([locked.promise, held])
    },
    async release() {
      released.resolve()
      await held
    },
  }
}

async function countBlockedWorkers(db: Db): Promise<number> {
  const [row] = await db.execute(
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database()
        and application_name = 'atesta-worker' and wait_event_type = 'Lock'`,
  )
  return Number(row?.['count'])
}

const untilJournaled = (client: Caller, id: string, kind: string, timeout = 30_000) =>
  vi.waitFor(async () => expect(ofKind(await client.timeline(id), kind)).toHaveLength(1), {
    timeout,
    interval: 50,
  })

const mailsTo = ({ smtp }: Scene, address: string) =>
  smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes(address))

test('a message accepted by the relay, whose answer the killed worker never got, stays one message and is called uncertain', async ({
  scene,
}) => {
  const { live, ids } = scene
  await untilJournaled(live, ids.unanswered, 'challenge-failed')
  const { body } = await live.readToken(ids.unanswered)
  expect(body).toMatchObject({ status: 'Waiting', failure: { code: 'send-uncertain' } })
  expect(mailsTo(scene, addresses.unanswered)).toHaveLength(1)
  expect(ofKind(await live.timeline(ids.unanswered), 'challenge-attempt-claimed')).toHaveLength(1)
})

test('a message whose answer the worker got but could not record before it was killed stays one message and is called uncertain', async ({
  scene,
}) => {
  const { live, ids } = scene
  await untilJournaled(live, ids.answered, 'challenge-failed')
  const { body } = await live.readToken(ids.answered)
  expect(body).toMatchObject({ status: 'Waiting', failure: { code: 'send-uncertain' } })
  expect(mailsTo(scene, addresses.answered)).toHaveLength(1)
})

test('a message claimed but not handed over before the kill is never sent blindly: the relay cannot be asked, so it is uncertain', async ({
  scene,
}) => {
  const { live, ids } = scene
  await untilJournaled(live, ids.unsent, 'challenge-failed')
  const { body } = await live.readToken(ids.unsent)
  expect(body).toMatchObject({ failure: { code: 'send-uncertain' } })
  expect(mailsTo(scene, addresses.unsent)).toHaveLength(0)
})

test('where a look-up proves that the claimed message never left, it is sent by the next attempt, once', async ({
  scene,
}) => {
  const { sandbox, ids } = scene
  await untilJournaled(sandbox, ids.unsentInSandbox, 'challenge-accepted')
  const timeline = await sandbox.timeline(ids.unsentInSandbox)
  expect(ofKind(timeline, 'challenge-deferred')).toMatchObject([{ attempt: 1, outcome: 'absent' }])
  expect(ofKind(timeline, 'challenge-accepted')).toMatchObject([{ attempt: 2 }])
  expect(await sandbox.messages(ids.unsentInSandbox)).toHaveLength(1)
})

test('transactions that come after the kill do not wait for those that it left uncertain', async ({
  scene,
}) => {
  expect(mailsTo(scene, addresses.other)).toHaveLength(1)
  expect(scene.othersMs).toBeLessThan(10_000)
})

test('a send that was recorded before the kill is not repeated after it', async ({ scene }) => {
  const { live, sandbox, ids } = scene
  // The kill's other transactions are settled by now; whatever was to be repeated would have been.
  await sleep(500)
  expect(mailsTo(scene, addresses.recorded)).toHaveLength(1)
  expect(await sandbox.messages(ids.recordedInSandbox)).toHaveLength(1)
  for (const [client, id] of [
    [live, ids.recorded],
    [sandbox, ids.recordedInSandbox],
  ] as const)
    expect((await client.timeline(id)).map(({ kind }) => kind)).toEqual([
      'transaction-created',
      'challenge-opened',
      'challenge-attempt-claimed',
      'challenge-accepted',
    ])
})
