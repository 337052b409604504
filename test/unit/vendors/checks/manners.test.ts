// Manners of vendors, each by its file against a server that speaks so.
import { createHmac, createVerify, generateKeyPairSync, sign } from 'node:crypto'
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { contextOf } from '#test/support/vendors/check-harness.ts'
import { mannerNames, openManner, type VendorAnswer } from '#test/support/vendors/manners.ts'

const secrets = { one: 'first', two: 'second' }
const subject = { document: '52998224725', name: 'João da Silva', birthdate: '1970-05-17' }
const person = (service: string): CheckRequest => ({ port: 'person-check', service, subject })
const company = (service: string): CheckRequest => ({
  port: 'company-check',
  service,
  subject: { document: '11222333000181', name: 'Exemplar Ltda' },
})
const pem = (key: { export(options: object): unknown }, type: 'pkcs8' | 'spki') =>
  String(key.export({ type, format: 'pem' }))

test('there are thirteen', () => {
  expect(mannerNames).toHaveLength(13)
})

test('keys in headers, and the status in the body', async () => {
  const person1 = { TaxIdNumber: '529.982.247-25', Name: subject.name, BirthDate: '1970-05-17T00:00:00Z', MotherName: null, TaxIdStatus: 'REGULAR' } // prettier-ignore
  let told: VendorAnswer = { body: { Status: { basic_data: [{ Code: 0 }] }, Result: [{ BasicData: person1 }] } } // prettier-ignore
  await using manner = await openManner('body-status', secrets, () => told)
  expect(await manner.account.buy(person('BasicInfos'), contextOf())).toEqual({
    kind: 'answered',
    answer: { document: subject.document, name: subject.name, birthdate: '1970-05-17', status: 'regular' }, // prettier-ignore
  })
  expect(manner.asked[0]?.headers).toMatchObject({ accesstoken: 'first', tokenid: 'second' })
  told = { body: { Status: { basic_data: [{ Code: -100 }] } } }
  const refused = await manner.account.buy(person('BasicInfos'), contextOf())
  expect(refused).toMatchObject({ kind: 'rejected', class: 'input' })
  // A rule that cannot be evaluated makes the answer uncertain, whatever it maps to.
  told = { body: { Status: { basic_data: [{ Code: 'none' }] }, Result: [{ BasicData: person1 }] } }
  const broken = await manner.account.buy(person('BasicInfos'), contextOf())
  expect(broken).toEqual({ kind: 'uncertain', cause: 'unreadable', misfit: 'errors.0' })
})

test('a token made with 201; a late 401 forgets only the token that was used', async () => {
  let tokens = 0
  const held: (() => void)[] = []
  await using manner = await openManner('client-credentials', secrets, async ({ url, headers }) => {
    if (url.pathname === '/token')
      return { status: 201, body: { result: { jwt: `t${(tokens += 1)}`, ttl: '3600' } } }
    if (headers['authorization'] !== 'Bearer t1') return { body: { ni: subject.document, nome: subject.name, nascimento: '17051970', situacao: { codigo: '0' } } } // prettier-ignore
    await new Promise<void>((resolve) => held.push(resolve))
    return { status: 401, body: {} }
  })
  const buy = () => manner.account.buy(person('BasicInfos'), contextOf())
  const both = [buy(), buy()]
  await expect.poll(() => held.length).toBe(2)
  held[0]?.()
  await expect.poll(() => tokens).toBe(2)
  held[1]?.()
  for (const outcome of await Promise.all(both))
    expect(outcome).toMatchObject({ kind: 'answered', answer: { birthdate: '1970-05-17' } })
  expect(tokens).toBe(2)
  expect(manner.asked[0]?.body).toContain('audience=people')
  const without: CheckRequest = { port: 'person-check', service: 'BasicInfos', subject: { document: subject.document } } // prettier-ignore
  const asked = manner.asked.length
  expect(await manner.account.buy(without, contextOf())).toEqual({
    kind: 'rejected',
    class: 'input',
    code: 'client-credentials-needs-birthdate',
  })
  expect(manner.asked).toHaveLength(asked)
})

