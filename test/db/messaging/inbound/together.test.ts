// Reports of progress of several transactions in one commit: who is held by somebody else, whose report fails, and
// whatever may wait for another commit is written alone. Rows that the test holds stop a commit where it is.
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { rematch } from '#src/journey/inbox/retry.ts'
import { unmatchedEvents } from '#src/journey/inbox/table.ts'
import type { TestApp } from '#test/support/app.ts'
import { type Hold, holdRows, holdTransaction } from '#test/support/hold.ts'
import {
  openHooks,
  payloadOf,
  read,
  readEntries,
  readKinds,
  sendRecord,
  type SentRecord,
} from '#test/support/hooks.ts'
import { metaBody, metaStatus, metaTap, postMeta } from '#test/support/messaging/callbacks.ts'
import { underLock } from '#test/support/messaging/phones.ts'
import { suppress } from '#src/messaging/phones/suppressions.ts'
import { suppressions } from '#src/messaging/phones/table.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const challengeKind = 'whatsapp-2fa'

const sendSeveral = async (app: TestApp, count: number): Promise<SentRecord[]> =>
  Promise.all(Array.from({ length: count }, () => sendRecord(app, { challengeKind })))

const tell = (app: TestApp, status: string, ...sent: readonly SentRecord[]) =>
  postMeta(app, metaBody({ statuses: sent.map((one) => metaStatus(one, status)) }))

/** The database transactions that wrote what the journals have of a kind. */
async function listCommits(db: Db, sent: readonly SentRecord[], kind: string): Promise<string[]> {
  const rows = await db.execute<{ xmin: string }>(sql`
    select xmin::text from journal where kind = ${kind}
      and transaction_id = any(${`{${sent.map(({ id }) => id).join(',')}}`}::uuid[])`)
  return rows.map(({ xmin }) => xmin)
}

async function untilWaiting(db: Db, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await db.execute(sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    expect(waiting).toHaveLength(count)
  })
}

/** Two commits that stop at the records of two reports: no further one begins. */
async function keepBusy(app: TestApp): Promise<{ hold: Hold; answers: Promise<Response>[] }> {
  const busy = await sendSeveral(app, 2)
  const [one, other] = busy.map(({ ref }) => ref)
  const hold = await holdRows(
    app.db,
    sql`select 1 from challenge where id in (${one}, ${other}) for update`,
  )
  const answers: Promise<Response>[] = []
  for (const [index, sent] of busy.entries()) {
    answers.push(tell(app, 'delivered', sent))
    await untilWaiting(app.db, index + 1)
  }
  return { hold, answers }
}

test('reports of several transactions are one commit, once a place is free', async ({ db }) => {
  const app = await openHooks(db)
  const sent = await sendSeveral(app, 8)
  const { hold, answers } = await keepBusy(app)
  const answer = tell(app, 'delivered', ...sent)
  await hold.release()
  for (const one of [...answers, answer]) expect((await one).status).toBe(200)
  const commits = await listCommits(db, sent, 'challenge-delivered')
  expect(commits).toHaveLength(8)
  expect(new Set(commits).size).toBe(1)
  for (const one of sent) expect(await readKinds(app, one)).toEqual(['delivered'])
})

test('each entry names the request that brought it, and nobody is woken', async ({ db }) => {
  const app = await openHooks(db)
  const sent = await sendSeveral(app, 12)
  app.nudged.length = 0
  const answers = await Promise.all(sent.map((one) => tell(app, 'delivered', one)))
  for (const [index, one] of sent.entries()) {
    const [row] = await db.execute(sql`
      select request_id from journal where transaction_id = ${one.id} and kind = 'challenge-delivered'`)
    expect(row?.['request_id']).toBe(answers[index]?.headers.get('request-id'))
  }
})

test('whom somebody else holds is waited for alone, and nobody waits with it', async ({ db }) => {
  const app = await openHooks(db)
  const sent = await sendSeveral(app, 3)
  const [held, ...free] = sent
  if (!held) throw new Error('there are three')
  const hold = await holdTransaction(db, held.id)
  const answer = tell(app, 'delivered', ...sent)
  await hold.untilWaitedFor('test')
  for (const one of free)
    await vi.waitFor(async () => expect(await readKinds(app, one)).toEqual(['delivered']))
  // The places of commits are free meanwhile.
  const [other] = await sendSeveral(app, 1)
  if (other) expect((await tell(app, 'delivered', other)).status).toBe(200)
  expect(await readKinds(app, held)).toEqual([])
  await hold.release()
  expect((await answer).status).toBe(200)
  expect(await readKinds(app, held)).toEqual(['delivered'])
})

