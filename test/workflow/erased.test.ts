// Rule 11 of the seam: the key and the entry `erased` go in one commit, and every story ends.
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Db } from '#src/db/client.ts'
import { readJournal } from '#src/journal/read.ts'
import { eraseTransaction, findById, lockById } from '#src/transaction/store.ts'
import { transactions } from '#src/transaction/table.ts'
import { kindsOf, type TestClient, until } from './client.ts'
import { withService } from './fixture.ts'

const test = withService({ IDLE_CLOSE_SECONDS: '1', SWEEP_SECONDS: '3600' })

const erase = (db: Db, id: string) =>
  db.transaction(async (tx) => {
    const locked = await lockById(tx, id)
    if (!locked) throw new Error('the transaction is there')
    await eraseTransaction(tx, locked)
  })

const untilClosed = (client: TestClient, id: string) =>
  until(async () => {
    const { status } = await client.describe(id)
    return status.name === 'RUNNING' ? undefined : status.name
  })

describe('an erased transaction', () => {
  test('ends its workflow, with a message deferred and a token open', async ({
    client,
    service,
  }) => {
    const { db } = service.services
    const id = await client.create('defer+erased@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'email-token-deferred')
    await erase(db, id)
    await client.nudge(id)
    expect(await untilClosed(client, id)).toBe('COMPLETED')
    const kinds = kindsOf(await readJournal(db, id))
    expect(kinds.at(-1)).toBe('erased')
    expect(kinds).not.toContain('email-token-expired')
  })

  test('is nothing that anybody can open, and is unknown to its tenant', async ({
    client,
    service,
  }) => {
    const { db } = service.services
    const id = await client.create()
    await client.requestToken(id)
    const message = await until(async () => (await client.messages(id))[0])
    await erase(db, id)
    const [row] = await db.select().from(transactions).where(eq(transactions.id, id))
    expect(row).toMatchObject({ wrappedKey: null, erasedAt: expect.any(Date) })
    expect(await findById(db, id)).toBeUndefined()
    const token = `/v1/transaction/${id}/emails/tokens`
    for (const [method, path, body] of [
      ['GET', `/v1/transaction/${id}`],
      ['GET', `/v1/transaction/${id}/timeline`],
      ['GET', token],
      ['POST', token],
      ['POST', `${token}/validation`, { code: message.code }],
      ['GET', `/v1/packs/basic/${id}`],
    ] as const)
      expect((await service.call(method, path, { body })).status, `${method} ${path}`).toBe(404)
    const { pathname } = new URL(message.link ?? '')
    const page = await (
      await service.call('GET', pathname, { headers: { authorization: '' } })
    ).text()
    expect(page).not.toContain(id)
    expect(JSON.stringify(await client.messages(id).catch(() => []))).not.toContain(message.code)
  })
})
