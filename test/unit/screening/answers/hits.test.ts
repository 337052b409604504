// What dismisses an entry of a list, and what does not.
import { expect, test } from 'vitest'
import { hasHits } from '#src/screening/answers/difference.ts'
import { trust } from '#src/screening/answers/trust.ts'
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
const weigh = (more: Partial<ListMatch>, about: object = subject, service = 'Sanctions') => {
  const asked = { port: 'person-check', service, subject: about } as const
  const found = trust(asked, { kind: 'answered', answer: { matches: [entry(more)] } })
  const answer = found.kind === 'answered' && 'matches' in found.answer ? found.answer : {}
  return answer.matches?.[0]
}
const dismissedBy = (...given: Parameters<typeof weigh>) => weigh(...given)?.dismissed

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
  ['another date', { birthDates: ['1971-11-02'] }, 'date'],
  ['a date a year off', { birthDates: ['1991-05-17'] }, undefined],
  ['day and month exchanged', { birthDates: ['1990-17-05', '1990-06-17'] }, undefined],
  ['another month', { birthDates: ['1990-06'] }, 'date'],
  ['one date of two', { birthDates: ['1971', '1990'] }, undefined],
  ['about the year', { birthDates: ['circa 1986'] }, undefined],
  ['about another year', { birthDates: ['circa 1970'] }, 'date'],
  ['a date that nobody can have', { birthDates: ['0001-01-01T00:00:00Z'] }, undefined],
  [
    'another number, the very name and day',
    { documents: ['39053344705'], birthDates: ['1990-05-17'] },
    undefined,
  ],
  [
    'another number, the very name and year',
    { documents: ['39053344705'], birthDates: ['1990'] },
    'number',
  ],
  [
    'another number, a doubtful name and the day',
    { name: 'M. Souza', documents: ['39053344705'], birthDates: ['1990-05-17'] },
    'number',
  ],
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

test.each<[string, Partial<ListMatch>, boolean]>([
  ['the whole number', { name: 'Eva Reis', documents: ['52998224725'] }, true],
  ['the name and the date', { birthDates: ['1990-05-17'] }, true],
  ['some digits and the name', { documents: ['***982247**'] }, true],
  ['some digits and a doubtful name', { name: 'M. Souza', documents: ['***982247**'] }, true],
  ['some digits and another name', { name: 'Eva Reis', documents: ['***982247**'] }, false],
  ['a name', {}, true],
  ['the same name in other letters', { name: 'Мария Соуза' }, true],
  ['a doubtful name', { name: 'M. Souza' }, false],
  ['a doubtful name and the year', { name: 'M. Souza', birthDates: ['1990'] }, true],
  ['a doubtful name and the year beside', { name: 'M. Souza', birthDates: ['1991'] }, false],
  ['a name by which many go', { name: 'Eva Reis', weakNames: ['Maria Souza'] }, false],
  ['another name and the date', { name: 'Eva Reis', birthDates: ['1990-05-17'] }, false],
])('below the threshold of its source %s counts: %3$s', (_, more, counted) => {
  expect(weigh({ ...more, match: false })?.match).toBe(counted)
})

test('six digits are nobody’s without a name', () => {
  const documents = ['***982247**']
  expect(weigh({ match: false, documents }, { document: '52998224725' })?.match).toBe(false)
})

test('what is dismissed is no hit', () => {
  expect(hasHits({ matches: [entry({})] })).toBe(true)
  expect(hasHits({ matches: [entry({ dismissed: 'number' })] })).toBe(false)
})

const born = { birthDates: ['1990-05-17'] }
const called = (name: string, more: Partial<ListMatch> = {}) => ({ name, ...more })

// Number, then date, then name: what counts as firm, as doubtful, and what dismisses.
test.each<[string, Partial<ListMatch>, string, string]>([
  ['a name alone', {}, 'doubtful', 'name-alone'],
  ['a name and a date', born, 'firm', 'firm'],
  ['another spelling and a date', called('MARIA SOUSA', born), 'firm', 'firm'],
  ['a doubtful name alone', called('M. Souza'), 'doubtful', 'name-alone'],
  ['a doubtful name and a date', called('M. Souza', born), 'doubtful', 'doubtful'],
  ['another name alone', called('Eva Reis'), 'doubtful', 'name'],
  ['another name and a date', called('Eva Reis', born), 'doubtful', 'name'],
  [
    'another name and the number',
    called('Eva Reis', { documents: ['52998224725'] }),
    'firm',
    'firm',
  ],
  [
    'another name, and the same beside it',
    called('Eva', { otherNames: ['Maria Souza'], ...born }),
    'firm',
    'firm',
  ],
  ['six digits and the name', { documents: ['***982247**'] }, 'firm', 'firm'],
  [
    'six digits and a doubtful name',
    called('M. Souza', { documents: ['***982247**'] }),
    'doubtful',
    'doubtful',
  ],
  // The source has found it, and nothing shows that it is somebody else's.
  [
    'six digits and another name',
    called('Eva Reis', { documents: ['***982247**'] }),
    'doubtful',
    'doubtful',
  ],
  [
    'six digits, and the same name beside another',
    called('Eva', { otherNames: ['Maria Souza'], documents: ['***982247**'] }),
    'firm',
    'firm',
  ],
  ['five digits that agree', { documents: ['***98224***'] }, 'doubtful', 'name-alone'],
  ['five digits that differ', { documents: ['***98225***'] }, 'number', 'number'],
  ['the name, and a date that may be meant', { birthDates: ['1991'] }, 'doubtful', 'doubtful'],
  [
    'a doubtful name, and a date that may be meant',
    called('M. Souza', { birthDates: ['1991'] }),
    'doubtful',
    'name-alone',
  ],
  [
    'the name, the day and another number',
    { ...born, documents: ['39053344705'] },
    'doubtful',
    'doubtful',
  ],
  [
    'a weak name alone',
    called('Eva Reis', { weakNames: ['Maria Souza'] }),
    'doubtful',
    'name-alone',
  ],
  [
    'a weak name and a date',
    called('Eva Reis', { weakNames: ['Maria Souza'], ...born }),
    'doubtful',
    'doubtful',
  ],
  [
    'what is like a weak name, and a date',
    called('Eva Reis', { weakNames: ['M. Souza'], ...born }),
    'doubtful',
    'name',
  ],
  ['a name in another script', called('Мария Соуза', born), 'doubtful', 'doubtful'],
  ['the same in another script alone', called('Мария Соуза'), 'doubtful', 'name-alone'],
])('%s is %3$s', (_, more, inSanctions, elsewhere) => {
  const found = (service: string) => {
    const match = weigh(more, subject, service)
    return match?.dismissed ?? (match?.doubtful ? 'doubtful' : 'firm')
  }
  expect([found('Sanctions'), found('Pep')]).toEqual([inSanctions, elsewhere])
})

