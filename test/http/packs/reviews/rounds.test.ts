// decideReview `again` on what is brought to a run: a further round of a wait, a call or a form, and of it alone.
import { expect } from 'vitest'
import type { Calls } from '#src/journey/calls/calls.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import type { Answer } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import {
  type Calling,
  lastSent,
  limitPack,
  testCalling,
  sequence,
  stop,
} from '#test/support/packs/calling.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

const test = testCalling({ status: 202 })

const yes = { approved: true }
const no = { approved: false }
const schema = { type: 'object', required: ['approved'], properties: { approved: { type: 'boolean' } } } // prettier-ignore
const approval = { kind: 'wait', id: 'approval', signal: schema }
const look = stop('review', 'look')
const grantedBy = (step: string) => ({
  kind: 'when',
  id: 'granted',
  condition: `steps.${step}.result.approved`,
  run: stop('approved', 'granted'),
  otherwise: look,
})
const [callLimit] = limitPack().steps
const call = (more: object = {}) => ({ ...callLimit, ...more })

/** A person wants these steps of the one run in review anew. */
async function again({ ask }: Calling, ...modules: string[]): Promise<void> {
  const claims = { scope: 'reviews:write' }
  const { id } = await (await ask('POST', '/v1/reviews/next', undefined, claims)).json()
  const decision = { outcome: 'again', modules, reasons: ['look'] }
  const answer = await ask('POST', `/v1/reviews/${id}/decision`, decision, claims)
  expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
}

const codeOf = async (answer: Answer): Promise<string | number> =>
  answer.ok ? answer.status : ((await readProblem(answer)).code ?? answer.status)

async function stepOf({ read }: Calling, name: string, id: string, step: string) {
  const shown: { steps?: Record<string, unknown> } = await read(name, id)
  return shown.steps?.[step]
}

test('a call wanted anew is another call: nothing of the one before, of a client or by the other’s proof counts for it', async ({
  calling,
}) => {
  const { publish, begin, pass, read, replyTo, ask } = calling
  const name = await publish(sequence(call(), grantedBy('limit')))
  const id = await begin(name)
  const first = lastSent(calling)
  expect((await replyTo(first.replyTo, { result: no, callId: first.callId })).status).toBe(200)
  expect(await read(name, id)).toMatchObject({ outcome: 'review' })
  expect((await ask('PATCH', `/v1/transaction/${id}`, { name: 'Rui Rocha' })).status).toBe(200)
  await again(calling, 'limit')
  await pass(id, 1)
  const second = lastSent(calling)
  expect(second.callId).not.toBe(first.callId)
  expect(second).toMatchObject({ attempt: 1, input: { name: 'Rui Rocha' } })
  const door = `/v1/packs/${name}/${id}/steps/limit`
  const attacks: readonly (readonly [string, string | number, () => Promise<Answer>])[] = [
    ['another result of the round before', 'answered', () => replyTo(first.replyTo, { result: yes, callId: first.callId })],
    ['the same result of the round before', 200, () => replyTo(first.replyTo, { result: no, callId: first.callId })],
    ['the address of the round before, signed as the new one', 'unauthorized', () => replyTo(first.replyTo, { result: yes, callId: second.callId })],
    ['the new address, signed as the round before', 'unauthorized', () => replyTo(second.replyTo, { result: yes, callId: first.callId })],
    ['unsigned', 'unauthorized', () => replyTo(second.replyTo, { result: yes, callId: second.callId, secret: null })],
    ['what does not fit', 'value-unfit', () => replyTo(second.replyTo, { result: { approved: 'true' }, callId: second.callId })],
    ['a client, by the door', 'not-found', () => ask('POST', door, { result: yes })],
    ['a client, for this round', 'not-found', () => ask('POST', door, { result: yes, round: 2 })],
  ] // prettier-ignore
  for (const [what, expected, attack] of attacks) {
    expect([what, await codeOf(await attack())]).toEqual([what, expected])
    expect([what, await stepOf(calling, name, id, 'limit')]).toEqual([
      what,
      { kind: 'call', moduleStatus: 'processing', round: 2 },
    ])
  }
  const sent = { result: yes, callId: second.callId }
  expect((await replyTo(second.replyTo, sent)).status).toBe(200)
  expect((await replyTo(second.replyTo, sent)).status).toBe(200)
  expect(await codeOf(await replyTo(second.replyTo, { ...sent, result: no }))).toBe('answered')
  expect(await read(name, id)).toMatchObject({
    outcome: 'approved',
    steps: { limit: { moduleStatus: 'completed', round: 2, result: yes } },
  })
})

