// The rule of two people, by real credentials of an issuer whose subjects are people.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { insertKey } from '#src/platform/api-keys/store.ts'
import { audit } from '#src/platform/audit/table.ts'
import { createKeyFinder } from '#src/platform/api-keys/find.ts'
import { createAuthenticator } from '#src/platform/http/auth/authenticate.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, mount } from '#src/platform/http/route.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { AwaitingSecond, awaitSecond, isSecond } from '#src/platform/two-people/ask.ts'
import { secondAsks } from '#src/platform/two-people/table.ts'
import { test as base } from '#test/db/fixture.ts'
import { tinyApp } from '#test/http/platform/http/tiny-app.ts'
import { testIssuer } from '#test/support/app.ts'
import { mintToken } from '#test/support/token.ts'

const lift = defineRoute({
  method: 'post',
  paths: ['/v1/holds/{id}/lift'],
  operationId: 'liftHold',
  summary: 'Lift',
  tag: 'Test',
  scope: 'data:hold',
  request: { param: z.object({ id: z.string() }), json: z.object({ reason: z.string() }) },
  responses: {
    200: { description: 'done', body: z.object({ done: z.boolean() }) },
    202: { description: 'awaited', body: AwaitingSecond },
  },
  problems: ['person-needed'],
})

type Ask = (who: object | string, id?: string, reason?: string) => Promise<[number, unknown]>

const test = base.extend('ask', async ({ db }): Promise<Ask> => {
  const sealer = createSealer(openKeyring(createKeyring()))
  const { app } = await tinyApp({
    authenticate: createAuthenticator([testIssuer({ people: true })], {
      findKey: createKeyFinder({ db, reads: db }),
    }),
    routes: [
      mount(lift, async ({ principal, request, requestId }) => {
        const asked = { principal, requestId, action: 'hold.lift', content: request.json }
        const { id: object } = request.param
        const isDone = await db.transaction((tx) => isSecond(tx, sealer, { ...asked, object }))
        return isDone ? reply(200, { done: true }) : awaitSecond()
      }),
    ],
  })
  return async (who, id = anyId, reason = 'over') => {
    const scope = 'data:hold'
    const token = typeof who === 'string' ? who : await mintToken({ scope, ...who })
    const answer = await app.request(`/v1/holds/${id}/lift`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason }),
    })
    return [answer.status, await answer.json()]
  }
})

const anyId = randomUUID()
const awaiting = [202, { awaiting: 'second' }]
const done = [200, { done: true }]

test('the first call waits, however often, and the second by another person has the effect', async ({
  ask,
  db,
}) => {
  expect(await ask({ sub: 'ana' })).toEqual(awaiting)
  expect(await ask({ sub: 'ana' })).toEqual(awaiting)
  expect(await ask({ sub: 'bea' })).toEqual(done)
  expect(await ask({ sub: 'bea' })).toEqual(awaiting)
  const rows = await db.select().from(audit).where(eq(audit.object, anyId)).orderBy(audit.seq)
  const actors = rows.map(({ action, actor }) => [action, actor])
  const [[, ana], [, bea]] = [actors[0] ?? [], actors[1] ?? []]
  expect(actors).toEqual([
    ['second.asked', ana],
    ['second.given', bea],
    ['second.asked', bea],
  ])
  expect(ana).not.toBe(bea)
})

test('the second asks for the very same, of the same tenant and mode', async ({ ask }) => {
  const id = randomUUID()
  expect(await ask({ sub: 'ana' }, id)).toEqual(awaiting)
  expect(await ask({ sub: 'bea' }, id, 'another reason')).toEqual(awaiting)
  expect(await ask({ sub: 'bea' }, randomUUID())).toEqual(awaiting)
  expect(await ask({ sub: 'bea', tenant: 'other' }, id)).toEqual(awaiting)
  expect(await ask({ sub: 'bea', mode: 'live' }, id)).toEqual(awaiting)
  expect(await ask({ sub: 'bea' }, id)).toEqual(done)
})

test('403: API keys and programs are nobody of the two', async ({ ask, db }) => {
  const { key } = await insertKey(db, {
    tenant: 'acme',
    mode: 'sandbox',
    name: 'k',
    scopes: ['data:hold'],
    expiresAt: new Date(Date.now() + 60_000),
  })
  for (const who of [key, {}, { sub: 'app', azp: 'app' }])
    expect(await ask(who, randomUUID())).toMatchObject([403, { code: 'person-needed' }])
})

test('of many at once one has the effect, once', async ({ ask }) => {
  const id = randomUUID()
  expect(await ask({ sub: 'first' }, id)).toEqual(awaiting)
  const people = Array.from({ length: 8 }, (_, index) =>
    ask({ sub: 'second', azp: `${index}` }, id),
  )
  const statuses = (await Promise.all(people)).map(([status]) => status)
  expect(statuses.filter((one) => one === 200)).toHaveLength(1)
})

test('nobody is waited for longer than a week', async ({ ask, db }) => {
  const id = randomUUID()
  await ask({ sub: 'ana' }, id)
  await db
    .update(secondAsks)
    .set({ expiresAt: sql`clock_timestamp() - interval '1 second'` })
    .where(eq(secondAsks.object, id))
  expect(await ask({ sub: 'bea' }, id)).toEqual(awaiting)
})
