// Forms of packs on the page of a link, as a browser without script sends them; and what does not belong there.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'
import { openSession } from '#src/links/lvs/steps.ts'
import { findLatestLink } from '#src/links/lvs/store.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { images } from '#src/biometrics/images/store.ts'
import { makePdf } from '#test/support/biometrics/signed-pdf.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import {
  createTransaction,
  moveClock,
  readProblem,
  readSecrets,
} from '#test/support/transactions.ts'
import { createWalker, type Walker } from '#test/support/walker.ts'

const claims = {
  scope: 'packs:write packs:live reports:read transactions:write transactions:read reviews:write',
  sub: 'team-risk',
}
const markup = '<script>alert("x")</script>'
const profile = {
  kind: 'ask',
  id: 'profile',
  title: { pt: 'Sobre você', en: 'About you', es: 'Sobre usted' },
  fields: [
    { name: 'job', type: 'text', label: { pt: `Profissão ${markup}`, en: 'Job' }, help: markup, required: true },
    { name: 'income', type: 'money', label: 'Renda', required: true, min: 100 },
    { name: 'exposed', type: 'yes-no', label: 'Cargo público?', required: true },
    { name: 'use', type: 'choice', label: 'Uso', options: ['salary', { value: 'own', label: 'Negócio' }] },
    { name: 'spouse', type: 'cpf', label: 'CPF do cônjuge' },
    { name: 'since', type: 'date', label: 'Desde' },
  ],
} // prettier-ignore
const right = { job: 'Médica', income: '8.500,50', exposed: 'no', use: 'own', since: '17/05/2010' }
const stop = { kind: 'stop', outcome: 'approved', reason: 'asked' }
const email = { kind: 'module', module: 'emailToken', optional: true, deadlineSeconds: 3_600 }

type Begun = { readonly id: string; readonly name: string; readonly walker: Walker }
type Suite = {
  readonly app: TestApp
  /** Publishes the steps, and opens a link of them up to the consent. */
  begin(...steps: readonly object[]): Promise<Begun>
}
const test = database.extend('suite', { scope: 'file' }, async ({ db }): Promise<Suite> => {
  const app = await createTestApp(db, undefined, { links: createLinks({ name: 'Acme' }) })
  return {
    app,
    async begin(...steps) {
      const name = `forms-${randomUUID()}`
      const body = { root: { kind: 'sequence', steps } }
      const made = await app.call('POST', `/v1/packs/${name}/versions`, { body, claims })
      expect([made.status, made.status === 201 ? '' : await made.text()]).toEqual([201, ''])
      const id = await createTransaction(app, { name: 'Ana Exemplo' })
      const lvs = await app.call('POST', `/v1/transaction/${id}/lvs`, { body: { pack: name } })
      const { link } = await lvs.json()
      const walker = createWalker(app.call)
      await walker.open(new URL(link).pathname)
      await walker.press('')
      return { id, name, walker }
    },
  }
})

const portrait = () =>
  sharp({ create: { width: 300, height: 400, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()

const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

type Fields = Readonly<Record<string, string>>
type More = { readonly key?: string; readonly step?: string; readonly round?: string; readonly headers?: Record<string, string>; readonly files?: readonly (readonly [string, Uint8Array])[] } // prettier-ignore

/** Sends the form that is shown, as the browser does: each field as a part of its own. */
async function send(walker: Walker, fields: Fields, more: More = {}): Promise<Response> {
  const { text } = walker.seen
  const form = new FormData()
  form.set('key', more.key ?? hidden(text, 'key'))
  form.set('step', more.step ?? hidden(text, 'step'))
  form.set('round', more.round ?? hidden(text, 'round'))
  for (const [name, value] of Object.entries(fields)) form.set(`f.${name}`, value)
  for (const [name, bytes] of more.files ?? [])
    form.append(`f.${name}`, new Blob([new Uint8Array(bytes)]), 'file')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '', ...more.headers }
  return walker.send('POST', `${home(walker)}/form`, { body, headers })
}

const home = ({ path }: Walker) => /^\/c\/l\/[^/?]+/.exec(path)?.[0] ?? '/c'

/** Sends it and follows where it leads. */
async function press(walker: Walker, fields: Fields, more: More = {}): Promise<void> {
  const answer = await send(walker, fields, more)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, home(walker)])
  await walker.open(home(walker))
}