/** Calls whose answers are recorded when the test says so. */
function holding(calls: Calls): { readonly calls: Calls; readonly record: () => Promise<void> } {
  let record = () => Promise.resolve()
  return {
    record: () => record(),
    calls: {
      ...calls,
      async perform(deps, run, call) {
        const claimed = await run.commit(async (tx, locked, task) => {
          const made = await call.claim(tx, locked, task, () => {})
          return made && { made, id: locked.id }
        })
        if (!claimed) throw new Error('nothing was claimed')
        const result = await call.call(claimed.made, AbortSignal.timeout(5_000))
        record = () =>
          commitOn(deps, claimed.id, (tx, locked) =>
            call.record(tx, locked, claimed.made, { result, durationMs: 1 }),
          )
      },
    },
  }
}

test('what comes late of a call that had failed neither ends nor delays the one that is wanted anew', async ({
  calling,
}) => {
  const { app, tenant, ask, publish, pass, read, replyTo, receiver } = calling
  const name = await publish(sequence(call({ deadlineSeconds: 60 }), grantedBy('limit')))
  // Of the first it is on its way when its deadline passes.
  for (const status of [400, 503, 202, 200]) {
    receiver.answer = { status, body: '{"approved":true}' }
    const claims = { tenant, scope: 'transactions:write' }
    const id = await createTransaction(app, { name: 'Ana' }, claims)
    await ask('GET', `/v1/packs/${name}/${id}`)
    const held = holding(app.deps.calls)
    await performDue({ ...app.deps, calls: held.calls }, id)
    const first = lastSent(calling)
    await pass(id, 61)
    expect(await read(name, id)).toMatchObject({ outcome: 'review', stopReason: 'unanswered' })
    receiver.answer = { status: 202 }
    await again(calling, 'limit')
    await held.record()
    const late = await replyTo(first.replyTo, { result: yes, callId: first.callId })
    expect([status, await codeOf(late)]).toEqual([status, 'late'])
    await pass(id, 0)
    const second = lastSent(calling)
    expect([status, second.callId === first.callId]).toEqual([status, false])
    expect(await read(name, id)).toMatchObject({ status: 'processing' })
    await replyTo(second.replyTo, { result: yes, callId: second.callId })
    expect(await read(name, id)).toMatchObject({ outcome: 'approved' })
  }
})

test('a call that stood in is taken back with the one that it stood in for', async ({
  calling,
}) => {
  const { publish, begin, pass, read, replyTo, receiver } = calling
  const spare = { kind: 'call', id: 'spare', to: 'core', result: schema }
  const granted = { ...grantedBy('spare'), unanswered: 'continue' }
  const name = await publish(sequence(call({ fallback: spare }), granted, look))
  receiver.answer = { status: 400 }
  const id = await begin(name)
  receiver.answer = { status: 200, body: '{"approved":false}' }
  await pass(id, 1)
  expect(await read(name, id)).toMatchObject({
    outcome: 'review',
    steps: { spare: { result: no } },
  })
  receiver.answer = { status: 202 }
  await again(calling, 'limit')
  await pass(id, 1)
  const second = lastSent(calling)
  expect(await stepOf(calling, name, id, 'spare')).toEqual({
    kind: 'call',
    moduleStatus: 'pending',
    round: 2,
  })
  await replyTo(second.replyTo, { result: no, callId: second.callId })
  // Nothing of it is read any more.
  expect(await read(name, id)).toMatchObject({
    outcome: 'review',
    steps: { limit: { result: no, round: 2 }, spare: { moduleStatus: 'skipped' } },
  })
})

