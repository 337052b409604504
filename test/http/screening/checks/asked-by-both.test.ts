// Lists are searched by number and name: whoever was asked about under another one of them was not looked for.
import { describe, expect } from 'vitest'
import { ana, type Answer, decide, only, sound, test } from '#test/support/scripted-company.ts'

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
