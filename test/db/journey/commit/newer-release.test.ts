// A newer release has migrated the database and this one still runs: what it writes and reads goes on.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import type { TestApp } from '#test/support/app.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { performDue } from '#test/support/due.ts'
import { openHooks, read, sendRecord } from '#test/support/hooks.ts'
import { report } from '#test/support/messaging/callbacks.ts'
import { underLock } from '#test/support/messaging/phones.ts'
import { createToken, createTransaction } from '#test/support/transactions.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

/** Each table gets a column that must not be null and has a default, as a migration beside a running release may. */
async function addColumns(db: Db): Promise<number> {
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of tables)
    await db.execute(
      sql`alter table ${sql.identifier(name)} add column added_later text not null default 'new'`,
    )
  return tables.length
}

/** A creation, a code, a report of a vendor, two packs, a check, an erasure. */
async function drive(app: TestApp): Promise<void> {
  const id = await createTransaction(app)
  const { code } = await createToken(app, id)
  const validated = await app.call('POST', `/v1/transaction/${id}/emails/tokens/validation`, {
    body: { code },
    headers: { 'idempotency-key': id },
  })
  expect(validated.status).toBe(200)
  const answer = await app.call('GET', `/v1/packs/basic/${id}`, { headers: { prefer: 'wait=0' } })
  expect(await answer.json()).toMatchObject({ status: 'completed' })
  const onboarding = await app.call('POST', `/v1/packs/onboarding/${id}`, { body: {} })
  expect(onboarding.status).toBe(202)
  const sent = await sendRecord(app, { outcome: 'accepted' })
  await report(app, sent, 'delivered')
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
  await performDue(app.deps, id)
  await underLock(app.db, id, eraseTransaction)
}

test('columns that a newer release has added to every table get their default', async ({ db }) => {
  const app = await openHooks(db)
  // Before as well: the statements that a connection keeps are planned on the tables as they were.
  await drive(app)
  expect(await addColumns(db)).toBeGreaterThan(20)
  await drive(app)
  const [counted] = await db.execute<{ added: number }>(
    sql`select count(*)::int as added from journal where added_later = 'new'`,
  )
  expect(counted?.added).toBeGreaterThan(20)
})
