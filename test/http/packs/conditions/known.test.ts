// What nobody knows is no answer over HTTP either, and a word that nothing has is not published.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { testOn } from '#test/support/app-fixture.ts'

const test = testOn()
const claims = { scope: 'packs:write packs:live', sub: 'team-risk' }

const packOf = (condition: string, module = 'score') => ({
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'module', module },
      {
        kind: 'when',
        condition,
        run: { kind: 'stop', outcome: 'review', reason: 'large' },
        otherwise: { kind: 'stop', outcome: 'approved', reason: 'ok' },
      },
    ],
  },
})

async function publish(app: TestApp, document: object) {
  const name = `own-${randomUUID()}`
  const answer = await app.call('POST', `/v1/packs/${name}/versions`, { body: document, claims })
  return { name, answer }
}

async function outcomeOf(app: TestApp, condition: string, fields: Record<string, unknown> = {}) {
  const { name, answer } = await publish(app, packOf(condition))
  expect(answer.status).toBe(201)
  const id = await createTransaction(app, fields)
  const { outcome, stopReason } = await (await app.call('GET', `/v1/packs/${name}/${id}`)).json()
  return [outcome, stopReason]
}

test.for<[string, object]>([
  ['facts.checks.?hit.orValue(false)', {}],
  ['optional.of(facts.checks).?hit.orValue(false)', {}],
  ['facts.checks.?sanctionedBy.orValue([]).size() > 0', {}],
  ['[facts.checks].exists(c, c.?hit.orValue(false))', {}],
  ['double(transaction.genericFields["amount"]) > 1000.0', { amount: 'NaN' }],
  ['int(transaction.genericFields["amount"]) > 1000', { amount: '' }],
  ['amount(transaction.genericFields["amount"], "pt") > 1000.0', { amount: '1,500' }],
  ['!sameDocument(transaction.document, transaction.genericFields["payer"])', { payer: '***' }],
])(
  '%s of %o has no answer, and nobody is approved',
  async ([condition, genericFields], { app }) => {
    expect(await outcomeOf(app, condition, { genericFields })).toEqual(['review', 'unanswered'])
  },
)

test.for<[string, object, string]>([
  ['has(facts.checks.hit) ? facts.checks.hit : false', {}, 'ok'],
  [
    'amount(transaction.genericFields["amount"], "pt") > 1000.0',
    { amount: 'R$ 1.500,00' },
    'large',
  ],
  ['amount(transaction.genericFields["amount"], "pt") > 1000.0', { amount: '150,00' }, 'ok'],
])('%s of %o is answered', async ([condition, genericFields, reason], { app }) => {
  expect((await outcomeOf(app, condition, { genericFields }))[1]).toBe(reason)
})

test.for<[string, string, string]>([
  ['facts.documents.verdict == "Rejected"', 'aiDocs', '"Aprovado", "Inconclusivo" or "Reprovado"'],
  ['facts.phones.newestAnswer == "No"', 'phoneConfirmation', '"yes" or "no"'],
  ['steps.score.moduleStatus == "FAILED"', 'score', '"failed"'],
  ['facts.lists.denyAction == "deny"', 'score', '"reject" or "review"'],
  ['steps.aiDocs.results[0].status == "Refused"', 'aiDocs', '"Aprovado"'],
  ['facts.device.status == 7.0', 'facialBiometrics', '0, 1, 2 or 3'],
  ['facts.checks.hit && !facts.checks.hit', 'score', 'it never holds'],
  ['facts.checks.hit and facts.checks.exposed', 'score', 'write && for and'],
])('%s is not published', async ([condition, module, said], { app }) => {
  const { answer } = await publish(app, packOf(condition, module))
  const problem = await readProblem(answer)
  expect(problem).toMatchObject({ status: 422, code: 'invalid-document' })
  expect(problem.errors).toEqual([
    expect.objectContaining({
      pointer: '#/root/steps/1/condition',
      detail: expect.stringContaining(said),
    }),
  ])
})

test('nor a case with a value that nothing has, nor a rule of a scorecard', async ({ app }) => {
  const cases = [
    {
      name: 'one',
      results: { score: [{ value: 10 }] },
      facts: { documents: { verdict: 'Rejected' } },
      expect: { outcome: 'approved' },
    },
  ]
  const { answer } = await publish(app, {
    ...packOf('facts.documents.verdict == "Reprovado"'),
    cases,
  })
  expect((await readProblem(answer)).errors).toEqual([
    expect.objectContaining({
      pointer: '#/cases/0/facts/documents/verdict',
      detail: expect.stringContaining('"Reprovado"'),
    }),
  ])
  const rule = { code: 'x', when: 'documents.verdict == "Rejected"', points: 5, description: 'x' }
  const card = await app.call('POST', '/v1/scorecards/words/versions', {
    body: { base: 1, rules: [rule] },
    claims,
  })
  expect((await readProblem(card)).errors).toEqual([
    expect.objectContaining({
      pointer: '#/rules/0/when',
      detail: expect.stringContaining('"Reprovado"'),
    }),
  ])
})
