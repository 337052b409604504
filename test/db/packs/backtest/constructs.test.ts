// One recorded run with each construct of packs: asked by name, drawn, explained, counted, tried again by its own version
// and by a shadow, and gone with its transaction.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { runBatch } from '#src/packs/backtest/batch.ts'
import { test } from '#test/db/fixture.ts'
import { decide, openReviews, personOf, takeNext } from '#test/support/reviews.ts'
import { performDue } from '#test/support/due.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'

const name = `constructs-${randomUUID()}`
const author = personOf('author', { scope: 'packs:write packs:live reports:read legal:read' })
const ana = personOf('ana')

const score = (id: string, more: object = {}) => ({ kind: 'module', module: 'score', id, ...more })
const stop = (outcome: string, reason: string) => ({ kind: 'stop', outcome, reason })

const signal = {
  type: 'object',
  required: ['approved'],
  properties: { approved: { type: 'boolean' } },
}

const inner = { root: score('inside', { with: { card: 'identity@1' } }) }

const documentOf = (limit: number) => ({
  description: 'Each construct, once.',
  for: 'person',
  input: { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } },
  output: { amount: 'input.amount' },
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'pack', pack: `${name}-inner`, version: 1 },
      {
        kind: 'parallel',
        steps: [
          { kind: 'module', module: 'insights', fresh: true },
          { kind: 'module', module: 'phoneConfirmation', id: 'phone', with: { channels: ['sms'] }, maxAgeSeconds: 60, optional: true, deadlineSeconds: 60, onFailure: 'skip' }, // prettier-ignore
          { kind: 'wait', id: 'pause', for: 'PT1M' },
          { kind: 'wait', id: 'past', until: 'transaction.createdAt' },
        ],
      },
      {
        kind: 'repeat',
        id: 'twice',
        timesMax: 2,
        until: 'steps.again.results[0].value > 1000',
        run: score('again', { fallback: score('instead') }),
      },
      { kind: 'wait', id: 'approval', signal },
      {
        kind: 'when',
        id: 'unknown',
        condition: 'facts.liveness.status == 1',
        run: stop('rejected', 'never'),
        ifUnanswered: score('unseen'),
      },
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          { unless: 'steps.approval.result.approved && input.amount < 10.0', outcome: 'rejected', reason: 'unapproved' }, // prettier-ignore
          { if: `steps.inside.results[0].value < ${limit}`, outcome: 'rejected', reason: 'low' },
          { if: 'facts.documents.verdict == "Reprovado"', outcome: 'rejected', reason: 'refused', unanswered: 'continue' }, // prettier-ignore
          {
            unless: 'steps.again.results[0].value > 1000',
            outcome: 'looked-at',
            reason: 'score-low',
          },
          { outcome: 'approved', reason: 'all' },
        ],
      },
    ],
  },
})

/** A person decides before the table. */
function withReview(limit: number) {
  const { root, ...head } = documentOf(limit)
  const look = { kind: 'review', id: 'look', title: 'Look', people: 1 }
  const steps = [...root.steps.slice(0, -1), look, ...root.steps.slice(-1)]
  return { ...head, root: { ...root, steps } }
}

