// What is Datavalid's own: what goes to it, what each of its codes means, and what an account lacks.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readChecksConfig } from '#src/main/config/checks.ts'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import { checkVendors } from '#src/vendors/checks.ts'
import { contextOf, openCheckAccount } from '#test/support/vendors/check-harness.ts'
import { type CheckServer, startCheckServer } from '#test/support/vendors/check-server.ts'
import {
  agreed,
  datavalidConfig,
  datavalidDialect,
  officialRequest,
  startConsents,
  subject,
  type ValidationBody,
} from '#test/support/vendors/datavalid.ts'

let server: CheckServer
let consents: Awaited<ReturnType<typeof startConsents>>
let account: CheckAccount
let answer: { status: number; body: unknown } | undefined

beforeEach(async () => {
  answer = undefined
  server = await startCheckServer(datavalidDialect(() => answer))
  consents = await startConsents()
  const config = datavalidConfig(server.url, consents.server.url)
  account = openCheckAccount(config, { privateHosts: [server.host, consents.server.host] })
})
afterEach(async () => {
  await Promise.all([server.close(), consents.server.close()])
})

const buy = (changed = {}) => account.buy(officialRequest(), contextOf(changed))
const sentTo = ({ requests }: CheckServer, path: RegExp) =>
  requests.filter(({ url }) => path.test(url.pathname))