test('a log-in in JSON', async () => {
  await using manner = await openManner('json-login', secrets, ({ url }) =>
    url.pathname === '/login'
      ? { body: { data: { token: 'abc' } } }
      : { body: { doc: 52_998_224_725, name: subject.name } },
  )
  const outcome = await manner.account.buy(person('BasicInfos'), contextOf())
  expect(outcome).toEqual({ kind: 'answered', answer: { document: subject.document, name: subject.name } }) // prettier-ignore
  expect(JSON.parse(manner.asked[0]?.body ?? '')).toEqual({ user: 'first', pass: 'second', product: 'checks' }) // prettier-ignore
  expect(manner.asked[1]?.headers['x-session']).toBe('abc')
})

test('an assertion that our key has signed', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = { ...secrets, key: pem(privateKey, 'pkcs8') }
  await using manner = await openManner('private-key', own, async ({ url, body, headers }) => {
    if (url.pathname !== '/token') return { body: { score: { type: 'A', points: 712 } } }
    const form = JSON.parse(body)
    const key = await importSPKI(pem(publicKey, 'spki'), 'ES256')
    const { payload } = await jwtVerify(form.client_assertion, key, { issuer: 'first', subject: 'first', audience: `http://${headers['host']}/token` }) // prettier-ignore
    const isNamed = decodeProtectedHeader(form.client_assertion).kid === 'k-1'
    return payload.jti && isNamed ? { body: { access_token: 't' } } : { status: 400, body: {} }
  })
  const subjectOfCredit = { document: subject.document, criterion: 1 }
  const request: CheckRequest = { port: 'credit', service: 'CreditScore', subject: subjectOfCredit }
  expect(await manner.account.buy(request, contextOf())).toEqual({
    kind: 'answered',
    answer: { scores: [{ name: 'A', value: '712' }] },
  })
})

test('XML there and back, one entry or none', async () => {
  const wrap = (inner: string) => `<?xml version="1.0"?><Envelope><Body>${inner}</Body></Envelope>`
  const entry = '<Mandado><Numero>0012</Numero><Especie>Prisão</Especie><Data>01/02/2024</Data><Orgao/></Mandado>' // prettier-ignore
  let told = wrap(`<FindResponse>${entry}</FindResponse>`)
  await using manner = await openManner('soap', secrets, () => ({ body: told }))
  const buy = () => manner.account.buy(person('ArrestWarrant'), contextOf())
  expect(await buy()).toEqual({
    kind: 'answered',
    answer: { records: [{ id: '0012', kind: 'Prisão', date: '2024-02-01' }] },
  })
  expect(manner.asked[0]?.body).toBe('<Envelope><Body><Find><Cpf>52998224725</Cpf><Nome>João da Silva</Nome></Find></Body></Envelope>') // prettier-ignore
  told = wrap('<FindResponse/>')
  expect(await buy()).toMatchObject({ kind: 'answered', answer: { records: [] } })
  told = wrap('<Fault><code>9</code></Fault>')
  expect(await buy()).toMatchObject({ kind: 'rejected', code: 'soap-fault' })
  for (const body of ['<Envelope><Body>', '<!DOCTYPE x><Envelope/>', '']) {
    told = body
    expect(await buy()).toEqual({ kind: 'uncertain', cause: 'unreadable', misfit: 'body' })
  }
})

test('a form, and numbers and dates as people write them', async () => {
  const socios = { nome: 'Ana Exemplo', doc: '***.982.247-**' }
  const body = { cnpj: '11.222.333/0001-81', razao: 'EXEMPLAR LTDA', fantasia: '', abertura: '02/03/2015', capital: 'R$ 1.234.567,89', atividades: '6201-5/01', socios } // prettier-ignore
  await using manner = await openManner('form', secrets, () => ({ body }))
  expect(await manner.account.buy(company('CompanyRegistry'), contextOf())).toEqual({
    kind: 'answered',
    answer: {
      document: '11222333000181',
      found: true,
      name: 'EXEMPLAR LTDA',
      openedAt: '2015-03-02',
      capital: 1_234_567.89,
      cnaes: ['6201501'],
      status: 'active',
      partners: [{ name: 'Ana Exemplo', document: '***982247**', kind: 'person' }],
    },
  })
  expect(manner.asked[0]?.body).toBe('cnpj=11222333000181&campos=socios&campos=cnae')
})

