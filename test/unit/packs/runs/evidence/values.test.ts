import { expect, test } from 'vitest'
import { Evidence } from '#src/packs/runs/evidence/evidence.ts'
import { hideValues, valuesMax, valuesRead } from '#src/packs/runs/evidence/values.ts'
import { module, sequence } from '#test/support/packs/build.ts'

const seen = {
  value: 'double',
  status: 'string',
  parts: { list: { record: { name: 'string' } } },
} as const
const offered = [
  { key: 'sum', seen, isSearch: false },
  { key: 'look', seen, isSearch: true },
]
const root = sequence(module({ key: 'sum' }), { ...module({ key: 'look' }), id: 'search' })

function read(text: string) {
  const evidence = new Evidence()
  const facts = evidence.facts({
    checks: { hit: true, sanctionedBy: ['a', 'b'], exposed: null },
    phones: {},
  })
  const sections = {
    sum: evidence.section('sum', {
      moduleStatus: 'completed',
      results: [
        { value: 1, parts: [{ name: 'x' }], other: 'not seen' },
        { value: 2, status: 'ok' },
      ],
    }),
    search: evidence.section('search', { moduleStatus: 'failed', results: [] }),
  }
  const sight = { kept: evidence.record, event: { facts, sections }, pack: { root }, offered }
  return valuesRead(text, sight).map(({ read: name, value }) => [name, value])
}

test.for<readonly [string, readonly (readonly [string, unknown])[]]>([
  ['facts.checks.hit', [['facts.checks.hit', true]]],
  ['has(facts.checks.hit) && facts.checks.hit', [['facts.checks.hit', true]]],
  ['facts.checks.?wanted.orValue(false)', [['facts.checks.wanted', 'unknown']]],
  ['facts.checks.exposed', [['facts.checks.exposed', 'unknown']]],
  ['facts.phones.denied', [['facts.phones.denied', 'unknown']]],
  ['size(facts.checks.sanctionedBy) > 0', [['facts.checks.sanctionedBy', ['a', 'b']]]],
  // It was never gathered, so it was not read.
  ['facts.device.status == 1.0', []],
  [
    'steps.sum.results[0].value == 1.0',
    [
      ['steps.sum.results[0].value', 1],
      ['steps.sum.results[1].value', 2],
    ],
  ],
  [
    'sum.results.exists(r, r.?status.orValue("") == "ok")',
    [
      ['steps.sum.results[0].status', 'unknown'],
      ['steps.sum.results[1].status', 'ok'],
    ],
  ],
  [
    'sum.results.all(r, r.parts.exists(p, p.name == "x"))',
    [
      ['steps.sum.results[0].parts[0].name', 'x'],
      ['steps.sum.results[1].parts', 'unknown'],
    ],
  ],
  ['size(sum.results) == 2', [['size(steps.sum.results)', 2]]],
  ['steps.sum.moduleStatus == "completed"', [['steps.sum.moduleStatus', 'completed']]],
  ['steps.search.results[0].value == 1.0', [['steps.search.results', 'unknown']]],
  ['transaction.type == 1.0', []],
  ['not ( a condition', []],
])('a condition and what it read: %s', ([text, values]) => {
  expect(read(text)).toEqual(values)
})

test('a group that was read as a whole shows what is known of it', () => {
  expect(read('has(facts.checks) && facts.checks == facts.checks')).toContainEqual([
    'facts.checks.hit',
    true,
  ])
})

test('however long a list is, an answer stays short', () => {
  const evidence = new Evidence()
  const results = Array.from({ length: 1_000 }, (_, value) => ({ value }))
  const sections = { sum: evidence.section('sum', { moduleStatus: 'completed', results }) }
  const sight = { kept: evidence.record, event: { sections }, pack: { root }, offered }
  expect(valuesRead('sum.results.all(r, r.value > 1.0)', sight)).toHaveLength(valuesMax)
})

test('without the scope of the module that brings it a value is left out, and the scope named', () => {
  const values = [
    { read: 'facts.credit.score', value: 700, modules: ['creditScore'] },
    { read: 'facts.checks.hit', value: true, modules: ['backgroundCheck'] },
  ]
  const modules = [
    { key: 'creditScore', scope: 'credit:read' } as const,
    { key: 'backgroundCheck' },
  ]
  expect(hideValues(values, modules, new Set())).toEqual({
    shown: [{ read: 'facts.checks.hit', value: true }],
    withheld: ['credit:read'],
  })
  expect(hideValues(values, modules, new Set(['credit:read'])).withheld).toEqual([])
})
