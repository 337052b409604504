import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { claim, forgetOld } from '#src/journey/idempotency/store.ts'
import { hashRequest } from '#src/platform/idempotency/key.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { explainAll } from '#test/support/explain.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const owner = { tenant: 'acme', mode: 'sandbox', client: 'app' } as const
const fields = { documentType: 'cpf', document: '52998224725' } as StoredFields
const ring = openKeyring(createKeyring())
const keys = new Map([...ring.hash.keys, [2, Buffer.alloc(32, 7)]])
const sealer = createSealer({ ...ring, hash: { current: 2, keys } })

test('a first answer is found by its key and forgotten by its age, among many', async ({
  db,
  url,
}) => {
  const { id } = await db.transaction((tx) => createTransaction(tx, sealer, owner, fields))
  await db.execute(sql`
    insert into first_answer (tenant, mode, operation, key_hash, fingerprint, transaction_id, created_at)
    select 'acme', 'sandbox', 'create', sha256(n::text::bytea), 'x', ${id},
      now() - case when n <= 10 then interval '26 hours' else interval '1 second' * n end
    from generate_series(1, 30000) n`)
  await db.execute(sql`analyze first_answer`)

  const keyed = hashRequest(sealer, owner, { operation: 'create', key: 'key', asked: [] })
  const found = await explainAll(url, (own) => own.transaction((tx) => claim(tx, sealer, keyed)))
  const read = found.find(({ query }) => query.includes('first_answer'))
  expect(read?.indexes.some((name) => name.startsWith('first_answer'))).toBe(true)
  expect(read?.scanned).not.toContain('first_answer')

  const [forgotten] = await explainAll(url, async (own) => expect(await forgetOld(own)).toBe(10))
  expect(forgotten).toMatchObject({ indexes: ['first_answer_age'], scanned: [] })
  expect(forgotten?.nodes).toContain('Tid Scan')
})
