// readPackRunEvidence: what a run was decided on, condition by condition.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { computes, defineModule } from '#src/journey/capabilities/module.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { submissions } from '#src/journey/transaction/table.ts'
import { capabilities } from '#src/main/capabilities.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { evidenceMaxBytes } from '#src/packs/runs/evidence/evidence.ts'
import { audit } from '#src/platform/audit/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { test } from '#test/db/fixture.ts'
import { made } from '#test/db/packs/stage.ts'
import { createTestApp } from '#test/support/app.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { definePack, module, repeat, sequence, stop, when } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { ana } from '#test/support/reviews.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'

const [begun, sum] = [{ key: 'begun' }, { key: 'sum' }] as const
const computed = [begun, sum].map(({ key }) => ({
  name: key,
  module: made(
    key,
    computes(async () => {}),
  ),
}))
/** Whose result is more than may be kept. */
const large = defineModule(
  { key: 'large' },
  z.object({ text: z.string() }),
  async () => ({ moduleStatus: 'completed', results: [{ text: 'x'.repeat(evidenceMaxBytes) }] }),
  { runs: computes(async () => {}), seen: { text: 'string' } },
)

/** A run of these steps behind a module, which has ended. */
async function runOf(db: Db, ...steps: Step[]) {
  const offered = [...capabilities, ...computed, { name: 'large', module: large }]
  const app = await createTestApp(db, undefined, { offered })
  const name = `evidence-${randomUUID()}`
  await publishPacks(db, [definePack(name, 1, sequence(module(begun), ...steps))])
  const id = await createTransaction(app, {}, ana)
  const path = `/v1/packs/${name}/${id}`
  const { runId } = await (await app.call('GET', path, { claims: ana })).json()
  const read = (claims: object = ana, of = `${path}/runs/${runId}`) =>
    app.call('GET', `${of}/evidence`, { claims })
  return { app, id, path, runId, read }
}

const denied: Step = {
  kind: 'when',
  id: 'denied',
  condition: 'facts.phones.denied',
  run: stop('rejected', 'denied'),
}
const again = repeat(module(sum), { of: [sum], holds: 'sum.results[0].value == 2' }, 2)
const listed: Step = {
  kind: 'when',
  id: 'listed',
  condition: 'facts.checks.hit',
  run: stop('review', 'list-hit'),
}

test('200: each condition and round with what it read then, unknown as a value, and an audit row', async ({
  db,
}) => {
  const { id, runId, read } = await runOf(db, denied, again, listed)
  const answer = await read()
  const until = {
    step: '/steps/2',
    position: '/steps/2',
    kind: 'repeat',
    condition: 'sum.results[0].value == 2',
    answer: false,
    values: [{ read: 'steps.sum.results[0].value', value: 1 }],
  }
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      runId,
      packVersion: 1,
      status: 'completed',
      outcome: 'review',
      stopReason: 'unanswered',
      unansweredStep: 'listed',
      kept: 'kept',
      answers: [
        {
          step: 'denied',
          position: '/steps/1',
          kind: 'when',
          condition: 'facts.phones.denied',
          round: 1,
          answer: false,
          values: [{ read: 'facts.phones.denied', value: false }],
        },
        { ...until, round: 1 },
        { ...until, round: 2 },
        {
          step: 'listed',
          position: '/steps/3',
          kind: 'when',
          condition: 'facts.checks.hit',
          round: 1,
          answer: 'unanswered',
          decided: true,
          values: [{ read: 'facts.checks.hit', value: 'unknown' }],
        },
      ],
    },
  ])
  const rows = await db.select().from(audit).where(eq(audit.object, runId))
  expect(rows.map(({ action, transactionId }) => [action, transactionId])).toEqual([
    ['evidence.read', id],
  ])
})