test('a run with each construct is named, drawn, explained, counted, tried again and erased', async ({
  db,
}) => {
  const { app } = await openReviews(db)
  const publish = async (pack: string, body: object) => {
    const answered = await app.call('POST', `/v1/packs/${pack}/versions`, { body, claims: author })
    expect([answered.status, await answered.clone().text()]).toEqual([201, expect.any(String)])
  }
  await publish(`${name}-inner`, inner)
  await publish(name, withReview(0))
  await publish(name, withReview(1_000))
  const live = { version: 1, shadow: 2, message: 'beside' }
  expect((await app.call('PUT', `/v1/packs/${name}/live`, { body: live, claims: author })).status).toBe(200) // prettier-ignore
  const id = await createTransaction(app, {}, ana)
  const path = `/v1/packs/${name}/${id}`
  const query = async () =>
    (await app.call('GET', path, { claims: ana, headers: { prefer: 'wait=0' } })).json()
  const read = async (at: string, claims = author) => {
    const answered = await app.call('GET', at, { claims })
    expect([at, answered.status]).toEqual([at, 200])
    return answered
  }

  const body = { input: { amount: 5 } }
  expect((await app.call('POST', path, { body, claims: ana })).status).toBe(202)
  const early = { body: { result: { approved: true } }, claims: ana }
  expect((await app.call('POST', `${path}/steps/approval`, early)).status).toBe(200)
  expect(await query()).toMatchObject({ status: 'processing' })
  await moveClock(db, id, 61_000)
  await performDue(app.deps, id, 3)
  expect((await decide(app, await takeNext(app), 'approved')).status).toBe(200)
  const ended = await query()
  expect(ended).toMatchObject({
    outcome: 'looked-at',
    stopReason: 'score-low',
    input: { amount: 5 },
    output: { amount: 5 },
    steps: {
      pause: { kind: 'wait', moduleStatus: 'completed' },
      approval: { moduleStatus: 'completed', result: { approved: true } },
      inside: { module: 'score', moduleStatus: 'completed' },
      insights: { moduleStatus: 'completed' },
      again: { moduleStatus: 'completed' },
      instead: { moduleStatus: 'skipped' },
      unseen: { moduleStatus: 'completed' },
    },
    rows: [
      { row: 'verdict.refused', held: 'unknown' },
      { row: 'verdict.score-low', held: true, ended: true },
    ],
  })

  const drawing = await (await read(`${path}/run/drawing`)).text()
  for (const part of ['twice', 'unknown', 'verdict', 'look', 'unseen', 'approval', 'pause'])
    expect(drawing).toContain(part)
  const evidence = await (await read(`${path}/runs/${ended.runId}/evidence`)).json()
  for (const part of [
    'steps.again.results[0].value',
    'steps.approval.result.approved',
    'input.amount',
  ])
    expect(JSON.stringify(evidence)).toContain(`"${part}"`)
  const counted = await (await read(`/v1/packs/${name}/statistics?days=1`)).json()
  expect(counted.runs).toMatchObject([{ outcome: 'looked-at', count: 1 }])
  expect(counted.modules.map(({ module }: { module: string }) => module)).toEqual(
    expect.arrayContaining(['inside', 'approval', 'pause']),
  )

  const backtest = async (version: number) => {
    const answered = await app.call('POST', `/v1/packs/${name}/backtests`, { body: { version }, claims: author }) // prettier-ignore
    const { id: one } = await answered.json()
    await runBatch({ ...app.deps.packs, db, reads: app.deps.reads }, one)
    return (await read(`/v1/packs/${name}/backtests/${one}`)).json()
  }
  expect(await backtest(1)).toMatchObject({ compared: 1, same: 1, changed: 0, undecidable: 0 })
  const other = { changed: 1, undecidable: 0, outcomes: [{ from: 'looked-at', to: 'rejected', count: 1 }] } // prettier-ignore
  expect(await backtest(2)).toMatchObject(other)
  const shadow = await (await read(`/v1/packs/${name}/shadow`)).json()
  expect(shadow).toMatchObject({ version: 2, compared: 1, ...other })

  const owner = personOf('ana', { scope: everyScope.replace('legal:read ', '') })
  const erased = await app.call('DELETE', `/v1/transaction/${id}`, { claims: owner })
  expect(erased.status).toBeLessThan(300)
  const [values] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pack_value where run_id = ${ended.runId}::uuid`)
  expect(values?.count).toBe(0)
  const gone = await app.call('GET', `${path}/runs/${ended.runId}/evidence`, { claims: owner })
  expect(gone.status).toBe(404)
})
