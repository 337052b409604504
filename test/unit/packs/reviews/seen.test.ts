// What a review shows first, and what of it speaks against somebody.
import { expect, test } from 'vitest'
import { Evidence } from '#src/packs/runs/evidence/evidence.ts'
import type { Value } from '#src/packs/runs/evidence/values.ts'
import { factsReadBy, isAgainst, listBehind, listSeen } from '#src/packs/reviews/seen.ts'
import { module, sequence, stop, when } from '#test/support/packs/build.ts'

const root = sequence(
  module({ key: 'facialBiometrics' }),
  when([], 'facts.checks.hit && facts.liveness.status == 1.0', stop('review', 'x')),
  when([], 'facts.velocity.documentsPerDevice > 3.0', stop('review', 'y')),
)

test('the facts that conditions read are shown, by group, and those alone', () => {
  const read = factsReadBy(root, false)
  expect([...read].map(([group, names]) => [group, ...names])).toEqual([
    ['checks', 'hit'],
    ['liveness', 'status'],
  ])
})

test('of a walk, and of a pack that reads none, the groups that its modules bring', () => {
  const brought = [...factsReadBy(root, true).keys()]
  expect(brought).toContain('liveness')
  expect(brought).not.toContain('company')
  expect([...factsReadBy(sequence(module({ key: 'facialBiometrics' })), false).keys()]).toEqual(
    brought,
  )
})

test('what decided comes first, then what is read, with what the run saw where that was another', () => {
  const evidence = new Evidence()
  evidence.note('/steps/1', { facts: evidence.facts({ liveness: { status: 2 }, checks: {} }) })
  const deciding = { values: [{ read: 'facts.checks.hit', value: 'unknown', modules: [] }] }
  const now = {
    checks: { hit: true, exposed: false },
    liveness: { done: true },
    phones: { count: 1 },
  }
  const seen = listSeen({ now, kept: evidence.record, deciding, read: factsReadBy(root, false) })
  expect(seen.map(({ modules: _modules, ...one }) => one)).toEqual([
    { read: 'facts.checks.hit', value: true, saw: 'unknown', decided: true },
    { read: 'facts.checks.exposed', value: false, saw: 'unknown' },
    { read: 'facts.liveness.status', value: 'unknown', saw: 2 },
    { read: 'facts.liveness.done', value: true, saw: 'unknown' },
  ])
})

test.for<readonly [string, Readonly<Record<string, Value>>, readonly string[]]>([
  ['facts.checks.hit', { 'facts.checks.hit': true }, ['facts.checks.hit']],
  // Of an `unless` what is not met, or not known.
  [
    '!(facts.documents.verdict == "Aprovado" && facts.documents.refused == 0)',
    { 'facts.documents.verdict': 'Aprovado', 'facts.documents.refused': 2 },
    ['facts.documents.refused'],
  ],
  [
    '!(facts.checks.personRegular && !has(facts.checks.personStatusDoubtful))',
    { 'facts.checks.personRegular': 'unknown', 'facts.checks.personStatusDoubtful': 'unknown' },
    ['facts.checks.personRegular'],
  ],
  // An answer that is known outweighs one that is not.
  [
    'facts.phones.denied || (has(facts.link.denied) && facts.link.denied)',
    { 'facts.phones.denied': 'unknown', 'facts.link.denied': true },
    ['facts.link.denied'],
  ],
  [
    'facts.device.rules.exists(rule, rule in [1006.0, 2001.0]) || facts.device.status == 3',
    { 'facts.device.rules': [1006], 'facts.device.status': 1 },
    ['facts.device.rules'],
  ],
  [
    '!(steps.score.results[0].value >= 40 && facts.age.years >= 18)',
    { 'steps.score.results[0].value': 12, 'facts.age.years': 30 },
    ['steps.score.results[0].value'],
  ],
  // What cannot be told apart stays together.
  [
    'score.results[0].value > 3 && facts.checks.hit',
    { 'steps.score.results[0].value': 5, 'facts.checks.hit': true },
    ['steps.score.results[0].value', 'facts.checks.hit'],
  ],
  ['not CEL at all (', { 'facts.checks.hit': true }, ['facts.checks.hit']],
])('of the condition %s over %j these decided: %j', ([condition, seen, behind]) => {
  const values = Object.entries(seen).map(([read, value]) => ({ read, value, modules: [] }))
  expect([...listBehind({ condition, values })]).toEqual(behind)
})

test.for<readonly [string, Value, boolean]>([
  ['facts.checks.hit', true, true],
  ['facts.checks.hit', false, false],
  ['facts.checks.hit', 'unknown', false],
  ['facts.checks.listsAsked', false, false],
  ['facts.checks.sanctionedBy', ['ofac'], true],
  ['facts.checks.sanctionedBy', [], false],
  // What could not be asked is missing.
  ['facts.checks.listsNotSearched', ['sanction'], false],
  ['facts.liveness.spoofs', 1, true],
  ['facts.liveness.spoofs', 0, false],
  ['facts.lists.denyAction', 'review', true],
  ['facts.lists.confirmedGood', true, false],
  ['facts.velocity.documentsPerDevice', 9, true],
  ['steps.score.results[0].value', 12, false],
])('whether %s of %j speaks against somebody: %s', ([read, value, is]) => {
  expect(isAgainst({ read, value, modules: [] })).toBe(is)
})
