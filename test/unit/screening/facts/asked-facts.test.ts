// Whether lists were asked, and about whom.
import { describe, expect, test } from 'vitest'
import { describeAsked, describeOthersAsked } from '#src/screening/facts/asked-facts.ts'
import type { CheckAnswer } from '#src/screening/orders/port.ts'
import type { Statement } from '#src/screening/facts/statements.ts'

const say = (service: string, more: Partial<Statement> = {}): Statement => ({
  port: 'person-check',
  service,
  source: 'lists',
  isAuthoritative: false,
  isOwn: true,
  subject: {},
  answer: { matches: [] },
  ...more,
})
const company = { port: 'company-check' } as const
const lists = (answer: CheckAnswer | null) => [say('Sanctions', { answer }), say('Pep', { answer })]

describe('the lists of the own person or company have been asked', () => {
  test.each<[string, 'cpf' | 'cnpj', Statement[], boolean]>([
    ['nobody', 'cpf', [], false],
    ['both lists', 'cpf', lists({ matches: [] }), true],
    ['sanctions alone', 'cpf', [say('Sanctions')], false],
    ['lists without their matches', 'cpf', lists({}), false],
    ['lists that have no data', 'cpf', lists(null), false],
    ['lists about somebody else', 'cpf', [say('Sanctions'), say('Pep', { isOwn: false })], false],
    ['the lists of the second document', 'cpf', [say('Sanctions', company), say('Pep')], false],
    ['the lists of the company', 'cnpj', [say('Sanctions', company)], true],
    ['the lists of a person', 'cnpj', lists({ matches: [] }), false],
  ])('by %s of a %s', (_, documentType, said, areAsked) => {
    expect(describeAsked(said, { documentType }).listsAsked).toBe(areAsked)
  })

  test.each<[string, string | undefined, string | undefined, boolean]>([
    ['by name', 'Maria Souza', 'Maria Souza', true],
    ['without it', 'Maria Souza', undefined, false],
    ['by invisible signs', 'Maria Souza', '\u200b', false],
    ['by a letter', 'Maria Souza', 'A', false],
    ['without one, as it has none', undefined, undefined, true],
    ['without one, as nobody can read it', '\u200b', undefined, false],
  ])('%s, of one who is called %j', (_, name, asked, areAsked) => {
    const own = name === undefined ? {} : { name }
    const subject = { document: '52998224725', ...(asked !== undefined && { name: asked }) }
    const said = ['Sanctions', 'Pep', 'ArrestWarrant'].map((service) =>
      say(service, { subject, answer: { matches: [], records: [] } }),
    )
    expect(describeAsked(said, { documentType: 'cpf', ...own })).toEqual({
      listsAsked: areAsked,
      listsAskedInPart: false,
      warrantsAsked: areAsked,
    })
    const company = [say('Sanctions', { port: 'company-check', subject })]
    expect(describeAsked(company, { documentType: 'cnpj', ...own }).listsAsked).toBe(areAsked)
  })

  test.each<[string, string, boolean, boolean]>([
    ['Cyrillic', 'Мария Соуза', true, false],
    ['Hangul', '박서준', true, false],
    ['Arabic', 'محمد درويشي', false, true],
    ['Han', '王伟', false, true],
    ['a Latin and a Hebrew', 'Ana כהן', false, true],
    ['hieroglyphs as', '𓀀𓀁', false, false],
  ])('by a name in %s letters wholly, in part or not', (_, name, areAsked, areInPart) => {
    const document = '52998224725'
    const said = lists({ matches: [] }).map((one) => ({ ...one, subject: { document, name } }))
    const facts = describeAsked(said, { documentType: 'cpf', name })
    expect(facts).toMatchObject({ listsAsked: areAsked, listsAskedInPart: areInPart })
    const about = said.map((one) => ({ ...one, isOwn: false }))
    const partners = [{ document, name }]
    const others = describeOthersAsked(about, { documentType: 'cnpj', partners })
    expect(others).toEqual({ listsAsked: areAsked, listsAskedInPart: areInPart })
  })

  test('warrants are asked for when the register of records answers', () => {
    const warrants = (answer: CheckAnswer | null) =>
      describeAsked([say('ArrestWarrant', { answer })], { documentType: 'cpf' }).warrantsAsked
    expect(warrants({ records: [] })).toBe(true)
    expect(warrants({})).toBe(false)
    expect(warrants(null)).toBe(false)
  })
})

describe('the lists of all others have been asked', () => {
  const ana = { document: '52998224725', name: 'Ana Maria Souza' }
  const rui = { document: '39053344705', name: 'Rui Rocha' }
  const firm = { document: '11222333000181', name: 'Horizonte Ltda' }
  const about = (subject: object, services = ['Sanctions', 'Pep']) =>
    services.map((service) =>
      say(service, {
        isOwn: false,
        subject,
        port:
          'document' in subject && subject.document === firm.document
            ? 'company-check'
            : 'person-check',
      }),
    )
  const shown = { name: 'ANA MARIA SOUSA', document: '***982247**', kind: 'person' as const }

  test.each<[string, object, Statement[], boolean | undefined]>([
    ['of nobody', {}, [], undefined],
    ['of one who was not', { partners: [ana] }, [], false],
    ['of one', { partners: [ana] }, about(ana), true],
    ['of one by another number', { partners: [ana] }, about({ ...ana, document: '1' }), false],
    ['of one by no number', { partners: [ana] }, about({ name: ana.name }), false],
    ['of one by no name', { partners: [ana] }, about({ document: ana.document }), false],
    ['of one in sanctions alone', { partners: [ana] }, about(ana, ['Sanctions']), false],
    ['of one of two', { partners: [ana], legalRepresentatives: [rui] }, about(ana), false],
    [
      'of two',
      { partners: [ana], legalRepresentatives: [rui] },
      [ana, rui].flatMap((one) => about(one)),
      true,
    ],
    ['of a firm', { partners: [firm] }, about(firm, ['Sanctions']), true],
    [
      'of the own statements',
      { partners: [ana] },
      about(ana).map((one) => ({ ...one, isOwn: true })),
      false,
    ],
  ])('%s', (_, sent, said, areAsked) => {
    expect(describeOthersAsked(said, { documentType: 'cnpj', ...sent }).listsAsked).toBe(areAsked)
  })

  test('with those that the register names', () => {
    const asked = (said: Statement[], ...listed: (typeof shown)[]) =>
      describeOthersAsked(said, { documentType: 'cnpj', partners: [ana] }, listed).listsAsked
    expect(asked(about(ana), shown)).toBe(true)
    const eva = { ...shown, name: 'EVA REIS', document: '***000000**' }
    expect(asked(about(ana), shown, eva)).toBe(false)
    expect(asked(about(ana), ...Array.from({ length: 500 }, () => shown))).toBe(false)
  })

  test.each<[string, object, boolean]>([
    ['by its number and name', ana, true],
    ['under another name', { ...ana, name: 'Bruno Outro Nome' }, false],
    ['under a doubtful name', { ...ana, name: 'Ana M. de Oliveira Sousa' }, false],
    ['without a name', { document: ana.document }, false],
    ['without its number', { name: ana.name }, false],
  ])('with one whose whole number the register shows, %s: %s', (_, subject, areAsked) => {
    const listed = [{ ...shown, document: ana.document }]
    const facts = describeOthersAsked(about(subject), { documentType: 'cnpj' }, listed)
    expect(facts.listsAsked).toBe(areAsked)
  })
})
