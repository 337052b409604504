// What several official bases have said becomes one word: the worst face, one field that differs, and nothing of what
// nobody has said.
import { expect, test } from 'vitest'
import { describeOfficial, joinAnswers, verdictOf } from '#src/screening/facts/official-facts.ts'
import type { Statement } from '#src/screening/facts/statements.ts'
import type { OfficialResult } from '#src/screening/wire/official-schema.ts'
import { completeOfficial, faceOf, hasFindings } from '#src/screening/wire/official.ts'
import { subject } from '#test/support/vendors/datavalid.ts'

const fields = { name: true, birthdate: true }
const agreed: OfficialResult = { inBase: true, face: 'match', fields }

test.each<[string, OfficialResult[], object, string]>([
  ['nothing', [], {}, 'open'],
  ['all of it', [agreed], { inBase: true, face: 'match', fields: 'agree' }, 'agrees'],
  ['nobody', [{ inBase: false }], { inBase: false }, 'open'],
  ['nobody, then somebody', [{ inBase: false }, agreed], { inBase: true, face: 'match', fields: 'agree' }, 'agrees'],
  ['no portrait', [{ inBase: true, fields }], { inBase: true, fields: 'agree' }, 'open'],
  ['a face here and fields there', [{ face: 'match' }, { fields }], { face: 'match', fields: 'agree' }, 'agrees'],
  ['a name without a birth date', [{ face: 'match', fields: { name: true } }], { face: 'match' }, 'open'],
  ['a name and a birth date of two bases', [{ face: 'match', fields: { name: true } }, { fields: { birthdate: true } }], { face: 'match', fields: 'agree' }, 'agrees'],
  ['one field that differs', [{ ...agreed, fields: { ...fields, licenceNumber: false } }], { inBase: true, face: 'match', fields: 'differ' }, 'open'],
  ['one base that differs', [agreed, { fields: { name: false } }], { inBase: true, face: 'match', fields: 'differ' }, 'open'],
  ['a doubtful face beside a match', [agreed, { face: 'doubtful' }], { inBase: true, face: 'doubtful', fields: 'agree' }, 'open'],
  ['another face beside a match', [agreed, { face: 'no-match' }], { inBase: true, face: 'no-match', fields: 'agree' }, 'contradicts'],
  ['a selfie that is not real', [{ ...agreed, liveness: 'not-real' }], { inBase: true, face: 'match', fields: 'agree' }, 'open'],
  ['a real one of somebody else', [{ ...agreed, face: 'no-match', liveness: 'real' }], { inBase: true, face: 'no-match', fields: 'agree' }, 'contradicts'],
])('%s', (_name, said, facts, verdict) => {
  expect(joinAnswers(said)).toEqual(facts)
  expect(verdictOf(said)).toBe(verdict)
}) // prettier-ignore

test('facts are of the selfie and the document that were asked about last', () => {
  const say = (selfieOf: string, answer: OfficialResult): Statement => ({
    port: 'official-match',
    service: 'OfficialMatch',
    source: 'first',
    isAuthoritative: false,
    isOwn: true,
    subject: { ...subject, shown: { ...subject.shown, selfieOf } },
    answer,
  })
  expect(describeOfficial([say('a', agreed), say('b', { inBase: false })])).toEqual({ inBase: false }) // prettier-ignore
  expect(describeOfficial([say('b', { inBase: false }), say('a', agreed)])).toMatchObject({ face: 'match' }) // prettier-ignore
})

test.each<[OfficialResult, OfficialResult['notSeen']]>([
  [agreed, []],
  [{ inBase: false }, ['person', 'portrait', 'fields']],
  [{ inBase: true, fields }, ['portrait']],
  [{ inBase: true, similarity: 0.5 }, ['fields']],
  [{ notSeen: ['person'], fields }, ['person', 'portrait']],
])('what was not seen is said: %o', (answer, notSeen) => {
  expect(completeOfficial(answer).notSeen).toEqual(notSeen)
})

test('a similarity is a face by its band, and silence is no answer', () => {
  expect([1, 0.93, 0.92, 0.32, 0.31, 0].map((one) => faceOf(one))).toEqual(['match', 'match', 'doubtful', 'doubtful', 'no-match', 'no-match']) // prettier-ignore
  expect(faceOf(0.95, { match: 0.97, noMatch: 0.5 })).toBe('doubtful')
  const silent: OfficialResult[] = [{}, { inBase: true }, { liveness: 'real' }, { fields: {} }, { document: '52998224725' }] // prettier-ignore
  expect(silent.map(hasFindings)).toEqual(silent.map(() => false))
  expect([{ inBase: false }, { face: 'match' as const }, { notSeen: ['portrait' as const] }].every(hasFindings)).toBe(true) // prettier-ignore
})
