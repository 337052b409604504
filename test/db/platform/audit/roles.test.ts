// The roles beside the owner's: the processes' adds to the audit and to journals and changes nothing there; retention's
// may call what purges, and nothing else; nobody else may either.
import { sql } from 'drizzle-orm'
import { expect, inject } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { writeAudit } from '#src/platform/audit/write.ts'
import { listAudit } from '#src/platform/audit/read.ts'
import { purgeAudit } from '#src/journey/erasure/audit-retention.ts'
import { type Db, openDatabase } from '#src/platform/db/client.ts'
import { sqlState } from '#src/platform/db/errors.ts'
import { migrate, migrateAs } from '#src/platform/db/migrate.ts'
import { canPurge, canRewriteAudit } from '#src/platform/db/roles.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { createTestApp } from '#test/support/app.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { ownerTest, test } from '#test/db/fixture.ts'
import { databaseUrl, retention as retentionRole, running } from '#test/db/setup.ts'

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
  await migrate(url, { running: { name: running.name } })
  expect(await may()).toBe(true)
})

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => sqlState(error),
  )

test('rows of a journal go by the role of retention alone, and never before thirty days are over', async ({
  db,
  retention,
}) => {
  const sealer = createSealer(openKeyring(createKeyring()))
  const app = await createTestApp(db, sealer)
  const [young, old] = [await createTransaction(app), await createTransaction(app)]
  for (const [id, days] of [[young, 29], [old, 31]] as const) {
    await commitOn(app.deps, id, eraseTransaction)
    await db.execute(sql`
      update transaction set erased_at = erased_at - make_interval(days => ${days}) where id = ${id}`)
  }
  const purgeAs = (one: Db, before: string) =>
    one.execute(sql`select purge_erased(${before}::timestamptz, 1000000) as count`)
  expect([await canPurge(db), await canPurge(retention)]).toEqual([false, true])
  expect(await refusal(purgeAs(db, 'infinity'))).toBe('42501')
  const purge = async (before: string) => (await purgeAs(retention, before))[0]
  expect(await purge('infinity')).toEqual({ count: 1 })
  expect(await purge('infinity')).toEqual({ count: 0 })
  const left = await db.execute(sql`select distinct transaction_id as id from journal`)
  expect([...left]).toEqual([{ id: young }])
}) // prettier-ignore

test('rows of the audit go by the same role, a year old at least, and it is told whose went', async ({
  db,
  url,
  retention,
}) => {
  const owner = openDatabase(databaseUrl(inject('adminUrl'), new URL(url).pathname.slice(1)), 'test')
  const app = await createTestApp(db)
  const held = await createTransaction(app)
  await owner.db.execute(sql`delete from audit`)
  await db.execute(sql`
    insert into legal_hold (transaction_id, reason, set_at) values (${held}, '\\x00', now())`)
  for (const [days, object] of [[400, 'old'], [400, 'held'], [360, 'young']] as const) {
    await writeAudit(db, { ...by, tenant: 'purged' }, { action: 'pack.published', object,
      transactionId: object === 'held' ? held : undefined })
    await owner.db.execute(sql`update audit set at = now() - make_interval(days => ${days}) where object = ${object}`)
  }
  await owner.close()
  const before = new Date(Date.now() - 300 * 86_400_000)
  expect(await refusal(purgeAudit({ reports: db, retention: db }, { before, isDry: false }))).toBe('42501')
  const as = { reports: db, retention }
  expect(await purgeAudit(as, { before, isDry: true })).toBe(2)
  expect(await purgeAudit(as, { before, isDry: false })).toBe(1)
  const left = await db.select().from(audit).where(sql`tenant = 'purged'`).orderBy(audit.seq)
  expect(left.map(({ action, object, details }) => [action, object, details])).toEqual([
    ['pack.published', 'held', null],
    ['pack.published', 'young', null],
    ['audit.purged', null, { rows: 1 }],
  ])
}) // prettier-ignore

test('the role of retention reads and changes no table, and nobody but it and the owner may purge', async ({
  db,
  retention,
}) => {
  for (const statement of [
    sql`select 1 from journal`,
    sql`delete from journal`,
    sql`delete from audit`,
    sql`update transaction set erased_at = now()`,
    sql`insert into audit (tenant, action, actor_kind) values ('x', 'x', 'x')`,
    sql`create table mine ()`,
  ])
    expect(await refusal(retention.execute(statement))).toBe('42501')
  const may = await db.execute<{ name: string; what: string }>(sql`
    select rolname as name, what from pg_roles, lateral (
      select 'purges' as what from pg_proc where proname in ('purge_erased', 'purge_audit')
        and has_function_privilege(rolname, pg_proc.oid, 'execute')
      union select 'deletes' from unnest(array['journal', 'audit']) as one
        where has_table_privilege(rolname, one, 'delete') or has_table_privilege(rolname, one, 'update')
          or has_table_privilege(rolname, one, 'truncate')
    ) rights where not rolsuper and rolname !~ '^pg_' order by 1, 2`)
  expect([...may]).toEqual([{ name: retentionRole.name, what: 'purges' }])
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
  const named = { name: 'nobody_there' }
  await expect(migrate(url, { running: named })).rejects.toThrow('nobody_there, which DATABASE_URL')
  await expect(migrate(url, { running, retention: named })).rejects.toThrow(
    'nobody_there, which DATABASE_RETENTION_URL',
  )
  await expect(migrate(url, { running, retention: running })).rejects.toThrow('must be a third')
  const address = new URL(url)
  address.username = running.name
  const addresses = { owner: url, running: address.href, retention: undefined }
  await expect(migrateAs(addresses)).resolves.toBeUndefined()
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
