// replyToCall, listSandboxCalls, answerSandboxCall: an answer that comes later, by whoever may bring it.
import { expect } from 'vitest'
import {
  lastSent,
  type Calling,
  limitPack,
  openCalling,
  testCalling,
  sequence,
} from '#test/support/packs/calling.ts'
import { readProblem } from '#test/support/transactions.ts'

const test = testCalling({ status: 202 })

const yes = { approved: true }

/** A run that waits for its answer, and where that goes. */
async function waiting(calling: Calling, more: object = {}) {
  const name = await calling.publish(limitPack(more))
  const id = await calling.begin(name)
  return { name, id, ...lastSent(calling) }
}

test('200, 409: a signed reply is the result, once; the same again is 200, another is not taken', async ({
  calling,
}) => {
  const { replyTo, read } = calling
  const { name, id, callId, replyTo: url } = await waiting(calling)
  const first = await replyTo(url, { result: { ...yes, extra: 1 }, callId })
  expect(await first.json()).toEqual({ callId, taken: true })
  expect((await read(name, id))['outcome']).toBe('approved')
  expect((await replyTo(url, { result: yes, callId })).status).toBe(200)
  const other = await replyTo(url, { result: { approved: false }, callId })
  expect(await readProblem(other)).toMatchObject({ status: 409, code: 'answered' })
  expect((await read(name, id))['outcome']).toBe('approved')
})

test('409: what comes again for an earlier round of a repeated call is no answer of the next', async ({
  calling,
}) => {
  const { replyTo, read } = calling
  const [call, ...decided] = limitPack().steps
  const until = 'steps.limit.result.approved'
  const again = { kind: 'repeat', id: 'again', timesMax: 3, until, run: call }
  const name = await calling.publish(sequence(again, ...decided))
  const id = await calling.begin(name)
  const first = lastSent(calling)
  const no = { result: { approved: false }, callId: first.callId }
  expect((await replyTo(first.replyTo, no)).status).toBe(200)
  await calling.pass(id, 1)
  const second = lastSent(calling)
  expect(second.callId).not.toBe(first.callId)
  const late = await replyTo(first.replyTo, { result: yes, callId: first.callId })
  expect(await readProblem(late)).toMatchObject({ status: 409, code: 'answered' })
  expect((await replyTo(first.replyTo, no)).status).toBe(200)
  expect((await read(name, id))['status']).toBe('processing')
  expect((await replyTo(second.replyTo, { result: yes, callId: second.callId })).status).toBe(200)
  expect((await read(name, id))['outcome']).toBe('approved')
})

test('401: unsigned, by another endpoint or tenant, of another call, too old: nothing is taken', async ({
  calling,
  db,
}) => {
  const { replyTo, read, ask } = calling
  const made = await ask('POST', '/v1/endpoints', { name: 'spare', url: 'https://a.example.com/' })
  const spare = (await made.json()).secret
  await using foreign = await openCalling(db)
  const one = await waiting(calling)
  const two = await waiting(calling)
  const { replyTo: url, callId } = one
  const wrong = [
    { secret: null },
    { secret: spare },
    { secret: foreign.secret },
    { callId: two.callId },
    { at: Date.now() - 6 * 60_000 },
    { at: Date.now() + 6 * 60_000 },
  ]
  for (const change of wrong) {
    const answer = await replyTo(url, { result: yes, callId, ...change })
    expect(answer.status, JSON.stringify(change)).toBe(401)
  }
  expect((await read(one.name, one.id))['status']).toBe('processing')
  const unknown = `${url.slice(0, -4)}aaaa`
  expect((await replyTo(unknown, { result: yes, callId })).status).toBe(404)
  expect((await replyTo(url, { result: yes, callId })).status).toBe(200)
})

test('a reply counts by either secret while both are good, and by the new one alone after that', async ({
  calling,
}) => {
  const { replyTo, ask, secret } = calling
  const one = await waiting(calling)
  const two = await waiting(calling)
  const rotated = await ask('POST', '/v1/endpoints/core/secrets', { overlapSeconds: 3_600 })
  const next = (await rotated.json()).secret
  expect((await replyTo(one.replyTo, { result: yes, callId: one.callId, secret })).status).toBe(200)
  await ask('POST', '/v1/endpoints/core/secrets', { overlapSeconds: 3_600 })
  const old = await replyTo(two.replyTo, { result: yes, callId: two.callId, secret })
  expect(old.status).toBe(401)
  const good = await replyTo(two.replyTo, { result: yes, callId: two.callId, secret: next })
  expect(good.status).toBe(200)
})

test('422: what does not fit is told by its place, without a value, and the step waits on', async ({
  calling,
}) => {
  const { replyTo, read } = calling
  const { name, id, callId, replyTo: url } = await waiting(calling)
  for (const result of [
    { approved: 'true' },
    { approved: null },
    {},
    { approved: true, amount: -1 },
  ]) {
    const answer = await readProblem(await replyTo(url, { result, callId }))
    expect(answer).toMatchObject({
      status: 422,
      errors: [{ pointer: expect.stringContaining('#/result/') }],
    })
  }
  expect((await read(name, id))['status']).toBe('processing')
  expect((await replyTo(url, { result: yes, callId })).status).toBe(200)
})

test('410: after the deadline it is late; for a run that has ended meanwhile it is taken by nobody', async ({
  calling,
}) => {
  const { replyTo, read, pass, ask } = calling
  const late = await waiting(calling, { deadlineSeconds: 60 })
  await pass(late.id, 60)
  const answer = await replyTo(late.replyTo, { result: yes, callId: late.callId })
  expect(await readProblem(answer)).toMatchObject({ status: 410, code: 'late' })
  expect((await read(late.name, late.id))['outcome']).toBe('review')
  const ended = await waiting(calling)
  const { runId } = await read(ended.name, ended.id)
  const path = `/v1/packs/${ended.name}/${ended.id}/runs/${String(runId)}`
  expect((await ask('DELETE', path)).status).toBeLessThan(300)
  const needless = await replyTo(ended.replyTo, { result: yes, callId: ended.callId })
  expect(await needless.json()).toEqual({ callId: ended.callId, taken: false })
  expect((await read(ended.name, ended.id))['outcome']).toBe('cancelled')
})

test('a client brings no result of a call', async ({ calling }) => {
  const { name, id } = await waiting(calling)
  const path = `/v1/packs/${name}/${id}/steps/limit`
  expect((await calling.ask('POST', path, { result: yes })).status).toBe(404)
})

test('200: in the sandbox a call without an endpoint is shown and answered by hand', async ({
  calling,
}) => {
  const { publish, begin, read, ask } = calling
  const name = await publish(limitPack({ to: 'nowhere' }))
  const id = await begin(name)
  const calls = await (await ask('GET', `/v1/sandbox/calls?transactionId=${id}`)).json()
  expect(calls).toMatchObject([
    { endpoint: 'nowhere', step: 'limit', status: 'by-hand', input: { name: 'Ana Souza', two: 2 } },
  ])
  const path = `/v1/sandbox/calls/${calls[0].callId}/answer`
  expect((await ask('POST', path, { result: { approved: 1 } })).status).toBe(422)
  expect((await ask('POST', path, { result: yes }, { tenant: 'other' })).status).toBe(404)
  expect((await ask('POST', path, { result: yes }, { mode: 'live' })).status).toBe(404)
  expect((await ask('POST', path, { result: yes })).status).toBe(200)
  expect((await read(name, id))['outcome']).toBe('approved')
  expect((await ask('POST', path, { result: { approved: false } })).status).toBe(409)
  expect(calling.receiver.received).toEqual([])
})