test('by what an entry is, and not by who was asked, a name alone counts', () => {
  expect(weigh({ topics: ['role.pep'] }, subject, 'Sanctions')?.dismissed).toBe('name-alone')
  expect(weigh({ topics: ['debarment'] }, subject, 'Sanctions')?.dismissed).toBe('name-alone')
  expect(weigh({ topics: ['sanction', 'role.pep'] }, subject, 'Pep')?.doubtful).toBe(true)
})

test('a company is compared by its own comparator', () => {
  const asked = {
    port: 'company-check',
    service: 'Sanctions',
    subject: { document: '11222333000181', name: 'Padaria Estrela do Sul Ltda' },
  } as const
  const found = trust(asked, {
    kind: 'answered',
    answer: { matches: [entry({ name: 'PADARIA ESTRELA DO SUL', topics: ['debarment'] })] },
  })
  expect(found).toMatchObject({ answer: { matches: [{ dismissed: 'name-alone' }] } })
})

test.each<[string, string[], Partial<ListMatch>]>([
  ['of the head office', ['11222333000181'], { match: true }],
  ['of another root', ['11222334000126'], { match: false, dismissed: 'number' }],
  ['of another root and of the head office', ['11222334000126', '11222333000181'], { match: true }],
])('a branch and an entry %s: the legal person decides', (_, documents, weighed) => {
  const about = { document: '11222333000262', name: 'Acme Ltda' }
  const asked = { port: 'company-check', service: 'Sanctions', subject: about } as const
  const given = entry({ name: 'Outro Nome SA', match: false, documents })
  const found = trust(asked, { kind: 'answered', answer: { matches: [given] } })
  expect(found).toEqual({ kind: 'answered', answer: { matches: [{ ...given, ...weighed }] } })
})

test('what a source says of the weight of an entry is not believed', () => {
  expect(weigh({ documents: ['52998224725'], doubtful: true, hitId: 'x' })).toEqual(
    entry({ documents: ['52998224725'] }),
  )
})

const now = new Date('2026-11-22T12:00:00Z')
const answerOf = (service: string, updatedAt: string, matches: ListMatch[] = []) =>
  trust(
    { port: 'person-check', service, subject },
    { kind: 'answered', answer: { matches, updatedAt } },
    now,
  )

test.each([
  ['Sanctions', '2026-11-20T12:00:00Z', 'answered'],
  ['Sanctions', '2026-11-20T11:59:59Z', 'uncertain'],
  ['Sanctions', '2026-11-20T13:00:00+02:00', 'uncertain'],
  ['Sanctions', '2026-11-20', 'answered'],
  ['Sanctions', '2026-11-19', 'uncertain'],
  ['Pep', '2026-11-15T12:00:00Z', 'answered'],
  ['Pep', '2026-11-15T11:00:00Z', 'uncertain'],
  ['AdverseMedia', '2026-11-01', 'uncertain'],
  ['Sanctions', '2026-11-23', 'answered'],
  ['Sanctions', '2062-11-22', 'uncertain'],
])('%s of lists of %s is %s', (service, updatedAt, kind) => {
  expect(answerOf(service, updatedAt).kind).toBe(kind)
})

test('who has searched no list has looked for nobody, and whom it finds all the same is found', () => {
  const asked = { port: 'person-check', service: 'Sanctions', subject } as const
  const said = (searched: string[], ...matches: ListMatch[]) =>
    trust(asked, { kind: 'answered', answer: { matches, searched } })
  expect(said([])).toEqual({ kind: 'uncertain', cause: 'nothing-searched' })
  expect(said(['x']).kind).toBe('answered')
  expect(said([], entry({ documents: ['52998224725'] })).kind).toBe('answered')
})

test('whom an old list finds is found; whom it dismisses is not clean', () => {
  const firm = entry({ documents: ['52998224725'] })
  expect(answerOf('Sanctions', '2026-01-01', [firm]).kind).toBe('answered')
  const other = entry({ documents: ['39053344705'] })
  expect(answerOf('Sanctions', '2026-01-01', [other])).toEqual({
    kind: 'uncertain',
    cause: 'outdated',
  })
})

test.each(['0000-00-00', '00/00/0000', '0001-01-01T00:00:00', '0000-00-00 00:00:00'])(
  'what a register writes where it knows no date is none: %s',
  (birthdate) => {
    const asked = { port: 'person-check', service: 'BasicInfos', subject } as const
    const answer = { status: 'regular', name: 'Maria Souza', birthdate } as const
    const found = trust(asked, { kind: 'answered', answer })
    expect(found).toEqual({ kind: 'answered', answer: { status: 'regular', name: 'Maria Souza' } })
  },
)
