// The role that the processes run as: it adds to the audit and to journals, and changes nothing there.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { writeAudit } from '#src/platform/audit/write.ts'
import { listAudit } from '#src/platform/audit/read.ts'
import { openDatabase } from '#src/platform/db/client.ts'
import { sqlState } from '#src/platform/db/errors.ts'
import { migrate, migrateAs } from '#src/platform/db/migrate.ts'
import { canRewriteAudit } from '#src/platform/db/roles.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { createTestApp } from '#test/support/app.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { ownerTest, test } from '#test/db/fixture.ts'
import { running } from '#test/db/setup.ts'

const by = { tenant: 'acme', mode: 'live', actorKind: 'service' } as const
const none = { tenant: 'acme', mode: 'live' } as const

test('can add rows, and neither change nor delete nor truncate them', async ({ db }) => {
  await writeAudit(db, by, { action: 'pack.published', object: 'p' })
  expect(await canRewriteAudit(db)).toBe(false)
  for (const statement of [
    sql`update audit set actor = 'x'`,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`update journal set code = 'x'`,
    sql`delete from journal`,
    sql`alter table audit disable trigger all`,
    sql`drop table audit`,
  ]) {
    const refused = await db.execute(statement).then(
      () => 'done',
      (error: unknown) => sqlState(error),
    )
    expect(refused).toBe('42501')
  }
  await expect.poll(async () => (await listAudit(db, none, [0, 0], { limit: 10 })).length).toBe(1)
})

ownerTest('may connect again to a database that was made anew for a dump', async ({ db, url }) => {
  const name = sql.raw(new URL(url).pathname.slice(1))
  await db.execute(sql`revoke connect on database ${name} from public, ${sql.raw(running.name)}`)
  const may = async () => {
    const [row] = await db.execute(
      sql`select has_database_privilege(${running.name}, current_database(), 'connect') as may`,
    )
    return row?.['may']
  }
  expect(await may()).toBe(false)
  await migrate(url, { name: running.name })
  expect(await may()).toBe(true)
})

test('rows of a journal go by one function, which no other role may call, and never before thirty days are over', async ({
  db,
}) => {
  const [rights] = await db.execute<Record<string, boolean>>(sql`
    select has_function_privilege('public', one, 'execute') as everybody,
      has_function_privilege(one, 'execute') as retention
    from (select 'purge_erased(timestamptz, int)'::regprocedure::oid as one) named`)
  expect(rights).toEqual({ everybody: false, retention: true })
  const sealer = createSealer(openKeyring(createKeyring()))
  const app = await createTestApp(db, sealer)
  const [young, old] = [await createTransaction(app), await createTransaction(app)]
  for (const [id, days] of [[young, 29], [old, 31]] as const) {
    await commitOn(app.deps, id, eraseTransaction)
    await db.execute(sql`
      update transaction set erased_at = erased_at - make_interval(days => ${days}) where id = ${id}`)
  }
  const purge = async (before: string) =>
    (await db.execute(sql`select purge_erased(${before}::timestamptz, 1000000) as count`))[0]
  expect(await purge('infinity')).toEqual({ count: 1 })
  expect(await purge('infinity')).toEqual({ count: 0 })
  const left = await db.execute(sql`select distinct transaction_id as id from journal`)
  expect([...left]).toEqual([{ id: young }])
}) // prettier-ignore

test('nothing appears before a cursor later: what is under way holds back what comes behind it', async ({
  db,
  url,
}) => {
  const other = openDatabase(url, 'test-other')
  await writeAudit(db, by, { action: 'pack.published', object: 'start' })
  const newest = async () => (await listAudit(db, none, [0, 0], { limit: 100 })).at(-1)
  await expect.poll(newest).toMatchObject({ object: 'start' })
  const start = await newest()
  const cursor = [start?.tx ?? 0, start?.seq ?? 0] as const
  const objects = async () => {
    const rows = await listAudit(db, none, cursor, { limit: 100 })
    return rows.map(({ object }) => object)
  }
  const written = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const slow = other.db.transaction(async (tx) => {
    await writeAudit(tx, by, { action: 'pack.published', object: 'slow' })
    written.resolve()
    await end.promise
  })
  await written.promise
  await writeAudit(db, by, { action: 'pack.published', object: 'quick' })
  expect(await objects()).toEqual([])
  end.resolve()
  await slow
  await expect.poll(objects).toEqual(['slow', 'quick'])
  await other.close()
})

ownerTest(
  'an owner that runs the processes can change rows, which the start says',
  async ({ db }) => {
    expect(await canRewriteAudit(db)).toBe(true)
  },
)

ownerTest('a running role that is not there stops the migration by its name', async ({ url }) => {
  await expect(migrate(url, { name: 'nobody_there' })).rejects.toThrow('nobody_there')
  const address = new URL(url)
  address.username = running.name
  await expect(migrateAs(url, address.href)).resolves.toBeUndefined()
})

ownerTest('what an earlier release writes of publications is in the audit too', async ({ db }) => {
  await db.execute(sql`
    insert into registry_audit (id, kind, tenant, mode, name, action, version, percent, by, at)
    values (gen_random_uuid(), 'pack', 'old', 'live', 'p', 'rolled-out', 2, 50, 'team', now())`)
  const rows = await db
    .select()
    .from(audit)
    .where(sql`tenant = 'old'`)
  expect(rows).toMatchObject([
    { action: 'pack.rolled-out', object: 'p', details: { version: 2, percent: 50, by: 'team' } },
  ])
})

ownerTest(
  'a database restored elsewhere puts what it has before all that comes',
  async ({ db, url }) => {
    await db.execute(sql`
    insert into audit (tx, tenant, mode, action, actor_kind, object)
    values (900000000000, 'acme', 'live', 'pack.published', 'service', 'restored')`)
    await migrate(url)
    await writeAudit(db, by, { action: 'pack.published', object: 'new' })
    const objects = async () =>
      (await listAudit(db, none, [0, 0], { limit: 10 })).map(({ object }) => object)
    await expect.poll(objects).toEqual(['restored', 'new'])
  },
)
