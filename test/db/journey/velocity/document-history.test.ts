// What the transactions of one document have shown: within a tenant, a mode and a window.
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { readDocumentHistory } from '#src/journey/velocity/document-history.ts'
import type { Sighting } from '#src/journey/velocity/sighting.ts'
import { recordSightings } from '#src/journey/velocity/store.ts'
import { test } from '#test/db/fixture.ts'

const sealer = createSealer(openKeyring(createKeyring()))
const acme: Owner = { tenant: 'acme', mode: 'live' }
const hour = 3_600_000

async function see(db: Db, seen: readonly Sighting[], { owner = acme, agoMs = 0 } = {}) {
  const fields = { documentType: 'cpf', document: '1', verifiedEmail: false, type: 1 } as const
  return db.transaction(async (tx) => {
    const locked = await createTransaction(tx, sealer, { ...owner, client: 'app' }, fields)
    const wallNow = new Date(Date.now() - agoMs)
    await recordSightings({ tx, sealer, locked: { ...locked, wallNow } }, seen)
    return locked.id
  })
}

test('each transaction of the document once, the newest first, with what it has shown', async ({
  db,
}) => {
  const document = { kind: 'document', value: 'cpf:7' } as const
  const phones = ['a', 'b'].map((value) => ({ kind: 'phone', value }) as const)
  const old = await see(db, [document, ...phones], { agoMs: 2 * hour })
  const bare = await see(db, [document], { agoMs: hour })
  const card = await see(db, [document, { kind: 'card', value: 'c' }])
  await see(db, [document], { agoMs: 4 * hour })
  await see(db, [document], { owner: { tenant: 'other', mode: 'live' } })
  await see(db, [document], { owner: { tenant: 'acme', mode: 'sandbox' } })
  await see(db, [{ kind: 'document', value: 'cpf:8' }, ...phones])
  const owner = { ...acme, wallNow: new Date() }
  const asked = { document: 'cpf:7', withinMs: 3 * hour }
  const { isAllowed, transactions } = await readDocumentHistory(db, sealer, owner, asked)
  expect(isAllowed).toBe(false)
  expect(transactions.map(({ id }) => id)).toEqual([card, bare, old])
  expect(transactions.map(({ values }) => values.phone?.length)).toEqual([undefined, undefined, 2])
  const [first, , last] = transactions
  expect(first?.values.card).toEqual([sealer.hash('sighting', 'acme', 'live', 'card', 'c').toString('hex')]) // prettier-ignore
  expect(Math.abs((first?.lastAt ?? 0) - (last?.lastAt ?? 0) - 2 * hour)).toBeLessThan(60_000)
})