test('PUT, signed with the time', async () => {
  const articles = { url: 'https://news.example/1', person: subject.name, relevance: '0,91', source: 'paper' } // prettier-ignore
  await using manner = await openManner('timed-signature', secrets, () => ({ status: 201, body: { articles } })) // prettier-ignore
  const outcome = await manner.account.buy(person('AdverseMedia'), contextOf())
  expect(outcome).toMatchObject({ kind: 'answered', answer: { matches: [{ score: 0.91 }] } })
  const [one] = manner.asked
  const lines = [one?.headers['x-time'], 'PUT', one?.url.pathname, one?.body].join('\n')
  const signature = createHmac('sha512', 'first').update(lines).digest('base64')
  expect([one?.method, one?.headers['x-signature']]).toEqual(['PUT', signature])
})

test('signed by our private key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const own = { ...secrets, rsa: pem(privateKey, 'pkcs8') }
  await using manner = await openManner('key-signature', own, () => ({ body: { processos: [] } }))
  const outcome = await manner.account.buy(person('LawSuits'), contextOf())
  expect(outcome).toEqual({ kind: 'answered', answer: { records: [] } })
  const [one] = manner.asked
  const verifier = createVerify('sha256').update(['POST', '/suits', one?.body].join('\n'))
  expect(verifier.verify(publicKey, one?.headers['x-signature'] ?? '', 'base64')).toBe(true)
})

test('a key in a header, strangers that a wrong filter returns, and pages', async () => {
  const entry = (id: number, codigoFormatado: string) => ({ id, sancionado: { nome: 'EXEMPLAR LTDA', codigoFormatado } }) // prettier-ignore
  const own = entry(2, '11.222.333/0001-81')
  const strangers = Array.from({ length: 15 }, (_, at) => entry(at + 10, '99.999.999/0001-91'))
  let pages: VendorAnswer[] = []
  await using manner = await openManner('key-header', secrets, ({ url }) => {
    const page = Number(url.searchParams.get('pagina'))
    return pages[page - 1] ?? { status: 404, body: {} }
  })
  const buy = (...told: readonly unknown[]) => {
    pages = told.map((one) => (Array.isArray(one) ? { body: one } : (one as VendorAnswer)))
    manner.asked.splice(0)
    return manner.account.buy(company('Sanctions'), contextOf())
  }
  const found = {
    kind: 'answered',
    answer: { matches: [{ id: '2', topics: ['debarment'], documents: ['11222333000181'] }] },
  }
  expect(await buy([strangers[0], own])).toMatchObject(found)
  expect(manner.asked).toHaveLength(1)
  // What stands on the last page is found, whether it is short, or nothing is behind it.
  expect(await buy(strangers, strangers, [own])).toMatchObject(found)
  expect(manner.asked.map(({ url }) => url.searchParams.get('pagina'))).toEqual(['1', '2', '3'])
  expect(await buy([...strangers.slice(1), own])).toMatchObject(found)
  expect(await buy([])).toMatchObject({ kind: 'answered', answer: { matches: [] } })
  const uncertain = (misfit: string) => ({ kind: 'uncertain', cause: 'unreadable', misfit })
  expect(await buy({ body: { message: 'maintenance' } })).toEqual(uncertain('success'))
  expect(await buy({ body: null })).toEqual(uncertain('success'))
  expect(await buy({ body: 'no JSON' })).toEqual(uncertain('body'))
  // Half of a list is no list, whatever became of the rest, and neither is one without an end.
  expect(await buy(strangers, { body: { message: 'maintenance' } })).toEqual(uncertain('success'))
  expect(await buy(strangers, { status: 429, body: {} })).toEqual(uncertain('pages'))
  expect(await buy(strangers, { status: 401, body: {} })).toEqual(uncertain('pages'))
  expect(await buy(strangers, { status: 503, body: {} })).toEqual({
    kind: 'uncertain',
    cause: 'http5xx',
  })
  const endless = Array.from({ length: 6 }, () => strangers)
  expect(await buy(...endless)).toEqual(uncertain('pages'))
  expect(manner.asked).toHaveLength(5)
  expect([manner.account.covers?.('Sanctions'), manner.account.covers?.('Pep')]).toEqual([
    ['debarment'],
    undefined,
  ])
})