const readPack = async ({ app }: Suite, { name, id }: Begun) =>
  (await app.call('GET', `/v1/packs/${name}/${id}`)).json()
const readLvs = async ({ app }: Suite, { id }: Begun) =>
  (await app.call('GET', `/v1/transaction/${id}/lvs`)).json()

test('a form is answered on the link, in its order, as evidence of the run; without face and document it scores 39', async ({
  suite,
}) => {
  const second = { ...profile, id: 'second', title: 'Outra pergunta', fields: [profile.fields[2]] }
  const begun = await suite.begin(profile, email, second, stop)
  const { walker, id } = begun
  expect(walker.seen.text).toContain('respostas a algumas perguntas: Sobre você')
  expect(walker.seen.text).toContain('Outra pergunta')
  await walker.press('consent')
  expect(walker.seen.title).toContain('Sobre você')
  expect(walker.seen.text).toContain('Passo 1 de 1')
  const agenda = await (await suite.app.call('GET', `/v1/transaction/${id}/agenda`)).json()
  expect(agenda.waiting).toMatchObject({ for: 'person', what: 'step profile' })
  await press(walker, right)
  // Next is what the run comes to next, whatever is written in which place.
  expect(walker.seen.title).toContain('Confirme seu e-mail')
  await walker.press('email-send')
  const { code } = await readSecrets(suite.app, id)
  await walker.press('email-code', { code })
  expect(walker.seen.title).toContain('Outra pergunta')
  await press(walker, { exposed: 'yes' })
  expect(walker.seen.title).toContain('Pronto')
  expect(walker.seen.text).toContain('Sobre você: recebido')
  expect(await readLvs(suite, begun)).toMatchObject({
    status: 'COMPLETED',
    score: 39,
    steps: [
      { step: 'profile', outcome: 'done' },
      { step: 'emailToken', outcome: 'done' },
      { step: 'second', outcome: 'done' },
    ],
  })
  expect(await readPack(suite, begun)).toMatchObject({
    outcome: 'approved',
    steps: {
      profile: { kind: 'ask', result: { income: 8_500.5, exposed: false, use: 'own' } },
      second: { result: { exposed: true } },
    },
  })
})