test('200: the rows of a table stand each by itself, in order, with the one that has ended the run', async ({
  db,
}) => {
  const table: Step = {
    kind: 'decide',
    id: 'verdict',
    rows: [
      { if: 'facts.checks.hit', outcome: 'rejected', reason: 'listed', unanswered: 'continue' },
      { unless: 'facts.phones.denied', outcome: 'review', reason: 'asked' },
      { if: 'facts.credit.known', outcome: 'review', reason: 'credit', unanswered: 'continue' },
      { outcome: 'approved', reason: 'clean' },
    ],
  }
  const { read } = await runOf(db, table)
  const { answers } = await (await read()).json()
  expect(answers).toMatchObject([
    {
      step: 'verdict.listed',
      position: '/steps/1/rows/0',
      kind: 'decide',
      answer: 'unanswered',
      values: [{ read: 'facts.checks.hit', value: 'unknown' }],
    },
    {
      step: 'verdict.asked',
      condition: '!(facts.phones.denied)',
      answer: true,
      decided: true,
      values: [{ read: 'facts.phones.denied', value: false }],
    },
  ])
  const all = await (await read({ ...ana, scope: 'reviews:write credit:read' })).json()
  expect(all.answers.map(({ step }: { step: string }) => step)).toContain('verdict.credit')
})

test('200: what it read stays, whatever is known a second later', async ({ db }) => {
  const { app, id, read } = await runOf(db, denied)
  const before = await (await read()).json()
  await app.call('POST', `/v1/transaction/${id}/emails/tokens`, { claims: ana })
  expect(await (await read()).json()).toEqual(before)
})

test('200: more than may be kept says so, and shows answers without values', async ({ db }) => {
  const { read } = await runOf(
    db,
    module(large),
    when([large], 'large.results[0].text == "x"', stop('approved', 'x'), stop('rejected', 'y')),
  )
  const shown = await (await read()).json()
  expect(shown).toMatchObject({ kept: 'too-large', outcome: 'rejected' })
  expect(shown.answers).toEqual([
    {
      step: '/steps/2',
      position: '/steps/2',
      kind: 'when',
      condition: 'large.results[0].text == "x"',
      round: 1,
      answer: false,
      decided: true,
    },
  ])
})

test('200: what only a scope shows is left out without it', async ({ db }) => {
  const root: Step = {
    kind: 'when',
    condition: '!facts.credit.known && facts.phones.denied',
    run: stop('rejected', 'known'),
  }
  const { read } = await runOf(db, root)
  const readsOf = async (scope: string) => {
    const [one] = (await (await read({ ...ana, scope })).json()).answers
    return [one.values.map((value: { read: string }) => value.read), one.withheld]
  }
  expect(await readsOf('reviews:write')).toEqual([['facts.phones.denied'], ['credit:read']])
  expect(await readsOf('reviews:write credit:read')).toEqual([
    ['facts.credit.known', 'facts.phones.denied'],
    undefined,
  ])
})

test('403: it opens to whoever decides reviews or reads for the law, and to no other', async ({
  db,
}) => {
  const { read } = await runOf(db, denied)
  const refused = await read({ scope: 'transactions:read transactions:write reports:read' })
  expect([refused.status, await readProblem(refused)]).toMatchObject([
    403,
    { code: 'scope-missing', scope: 'reviews:write' },
  ])
  for (const scope of ['reviews:write', 'legal:read'])
    expect((await read({ ...ana, scope })).status).toBe(200)
})

test('200 and 404: what a duty alone keeps is shown to whoever reads for the law', async ({
  db,
}) => {
  const { id, read } = await runOf(db, denied)
  await db.update(submissions).set({ restrictedAt: new Date() }).where(eq(submissions.id, id))
  expect((await read({ ...ana, scope: 'reviews:write' })).status).toBe(404)
  expect((await read({ ...ana, scope: 'legal:read' })).status).toBe(200)
})

test('404: another tenant’s, another pack’s, an unknown and an erased one are one and the same', async ({
  db,
}) => {
  const { app, id, path, runId, read } = await runOf(db, denied)
  const codeOf = async (answer: Awaited<ReturnType<typeof read>>) => [
    answer.status,
    (await readProblem(answer)).code,
  ]
  const missing = [404, 'not-found']
  expect(await codeOf(await read({ ...ana, tenant: 'other' }))).toEqual(missing)
  expect(await codeOf(await read(ana, `${path}/runs/${unknownId}`))).toEqual(missing)
  expect(await codeOf(await read(ana, `/v1/packs/basic/${id}/runs/${runId}`))).toEqual(missing)
  await commitOn(app.deps, id, eraseTransaction)
  expect(await codeOf(await read())).toEqual(missing)
})
