// Lists are searched by number and name: whoever was asked about under another one of them was not looked for.
import { describe, expect } from 'vitest'
import {
  ana,
  type Answer,
  call,
  type Checked,
  claimsOf,
  company,
  create,
  decide,
  only,
  script,
  sound,
  test,
} from '#test/support/scripted-company.ts'
import { until } from '#test/workflow/client.ts'

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
    ['a firm under another name', 'approved', { partners: [{ ...holding, name: 'Padaria Inocente Ltda' }] }, registerOf(hidden, firm)],
    ['a firm on a list under another name', 'review', { partners: [{ ...holding, name: 'Padaria Inocente Ltda' }] }, firstOf(registerOf(hidden, firm), listed(holding.name))],
    ['a firm on a list that the client leaves out', 'review', {}, firstOf(registerOf(hidden, firm), listed(holding.name))],
    ['a firm that the client leaves out', 'approved', {}, registerOf(hidden, firm)],
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

describe('a check without a name that can be read', () => {
  const scope = 'transactions:read transactions:write packs:write packs:live'
  const claims = { ...claimsOf('nameless'), scope }
  const clean = 'facts.checks.listsAsked && !facts.checks.hit'
  const stop = (outcome: string) => ({ kind: 'stop', outcome, reason: 'lists' })
  const steps = [
    { kind: 'module', module: 'score' },
    { kind: 'when', condition: clean, run: stop('approved'), otherwise: stop('held') },
  ]

  test.for<[string, string, string, object, object]>([
    ['of a company that no list has', 'approved', '/company', {}, { name: 'Zeta Ltda' }],
    ['of a company', 'held', '/company', { companyName: '\u200b' }, {}],
    ['of a company, but a letter', 'held', '/company', { companyName: 'A' }, {}],
    ['of a company whose own name cannot be read', 'held', '/company', {}, { name: '\u200b' }],
    ['of a person', 'held', '', { fullName: '\u200b' }, { ...ana, documentType: 'CPF', legalRepresentatives: [] }],
  ])('%s: %s', async ([title, outcome, about, checkParams, sent], { app }) => {
    await call(app, claims, '/v1/packs/clean-lists/versions', { root: { kind: 'sequence', steps } })
    const names = [sound.name, ana.name]
    const id = await create(app, 'nameless', sent)
    script(id, { first: firstOf(...names.map(listed)) })
    const services = about === '' ? ['Sanctions', 'Pep'] : ['Sanctions']
    const read = async (path: string) => (await call(app, claims, path)).json()
    const path = `/v1/transaction/${id}/backgroundcheck`
    expect((await call(app, claims, `${path}${about}`, { checkParams, services })).status).toBe(200)
    await until(async () => (await read(path)).every(({ status }: Checked) => status !== 'processing') || undefined)
    expect([title, (await read(`/v1/packs/clean-lists/${id}`)).outcome]).toEqual([title, outcome])
    const codes = (await read(`/v1/transaction/${id}/insights`)).map(({ code }: { code: string }) => code)
    expect(codes.includes('PC004')).toBe(outcome === 'approved')
  }) // prettier-ignore
})