test('errors stand beside their fields, what was typed is shown again, markup is text, and nothing is kept', async ({
  suite,
}) => {
  const begun = await suite.begin(profile, stop)
  const { walker } = begun
  await walker.press('consent')
  expect(walker.seen.text).not.toContain(markup)
  expect(walker.seen.text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
  const typed = { job: markup.repeat(60), income: 'R$ 99,999', use: 'other', spouse: '1', since: '30/02/2020' } // prettier-ignore
  const answer = await send(walker, typed)
  expect(answer.status).toBe(422)
  const text = await answer.text()
  expect(text).toContain('<title>Erro: Sobre você')
  expect(text).not.toContain(markup)
  for (const [field, said] of [
    ['job', 'Escreva no máximo 1000 letras.'],
    ['income', 'O mínimo é 100.'],
    ['exposed', 'Responda a esta pergunta.'],
    ['use', 'Escolha uma das opções.'],
    ['spouse', 'Este CPF não existe.'],
    ['since', 'Escreva uma data que existe'],
  ])
    expect([field, text]).toEqual([
      field,
      expect.stringMatching(new RegExp(`id="f-${field}-error">\\s*${said}`)),
    ])
  expect(text).toContain('value="R$ 99,999"')
  expect(text).toContain('value="30/02/2020"')
  expect(await readPack(suite, begun)).toMatchObject({
    steps: { profile: { moduleStatus: 'processing' } },
  })
  // The page itself has nothing of it.
  expect((await walker.open(home(walker))).text).not.toContain('99,999')
  // In another language its own words are used, and its own numbers.
  await walker.open(`${home(walker)}?lang=en`)
  expect(walker.seen.title).toContain('About you')
  await press(walker, { ...right, income: '8,500.50', since: '2010-05-17' })
  expect(walker.seen.title).toContain('Done')
  expect(await readPack(suite, begun)).toMatchObject({
    outcome: 'approved',
    steps: { profile: { result: { income: 8_500.5 } } },
  })
})

test('sent twice, late, for another step or round, with another key or from another site, it changes nothing', async ({
  suite,
}) => {
  const second = { ...profile, id: 'second', title: 'Outra', fields: [profile.fields[2]] }
  const begun = await suite.begin(profile, second, stop)
  const { walker } = begun
  await walker.press('consent')
  const statusOf = async (step: string) => (await readPack(suite, begun)).steps[step].moduleStatus
  const attacks: readonly More[] = [
    { step: 'second' },
    { step: 'other' },
    { round: '2' },
    { round: 'x' },
    { key: '' },
    { key: 'AAAA' },
    { headers: { 'sec-fetch-site': 'cross-site' } },
    { headers: { cookie: '' } },
  ]
  for (const more of attacks) {
    const answer = await send(walker, { ...right, exposed: 'yes' }, more)
    expect([more, answer.status]).toEqual([more, more.headers?.['sec-fetch-site'] ? 403 : 303])
    expect([more, await statusOf('profile')]).toEqual([more, 'processing'])
  }
  const first = walker.seen
  await press(walker, right)
  expect(walker.seen.title).toContain('Outra')
  // The first form again: the answers stay, and the second form is not answered by them.
  walker.seen = first
  await press(walker, { ...right, exposed: 'yes', job: 'Outra coisa' })
  expect(walker.seen.title).toContain('Outra')
  expect(await readPack(suite, begun)).toMatchObject({
    status: 'processing',
    steps: { profile: { result: { exposed: false } }, second: { moduleStatus: 'processing' } },
  })
  for (const [body, type] of [
    ['key=x', 'application/x-www-form-urlencoded'],
    ['x', 'multipart/form-data; boundary=y'],
    ['{}', 'application/json'],
  ] as const) {
    const answer = await walker.send('POST', `${home(walker)}/form`, {
      body,
      headers: { 'content-type': type },
    })
    expect([type, answer.status, answer.headers.get('location')]).toEqual([type, 303, home(walker)])
  }
  const long = await send(walker, { job: 'x'.repeat(1_500_000) })
  expect([long.status, long.headers.get('location')]).toEqual([303, home(walker)])
  const large = await send(walker, right, { files: [['job', Buffer.alloc(30_000_000)]] })
  expect([large.status, large.headers.get('location')]).toEqual([
    303,
    `${home(walker)}?error=formTooLong`,
  ])
})

test('in another browser, after the deadline, once the client has answered, and once the person is erased, it is over', async ({
  suite,
}) => {
  const { app } = suite
  const moved = await suite.begin(profile, stop)
  await moved.walker.press('consent')
  const link = await findLatestLink(app.deps.db, moved.id)
  await openSession(app.deps.db, link?.id ?? '', new Date())
  await press(moved.walker, right)
  expect(moved.walker.seen.title).toContain('Continuando em outro aparelho')
  expect((await readPack(suite, moved)).steps.profile.moduleStatus).toBe('processing')

  const late = await suite.begin({ ...profile, deadlineSeconds: 3_600 }, stop)
  await late.walker.press('consent')
  await moveClock(app.deps.db, late.id, 3_601_000)
  await press(late.walker, right)
  await performDue(app.deps, late.id)
  expect(await readPack(suite, late)).toMatchObject({
    status: 'partial',
    steps: { profile: { moduleStatus: 'failed' } },
  })
  await late.walker.open(home(late.walker))
  expect(late.walker.seen.title).toContain('Pronto')
  expect(await readLvs(suite, late)).toMatchObject({ steps: [{ outcome: 'skipped' }] })

  const told = await suite.begin(profile, stop)
  await told.walker.press('consent')
  const result = { job: 'x', income: 200, exposed: true }
  const path = `/v1/packs/${told.name}/${told.id}/steps/profile`
  expect((await app.call('POST', path, { body: { result } })).status).toBe(200)
  await press(told.walker, right)
  expect(told.walker.seen.title).toContain('Pronto')
  expect((await readPack(suite, told)).steps.profile.result).toEqual({ income: 200, exposed: true })

  const erased = await suite.begin(profile, stop)
  await erased.walker.press('consent')
  const scope = 'data:erase'
  await app.call('DELETE', `/v1/transaction/${erased.id}`, { claims: { scope } })
  const answer = await send(erased.walker, right)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, home(erased.walker)])
  expect((await erased.walker.open(home(erased.walker))).title).toContain('Abra o link outra vez')
})

