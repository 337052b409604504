import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sweep } from '#src/journey/agenda/sweep.ts'
import { explainAll } from '#test/support/explain.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

test('a sweep finds what is due by its index, among many that are not', async ({ db, url }) => {
  await db.execute(sql`
    insert into transaction (id, tenant, mode, document_type, sweep_at)
    select gen_random_uuid(), 'tenant', 'live', 'cpf',
      extract(epoch from now()) * 1000 + case when n <= 10 then -1000 else n * 1000 end
    from generate_series(1, 50000) n`)
  await db.execute(sql`analyze transaction`)
  const nudged: string[] = []
  const nudger = {
    nudge: ({ id }: { id: string }) => void nudged.push(id),
    drain: async () => undefined,
  }
  const runs = {
    find: async () => undefined,
    beginAnew: async () => true,
    close: async () => false,
  }

  const [find, move] = await explainAll(url, (own) =>
    sweep({ db: own, nudger, runs, idleMs: 10_000 }),
  )

  expect(find?.query).toContain('skip locked')
  expect(find).toMatchObject({
    indexes: ['transaction_sweep', 'journal_transaction_id_seq_pk'],
    scanned: [],
  })
  expect(move).toMatchObject({ indexes: ['transaction_pkey'], scanned: [] })
})
