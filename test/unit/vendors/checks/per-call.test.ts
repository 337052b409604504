// What a file fetches for one operation goes with one request and with no other, nothing is bought without it; and what
// an answer has cost is what the file says.
import { describe, expect, test } from 'vitest'
import type { OfficialResult } from '#src/screening/wire/official-schema.ts'
import { contextOf } from '#test/support/vendors/check-harness.ts'
import { openManner, type VendorAnswer, type VendorRequest } from '#test/support/vendors/manners.ts'
import { asked, face, opening } from '#test/support/vendors/selfies.ts'

const token: VendorAnswer = { body: { access_token: 'abc', expires_in: 3600 } }
const consent = { one: 'bearer', two: 'hush', user: 'us' }
const given = (count: () => string) => ({ url }: VendorRequest, answer: VendorAnswer): VendorAnswer =>
  url.pathname === '/consents' ? { status: 201, body: { state: 'given', token: count() } } : answer // prettier-ignore

describe('what is fetched for each operation', () => {
  test('goes with one request alone, and to nobody else', async () => {
    let count = 0
    const serve = given(() => `once-${(count += 1)}`)
    await using manner = await openManner('consent', consent, (one) =>
      serve(one, { body: { cnh_existe: false } }),
    )
    await manner.account.buy(asked, opening(face))
    await manner.account.buy(asked, opening(face))
    const [first, sent] = manner.asked
    expect(first?.headers['authorization']).toMatch(/^Basic /)
    expect(JSON.parse(first?.body ?? '')).toEqual({ cpf: '52998224725', operation: contextOf().attemptId }) // prettier-ignore
    expect(sent?.headers['authorization']).toBe('Bearer bearer')
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      privacidade: { senatran: { token: 'once-1' } },
      foto: `data:image/jpeg;base64,${face.toString('base64')}`,
    })
    const tokens = manner.asked.flatMap(({ url, body }) => url.pathname === '/validacao' ? JSON.parse(body).privacidade.senatran.token : []) // prettier-ignore
    expect(tokens).toEqual(['once-1', 'once-2'])
    expect(manner.asked).toHaveLength(4)
  })

  test('is fetched anew for a request that is sent again with another token of access', async () => {
    let count = 0
    const serve = given(() => `once-${(count += 1)}`)
    const change = (text: string) =>
      text.replace(
        /auth: \{ bearer.*/,
        `auth: { oauth2: { tokenUrl: '${'BASE'}', clientId: { secret: user }, clientSecret: { secret: two } } }`,
      )
    await using manner = await openManner(
      'consent',
      consent,
      (one) =>
        one.url.pathname === '/token'
          ? token
          : serve(one, count < 2 ? { status: 401, body: {} } : { body: { cnh_existe: false } }),
      {
        change: (text) =>
          change(text).replace("'BASE'", `${/baseUrl: (\S+)/.exec(text)?.[1]}/token`),
      },
    )
    expect(await manner.account.buy(asked, opening(face))).toMatchObject({ kind: 'answered' })
    const tokens = manner.asked.flatMap(({ url, body }) => url.pathname === '/validacao' ? JSON.parse(body).privacidade.senatran.token : []) // prettier-ignore
    expect(tokens).toEqual(['once-1', 'once-2'])
  })

  test.each<[string, VendorAnswer | 'hang']>([
    ['is down', { status: 500, body: {} }],
    ['is slow', 'hang'],
    ['answers HTML', { status: 201, body: '<html></html>' }],
    ['redirects', { status: 307, headers: { location: '/validacao' }, body: '' }],
    ['says that none was given', { status: 201, body: { state: 'refused', token: 'x' } }],
    ['gives an empty one', { status: 201, body: { state: 'given', token: '' } }],
  ])('that cannot be had sends no picture: its server %s', async (_name, answer) => {
    const never = new Promise<VendorAnswer>(() => {})
    await using manner = await openManner(
      'consent',
      consent,
      () => (answer === 'hang' ? never : answer),
      { timeoutMs: 300 },
    )
    const outcome = await manner.account.buy(asked, opening(face))
    expect(outcome).toEqual({ kind: 'deferred', class: 'transient', code: 'consent-no-consent' })
    expect(manner.asked.map(({ url }) => url.pathname)).toEqual(['/consents'])
  })

  test('a secret of it that the account does not have is a fault of the start', async () => {
    const opened = openManner('consent', { one: 'a', two: 'b' }, () => ({ body: {} }))
    await expect(opened).rejects.toThrow(/no secret user/)
  })
})

