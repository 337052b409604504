// Lists that a company brings, and what may come of them: nobody is approved whose partners are not.
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import {
  company,
  openFamily,
  ownersPack,
  type Party,
  partnerPack,
  people,
} from '#test/support/packs/family.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

const test = base.extend('family', ({ db }) => openFamily(db))

const [ana, bia, caio] = people
const many = (count: number): Party[] =>
  Array.from({ length: count }, (_, at) => ({
    documentType: 'cpf',
    document: String(10_000_000_000 + at),
  }))

type Row = {
  readonly title: string
  readonly partners: readonly Party[] | undefined
  /** What a client says of each child, in the order of the list. */
  readonly verdicts?: readonly string[]
  readonly fields?: object
  readonly statuses: readonly string[]
  readonly children: number
  readonly parent: object
}

const review = (reason: string) => ({ status: 'completed', outcome: 'review', stopReason: reason })
/** For a technical reason, which is no verdict: the condition that reads the step decides. */
const failed = {
  ...review('partner-open'),
  status: 'partial',
  steps: { partners: { moduleStatus: 'failed' } },
}
const table: readonly Row[] = [
  {
    title: 'three genuine partners',
    partners: people,
    verdicts: ['approved', 'approved', 'approved'],
    statuses: ['ended', 'ended', 'ended'],
    children: 3,
    parent: { status: 'completed', outcome: 'approved' },
  },
  {
    title: 'no list at all',
    partners: undefined,
    statuses: [],
    children: 0,
    parent: { ...review('unanswered'), unansweredStep: 'partners' },
  },
  { title: 'nobody on the list', partners: [], statuses: [], children: 0, parent: failed },
  { title: 'twenty-one', partners: many(21), statuses: [], children: 0, parent: failed },
  {
    title: 'one CPF twice, in two spellings, is one child in two places',
    partners: [ana, { ...ana, documentType: 'cpf', document: '52998224725', name: 'A. Souza' }],
    verdicts: ['approved'],
    statuses: ['ended', 'ended'],
    children: 1,
    parent: { status: 'completed', outcome: 'approved' },
  },
  {
    title: 'the applicant among the partners is verified like everybody',
    partners: [{ documentType: 'cnpj', document: company.document, name: company.name }, ana],
    verdicts: ['rejected', 'approved'],
    statuses: ['ended', 'ended'],
    children: 2,
    parent: { status: 'completed', outcome: 'rejected', stopReason: 'partner-refused' },
  },
  {
    title: 'somebody without a document is nobody to approve',
    partners: [ana, { name: 'Sem Documento' }],
    verdicts: ['approved'],
    statuses: ['ended', 'unidentified'],
    children: 1,
    parent: review('partner-open'),
  },
  {
    title: 'a masked document is nobody to approve',
    partners: [ana, { documentType: 'cpf', document: '***144477**' }],
    verdicts: ['approved'],
    statuses: ['ended', 'unidentified'],
    children: 1,
    parent: review('partner-open'),
  },
  {
    title: 'a document of no known type is nobody to approve',
    partners: [ana, { documentType: 'passport', document: 'AB123456' }],
    verdicts: ['approved'],
    statuses: ['ended', 'unidentified'],
    children: 1,
    parent: review('partner-open'),
  },
  {
    title: 'one rejected',
    partners: people,
    verdicts: ['approved', 'rejected', 'approved'],
    statuses: ['ended', 'ended', 'ended'],
    children: 3,
    parent: { status: 'completed', outcome: 'rejected', stopReason: 'partner-refused' },
  },
  {
    title: 'one in review has no verdict',
    partners: [ana, bia],
    verdicts: ['approved', 'review'],
    statuses: ['ended', 'in-review'],
    children: 2,
    parent: { status: 'processing' },
  },
  {
    title: 'one never came',
    partners: [ana, caio],
    verdicts: ['approved'],
    statuses: ['ended', 'waiting'],
    children: 2,
    parent: { status: 'processing' },
  },
]

test('each list over HTTP: how many children, how they stand, and what the company gets', async ({
  family,
}) => {
  const { publish, begin, children, idsOf, judge, read } = family
  const partner = await publish(partnerPack)
  const owners = await publish(ownersPack(`${partner}@1`))
  for (const {
    title,
    partners,
    verdicts = [],
    fields,
    statuses,
    children: count,
    parent,
  } of table) {
    const id = await begin(owners, partners, fields)
    const ids = [...new Set((await children(owners, id)).flatMap((one) => one.transactionId ?? []))]
    for (const [at, verdict] of verdicts.entries())
      expect((await judge(partner, id, ids[at] ?? '', verdict)).status, title).toBe(200)
    const found = await children(owners, id)
    expect(
      found.map(({ status }) => status),
      title,
    ).toEqual(statuses)
    expect(await idsOf(id), title).toHaveLength(count)
    expect(await read(owners, id), title).toMatchObject(parent)
  }
})

test('a company among persons is nobody to approve, whether the step or its pack is for persons alone', async ({
  family,
}) => {
  const { publish, begin, children, judge, read } = family
  const firm = { documentType: 'cnpj', document: '12.ABC.345/01DE-35', name: 'Outra Ltda' }
  const persons = await publish(partnerPack, { for: 'person' })
  for (const pack of [{ cpf: `${persons}@1` }, `${persons}@1`]) {
    const owners = await publish(ownersPack(pack))
    const id = await begin(owners, [firm, ana])
    const found = await children(owners, id)
    expect(found).toMatchObject([{ place: 0, status: 'unidentified' }, { status: 'waiting' }])
    expect(found[0]).not.toHaveProperty('transactionId')
    await judge(persons, id, found[1]?.transactionId ?? '', 'approved')
    expect(await read(owners, id)).toMatchObject(review('partner-open'))
  }
})