test('a call that stands in and is under way is taken back too: its deadline and its late answer are not the next one’s', async ({
  calling,
}) => {
  const { publish, begin, pass, read, replyTo, receiver } = calling
  const spare = { kind: 'call', id: 'spare', to: 'core', result: schema, deadlineSeconds: 60 }
  const person = { kind: 'review', id: 'look', title: 'Look' }
  const both = { kind: 'parallel', steps: [person, call({ fallback: spare })] }
  const name = await publish(sequence(both, grantedBy('spare')))
  const callSpare = async () => {
    receiver.answer = { status: 202 }
    await pass(id, 1)
    return lastSent(calling)
  }
  receiver.answer = { status: 400 }
  const id = await begin(name)
  const first = await callSpare()
  await pass(id, 30)
  await again(calling, 'limit')
  receiver.answer = { status: 400 }
  await pass(id, 1)
  const second = await callSpare()
  expect(second.callId).not.toBe(first.callId)
  await pass(id, 35)
  const waiting = { kind: 'call', moduleStatus: 'processing', round: 2 }
  expect(await stepOf(calling, name, id, 'spare')).toEqual(waiting)
  const late = await replyTo(first.replyTo, { result: yes, callId: first.callId })
  expect(await codeOf(late)).toBe('late')
  expect(await stepOf(calling, name, id, 'spare')).toEqual(waiting)
  await replyTo(second.replyTo, { result: yes, callId: second.callId })
  expect(await read(name, id)).toMatchObject({
    status: 'processing',
    steps: { spare: { moduleStatus: 'completed', result: yes } },
  })
})

test('in the sandbox a call by hand that is wanted anew is shown as another, and the one before is over', async ({
  calling,
}) => {
  const { publish, begin, read, ask } = calling
  const name = await publish(sequence(call({ to: 'nowhere' }), grantedBy('limit')))
  const id = await begin(name)
  const calls = async () => (await ask('GET', `/v1/sandbox/calls?transactionId=${id}`)).json()
  const answer = (callId: string, result: object) =>
    ask('POST', `/v1/sandbox/calls/${callId}/answer`, { result })
  const [first] = await calls()
  expect((await answer(first.callId, no)).status).toBe(200)
  await again(calling, 'limit')
  const all = await calls()
  expect(all).toMatchObject([
    { round: 2, status: 'by-hand' },
    { round: 1, status: 'ended', callId: first.callId },
  ])
  expect(await codeOf(await answer(first.callId, yes))).toBe('answered')
  expect((await answer(all[0].callId, yes)).status).toBe(200)
  expect(await read(name, id)).toMatchObject({ outcome: 'approved' })
})

test('a signal wanted anew is one of its round: an old one, one to come and a second are not taken', async ({
  calling,
}) => {
  const { publish, begin, read, ask } = calling
  const name = await publish(sequence(approval, grantedBy('approval')))
  const id = await begin(name)
  const bring = (result: object, more: object = {}) =>
    ask('POST', `/v1/packs/${name}/${id}/steps/approval`, { result, ...more })
  await bring(no)
  for (const round of [2, 3]) {
    expect(await read(name, id)).toMatchObject({ outcome: 'review' })
    await again(calling, 'approval')
    const attacks: readonly (readonly [string, string | number, object, object])[] = [
      ['the same of an old round', 200, no, { round: 1 }],
      ['another of an old round', 'answered', yes, { round: 1 }],
      ['of the round before', 'answered', yes, { round: round - 1 }],
      ['of a round to come', 'not-waiting', yes, { round: round + 1 }],
      ['of no round', 'invalid-request', yes, { round: 0 }],
      ['what does not fit', 'value-unfit', { approved: 1 }, {}],
    ]
    for (const [what, expected, result, more] of attacks) {
      expect([what, await codeOf(await bring(result, more))]).toEqual([what, expected])
      expect([what, await stepOf(calling, name, id, 'approval')]).toEqual([
        what,
        { kind: 'wait', moduleStatus: 'processing', round },
      ])
    }
    expect(await codeOf(await bring(round === 2 ? no : yes, { round }))).toBe(200)
  }
  expect(await codeOf(await bring(yes, { round: 3 }))).toBe(200)
  expect(await codeOf(await bring(no, { round: 3 }))).toBe('answered')
  expect(await codeOf(await bring(yes, { round: 4 }))).toBe('not-waiting')
  expect(await read(name, id)).toMatchObject({
    outcome: 'approved',
    steps: { approval: { round: 3, result: yes } },
  })
})

