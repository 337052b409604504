// Hits that people judge: what they are then, for whom and for how long, and who may.
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { audit } from '#src/platform/audit/table.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { until } from '#test/workflow/client.ts'

const test = testOn(
  async (db) => {
    const issuers = [testIssuer({ people: true })]
    const app = await createTestApp(db, undefined, { issuers })
    return app
  },
  { works: true },
)

const ana = { sub: 'ana', scope: 'reviews:write' }
const rui = { sub: 'rui', scope: 'reviews:write' }
const falsePositive = { judgement: 'false-positive', note: 'Another father.' }

async function checked(app: TestApp, digits: string, services: string[], more: object = {}) {
  const body = { documentType: 'CPF', document: `52998${digits}25`, name: 'Maria Souza', ...more }
  const created = await app.call('POST', '/v1/transaction', { body })
  const { id } = await created.json()
  const path = `/v1/transaction/${id}/backgroundcheck`
  const asked = await app.call('POST', path, { body: { services } })
  const { backgroundCheckId } = await asked.json()
  const one = `${path}/${backgroundCheckId}`
  const check = await until(async () => {
    const read = await (await app.call('GET', one)).json()
    return read.status === 'processing' ? undefined : read
  })
  return { id, one, check }
}

const hitOf = (check: { services: { result: { matches: { hitId: string }[] } }[] }) =>
  check.services[0]?.result.matches[0]

type Hit = { readonly hitId?: string | undefined } | undefined

const judge = (
  app: TestApp,
  [one, hit]: readonly [string, Hit],
  claims: object,
  body: object = falsePositive,
) => app.call('POST', `${one}/hits/${hit?.hitId}/judgement`, { body, claims })

const codes = async (app: TestApp, id: string): Promise<string[]> => {
  const found = await app.call('GET', `/v1/transaction/${id}/insights`)
  return (await found.json()).map(({ code }: { code: string }) => code)
}

test('200: a false positive counts no more, is shown as judged, and is audited', async ({
  app,
  db,
}) => {
  const { id, one, check } = await checked(app, '0003', ['Pep'])
  const hit = hitOf(check)
  expect(await codes(app, id)).toContain('PC002')
  const answer = await judge(app, [one, hit], ana)
  expect(answer.status).toBe(200)
  const judged = await answer.json()
  expect(judged).toMatchObject({ hitId: hit?.hitId, judgement: 'false-positive' })
  expect(Date.parse(judged.until) - Date.parse(judged.at)).toBe(365 * 86_400_000)
  expect(await codes(app, id)).not.toContain('PC002')
  const shown = hitOf(await (await app.call('GET', one)).json())
  expect(shown).toMatchObject({ hitId: hit?.hitId, dismissed: 'judged' })
  const rows = await db.select().from(audit).where(eq(audit.transactionId, id))
  expect(rows).toContainEqual(
    expect.objectContaining({
      action: 'hit.judged',
      object: hit?.hitId,
      details: { judgement: 'false-positive', service: 'Pep' },
    }),
  )
})

test('200: for the same subject and entry it counts in another transaction; for another subject not', async ({
  app,
}) => {
  const first = await checked(app, '0003', ['Pep'], { name: 'Eva Reis' })
  const same = await checked(app, '0003', ['Pep'], { name: 'Eva Reis' })
  const renamed = await checked(app, '0003', ['Pep'], { name: 'Lia Reis' })
  const body = { documentType: 'CPF', document: '11144000325', name: 'Eva Reis' }
  const other = await checked(app, '0003', ['Pep'], body)
  expect((await judge(app, [first.one, hitOf(first.check)], ana)).status).toBe(200)
  expect(await codes(app, same.id)).not.toContain('PC002')
  // The entry says something else there: the sandbox's list gives it the name that was asked for.
  expect(await codes(app, renamed.id)).toContain('PC002')
  expect(await codes(app, other.id)).toContain('PC002')
})

