// A cursor is what this list has answered this caller, or none: whatever else is sent in its place is refused.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#test/support/app-fixture.ts'
import { everyScope, type Claims } from '#test/support/token.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

test('400: a cursor that was changed, doubled, or is of another tenant, mode or list', async ({
  app,
}) => {
  const who = (mode: 'sandbox' | 'live' = 'sandbox') => ({ tenant: randomUUID(), mode, scope: everyScope }) // prettier-ignore
  const [own, other] = [who(), who()]
  for (const claims of [own, own, other, other]) await createTransaction(app, {}, claims)
  const nextOf = async (path: string, claims: Claims): Promise<string> =>
    (await (await app.call('GET', path, { claims })).json()).next
  const lists = [
    ['/v1/events?limit=1', 'after'],
    ['/v1/audit?limit=1', 'after'],
    ['/v1/transactions?limit=1', 'cursor'],
  ] as const
  for (const [path, field] of lists) {
    const next = await nextOf(path, own)
    const ask = (cursor: string, claims: Claims = own) =>
      app.call('GET', `${path}&${field}=${cursor}`, { claims })
    expect((await ask(next)).status, path).toBe(200)
    const elsewhere = lists.find(([one]) => one !== path)?.[0] ?? ''
    for (const cursor of [
      '',
      'abc',
      `${next}a`,
      next.slice(0, -1),
      next.toUpperCase(),
      `0${next}`,
      next.replace('.', '0.'),
      next.replace(/\..*/, ''),
      `${next}&${field}=${next}`,
      await nextOf(path, other),
      await nextOf(elsewhere, own),
    ])
      expect(await readProblem(await ask(cursor)), `${path} ${cursor}`).toMatchObject({
        status: 400,
        code: 'invalid-request',
        errors: [{ pointer: `query#/${field}` }],
      })
    expect((await ask(next, { ...own, mode: 'live' })).status, path).toBe(400)
  }
})
