import { expect, test } from 'vitest'
import { createFacts, type FactsQuery, type FactSource } from '#src/journey/facts/facts.ts'
import { Insight } from '#src/journey/facts/schema.ts'
import { compileCondition } from '#src/platform/cel/cel.ts'

// Safe because none of these sources looks at what is asked.
const asked = { transaction: { takenBack: {} } } as FactsQuery
const own: FactSource = {
  variables: { email: { present: 'bool' }, age: { years: 'double' } },
  read: async () => ({ email: { present: true }, age: { years: 40 } }),
}
const token: FactSource = {
  variables: { email: { verified: 'bool' } },
  read: async () => ({ email: { verified: false } }),
}

test('what two capabilities know of one thing is asked under one name', async () => {
  const facts = createFacts([own, token])
  expect(facts.variables).toEqual({
    email: { record: { present: 'bool', verified: 'bool' } },
    age: { record: { years: 'double' } },
  })
  const known = await facts.gather(asked)
  expect(known).toEqual({ email: { present: true, verified: false }, age: { years: 40 } })
  const condition = compileCondition(
    'email.present && !email.verified && age.years > 18',
    facts.variables,
  )
  expect(condition.evaluate(known)).toBe(true)
})

test('two sources cannot offer one fact', () => {
  const same: FactSource = { ...token, variables: { email: { present: 'bool' } } }
  expect(() => createFacts([own, same])).toThrow('two sources offer email.present')
})

test('a source that fails fails the question: an outage is never a fact', async () => {
  const broken: FactSource = { ...token, read: () => Promise.reject(new Error('away')) }
  await expect(createFacts([own, broken]).gather(asked)).rejects.toThrow('away')
})

test('without a source nothing is known', async () => {
  const facts = createFacts([])
  expect([facts.variables, await facts.gather(asked)]).toEqual([{}, {}])
})

test('an insight has the fields of the contract', () => {
  const insight = {
    code: 'DOC001',
    description: 'texto',
    type: 'Document',
    category: 'Consistency',
    relevance: 'Alerta',
    relatedTo: ['Document'],
  }
  expect(Insight.parse(insight)).toEqual(insight)
  expect(Insight.safeParse({ ...insight, relevance: 'Outro' }).success).toBe(false)
})
