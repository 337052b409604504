// The key and the entry `erased` go in one commit, and every story ends.
import { WorkflowNotFoundError } from '@temporalio/client'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import type { Service } from '#test/support/service.ts'
import { kindsOf, type TestClient, until } from './client.ts'
import { withService } from './fixture.ts'

const test = withService({ IDLE_CLOSE_SECONDS: '1', SWEEP_SECONDS: '3600' })

const erase = ({ services }: Service, id: string) => commitOn(services.deps, id, eraseTransaction)

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
    const id = await client.create('defer+erased@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-deferred')
    await erase(service, id)
    expect(await untilClosed(client, id)).toBe('COMPLETED')
    const kinds = kindsOf(await client.journal(id))
    expect(kinds.at(-1)).toBe('erased')
    expect(kinds).not.toContain('challenge-expired')
  })

  test('gets no workflow to say so where there was none', async ({ client, service }) => {
    const id = await client.create()
    await erase(service, id)
    await service.services.nudger.drain()
    await expect(client.describe(id)).rejects.toThrow(WorkflowNotFoundError)
  })

  test('is nothing that anybody can open, and is unknown to its tenant', async ({
    client,
    service,
  }) => {
    const { db } = service.services
    const id = await client.create()
    await client.requestToken(id)
    const message = await until(async () => (await client.messages(id))[0])
    await erase(service, id)
    const [row] = await db
      .select()
      .from(transactions)
      .innerJoin(submissions, eq(submissions.id, transactions.id))
      .where(eq(transactions.id, id))
    expect(row).toMatchObject({
      transaction: { erasedAt: expect.any(Date), agenda: [] },
      submission: { wrappedKey: null },
    })
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
