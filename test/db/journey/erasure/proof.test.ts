// The proof of an erasure: every column of every table, the object store and the log are searched for the person's
// values, for what was hashed of them under the hash key, and for the data key, before and after.
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { erasures } from '#src/journey/erasure/table.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { nameImages } from '#src/biometrics/images/store.ts'
import { newId } from '#src/platform/ids.ts'
import type { Db } from '#src/platform/db/client.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer, type Sealer } from '#src/platform/seal/sealer.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp, testIssuer } from '#test/support/app.ts'
import { createFinder, type Finder, type Sought } from '#test/support/find-values.ts'
import { accounts, sendRecord } from '#test/support/hooks.ts'
import { drawImage, memoryStore } from '#test/support/biometrics/images.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createBody, person } from '#test/support/person.ts'
import { everyScope } from '#test/support/token.ts'
import { until } from '#test/workflow/client.ts'

/** As they are hashed: a number without its ninth digit, a first name, a mailbox. */
const spellings = [
  ...Object.values(person),
  person.phoneNumber.slice(1),
  person.otherPhoneNumber.slice(1),
  'quirina',
].map((one) => one.toLowerCase())

/** A sealer that notes what it has hashed of the person. */
function noting(sealer: Sealer, noted: Map<string, Buffer>): Sealer {
  const note = (parts: readonly string[], hash: Buffer) => {
    const text = parts.join(' ').toLowerCase()
    if (spellings.some((one) => text.includes(one))) noted.set(`${parts[0]} ${parts.at(-2)}`, hash)
    return hash
  }
  return {
    ...sealer,
    hash: (...parts) => note(parts, sealer.hash(...parts)),
    hashes: (...parts) => sealer.hashes(...parts).map((hash) => note(parts, hash)),
  }
}

/** `table: value` for whatever stands in any column of any row. */
async function searchTables(db: Db, find: Finder): Promise<string[]> {
  const tables = await db.execute<{ name: string }>(sql`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db.execute<{ row: string }>(
      sql`select to_jsonb(one)::text as row from ${sql.identifier(name)} one`,
    )
    for (const value of find(Buffer.from(rows.map(({ row }) => row).join('\n'))))
      found.push(`${name}: ${value}`)
  }
  return [...new Set(found)]
}

test('after an erasure nobody finds the person: in no column of any table, no object, no line of the log', async ({
  db,
}) => {
  const noted = new Map<string, Buffer>()
  const sealer = noting(createSealer(openKeyring(createKeyring())), noted)
  const store = memoryStore()
  const deleted: string[] = []
  const vendor = { ...accounts.main, erase: async (one: string) => void deleted.push(one) }
  const app = await createTestApp(db, sealer, {
    store,
    issuers: [testIssuer({ people: true })],
    messaging: silentMessaging({ accounts: [vendor] }),
  })
  const claims = { scope: everyScope, sub: 'ana' }
  const ask = async (method: string, path: string, body?: object) =>
    app.call(method, path, { claims, ...(body && { body }) })
  let id = ''
  {
    await using _worker = startStandIn(app)
    id = (await (await ask('POST', '/v1/transaction', createBody())).json()).id
    const path = `/v1/transaction/${id}`
    await until(async () => {
      const [check] = await (await ask('GET', `${path}/backgroundcheck`)).json()
      return check?.status === 'processing' ? undefined : check
    })
  }
  // Nobody performs what follows but the test itself.
  const path = `/v1/transaction/${id}`
  await ask('POST', `${path}/emails/tokens`)
  const phone = `+5511${person.phoneNumber}`
  const sent = (await sendRecord({ ...app, db }, { id, claims, phone, account: vendor })).messageId
  await ask('GET', `${path}/lvs`)
  await ask('GET', `${path}/insights`)
  await ask('GET', `/v1/packs/basic/${id}`)
  await ask('POST', `${path}/outcome`, { outcome: 'fraud', kind: 'mule' })
  const owner = await findById(db, id)
  if (!owner) throw new Error('it was created')
  const stored = await app.deps.images.put(owner, [await drawImage(7)])
  await commitOn(app.deps, id, (tx, locked) =>
    nameImages(tx, locked, { id: newId(), kind: 'selfie' }, stored),
  )
  // Its class has a row of its own.
  await ask('PUT', `${path}/relationship`, { class: 'applicant' })
  const { key } = owner
  const sought: Sought[] = [
    ...Object.values(person).map((value) => ({ value, whole: value.length < 7 })),
    ...[...noted].map(([value, bytes]) => ({ value: `hash of ${value}`, bytes })),
    { value: 'data key', bytes: key.wrapped ?? new Uint8Array() },
  ]
  const find = createFinder(sought)
  const before = await searchTables(db, find)
  const hashed = new Set(before.map((one) => one.split(':')[0]))
  for (const table of ['sighting', 'phone_use', 'outcome_mark', 'challenge', 'challenge_attempt'])
    expect(hashed, table).toContain(table)
  expect(before).toContain('submission: data key')
  // Even before, only hashes and sealed bytes stand there.
  expect(before.filter((one) => !/: (hash of|data key)/.test(one))).toEqual([])
  expect([...store.objects.keys()].filter((name) => !name.startsWith('erasures/'))).toHaveLength(1)
  const { receiptId } = await (await ask('DELETE', path)).json()
  // Two days later.
  await db.execute(sql`update challenge set wall_created_at = wall_created_at - interval '3 days'`)
  await finishErasures({ deps: app.deps, objects: store })
  const [receipt] = await db.select().from(erasures).where(eq(erasures.receiptId, receiptId))
  expect(receipt?.status).toBe('done')
  expect(deleted).toEqual([sent])
  expect(receipt?.what).toMatchObject({ record: 1, pictures: 1, answers: expect.any(Number) })
  expect(await searchTables(db, find)).toEqual([])
  expect([...store.objects.keys()]).toEqual([`erasures/${receiptId}`, 'erasures/newest'])
  const objects = Buffer.concat([...store.objects.values()])
  expect(find(objects)).toEqual([])
  expect(find(Buffer.from(app.log.join('\n')))).toEqual([])
  for (const body of [
    { document: person.document },
    { email: person.email },
    { phone: { areaCode: 11, number: Number(person.phoneNumber) } },
  ]) {
    const found = await ask('POST', '/v1/transactions/search', body)
    expect(await found.json()).toEqual({ transactions: [] })
  }
})
