// What an author writes wrongly is refused with what can stand there, in words of ours.
import { expect, test } from 'vitest'
import { createFacts } from '#src/journey/facts/facts.ts'
import { parseText } from '#src/journey/registry/text.ts'
import { capabilities, withOwnServices } from '#src/main/capabilities.ts'
import { checkPublication } from '#src/packs/files/registered.ts'

const protection = { type: 'object', properties: { active: { type: 'boolean' } } } as const
const own = new Map([['OpeningProtection', protection]])
const offered = withOwnServices(capabilities, own).flatMap(({ module }) => module ?? [])
const facts = createFacts(capabilities.flatMap((one) => one.facts ?? []))

const call = `- { kind: call, id: limit, to: core, result: { type: object, required: [ok], properties: { ok: { type: boolean } } } }`
const check = `- { kind: module, module: backgroundCheck, with: { services: [OpeningProtection] } }`
const ends = `- { kind: stop, outcome: approved, reason: ok }`
/** One step, a row before the stop, and what stands at the head of the document. */
const pack = (step: string, { row = '', head = '', cases = '' } = {}) => `
${head}
root:
  kind: sequence
  steps:
    ${step}
    ${row && `- { kind: decide, id: asks, rows: [{ if: '${row}', outcome: review, reason: r }] }`}
    ${ends}
${cases && `cases: [{ name: a, expect: { outcome: approved }, ${cases} }]`}
`
const answered = (row: string, services: string) =>
  pack(check, { row, cases: `results: { backgroundCheck: [{ services: ${services} }] }` })

test.for<[string, string, string | RegExp]>([
  ['a kind that there is not', pack('- { kind: form, id: a }'), /^\/root\/steps\/0\/kind must be one of: module, .*ask, each, decide, stop$/],
  ['a field of another name', pack('- { kind: wait, id: a, forSeconds: 3600 }'), /forSeconds this field is unknown; there is: deadlineSeconds, for, /],
  ['a module in another case', pack('- { kind: module, module: facialbiometrics }'), /no module facialbiometrics is offered; there is: facialBiometrics, /],
  ['a document by its short name', pack('- { kind: module, module: aiDocs, with: { kinds: [PP] } }'), /\/with\/kinds\/0 must be one of: .*PASSPORT/],
  ['a list as a text', pack('- { kind: module, module: backgroundCheck, with: { services: Pep } }'), '/root/steps/0/with/services must be an array'],
  ['a number as a text', pack("- { kind: module, module: score, deadlineSeconds: '60' }"), '/root/steps/0/deadlineSeconds must be an integer'],
  ['a country by two letters', pack(call, { row: 'transaction.documentCountry == "BR"' }), /transaction\.documentCountry is only "ABW", /],
  ['a country in small letters', pack(call, { row: 'transaction.documentCountry != "prt"' }), /transaction\.documentCountry is only /],
  ['an input that the pack has not', pack(call, { row: 'input.amount > 5.0' }), 'the pack has no input: name its fields under `input`, beside `root`'],
  ['has() of a field that each result has', pack(call, { row: '!has(steps.limit.result.ok)' }), /if each result has ok: write has\(steps\.limit\.result\)$/],
  ['a text that no message shows', pack(`- { kind: module, module: phoneConfirmation, send: true, purpose: ${'x'.repeat(61)} }`), /purpose no message can show it: one line of 60 characters/],
  ['a text that no message shows with a value', pack(`- { kind: module, module: phoneConfirmation, send: true, purpose: '${'x'.repeat(60)}{input.n}' }`, { head: 'input: { type: object, properties: { n: { type: number } } }' }), /no message can show it/],
  ['an output that is no expression', pack(ends, { head: 'output: { limit: 5 }' }), '/output/limit is an expression as a text, or `{value, event}`'],
  ['the answer of a call without its list', pack(call, { cases: 'results: { limit: { ok: true } }' }), /\/cases\/0\/results\/limit is a list of its results \(of what is brought one: `\[\{…\}\]`\)/],
  ['another field in that list', pack(call, { cases: 'results: { limit: [{ okay: true }] }' }), /\/cases\/0\/results\/limit\/0\/ok is missing/],
  ['a service that nobody reads', answered('true', '{ Protection: { active: true } }'), /\/services\/Protection no condition reads such a service; there is: OpeningProtection/],
  ['a value of a service', answered('true', '{ OpeningProtection: { active: 1 } }'), /\/services\/OpeningProtection\/active is neither true nor false/],
  ['a case that ends without an answer', pack(call, { row: 'steps.limit.result.ok', cases: 'results: { limit: failed }' }), /asks\.r has no answer$/],
])('%s', async ([, yaml, said]) => {
  const read = parseText(yaml, false)
  const known = { root: async () => undefined, hasScorecard: async () => true }
  const checked =
    'parsed' in read
      ? await checkPublication(read.parsed.value, 'mine', { offered, facts }, known)
      : read
  const faults = 'faults' in checked ? checked.faults : []
  const words = faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('\n')
  expect(words).toMatch(said)
  expect(words).not.toMatch(/Invalid|expected/)
}) // prettier-ignore

test.for([
  '!has(steps.limit.result)',
  'has(steps.limit.result.amount)',
  'has(steps.limit.result) && has(steps.limit.result.ok) && !steps.limit.result.ok',
])('is taken: %s', async (row) => {
  const yaml = pack(call.replace('boolean } }', 'boolean }, amount: { type: number } }'), { row })
  const read = parseText(yaml, false)
  if (!('parsed' in read)) throw new Error('it cannot be read')
  const known = { root: async () => undefined, hasScorecard: async () => true }
  expect(
    await checkPublication(read.parsed.value, 'mine', { offered, facts }, known),
  ).toHaveProperty('publication')
})

test('what a case says of a service is what conditions read', async () => {
  const yaml = answered(
    'steps.backgroundCheck.services.OpeningProtection.active',
    '{ OpeningProtection: { active: false } }',
  )
  const read = parseText(yaml, false)
  if (!('parsed' in read)) throw new Error('it cannot be read')
  const known = { root: async () => undefined, hasScorecard: async () => true }
  expect(
    await checkPublication(read.parsed.value, 'mine', { offered, facts }, known),
  ).toHaveProperty('publication')
})
