// Lists are searched by number and name: whoever was asked about under another one of them was not looked for.
import { describe, expect } from 'vitest'
import {
  ana,
  type Answer,
  company,
  decide,
  only,
  sound,
  test,
} from '#test/support/scripted-company.ts'

/** A list that has whoever is asked about under that name. */
const listed =
  (name: string): Answer =>
  (request) =>
    request.service === 'Sanctions' && 'name' in request.subject && request.subject.name === name
      ? only(/Sanctions/, { matches: [{ id: '1', name, score: 1, match: true, topics: ['sanction'], lists: [] }] }, /./)(request)
      : undefined // prettier-ignore

const firstOf =
  (...answers: readonly Answer[]): Answer =>
  (request) =>
    answers.map((answer) => answer(request)).find((outcome) => outcome !== undefined)

describe('of a partner whose whole number the register shows', () => {
  const holding = {
    document: '19131243000197',
    documentType: 'cnpj',
    name: 'Sancionada Holding SA',
  }
  const another = { ...ana, name: 'Bruno Outro Nome' }
  const [hidden] = sound.partners
  const shown = { name: ana.name, document: ana.document, kind: 'person' }
  const firm = { name: holding.name, document: holding.document, kind: 'company' }
  const registerOf = (...partners: readonly object[]) => only(/Registry/, { ...sound, partners })

  test.for<[string, string, object, Answer]>([
    ['a person under the name', 'approved', {}, registerOf(shown)],
    ['a person under another name', 'review', { legalRepresentatives: [another] }, registerOf(shown)],
    ['a person on a list', 'review', {}, firstOf(registerOf(shown), listed(ana.name))],
    ['a firm under its name', 'approved', { partners: [holding] }, registerOf(hidden, firm)],
    ['a firm under another name', 'review', { partners: [{ ...holding, name: 'Padaria Inocente Ltda' }] }, registerOf(hidden, firm)],
  ])('%s is asked about: %s', async ([title, outcome, sent, first], { app }) => {
    const tenant = `p-${title.replaceAll(/[^a-z]+/g, '-')}`
    expect(await decide(app, tenant, { first, sent }, true)).toMatchObject({ outcome })
  }) // prettier-ignore
})

describe('of a company whose head office is on a list of sanctions', () => {
  const branch = '11222333000262'
  const entry = {
    id: '1',
    name: sound.name,
    score: 1,
    match: true,
    topics: ['sanction'],
    lists: [],
  }
  const listing = (more: object) => only(/Sanctions/, { matches: [{ ...entry, ...more }] })
  const register = only(/Registry/, { ...sound, document: branch })

  test.for<[string, string, string, object]>([
    ['the head office', 'review', company, { documents: [company] }],
    ['a branch', 'review', branch, { documents: [company] }],
    ['a branch that trades under another name', 'review', branch, { documents: [company], name: 'Outro Nome SA' }],
    ['a company of the same name and another root', 'approved', branch, { documents: ['19131243000197'] }],
  ])('%s: %s', async ([title, outcome, document, more], { app }) => {
    const tenant = `b-${title.replaceAll(/[^a-z]+/g, '-')}`.slice(0, 40)
    const first = firstOf(...(document === branch ? [register] : []), listing(more))
    expect(await decide(app, tenant, { first, sent: { document } }, true)).toMatchObject({ outcome })
  }) // prettier-ignore
})
