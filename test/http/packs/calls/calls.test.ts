// A step calls a system of the tenant: what leaves, what its answer means, and when it is tried again.
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { StepCall } from '#src/packs/outbound/sent-call.ts'
import {
  lastSent,
  limitPack,
  testCalling,
  sent,
  sequence,
  stop,
} from '#test/support/packs/calling.ts'
import type { Received } from '#test/support/servers/receiver.ts'
import { readProblem } from '#test/support/transactions.ts'

const test = testCalling()

const nothing: Received = { path: '', headers: {}, body: '' }
const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) })

test('what leaves is what the step lists, signed; the answer is its result; it is journaled and audited by names', async ({
  calling,
}) => {
  const { receiver, secret, publish, begin, read, tenant, db, ask } = calling
  receiver.answer = json({ approved: true, amount: 10, other: 'dropped' })
  const name = await publish(limitPack())
  const id = await begin(name)
  const [{ headers, body } = nothing] = receiver.received
  // Safe because a call's headers come once each.
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>)
  const run = await read(name, id)
  expect(StepCall.parse(verified), 'is not what the document says').toEqual(verified)
  expect(verified).toEqual({
    type: 'step.call',
    timestamp: expect.any(String),
    data: {
      callId: headers['webhook-id'],
      attempt: 1,
      transactionId: id,
      runId: run['runId'],
      step: 'limit',
      // No faces were compared, so that this value has no answer.
      input: { name: 'Ana Souza', two: 2 },
      replyTo: expect.stringMatching(/^https:\/\/id\.example\.test\/v1\/calls\/[\w-]{43}$/),
    },
  })
  expect(run).toMatchObject({
    status: 'completed',
    outcome: 'approved',
    steps: {
      limit: { kind: 'call', moduleStatus: 'completed', result: { approved: true, amount: 10 } },
    },
  })
  const timeline = await (await ask('GET', `/v1/transaction/${id}/timeline`)).json()
  expect(JSON.stringify(timeline)).not.toContain('Ana')
  const audited = await db.execute<{ object: string; details: unknown }>(sql`
    select object, details from audit where tenant = ${tenant} and action = 'data.sent'`)
  expect([...audited]).toEqual([
    { object: 'core', details: { call: headers['webhook-id'], fields: 'name two' } },
  ])
})

test('no answer but a fitting yes approves, and no outage rejects', async ({ calling }) => {
  const { receiver, publish, begin, read } = calling
  const name = await publish(limitPack())
  const deep = `{"approved":true,"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`
  const table: readonly [string, { status: number; body?: string }, string | undefined][] = [
    ['a yes', json({ approved: true }), 'approved'],
    ['a no', json({ approved: false }), 'rejected'],
    ['a yes with a field more', json({ approved: true, extra: 1 }), 'approved'],
    ['created', { ...json({ approved: true }), status: 201 }, 'approved'],
    [
      'an offset becomes UTC',
      json({ approved: true, until: '2026-11-30T10:00:00+02:00' }),
      'approved',
    ],
    ['a text for a yes', json({ approved: 'true' }), 'review'],
    ['null', json({ approved: null }), 'review'],
    ['an empty body', { status: 204 }, 'review'],
    ['a list', json([{ approved: true }]), 'review'],
    ['no JSON', { status: 200, body: 'approved' }, 'review'],
    ['NaN', { status: 200, body: '{"approved":true,"amount":NaN}' }, 'review'],
    ['a number too large', { status: 200, body: '{"approved":true,"amount":1e999}' }, 'review'],
    ['a lone surrogate', { status: 200, body: '{"approved":true,"until":"\\ud800"}' }, 'review'],
    [
      '2 MB',
      { status: 200, body: JSON.stringify({ approved: true, x: 'x'.repeat(2e6) }) },
      'review',
    ],
    ['levels without end', { status: 200, body: deep }, 'approved'],
    ['a refusal', { status: 422, body: '{"approved":true}' }, 'review'],
    ['503 with a yes', { ...json({ approved: true }), status: 503 }, undefined],
    ['401 with a yes', { ...json({ approved: true }), status: 401 }, undefined],
    ['202 with a yes', { ...json({ approved: true }), status: 202 }, undefined],
    ['a redirect to a yes', { status: 302, body: '{"approved":true}' }, undefined],
  ]
  for (const [what, answer, outcome] of table) {
    receiver.answer = answer
    const run = await read(name, await begin(name))
    expect(run['outcome'], what).toBe(outcome)
    expect(run['status'], what).toBe(
      outcome === undefined ? 'processing' : outcome === 'review' ? 'partial' : 'completed',
    )
  }
})

