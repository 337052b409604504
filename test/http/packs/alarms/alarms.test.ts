// listAlarms: GET /v1/alarms. The rows are as a bad day leaves them; what leaves them is tested beside its source.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp, workflowsUrl } from '#test/support/app.ts'
import { openReview } from '#test/support/reviews.ts'
import { everyScope } from '#test/support/token.ts'
import { createToken, createTransaction, readProblem } from '#test/support/transactions.ts'

const test = testOn((db) =>
  createTestApp(db, undefined, { webhooks: { privateHosts: [], timeoutMs: 1_000 } }),
)

type Scene = {
  readonly app: TestApp
  readonly db: Db
  readonly tenant: string
  readonly id: string
}
const url = 'https://receiver.example/here'

const post = async ({ app, tenant }: Scene, path: string, body: object): Promise<string> => {
  const answer = await app.call('POST', path, { body, claims: { tenant, scope: everyScope } })
  expect(answer.status).toBe(201)
  return (await answer.json()).id
}
const deliver = ({ db }: Scene, webhook: string, seconds: number) =>
  db.execute(sql`
    insert into webhook_delivery (id, endpoint_id, event_id, type, status, due_at, since, tries)
    values (gen_random_uuid(), ${webhook}, gen_random_uuid(), 'pack.completed', 'pending',
      now() - make_interval(secs => ${seconds}), now(), '[]')`)

/** What happens, and the alarm that tells it; without a name what must tell nothing. */
const cases: readonly {
  readonly what: string
  readonly name?: string
  readonly happens: (scene: Scene) => Promise<unknown>
}[] = [
  {
    what: 'a task that was due a minute ago and that no workflow looks at',
    name: 'TransactionsOverdue',
    happens: ({ db, id }) =>
      db.execute(sql`update transaction set sweeps = 1, agenda = jsonb_set(agenda, '{0,dueAt}',
        to_jsonb(extract(epoch from now() - interval '1 minute') * 1000)) where id = ${id}`),
  },
  {
    what: 'one that was due five seconds ago',
    happens: ({ db, id }) =>
      db.execute(sql`update transaction set sweeps = 1, agenda = jsonb_set(agenda, '{0,dueAt}',
        to_jsonb(extract(epoch from now() - interval '5 seconds') * 1000)) where id = ${id}`),
  },
  {
    what: 'a task of which workers have died',
    name: 'TasksSetApart',
    async happens({ db, id }) {
      await db.execute(sql`insert into suspect_task (transaction_id, key, lane, apart)
        select id, agenda -> 0 ->> 'key', 'local', true from transaction where id = ${id}`)
      await db.execute(sql`update transaction
        set agenda = jsonb_set(agenda, '{0,parked}', '{"until": "apart", "dueAt": 0}') where id = ${id}`)
    },
  },
  {
    what: 'one that somebody has let go since',
    happens: ({ db, id }) =>
      db.execute(sql`insert into suspect_task (transaction_id, key, lane, apart)
        select id, agenda -> 0 ->> 'key', 'local', true from transaction where id = ${id}`),
  },
  ...[
    ['a prefix that gets nothing', '1 hour', 'PumpingStopped'],
    ['a block that is over', '-1 second', undefined],
  ].map(([what = '', until, name]) => ({
    what,
    ...(name !== undefined && { name }),
    happens: ({ db, tenant }: Scene) =>
      db.execute(sql`insert into prefix_block (tenant, mode, prefix_hash, since, until, sent, answered)
        values (${tenant}, 'sandbox', 'x', now(), now() + ${until}::interval, 50, 1)`),
  })),
  ...[
    ['a review that is sixteen minutes late', '16 minutes', 'ReviewsOverdue'],
    ['one that is ten minutes late', '10 minutes', undefined],
  ].map(([what = '', late, name]) => ({
    what,
    ...(name !== undefined && { name }),
    async happens({ db, id }: Scene) {
      await openReview(db, id)
      await db.execute(sql`update review set deadline_at = now() - ${late}::interval
        where transaction_id = ${id}`)
    },
  })),
  ...[
    ['a webhook that took nothing for three days', 'failing', 'WebhookDisabled'],
    ['one that the client has stopped', 'client', undefined],
  ].map(([what = '', reason, name]) => ({
    what,
    ...(name !== undefined && { name }),
    async happens(scene: Scene) {
      const webhook = await post(scene, '/v1/webhooks', { url })
      await scene.db.execute(sql`update webhook_endpoint
        set disabled_at = now(), disabled_reason = ${reason} where id = ${webhook}`)
    },
  })),
  {
    what: 'a delivery that nobody has sent for three minutes',
    name: 'WebhooksLate',
    happens: async (scene) => deliver(scene, await post(scene, '/v1/webhooks', { url }), 180),
  },
  {
    what: 'one of a minute ago',
    happens: async (scene) => deliver(scene, await post(scene, '/v1/webhooks', { url }), 60),
  },
  {
    what: 'a system that cannot be called',
    name: 'EndpointTrouble',
    async happens(scene) {
      await post(scene, '/v1/endpoints', { name: 'limits', url })
      await scene.db.execute(sql`update endpoint set failing_since = now(), failing_code = 'tls'
        where tenant = ${scene.tenant}`)
    },
  },
  {
    what: 'a system that works',
    happens: (scene) => post(scene, '/v1/endpoints', { name: 'limits', url }),
  },
]

describe('200: what is wrong is told to its tenant and mode alone', () => {
  for (const { what, name, happens } of cases)
    test(`${what}: ${name ?? 'nothing'}`, async ({ app, db }) => {
      const tenant = `t-${randomUUID()}`
      const id = await createTransaction(app, {}, { tenant })
      await createToken(app, id, { tenant })
      const read = async (claims: object = {}) => {
        const answer = await app.call('GET', '/v1/alarms', {
          claims: { tenant, scope: 'reports:read', ...claims },
        })
        expect(answer.status).toBe(200)
        return answer.json()
      }
      expect(await read()).toEqual({ alarms: [], workflowsUrl })
      await happens({ app, db, tenant, id })
      const since = expect.stringMatching(/^20\d\d-/)
      const told = name === undefined ? [] : [{ name, count: 1, since }]
      expect(await read()).toEqual({ alarms: told, workflowsUrl })
      expect(await read({ mode: 'live' })).toMatchObject({ alarms: [] })
      expect(await read({ tenant: `t-${randomUUID()}` })).toMatchObject({ alarms: [] })
    })
})

test('401 and 403: without a credential, and without reports:read', async ({ app }) => {
  const scope = 'transactions:read transactions:write'
  const refused = await app.call('GET', '/v1/alarms', { claims: { scope } })
  expect(await readProblem(refused)).toMatchObject({ status: 403, scope: 'reports:read' })
  const unknown = await app.call('GET', '/v1/alarms', { headers: { authorization: 'Bearer x' } })
  expect(await readProblem(unknown)).toMatchObject({ status: 401 })
})