describe('what an answer cost', () => {
  const serve = given(() => 'once')
  test.each<[string, VendorAnswer, object]>([
    ['a refusal that is billed', { status: 422, body: { code: 'DV001' } }, { kind: 'rejected', class: 'account', code: 'consent-minor', isBilled: true }],
    ['a picture that the base cannot use', { status: 422, body: { code: 'DV041' } }, { kind: 'rejected', class: 'input', code: 'consent-badimage' }],
    ['an error that the file does not know', { status: 422, body: { code: 'DV999' } }, { kind: 'rejected', class: 'account', code: 'consent-http-422' }],
    ['a base that is down', { status: 503, body: {} }, { kind: 'deferred', class: 'transient', code: 'consent-http-503' }],
    ['no portrait there', { status: 422, body: { code: 'DV040' } }, { kind: 'answered', answer: { notSeen: ['portrait'] }, costMicros: 0 }],
    ['a page of a proxy, of which nobody knows', { status: 503, body: '<html></html>' }, { kind: 'uncertain', cause: 'http5xx' }],
    ['an answer that cannot be read', { body: { cnh_existe: 'yes' } }, { kind: 'uncertain', misfit: 'inBase' }],
  ])('is what the file says of its status: %s', async (_name, answer, outcome) => {
    await using manner = await openManner('consent', consent, (one) => serve(one, answer))
    expect(await manner.account.buy(asked, opening(face))).toMatchObject(outcome)
  }) // prettier-ignore
})

describe('an official base that a file describes answers', () => {
  const compared = { disponivel: true, similaridade: 0.97, vivacidade: 'REAL' }
  const rfb = { nome: true, data_nascimento: false }
  test.each<[string, unknown, object]>([
    ['face, fields and liveness, each by itself', { cnh_existe: true, biometria_facial: compared, rfb }, { inBase: true, similarity: 0.97, liveness: 'real', fields: { name: true, birthdate: false } }],
    ['a face that is another one’s of a living person', { cnh_existe: true, biometria_facial: { ...compared, similaridade: 0.001 } }, { inBase: true, similarity: 0.001, liveness: 'real' }],
    ['no portrait, which is no face at all', { cnh_existe: true, biometria_facial: { disponivel: false, similaridade: 0 }, rfb }, { inBase: true, fields: { name: true, birthdate: false } }],
    ['that it has nobody', { cnh_existe: false }, { inBase: false }],
  ])('%s', async (_name, body, answer) => {
    const serve = given(() => 'once')
    await using manner = await openManner('consent', consent, (one) => serve(one, { body }))
    const outcome = await manner.account.buy(asked, opening(face))
    expect(outcome).toMatchObject({ kind: 'answered' })
    const { fields = {}, ...found } = 'answer' in outcome ? (outcome.answer as OfficialResult) : {}
    expect({ ...found, ...(Object.keys(fields).length > 0 && { fields }) }).toEqual(answer)
  })

  test.each<[string, object]>([
    ['MATCH', { kind: 'answered', answer: { inBase: true, notSeen: ['portrait', 'fields'] } }],
    ['DOCUMENT_NOT_FOUND', { kind: 'answered', answer: { inBase: false } }],
    ['BIOMETRIC_IMAGE_UNUSABLE', { kind: 'rejected', class: 'input', code: 'didit-badimage', isBilled: true }],
    ['REGISTRY_UNAVAILABLE', { kind: 'deferred', class: 'transient', code: 'didit-transient' }],
    ['NO_MATCH', { kind: 'answered', answer: { notSeen: ['portrait', 'fields'] } }],
  ])('of Didit, %s', async (code, outcome) => {
    await using manner = await openManner('didit', { apikey: 'k' }, () => ({ body: { validations: [{ outcome_code: code }] } }))
    expect(await manner.account.buy(asked, opening(face))).toEqual(outcome)
  })

  test('and is never sent the service’s own ids', async () => {
    const change = (text: string) => text.replace('"cpf": params.document,', '"cpf": params.document, "all": params,')
    const serve = given(() => 'once')
    await using manner = await openManner('consent', consent, (one) => serve(one, { body: { cnh_existe: false } }), { change })
    await manner.account.buy(asked, opening(face))
    expect(manner.asked.map(({ body }) => body).join()).not.toMatch(/of-a-|shown/)
  })

  test.each(['notInBase', 'noPortrait'])('%s is no class of another port', async (name) => {
    const change = (text: string) => text.replace('official-match', 'credit').replace('class: noPortrait', `class: ${name}`)
    const opened = openManner('consent', consent, () => ({ body: {} }), { change })
    await expect(opened).rejects.toThrow(`errors.1: ${name} is a class of official-match`)
  })
}) // prettier-ignore