test('why a call has failed stands in the answer, and in the timeline the place that does not fit, without its value', async ({
  calling,
}) => {
  const { receiver, publish, begin, read, ask } = calling
  const name = await publish(limitPack())
  const entry = async (id: string) => {
    const timeline = await (await ask('GET', `/v1/transaction/${id}/timeline`)).json()
    return timeline.find(({ kind }: { kind: string }) => kind === 'call-ended')
  }
  receiver.answer = json({ result: { approved: true } })
  const misread = await begin(name)
  expect(await read(name, misread)).toMatchObject({
    steps: { limit: { moduleStatus: 'failed', failure: 'invalid-result' } },
  })
  expect(await entry(misread)).toMatchObject({
    outcome: 'invalid-result',
    reason: '/approved is missing',
  })
  receiver.answer = json({ approved: 'Ana Souza' })
  const told = await entry(await begin(name))
  expect(told).toMatchObject({ reason: '/approved is neither true nor false' })
  expect(JSON.stringify(told)).not.toContain('Ana')
  receiver.answer = { status: 422 }
  expect(await read(name, await begin(name))).toMatchObject({
    steps: { limit: { failure: 'refused' } },
  })
})

test('each try bears the same webhook-id, after 2, 20 and 120 s; another run bears another', async ({
  calling,
}) => {
  const { receiver, publish, begin, pass, read } = calling
  const name = await publish(limitPack())
  receiver.answer = { status: 503 }
  const id = await begin(name)
  for (const seconds of [1, 1, 19, 1, 119, 1]) await pass(id, seconds)
  expect(sent(calling).map(({ data }) => data.attempt)).toEqual([1, 2, 3, 4])
  receiver.answer = json({ approved: true })
  await pass(id, 600)
  expect((await read(name, id))['outcome']).toBe('approved')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await begin(name)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
})

test('202 and never more fails at the deadline, which is no verdict; an optional one is skipped', async ({
  calling,
}) => {
  const { receiver, publish, begin, pass, read } = calling
  receiver.answer = { status: 202 }
  const name = await publish(limitPack({ deadlineSeconds: 600 }))
  const id = await begin(name)
  await pass(id, 599)
  expect(await read(name, id)).toMatchObject({ status: 'processing' })
  await pass(id, 1)
  expect(await read(name, id)).toMatchObject({
    status: 'partial',
    outcome: 'review',
    stopReason: 'unanswered',
    steps: { limit: { moduleStatus: 'failed' } },
  })
  expect(sent(calling)).toHaveLength(1)
  const lax = await publish(limitPack({ deadlineSeconds: 600, optional: true }))
  const other = await begin(lax)
  await pass(other, 600)
  expect(await read(lax, other)).toMatchObject({ steps: { limit: { moduleStatus: 'skipped' } } })
})