test('200: a true positive takes it back, and so does its age', async ({ app, db }) => {
  const { id, one, check } = await checked(app, '0003', ['Pep'], { name: 'Nina Rosa' })
  const hit = hitOf(check)
  await judge(app, [one, hit], ana)
  await judge(app, [one, hit], ana, { ...falsePositive, judgement: 'true-positive' })
  expect(await codes(app, id)).toContain('PC002')
  await judge(app, [one, hit], ana)
  expect(await codes(app, id)).not.toContain('PC002')
  await db.execute(sql`update hit_judgement set expires_at = now() where transaction_id = ${id}`)
  const shown = hitOf(await (await app.call('GET', one)).json())
  expect(shown).not.toHaveProperty('dismissed')
})

test('202: of a list of sanctions two people judge the same, and until then nothing has changed', async ({
  app,
}) => {
  const { id, one, check } = await checked(app, '0002', ['Sanctions'])
  const hitId = hitOf(check)?.hitId
  const statuses = async (who: object, body = falsePositive) => {
    const { status } = await judge(app, [one, { hitId }], who, body)
    return [status, (await codes(app, id)).includes('PC001')]
  }
  expect(await statuses(ana)).toEqual([202, true])
  expect(await statuses(ana)).toEqual([202, true])
  expect(await statuses(rui, { ...falsePositive, judgement: 'true-positive' })).toEqual([202, true])
  // Each writes a note of their own.
  expect(await statuses(rui, { ...falsePositive, note: 'Born elsewhere.' })).toEqual([200, false])
})

test('403: a key or a client is nobody of two people', async ({ app }) => {
  const { id, one, check } = await checked(app, '0002', ['Sanctions'], { name: 'Ida Lima' })
  const client = { ...ana, sub: 'service', azp: 'service' }
  for (const claims of [client, { scope: 'reviews:write' }]) {
    const answer = await judge(app, [one, hitOf(check)], claims)
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'person-needed'])
  }
  expect(await codes(app, id)).toContain('PC001')
  const unscoped = await judge(app, [one, hitOf(check)], { ...ana, scope: 'transactions:write' })
  expect([unscoped.status, (await unscoped.json()).code]).toEqual([403, 'scope-missing'])
})

test('404: an unknown hit, check or transaction, and those of another tenant', async ({ app }) => {
  const { one, check } = await checked(app, '0003', ['Pep'])
  const { hitId } = hitOf(check) ?? {}
  const other = await checked(app, '0003', ['Pep'])
  const unknown = one.replace(/[^/]+$/, other.id)
  const statuses = [
    await judge(app, [one, { hitId: 'nothing' }], ana),
    await judge(app, [unknown, { hitId }], ana),
    await judge(app, [other.one, { hitId }], ana),
    await judge(app, [one, { hitId }], { ...ana, tenant: 'other' }),
    await judge(app, [one, { hitId }], { ...ana, mode: 'live' }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 404, 404, 404])
})

test('400: without a note nobody is judged', async ({ app }) => {
  const { one, check } = await checked(app, '0003', ['Pep'])
  const bodies = [{ judgement: 'false-positive' }, { ...falsePositive, judgement: 'maybe' }]
  for (const body of bodies)
    expect((await judge(app, [one, hitOf(check)], ana, body)).status).toBe(400)
})

test('a record is judged as an entry of a list is', async ({ app }) => {
  const { id, one, check } = await checked(app, '0015', ['ArrestWarrant'])
  const [record] = check.services[0].result.records
  expect(await codes(app, id)).toContain('PC003')
  expect((await judge(app, [one, record], ana)).status).toBe(200)
  expect(await codes(app, id)).not.toContain('PC003')
})

test('with the transaction its judgements are erased', async ({ app, db }) => {
  const { id, one, check } = await checked(app, '0003', ['Pep'], { name: 'Olga Dias' })
  await judge(app, [one, hitOf(check)], ana)
  const [row] = await db.execute<{ note: Buffer }>(
    sql`select note from hit_judgement where transaction_id = ${id}`,
  )
  expect(row?.note.includes('father')).toBe(false)
  await commitOn(app.deps, id, eraseTransaction)
  const left = await db.execute(sql`select id from hit_judgement where transaction_id = ${id}`)
  expect([...left]).toEqual([])
})