test('while the run waits for something else the page says so, and looks again by itself', async ({
  suite,
}) => {
  const signal = { type: 'object', properties: { ok: { type: 'boolean' } } }
  const begun = await suite.begin({ kind: 'wait', id: 'bank', signal }, profile, stop)
  const { walker, name, id } = begun
  await walker.press('consent')
  expect(walker.seen.title).toContain('Só um momento')
  expect(walker.seen.text).toContain('<noscript><meta http-equiv="refresh" content="4"')
  expect(await readLvs(suite, begun)).toMatchObject({ status: 'PENDING', score: null })
  const path = `/v1/packs/${name}/${id}/steps/bank`
  await suite.app.call('POST', path, { body: { result: { ok: true } } })
  await walker.open(home(walker))
  expect(walker.seen.title).toContain('Sobre você')
})

test('a form in a repeated step is asked again, one in a branch that is not taken never, and one that was left out ends it', async ({
  suite,
}) => {
  const other = { ...profile, id: 'never', title: 'Nunca' }
  const asks = {
    kind: 'repeat',
    id: 'again',
    timesMax: 2,
    until: 'steps.profile.result.exposed',
    run: profile,
  }
  const when = { kind: 'when', id: 'exposed', condition: 'steps.profile.result.exposed', run: stop, otherwise: other } // prettier-ignore
  const twice = await suite.begin(asks, when)
  const { walker } = twice
  await walker.press('consent')
  const first = walker.seen
  await press(walker, right)
  expect(walker.seen.title).toContain('Sobre você')
  // Sent twice, the first round's form does not answer the second.
  walker.seen = first
  await press(walker, { ...right, exposed: 'yes' })
  expect(walker.seen.title).toContain('Sobre você')
  await press(walker, { ...right, exposed: 'yes' })
  expect(walker.seen.title).toContain('Pronto')
  expect(await readPack(suite, twice)).toMatchObject({ outcome: 'approved' })

  const left = await suite.begin(profile, other, stop)
  await left.walker.press('consent')
  await left.walker.press('ask-skip')
  expect(left.walker.seen.title).toContain('Pronto')
  expect(await readLvs(suite, left)).toMatchObject({
    status: 'COMPLETED',
    steps: [
      { step: 'profile', outcome: 'skipped', reasons: ['given-up'] },
      { step: 'never', outcome: 'skipped' },
    ],
  })
})

test('a withdrawal deletes the answers, but for what a review rests on; then the form is asked anew', async ({
  suite,
}) => {
  const review = { kind: 'review', id: 'look', title: 'Look' }
  const last = { ...profile, id: 'last', title: 'Por fim' }
  for (const [isDecided, kept] of [
    [false, undefined],
    [true, { income: 8_500.5, exposed: false, use: 'own' }],
  ] as const) {
    const begun = await suite.begin(profile, ...(isDecided ? [review] : []), last, stop)
    const { walker, id } = begun
    await walker.press('consent')
    await press(walker, right)
    if (isDecided) {
      const next = await suite.app.call('POST', '/v1/reviews/next', { claims })
      const { id: found } = await next.json()
      const body = { outcome: 'approved', reasons: ['fine'] }
      const decided = await suite.app.call('POST', `/v1/reviews/${found}/decision`, { body, claims }) // prettier-ignore
      expect(decided.status).toBe(200)
      await walker.open(home(walker))
    }
    expect(walker.seen.title).toContain('Por fim')
    const { runId } = await readPack(suite, begun)
    await walker.press('withdraw')
    expect(walker.seen.title).toContain('retirou o consentimento')
    const run = await suite.app.call('GET', `/v1/packs/${begun.name}/${id}/runs/${runId}`)
    const shown = await run.json()
    expect(shown).toMatchObject({ outcome: 'cancelled' })
    expect([isDecided, shown.steps.profile.result]).toEqual([isDecided, kept])
    await walker.press('return')
    await walker.press('consent')
    expect(walker.seen.title).toContain('Sobre você')
  }
})