test('one that fails undoes the commit, each is tried alone, and the inbox keeps the one that fails', async ({
  db,
}) => {
  const app = await openHooks(db)
  const sent = await sendSeveral(app, 3)
  const [poison, ...others] = sent
  if (!poison) throw new Error('there are three')
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'it fails' using errcode = '22000'; end $$`)
  await db.execute(
    sql.raw(`
    create trigger refuse before update on challenge for each row
      when (new.id = '${poison.ref}') execute function refuse()`),
  )
  expect((await tell(app, 'delivered', ...sent)).status).toBe(200)
  for (const one of others) expect(await readKinds(app, one)).toEqual(['delivered'])
  expect(new Set(await listCommits(db, others, 'challenge-delivered')).size).toBe(2)
  expect(await readKinds(app, poison)).toEqual([])
  expect(await db.$count(unmatchedEvents)).toBe(1)
  await db.execute(sql`drop trigger refuse on challenge`)
  await expect.poll(() => rematch(app.deps), { timeout: 10_000, interval: 200 }).toBe(1)
  expect(await readKinds(app, poison)).toEqual(['delivered'])
})

test('a failure and a reply wait for no place', async ({ db }) => {
  const app = await openHooks(db)
  const [failed, tapped] = await sendSeveral(app, 2)
  if (!failed || !tapped) throw new Error('there are two')
  const payload = await payloadOf(app, tapped, 1)
  const { hold, answers } = await keepBusy(app)
  const errors = [{ code: 131_047 }]
  const failure = metaBody({ statuses: [metaStatus(failed, 'failed', { errors })] })
  expect((await postMeta(app, failure)).status).toBe(200)
  expect((await readKinds(app, failed))[0]).toContain('undeliverable')
  expect((await postMeta(app, metaBody({ messages: [metaTap(tapped, payload)] }))).status).toBe(200)
  expect(await read(app, tapped)).toMatchObject({ status: 'Replied' })
  await hold.release()
  for (const one of answers) expect((await one).status).toBe(200)
})

test('the connection of a commit is lost in the middle of it: each report is written once all the same', async ({
  db,
}) => {
  const app = await openHooks(db)
  const sent = await sendSeveral(app, 3)
  const [first] = sent
  const hold = await holdRows(db, sql`select 1 from challenge where id = ${first?.ref} for update`)
  const answer = tell(app, 'delivered', ...sent)
  await hold.untilWaitedFor('test')
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`)
  await hold.release()
  expect((await answer).status).toBe(200)
  for (const one of sent) expect(await readKinds(app, one)).toEqual(['delivered'])
})

test('of those that are told together an erased one is dropped, and the others are written', async ({
  db,
}) => {
  const app = await openHooks(db)
  const sent = await sendSeveral(app, 3)
  const [erased, ...others] = sent
  if (!erased) throw new Error('there are three')
  await underLock(db, erased.id, (tx, locked) => eraseTransaction(tx, locked))
  expect((await tell(app, 'delivered', ...sent)).status).toBe(200)
  for (const one of others) expect(await readKinds(app, one)).toEqual(['delivered'])
  expect(await readEntries(app, erased)).not.toContainEqual(
    expect.objectContaining({ kind: 'challenge-delivered' }),
  )
})

test('a report that lifts the refusal of its number is written alone, because others write that too', async ({
  db,
}) => {
  const app = await openHooks(db)
  const sent = await sendSeveral(app, 3)
  const [refused, ...others] = sent
  if (!refused) throw new Error('there are three')
  await underLock(db, refused.id, async (tx, locked) => {
    const hash = hashPhone(app.sealer, locked, refused.phone)
    const address = { channel: 'whatsapp', hash } as const
    await suppress(tx, { ...locked, mode: 'live' }, address, { reason: 'recipient', until: null })
    await tx.update(suppressions).set({ mode: locked.mode })
  })
  expect((await tell(app, 'delivered', ...sent)).status).toBe(200)
  expect(await db.$count(suppressions)).toBe(0)
  const alone = await listCommits(db, [refused], 'challenge-delivered')
  const together = await listCommits(db, others, 'challenge-delivered')
  expect(new Set(together).size).toBe(1)
  expect(together).not.toContain(alone[0])
})