test('a report that comes later: read for what was asked, progress is none, an old or forged one is refused', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const own = { ...secrets, public: pem(publicKey, 'spki') }
  let told: object = { result: { numero: 'r-1' } }
  await using manner = await openManner('later', own, () => ({ body: told }))
  const { account } = manner
  const bought = await account.buy(person('CriminalRecord'), contextOf())
  expect(bought).toEqual({ kind: 'accepted', vendorId: 'r-1' })
  expect(account).toMatchObject({ resultMs: 86_400_000, poll: { everyMs: 60_000 } })
  const report = (content: object, ageSeconds = 0) => {
    const rawBody = Buffer.from(JSON.stringify(content))
    const time = String(Math.floor(Date.now() / 1_000) - ageSeconds)
    const signature = sign(null, Buffer.concat([Buffer.from(`${time}.`), rawBody]), privateKey)
    const headers = { 'x-signature': signature.toString('base64'), 'x-timestamp': time }
    return { method: 'POST', url: 'https://id.example.test/hooks/checks/tried', headers, rawBody }
  }
  const read = async (content: object, request = person('CriminalRecord')) => {
    const sent = report(content)
    expect(account.verifyWebhook(sent)).toBe(true)
    const [taken] = await account.parseWebhook(sent)
    if (taken?.outcome.kind !== 'unread') throw new Error('it is read when the attempt is known')
    expect(taken.vendorId).toBe('r-1')
    return account.readReport?.(request, contextOf(), taken.outcome)
  }
  const done = {
    numero: 'r-1',
    status: 'CONCLUIDO',
    cpf: subject.document,
    result: { registros: { id: 1, kind: 'x' }, processos: [] },
  }
  expect(await read({ numero: 'r-1', status: 'EM ANALISE' })).toEqual({ kind: 'accepted' })
  const answered = (records: object[]) => ({
    kind: 'answered',
    answer: { document: subject.document, records },
  })
  const one = { id: '1', kind: 'x' }
  expect(await read(done)).toEqual(answered([one]))
  // The same report says something else of another service, and nothing of another person.
  expect(await read(done, person('LawSuits'))).toEqual(answered([]))
  const uncertain = { kind: 'uncertain', cause: 'unreadable' }
  expect(await read({ ...done, cpf: '39053344705' })).toEqual({ ...uncertain, misfit: 'success' })
  const misread = { ...done, result: { registros: [{ id: 'a', kind: { of: 'warrant' } }] } }
  expect(await read(misread)).toEqual({ ...uncertain, misfit: 'records.0.kind' })
  expect(account.verifyWebhook(report({ numero: 'r-1' }, 61))).toBe(false)
  const forged = { ...report(done), rawBody: Buffer.from('{"numero":"r-2"}') }
  expect(account.verifyWebhook(forged)).toBe(false)
  // Nobody calls back: it is asked for.
  const ask = () => account.poll?.ask(person('CriminalRecord'), { ...contextOf(), vendorId: 'r-1' })
  told = { status: 'EM ANALISE' }
  expect(await ask()).toBeUndefined()
  told = done
  expect(await ask()).toEqual(answered([one]))
  expect(manner.asked.at(-1)?.url.pathname).toBe('/reports/r-1')
})