test('a fallback is called where the first is refused, and a retry asks again under the same id', async ({
  calling,
}) => {
  const { receiver, publish, begin, pass, read, ask } = calling
  await ask('POST', '/v1/endpoints', { name: 'spare', url: receiver.url('/spare') })
  receiver.paths.set('/core', { status: 409 })
  receiver.paths.set('/spare', json({ approved: true }))
  const result = { type: 'object', properties: { approved: { type: 'boolean' } } }
  const spare = { kind: 'call', id: 'spare', to: 'spare', result }
  const name = await publish(
    sequence(
      {
        kind: 'call',
        id: 'limit',
        to: 'core',
        result,
        retry: { times: 1, delaySeconds: 5 },
        fallback: spare,
      },
      stop('review', 'seen'),
    ),
  )
  const id = await begin(name)
  await pass(id, 5)
  await pass(id, 0)
  await pass(id, 0)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/core', '/core', '/spare'])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids[0]).toBe(ids[1])
  expect(await read(name, id)).toMatchObject({
    status: 'completed',
    steps: { limit: { moduleStatus: 'failed' }, spare: { result: { approved: true } } },
  })
})

test('an endpoint in trouble to the deadline is no answer: its fallback is called then, and with both out a person decides', async ({
  calling,
}) => {
  const { receiver, publish, begin, pass, read, ask } = calling
  await ask('POST', '/v1/endpoints', { name: 'spare', url: receiver.url('/spare') })
  receiver.paths.set('/core', { status: 503 })
  const result = {
    type: 'object',
    properties: { approved: { type: 'boolean' } },
    required: ['approved'],
  }
  const own = { kind: 'call', result, deadlineSeconds: 60 }
  const name = await publish(
    sequence(
      { ...own, id: 'limit', to: 'core', fallback: { ...own, id: 'spare', to: 'spare' } },
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          { unless: 'steps.limit.result.approved || steps.spare.result.approved', outcome: 'rejected', reason: 'no' },
          { outcome: 'approved', reason: 'yes' },
        ],
      },
    ),
  ) // prettier-ignore
  for (const [answer, outcome] of [
    [json({ approved: true }), 'approved'],
    [json({ approved: false }), 'review'],
    [{ status: 503 }, 'review'],
    [{ status: 202 }, 'review'],
  ] as const) {
    receiver.paths.set('/spare', answer)
    const id = await begin(name)
    expect(await read(name, id)).toMatchObject({ steps: { spare: { moduleStatus: 'pending' } } })
    await pass(id, 61)
    await pass(id, 0)
    await pass(id, 61)
    expect([answer, (await read(name, id))['outcome']]).toEqual([answer, outcome])
  }
})

