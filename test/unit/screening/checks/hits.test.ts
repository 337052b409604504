// What dismisses an entry of a list, and what does not.
import { expect, test } from 'vitest'
import { hasHits } from '#src/screening/checks/difference.ts'
import { trust } from '#src/screening/checks/trust.ts'
import type { ListMatch } from '#src/screening/wire/schema.ts'

const subject = { document: '52998224725', name: 'Maria Souza', birthdate: '1990-05-17' }
const entry = (more: Partial<ListMatch>): ListMatch => ({
  id: '1',
  name: 'Maria Souza',
  score: 1,
  match: true,
  topics: [],
  lists: [],
  ...more,
})
const dismissedBy = (more: Partial<ListMatch>, about: object = subject) => {
  const asked = { port: 'person-check', service: 'Sanctions', subject: about } as const
  const found = trust(asked, { kind: 'answered', answer: { matches: [entry(more)] } })
  const answer = found.kind === 'answered' && 'matches' in found.answer ? found.answer : {}
  return answer.matches?.[0]?.dismissed
}

test.each<[string, Partial<ListMatch>, string | undefined]>([
  ['nothing but a name', {}, undefined],
  ['the same number', { documents: ['52998224725'] }, undefined],
  ['the digits that are shown', { documents: ['***982247**'] }, undefined],
  ['no digit shown', { documents: ['***********'] }, undefined],
  ['another number', { documents: ['39053344705'] }, 'number'],
  ['other digits', { documents: ['***000000**'] }, 'number'],
  ['a number of another kind', { documents: ['AB123456'] }, undefined],
  ['a number that is no CPF', { documents: ['44051401458'] }, undefined],
  ['one number of two', { documents: ['39053344705', '52998224725'] }, undefined],
  ['the same date', { birthDates: ['1990-05-17'] }, undefined],
  ['the same year', { birthDates: ['1990'] }, undefined],
  ['another date', { birthDates: ['1991-05-17'] }, 'date'],
  ['another month', { birthDates: ['1990-06'] }, 'date'],
  ['one date of two', { birthDates: ['1971', '1990'] }, undefined],
  ['a date that is about', { birthDates: ['circa 1970'] }, undefined],
  [
    'another date and the same number',
    { documents: ['52998224725'], birthDates: ['1970'] },
    undefined,
  ],
  ['what the source dismisses itself', { dismissed: 'date' }, undefined],
])('%s', (_, more, dismissed) => {
  expect(dismissedBy(more)).toBe(dismissed)
})

test('who has neither number nor date dismisses nothing', () => {
  expect(dismissedBy({ documents: ['39053344705'], birthDates: ['1970'] }, { name: 'Maria' })).toBe(
    undefined,
  )
})

test('what is dismissed is no hit', () => {
  expect(hasHits({ matches: [entry({})] })).toBe(true)
  expect(hasHits({ matches: [entry({ dismissed: 'number' })] })).toBe(false)
})