test('what is brought before the run has come to the round counts for it, but for a fresh step; a time is waited for again', async ({
  calling,
}) => {
  const { publish, begin, pass, read, ask } = calling
  for (const fresh of [false, true]) {
    const step = fresh ? { ...approval, fresh } : approval
    const pause = { kind: 'wait', id: 'pause', for: 'PT1H' }
    const name = await publish(sequence(pause, step, grantedBy('approval')))
    const id = await begin(name)
    const bring = (result: object, more: object = {}) =>
      ask('POST', `/v1/packs/${name}/${id}/steps/approval`, { result, ...more })
    await pass(id, 3_600)
    expect(await codeOf(await bring(no))).toBe(200)
    await again(calling, 'pause', 'approval')
    expect(await stepOf(calling, name, id, 'pause')).toMatchObject({ moduleStatus: 'processing' })
    const early = fresh ? 'not-waiting' : 200
    expect([fresh, await codeOf(await bring(yes, { round: 2 }))]).toEqual([fresh, early])
    expect(await codeOf(await bring(no, { round: 2 }))).toBe(fresh ? 'not-waiting' : 'answered')
    expect(await codeOf(await bring(yes, { round: 1 }))).toBe('answered')
    await pass(id, 3_590)
    expect(await read(name, id)).toMatchObject({ status: 'processing' })
    await pass(id, 10)
    if (fresh) expect(await codeOf(await bring(yes, { round: 2 }))).toBe(200)
    expect(await read(name, id)).toMatchObject({
      outcome: 'approved',
      steps: { pause: { round: 2 }, approval: { round: 2, result: yes } },
    })
  }
})

test('rounds of a repeat and those that a person wanted count on: none has the call or the result of another', async ({
  calling,
}) => {
  const { publish, begin, pass, read, replyTo } = calling
  const until = 'steps.limit.result.approved'
  const repeat = { kind: 'repeat', id: 'often', timesMax: 2, until, run: call() }
  const name = await publish(sequence(repeat, grantedBy('limit')))
  const id = await begin(name)
  const ids = new Set<string>()
  for (const round of [1, 2, 3]) {
    const { callId, replyTo: url } = lastSent(calling)
    expect(ids.has(callId)).toBe(false)
    ids.add(callId)
    const result = round === 3 ? yes : no
    expect((await replyTo(url, { result, callId })).status).toBe(200)
    if (round === 2) await again(calling, 'limit')
    await pass(id, 1)
  }
  expect(await read(name, id)).toMatchObject({
    outcome: 'approved',
    steps: { limit: { round: 3, result: yes } },
  })
})

test('a form wanted anew is answered anew', async ({ calling }) => {
  const { publish, begin, read, ask } = calling
  const fields = [{ name: 'approved', type: 'yes-no', label: 'Ok?', required: true }]
  const form = { kind: 'ask', id: 'form', title: 'Form', fields }
  const name = await publish(sequence(form, grantedBy('form')))
  const id = await begin(name)
  const bring = (result: object, more: object = {}) =>
    ask('POST', `/v1/packs/${name}/${id}/steps/form`, { result, ...more })
  await bring(no)
  await again(calling, 'form')
  expect(await codeOf(await bring(yes, { round: 1 }))).toBe('answered')
  expect(await read(name, id)).toMatchObject({ status: 'processing' })
  expect(await codeOf(await bring(yes, { round: 2 }))).toBe(200)
  expect(await read(name, id)).toMatchObject({ outcome: 'approved' })
})

test('a moment is computed anew', async ({ calling }) => {
  const { publish, begin, pass, read, ask } = calling
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const pause = { kind: 'wait', id: 'pause', until: 'transaction.genericFields["until"]' }
  const name = await publish(sequence(pause, look))
  const id = await begin(name, { genericFields: { until: at(1) } })
  await pass(id, 3_700)
  expect(await read(name, id)).toMatchObject({ outcome: 'review' })
  await ask('PATCH', `/v1/transaction/${id}`, { genericFields: { until: at(3) } })
  await again(calling, 'pause')
  await pass(id, 3_600)
  expect(await read(name, id)).toMatchObject({ status: 'processing' })
  await pass(id, 3_600)
  expect(await read(name, id)).toMatchObject({ outcome: 'review' })
})