test('a rerun asks a refused call again under the same id', async ({ calling }) => {
  const { receiver, publish, begin, pass, read, ask } = calling
  receiver.answer = { status: 409 }
  const name = await publish(limitPack())
  const id = await begin(name)
  expect((await read(name, id))['outcome']).toBe('review')
  receiver.answer = json({ approved: true })
  const rerun = await ask('POST', `/v1/packs/${name}/${id}/modules/limit/rerun`)
  expect(rerun.status).toBe(202)
  await pass(id, 0)
  expect((await read(name, id))['outcome']).toBe('approved')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('an endpoint says since when its calls have failed and why, until one works again', async ({
  calling,
}) => {
  const { receiver, publish, begin, pass, ask } = calling
  const read = async () => (await ask('GET', '/v1/endpoints/core')).json()
  expect(await read()).not.toHaveProperty('failingSince')
  const name = await publish(limitPack())
  receiver.answer = { status: 401 }
  const id = await begin(name)
  const { failingSince } = await read()
  expect(await read()).toMatchObject({ failingSince: expect.any(String), failingCode: 'http-401' })
  receiver.answer = { status: 503 }
  await pass(id, 30)
  expect(await read()).toMatchObject({ failingSince, failingCode: 'http-503' })
  receiver.answer = { status: 429 }
  await pass(id, 30)
  expect(await read()).toMatchObject({ failingSince, failingCode: 'http-503' })
  receiver.answer = json({ approved: true })
  await pass(id, 150)
  expect(await read()).not.toHaveProperty('failingSince')
  expect(await read()).not.toHaveProperty('failingCode')
})

test('401 for ten minutes is no verdict: one id, then the endpoint rests for all, and the deadline ends it as a review', async ({
  calling,
}) => {
  const { receiver, publish, begin, pass, read } = calling
  receiver.answer = { status: 401, body: '{"approved":true}' }
  const name = await publish(limitPack())
  const id = await begin(name)
  for (const seconds of [3, 25, 150, 700]) {
    expect(await read(name, id)).toMatchObject({ status: 'processing' })
    await pass(id, seconds)
  }
  expect(receiver.received).toHaveLength(5)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  // It rests: neither a further try nor a call of another transaction is made.
  const other = await begin(name)
  await pass(id, 700)
  expect(receiver.received).toHaveLength(5)
  for (const one of [id, other])
    expect(await read(name, one)).toMatchObject({ status: 'processing' })
  await pass(id, 3_600)
  expect(await read(name, id)).toMatchObject({
    status: 'partial',
    outcome: 'review',
    stopReason: 'unanswered',
    unansweredStep: 'granted',
  })
})

test('an address that turns private is trouble and reaches nobody inside', async ({ calling }) => {
  const { receiver, settings, publish, begin, read, ask } = calling
  const url = 'https://core.example.com/calls'
  expect((await ask('PATCH', '/v1/endpoints/core', { url })).status).toBe(200)
  settings.resolve = (_hostname, _options, callback) =>
    callback(null, [{ address: '10.0.0.7', family: 4 }])
  const name = await publish(limitPack())
  const id = await begin(name)
  expect(await read(name, id)).toMatchObject({ status: 'processing' })
  const agenda = await (await ask('GET', `/v1/transaction/${id}/agenda`)).json()
  expect(JSON.stringify(agenda)).toContain('blocked')
  expect(receiver.received).toEqual([])
})

test('an endpoint that a live pack names is not deleted, and none that is missing goes live', async ({
  calling,
}) => {
  const { publish, begin, ask, receiver, pass, read } = calling
  receiver.answer = { status: 202 }
  const name = await publish(limitPack({ deadlineSeconds: 60 }))
  const id = await begin(name)
  const refused = await ask('DELETE', '/v1/endpoints/core')
  expect(await readProblem(refused)).toMatchObject({ status: 409, code: 'in-use' })
  await ask('POST', `/v1/packs/${name}/versions`, { root: stop('review', 'seen') })
  expect((await ask('PUT', `/v1/packs/${name}/live`, { version: 2, message: 'x' })).status).toBe(
    200,
  )
  expect((await ask('DELETE', '/v1/endpoints/core')).status).toBe(409)
  await pass(id, 60)
  expect(await read(name, id)).toMatchObject({ outcome: 'review' })
  expect((await ask('DELETE', '/v1/endpoints/core')).status).toBe(204)
  const live = await ask(
    'PUT',
    `/v1/packs/${name}/live`,
    { version: 1, message: 'x' },
    { mode: 'live' },
  )
  expect(await readProblem(live)).toMatchObject({ status: 409, code: 'endpoint-missing' })
})

test('the receipt of an erasure names the endpoints that were sent something, and nothing is left', async ({
  calling,
}) => {
  const { receiver, publish, begin, app, db, ask } = calling
  receiver.answer = { status: 202 }
  const id = await begin(await publish(limitPack()))
  const { replyTo, callId } = lastSent(calling)
  const erased = await ask('DELETE', `/v1/transaction/${id}`)
  expect(erased.status).toBe(202)
  const { receiptId } = await erased.json()
  const { what } = await (await ask('GET', `/v1/erasures/${receiptId}`)).json()
  expect(what).toEqual(
    expect.arrayContaining([
      { kind: 'calls', count: 1 },
      { kind: 'sent to core', count: 1 },
    ]),
  )
  expect(await db.execute(sql`select 1 from pack_call where transaction_id = ${id}`)).toHaveLength(
    0,
  )
  const late = await calling.replyTo(replyTo, { result: { approved: true }, callId })
  expect(late.status).toBe(404)
  expect(app.log.join('\n')).not.toContain('Ana Souza')
})