test('each type of document has a pack of its own, and fields of the list go with the child', async ({
  family,
}) => {
  const { publish, begin, children, ask } = family
  const person = await publish(partnerPack)
  const firm = await publish(partnerPack, { for: 'company' })
  const owners = await publish(
    ownersPack(
      { cpf: `${person}@1`, cnpj: `${firm}@1` },
      {
        with: {
          socialName: 'item.name',
          channelId: 'transaction.channelId',
          birthdate: 'item.name',
        },
      },
    ),
  )
  const legalBasis = { purpose: 'fraud-prevention', article: 'LGPD 7, IX' }
  const id = await begin(owners, [ana, { document: '12.ABC.345/01DE-35', name: 'Outra Ltda' }], {
    channelId: 'branch-7',
    services: { legalBasis },
  })
  const made = await children(owners, id)
  const shown = await Promise.all(
    made.map(async ({ transactionId }) =>
      (await ask('GET', `/v1/transaction/${transactionId}`)).json(),
    ),
  )
  const { runId } = await family.read(owners, id)
  const parent = { transactionId: id, runId, step: 'partners' }
  expect(shown).toMatchObject([
    { documentType: 'cpf', document: '52998224725', name: 'Ana Souza', socialName: 'Ana Souza' },
    { documentType: 'cnpj', document: '12ABC34501DE35', name: 'Outra Ltda' },
  ])
  for (const one of shown) {
    expect(one).toMatchObject({ parent, channelId: 'branch-7', services: { legalBasis } })
    // A name is no birth date: what does not fit is not known.
    expect(one).not.toHaveProperty('birthdate')
  }
  const packs = await ask('GET', `/v1/transactions?parent=${id}`)
  const listed = (await packs.json()).transactions
  expect(listed.map((one: { packs: { pack: string }[] }) => one.packs[0]?.pack).toSorted()).toEqual(
    [person, firm].toSorted(),
  )
  expect(listed[0]).toMatchObject({ parent: id })
  const others = await ask('GET', `/v1/transactions?parent=${id}`, undefined, { tenant: 'other' })
  expect((await others.json()).transactions).toEqual([])
})

test('what a document may not say of its children is refused with its place', async ({
  family,
}) => {
  const { publish, ask } = family
  const partner = await publish(partnerPack)
  const inner = await publish(ownersPack(`${partner}@1`, { max: 10 }))
  const asking = await publish(partnerPack, {
    input: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
  })
  const linked = await publish({ kind: 'module', module: 'linkBiometrics', deadlineSeconds: 60 })
  const purposeful = await publish({ kind: 'module', module: 'emailToken', purpose: 'required' })
  const each = (more: object) => ({
    root: {
      kind: 'each',
      id: 'partners',
      in: 'transaction.partners',
      pack: `${partner}@1`,
      ...more,
    },
  })
  const owners = {
    type: 'array',
    items: { type: 'object', properties: { name: { type: 'string' } } },
  }
  const faults: readonly [string, object][] = [
    ['#/root/pack', each({ pack: `${partner}@2` })],
    ['#/root/pack', each({ pack: `${asking}@1` })],
    ['#/root/pack', each({ pack: {} })],
    ['#/root/pack', each({ pack: `${linked}@1`, link: true })],
    ['#/root/pack', each({ pack: `${purposeful}@1`, link: true })],
    ['#/root/pack/cpf', each({ pack: { cpf: 'nobody@1' } })],
    ['#/root/in', each({ in: 'transaction.name' })],
    ['#/root/in', each({ in: 'transaction.partners.filter(p, true)' })],
    ['#/root/in', each({ in: 'input.owners' })],
    [
      '#/root/in',
      { ...each({ in: 'input.owners' }), input: { type: 'object', properties: { owners } } },
    ],
    ['#/root/in', each({ in: 'steps.later.result.owners' })],
    ['#/root/with/email', each({ with: { email: 'item.name + "@x"' } })],
    ['#/root/with/email', each({ with: { email: 'item.email' } })],
    ['#/root/with/document', each({ with: { document: 'item.name' } })],
    ['#/root/min', each({ min: 3, max: 2 })],
    ['#/root/deadlineSeconds', each({ deadlineSeconds: 32 * 86_400 })],
    // Six lists of ten are more than fifty.
    ['#/root/max', each({ pack: `${inner}@1`, max: 6 })],
  ]
  for (const [pointer, document] of faults) {
    const answer = await ask('POST', '/v1/packs/refused-family/versions', document)
    expect(answer.status, JSON.stringify(document)).toBe(422)
    const { errors } = await answer.json()
    expect(errors.map((one: { pointer: string }) => one.pointer)).toContain(pointer)
  }
  const fits = await ask(
    'POST',
    '/v1/packs/fitting-family/versions',
    each({ pack: `${inner}@1`, max: 5 }),
  )
  expect(fits.status).toBe(201)
})

test('403: who may not read a credit score starts no pack whose children ask for one', async ({
  family,
}) => {
  const { publish, ask, app, tenant } = family
  const scored = await publish({ kind: 'module', module: 'creditScore', deadlineSeconds: 60 })
  const owners = await publish(ownersPack(`${scored}@1`))
  const outer = await publish(ownersPack(`${owners}@1`, { max: 2 }))
  const scope = 'transactions:read transactions:write'
  const claims = { tenant, scope }
  const id = await createTransaction(app, { ...company, partners: people }, claims)
  for (const pack of [owners, outer]) {
    const answer = await ask('GET', `/v1/packs/${pack}/${id}`, undefined, claims)
    expect(answer.status).toBe(403)
    expect(await readProblem(answer)).toMatchObject({ code: 'scope-missing' })
  }
  expect(await family.idsOf(id)).toEqual([])
})
