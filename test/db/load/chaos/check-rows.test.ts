// What chaos asks of related rows: that it sees the children of a list that were lost, made twice, or not told of.
import postgres, { type ISql } from 'postgres'
import { expect, inject } from 'vitest'
import { databaseUrl } from '#test/db/setup.ts'
import { test } from '#test/db/fixture.ts'
import { findWrongRows } from '#test/load/chaos/checks/rows.ts'
import { openFamily, ownersPack, partnerPack, people } from '#test/support/packs/family.ts'

const breaks: readonly (readonly [string, number, (sql: ISql) => PromiseLike<unknown>])[] = [
  ['nothing', 0, (sql) => sql`select 1`],
  ['a child that was never made', 1, (sql) => sql`update pack_child set made_at = null, told = null, child_id = gen_random_uuid() where place = 2`],
  ['a transaction that no list has', 1, (sql) => sql`delete from pack_child where place = 1`],
  ['an end that the parent was not told', 1, (sql) => sql`update pack_child set status = 'ended', outcome = 'approved' where place = 0`],
  ['a child that is said twice', 1, (sql) => sql`
    insert into journal select (jsonb_populate_record(j, jsonb_build_object('seq', t.last_seq + 1))).*
    from journal j join transaction t on t.id = j.transaction_id where kind = 'child-made' limit 1`],
] // prettier-ignore

const takenBack = new Error('taken back')

test('it sees each way in which the children of a list go wrong, and nothing where none does', async ({
  db,
  url,
}) => {
  const family = await openFamily(db)
  const partner = await family.publish(partnerPack)
  const owners = await family.publish(ownersPack(`${partner}@1`))
  await family.begin(owners, people)
  const owner = databaseUrl(inject('adminUrl'), new URL(url).pathname.slice(1))
  const sql = postgres(owner, { max: 1, onnotice() {} })
  for (const [name, count, breakRows] of breaks) {
    let wrong: string[] = []
    const broken = sql.begin(async (tx) => {
      await breakRows(tx)
      wrong = await findWrongRows(tx, 1)
      throw takenBack
    })
    await expect(broken).rejects.toBe(takenBack)
    const found = wrong.filter((one) => one.includes('children were lost, made twice'))
    expect([name, found.length]).toEqual([name, count])
  }
  await sql.end()
})