test('a request has the purpose, a consent of its own, the fields and a small picture, and none of our ids but that of the attempt, by which its report names it', async () => {
  const bought = await buy()
  await buy()
  const [validation] = sentTo(server, /validacao$/)
  const trace = validation?.headers['x-request-trace-id']
  expect(trace).toBe(contextOf().attemptId)
  expect(bought).toMatchObject({ kind: 'answered', answer: { traceId: trace } })
  const bodies = sentTo(server, /validacao$/).map(({ body }) => body)
  const [first, second] = bodies.map((body) => JSON.parse(body) as ValidationBody)
  expect(first).toMatchObject({
    privacidade: {
      rfb: { id_template: 'template-7' },
      senatran: { token: 'consent-for-one-operation-1', cnpj_anuente: '11222333000181' },
    },
    cpf: subject.document,
    validacao: {
      nome: 'João da Silva',
      data_nascimento: '1987-03-14',
      nome_mae: 'Maria da Silva',
      cnh: { numero_registro: '12345678901' },
      biometria_facial: { formato: 'JPG' },
    },
  })
  expect(second?.privacidade.senatran.token).toBe('consent-for-one-operation-2')
  const picture = Buffer.from(first?.validacao.biometria_facial.base64 ?? '', 'base64')
  expect([...picture.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  expect(picture.length).toBeLessThan(2_000_000)
  for (const id of Object.values(subject.shown)) expect(bodies.join(' ')).not.toContain(id)
  // The bearer is for an hour, and the consent is asked for with ours.
  expect(sentTo(server, /token$/)).toHaveLength(1)
  const asked = sentTo(consents.server, /consents$/)
  expect(asked.map(({ headers }) => headers['authorization'])).toEqual(['Bearer of ours', 'Bearer of ours']) // prettier-ignore
  expect(asked.map(({ url }) => url.search)).toEqual(['', ''])
})

const all = ['person', 'portrait', 'fields']
const code = (name: string) => ({ code: name, args: [], link: '' })
const { biometria_facial: face } = agreed
const withFace = (changed: object) => ({ ...agreed, biometria_facial: { ...face, ...changed } })
const unreadable = { kind: 'uncertain', cause: 'unreadable' }

test.each<[string, { status: number; body: unknown }, object]>([
  ['no portrait', { status: 422, body: code('DV040') }, { kind: 'answered', answer: { notSeen: ['portrait'] }, costMicros: 0 }],
  ['too little data', { status: 422, body: code('DV002') }, { kind: 'answered', answer: { notSeen: all }, costMicros: 0 }],
  ['a minor, which is billed', { status: 422, body: code('DV001') }, { kind: 'answered', answer: { notSeen: all } }],
  ['nothing at all', { status: 204, body: '' }, { kind: 'answered', answer: { notSeen: all }, costMicros: 0 }],
  ['a picture of several faces', { status: 422, body: code('DV046') }, { kind: 'rejected', class: 'input', code: 'datavalid-DV046' }],
  ['a picture that is not seen as real', { status: 422, body: code('DV062') }, { kind: 'rejected', class: 'input' }],
  ['a field at fault, as v3 writes it', { status: 400, body: [{ code: 'DV011', message: 'x', property: 'y' }] }, { kind: 'rejected', class: 'input', code: 'datavalid-DV011' }],
  ['the face service down', { status: 422, body: code('DV150') }, { kind: 'deferred', class: 'transient', code: 'datavalid-DV150' }],
  ['all of it down', { status: 503, body: code('DV300') }, { kind: 'deferred', class: 'transient', code: 'datavalid-DV300' }],
  ['a template that is not ours', { status: 422, body: code('DV203') }, { kind: 'rejected', class: 'account', code: 'datavalid-DV203' }],
  ['a request that is too large', { status: 413, body: 'too large' }, { kind: 'rejected', class: 'input' }],
  ['a refusal in plain text', { status: 400, body: 'CPF' }, { kind: 'rejected', class: 'input', code: 'datavalid-http-400' }],
  ['503 without a code', { status: 503, body: {} }, { kind: 'uncertain', cause: 'http5xx' }],
  ['an empty answer', { status: 200, body: {} }, unreadable],
  ['a truth that is a text', { status: 200, body: { ...agreed, rfb: { nome: 'SIM' } } }, unreadable],
  ['a similarity in percent', { status: 200, body: withFace({ similaridade: 97 }) }, unreadable],
  ['a face without a word of it', { status: 200, body: withFace({ similaridade: null, probabilidade: null }) }, unreadable],
  ['a probability of another kind', { status: 200, body: withFace({ similaridade: null, probabilidade: 'Talvez' }) }, unreadable],
])('%s', async (_name, given, outcome) => {
  answer = given
  const bought = await buy()
  expect(bought).toMatchObject(outcome)
  expect('costMicros' in bought).toBe('costMicros' in outcome)
}) // prettier-ignore

test.each<[string, object, object]>([
  ['93 %', withFace({ similaridade: 0.93 }), { face: 'match', similarity: 0.93 }],
  ['just below', withFace({ similaridade: 0.9299 }), { face: 'doubtful' }],
  ['32 %', withFace({ similaridade: 0.32 }), { face: 'doubtful' }],
  ['just below that', withFace({ similaridade: 0.3199 }), { face: 'no-match' }],
  ['real, and somebody else', withFace({ similaridade: 0.001 }), { face: 'no-match', liveness: 'real' }],
  ['the same, and not real', withFace({ vivacidade: 'FALSO' }), { face: 'match', liveness: 'not-real' }],
  ['a probability alone', withFace({ similaridade: null, probabilidade: 'Altíssima probabilidade' }), { face: 'match' }],
  ['a low one alone', withFace({ similaridade: null, probabilidade: 'Baixíssima probabilidade' }), { face: 'no-match' }],
  ['no portrait', withFace({ disponivel: false, similaridade: null }), { inBase: true }],
  ['one base that differs', { ...agreed, cnh: { ...agreed.cnh, nome: false } }, { fields: { name: false } }],
  ['parents in a block of their own', { ...agreed, rfb: { filiacao: { nome_mae: false } } }, { fields: { mothersName: false } }],
  ['no licence', { rfb_existe: true, cnh_existe: false, rfb: { nome: true, data_nascimento: true }, cnh: {} }, { inBase: true, fields: { name: true, birthdate: true } }],
  ['nobody', { rfb_existe: false, cnh_existe: false }, { inBase: false }],
  ['whose it is, where it is said', { ...agreed, cpf: '111.444.777-35' }, { document: '11144477735' }],
])('an answer: %s', async (_name, body, said) => {
  answer = { status: 200, body }
  const bought = await buy()
  expect(bought).toMatchObject({ kind: 'answered', answer: said })
  // Of a face that was not compared nothing is said.
  const isCompared = 'answer' in bought && 'face' in bought.answer
  expect(isCompared).toBe(!('inBase' in said))
}) // prettier-ignore

test('who has given no consent is asked about by nobody, and no consent to be had is an outage', async () => {
  consents.refused.add(subject.document)
  expect(await buy()).toMatchObject({ kind: 'answered', answer: { notSeen: all }, costMicros: 0 })
  consents.server.behaviour = 'error'
  expect(await buy()).toEqual({
    kind: 'deferred',
    class: 'transient',
    code: 'datavalid-no-consent',
  })
  expect(sentTo(server, /validacao$/)).toEqual([])
})

test('a bearer that is refused is renewed once, with another consent', async () => {
  await buy()
  answer = { status: 401, body: { code: 900_901 } }
  expect(await buy()).toEqual({ kind: 'rejected', class: 'account', code: 'datavalid-http-401' })
  expect(sentTo(server, /token$/)).toHaveLength(2)
  const tokens = sentTo(server, /validacao$/).map(({ body }) => JSON.parse(body).privacidade.senatran.token) // prettier-ignore
  expect(tokens).toEqual([
    'consent-for-one-operation-1',
    'consent-for-one-operation-2',
    'consent-for-one-operation-3',
  ])
})

test('nothing is sent without a selfie, nor while its store is away', async () => {
  const away = { openSelfie: () => Promise.reject(new Error('away')) }
  const none = { openSelfie: async () => undefined }
  expect(await buy(none)).toEqual({ kind: 'rejected', class: 'input', code: 'no-selfie' })
  expect(await buy(away)).toEqual({ kind: 'deferred', class: 'transient', code: 'selfie-away' })
  expect([...server.requests, ...consents.server.requests]).toEqual([])
})

test.each([
  ['template', /at accounts\.serpro\.template|template: the id_template/],
  ['consent', /SENATRAN token for one operation/],
])('an account without %s is refused at the start, with what it needs', (name, told) => {
  const { [name]: _left, ...account } = datavalidConfig('https://a.example', 'https://b.example') as Record<string, unknown> // prettier-ignore
  const text = JSON.stringify({ accounts: { serpro: account }, ports: { 'official-match': ['serpro'] } }) // prettier-ignore
  const read = () => readChecksConfig(checkVendors, { text })
  expect(read).toThrow(told)
  expect(read).toThrow(/refuses every request without privacidade/)
  expect(read).not.toThrow(/hush|of ours/)
})