test('any pack with a step for a person can be a link’s; one that waits for the link’s own result without one, or before one, is refused', async ({
  suite: { app },
}) => {
  const own = { kind: 'module', module: 'linkBiometrics' }
  const packs: readonly (readonly [readonly object[], number])[] = [
    [[{ kind: 'parallel', steps: [profile, own] }], 201],
    [[profile, own], 201],
    [[{ kind: 'module', module: 'aiDocs', fallback: own }, profile], 201],
    [[own, profile], 422],
    [[own], 422],
  ]
  for (const [steps, status] of packs) {
    const name = `any-${randomUUID()}`
    const body = { root: { kind: 'sequence', steps } }
    await app.call('POST', `/v1/packs/${name}/versions`, { body, claims })
    const id = await createTransaction(app, {})
    const made = await app.call('POST', `/v1/transaction/${id}/lvs`, { body: { pack: name } })
    expect([steps, made.status]).toEqual([steps, status])
    if (status === 422) expect((await readProblem(made)).code).toBe('pack-unfit')
  }
})

test('files go with the form: what could do harm is said beside its field, none is kept until all fits, and a withdrawal deletes them', async ({
  suite,
}) => {
  const { app } = suite
  const upload = { name: 'contract', type: 'upload', label: 'Contrato', required: true, max: 2 }
  const papers = { ...profile, id: 'papers', title: 'Papéis', fields: [upload, profile.fields[2]] }
  const last = { ...profile, id: 'last', title: 'Por fim' }
  const begun = await suite.begin(papers, last, stop)
  const { walker, id } = begun
  await walker.press('consent')
  expect(walker.seen.text).toContain('accept="image/jpeg,image/png,application/pdf"')
  expect(walker.seen.text).toContain('até 10 MB cada; no máximo 2.')
  const pdf = makePdf()
  const attacks: readonly (readonly [readonly Uint8Array[], Fields, string])[] = [
    [[], { exposed: 'no' }, 'Responda a esta pergunta.'],
    [[makePdf({ catalog: '/OpenAction <</S /JavaScript /JS (x)>>' })], { exposed: 'no' }, 'O PDF contém programas'],
    [[makePdf({ pages: 400 })], { exposed: 'no' }, 'O PDF tem mais de 100 páginas.'],
    [[Buffer.from('<html>')], { exposed: 'no' }, 'Não conseguimos abrir o arquivo.'],
    [[Buffer.alloc(11_000_000)], { exposed: 'no' }, 'O arquivo é maior que 10 MB.'],
    [[pdf, pdf, pdf], { exposed: 'no' }, 'Escolha no máximo 2.'],
    [[pdf], {}, 'Escolha os arquivos outra vez'],
  ] // prettier-ignore
  const rowsOf = () => app.deps.db.select().from(images).where(eq(images.transactionId, id))
  for (const [sent, fields, said] of attacks) {
    const files = sent.map((bytes) => ['contract', bytes] as const)
    const answer = await send(walker, fields, { files })
    expect([said, answer.status]).toEqual([said, 422])
    expect(await answer.text()).toContain(said)
    expect(await rowsOf()).toEqual([])
  }
  await press(walker, { exposed: 'no' }, { files: [['contract', pdf], ['contract', await portrait()]] }) // prettier-ignore
  expect(walker.seen.title).toContain('Por fim')
  const { contract } = (await readPack(suite, begun)).steps.papers.result
  expect(contract.map(({ type }: { type: string }) => type)).toEqual(['application/pdf', 'image/jpeg']) // prettier-ignore
  const reader = { scope: 'images:read', sub: 'x' }
  const path = `/v1/transaction/${id}/uploads/${contract[0].id}`
  expect((await app.call('GET', path, { claims: reader })).status).toBe(200)
  await walker.press('withdraw')
  expect(walker.seen.title).toContain('retirou o consentimento')
  expect((await app.call('GET', path, { claims: reader })).status).toBe(404)
  expect((await rowsOf()).every(({ droppedAt }) => droppedAt !== null)).toBe(true)
})

test('in the sandbox sample answers can be chosen, files among them', async ({ suite }) => {
  const upload = { name: 'contract', type: 'upload', label: 'Contrato', required: true }
  const begun = await suite.begin({ ...profile, fields: [...profile.fields, upload] }, stop)
  const { walker } = begun
  await walker.press('consent')
  expect(walker.seen.text).toContain('/sandbox/form-sound"')
  const answer = await walker.post(`${home(walker)}/sandbox/form-sound`, { key: walker.key })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, home(walker)])
  expect((await walker.open(home(walker))).title).toContain('Pronto')
  expect((await readPack(suite, begun)).steps.profile.result.contract).toHaveLength(1)
})
