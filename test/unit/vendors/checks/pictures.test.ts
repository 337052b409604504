// A file's requests carry a picture as the vendor takes it, and nothing else ever sees it: no expression, no error, no
// dry run. What the vendor's servers do, nothing is bought twice and no picture is sent without a token.
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { CheckContext } from '#src/screening/orders/port.ts'
import { dryRun } from '#src/vendors/http/dry-run.ts'
import { contextOf } from '#test/support/vendors/check-harness.ts'
import { openManner, type VendorAnswer, type VendorRequest } from '#test/support/vendors/manners.ts'
import { asked, face, noise, opening, small } from '#test/support/vendors/selfies.ts'

const manners = join(import.meta.dirname, '../../../support/vendors/manners')
const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const pem = (key: { export(options: object): unknown }, type: 'pkcs8' | 'spki') =>
  String(key.export({ type, format: 'pem' }))
const unico = { apikey: 'our-key', account: 'sa@tenant.iam.acesso.io', key: pem(pair.privateKey, 'pkcs8') } // prettier-ignore
const token: VendorAnswer = { body: { access_token: 'abc', token_type: 'Bearer', expires_in: 3600 } } // prettier-ignore
const unicoServer =
  (answer: VendorAnswer = { body: { id: 'p1', status: 3 } }) =>
  ({ url }: VendorRequest): VendorAnswer =>
    url.pathname === '/oauth2/token' ? token : answer

describe('a token for an assertion (RFC 7523)', () => {
  test('has exactly the claims of the file and the times, and goes with the fixed headers', async () => {
    await using manner = await openManner('unico', unico, unicoServer())
    const outcome = await manner.account.buy(asked, opening(face))
    expect(outcome).toMatchObject({ kind: 'answered' })
    const [first, second] = manner.asked
    const form = Object.fromEntries(new URLSearchParams(first?.body))
    expect(Object.keys(form).toSorted()).toEqual(['assertion', 'grant_type'])
    expect(form['grant_type']).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    expect(first?.headers['authorization']).toBeUndefined()
    expect(first?.headers['apikey']).toBeUndefined()
    const { assertion = '' } = form
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256', typ: 'JWT' })
    const { iat = 0, exp = 0, ...claims } = decodeJwt(assertion)
    expect(claims).toEqual({ iss: unico.account, aud: 'https://identity.acesso.io', scope: '*' })
    expect(exp - iat).toBe(3_600)
    const key = await importSPKI(pem(pair.publicKey, 'spki'), 'RS256')
    await jwtVerify(assertion, key, { audience: 'https://identity.acesso.io' })
    expect(second?.headers).toMatchObject({ authorization: 'Bearer abc', apikey: 'our-key' })
  })

  const text = readFileSync(join(manners, 'unico.yaml'), 'utf8')
  test.each<[string, (text: string) => string, Record<string, string>, RegExp]>([
    ['no key', (one) => one, { account: 'a', apikey: 'b' }, /no secret key/],
    ['a key that is none', (one) => one, { ...unico, key: 'hush' }, /secret key is no private key in PEM/],
    ['a key of another algorithm', (one) => one.replace('RS256', 'ES256'), unico, /no private key for ES256/],
    ['a short key', (one) => one, { ...unico, key: pem(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey, 'pkcs8') }, /no private key for RS256/],
    ['no claims', (one) => one.replace(/claims: .*/, ''), unico, /needs an assertion with claims/],
    ['a claim twice', (one) => one.replace("scope: '*'", 'exp: 1'), unico, /exp is stamped/],
    ['no end', (one) => one.replace('lifetimeSeconds: 3600', 'stamps: [iat]'), unico, /an assertion ends/],
    ['longer than an hour', (one) => one.replace('3600', '7200'), unico, /lifetimeSeconds/],
    ['two proofs', (one) => one.replace('  oauth2:', '  bearer: { secret: key }\n  oauth2:'), unico, /one of basic, bearer, oauth2 and login/],
  ])('is a fault of the start, and shows no secret: %s', async (_name, change, secrets, message) => {
    expect(change(text)).toBeDefined()
    const fault = await openManner('unico', secrets, unicoServer(), { change }).then(
      async (manner) => {
        await manner[Symbol.asyncDispose]()
        return 'none'
      },
      (error: Error) => error.message,
    )
    expect(fault).toMatch(message)
    expect(fault).not.toMatch(/hush|BEGIN/)
  }) // prettier-ignore

  test.each<[string, VendorAnswer | 'hang']>([
    ['is down', { status: 503, body: {} }],
    ['answers HTML', { body: '<html>sign in</html>' }],
    ['answers no token', { body: { token_type: 'Bearer' } }],
    ['redirects', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
    ['refuses', { status: 400, body: { error: '1.2.22' } }],
    ['is slow', 'hang'],
  ])('that cannot be had sends no picture: the token server %s', async (_name, answer) => {
    const never = new Promise<VendorAnswer>(() => {})
    await using manner = await openManner(
      'unico',
      unico,
      ({ url }) =>
        url.pathname === '/oauth2/token' ? (answer === 'hang' ? never : answer) : { body: {} },
      { timeoutMs: 300 },
    )
    const outcome = await manner.account.buy(asked, opening(face))
    expect(outcome).toEqual({ kind: 'deferred', class: 'transient', code: 'unico-no-token' })
    expect(manner.asked.map(({ url }) => url.pathname)).toEqual(['/oauth2/token'])
  })
})

describe('a picture', () => {
  test('stands as base64 where the file wants it, as it is kept where that fits', async () => {
    await using manner = await openManner('unico', unico, unicoServer())
    await manner.account.buy(asked, opening(face))
    const body = JSON.parse(manner.asked[1]?.body ?? '')
    expect(body).toEqual({
      subject: { code: '52998224725', name: 'João "de" Sá\r\n--x' },
      useCase: 'Onboarding',
      imageBase64: face.toString('base64'),
    })
  })

  test('is made smaller until it fits', async () => {
    await using manner = await openManner('unico', unico, unicoServer())
    expect(noise.length).toBeGreaterThan(600_000)
    await manner.account.buy(asked, opening(noise))
    const { imageBase64 } = JSON.parse(manner.asked[1]?.body ?? '')
    const sent = Buffer.from(imageBase64, 'base64')
    const { format, width, height } = await sharp(sent).metadata()
    expect(sent.length).toBeLessThanOrEqual(600_000)
    expect([format, Math.min(width, height) >= 480]).toEqual(['jpeg', true])
  })

  test('is a part of a form, its values end no part', async () => {
    const found = { outcome_code: 'MATCH', service_id: 'bra_cpf_facial' }
    await using manner = await openManner('didit', { apikey: 'k' }, () => ({
      body: { request_id: 'r', status: 'Approved', validations: [found] },
    }))
    expect(await manner.account.buy(asked, opening(face))).toMatchObject({ kind: 'answered' })
    const [sent] = manner.asked
    const type = sent?.headers['content-type'] ?? ''
    expect(type).toMatch(/^multipart\/form-data; boundary=\S+$/)
    const boundary = type.split('boundary=')[1] ?? ''
    expect(
      Buffer.from(sent?.bytes ?? [])
        .toString('latin1')
        .split(`--${boundary}`),
    ).toHaveLength(9)
    const form = await new Response(sent?.bytes, { headers: { 'content-type': type } }).formData()
    const { selfie, ...fields } = Object.fromEntries(form)
    expect(fields).toEqual({
      issuing_state: 'BRA',
      services: 'bra_cpf_facial',
      consent: 'true',
      tax_number: '52998224725',
      first_name: 'João "de" Sá\r\n--x',
      vendor_data: contextOf().attemptId,
    })
    expect(selfie).toMatchObject({ name: 'selfie.jpg', type: 'image/jpeg' })
    const bytes = selfie instanceof Blob ? await selfie.bytes() : undefined
    expect(Buffer.from(bytes ?? []).equals(face)).toBe(true)
    expect(sent?.headers['content-length']).toBe(String(sent?.bytes.length))
  })

  test('is signed over as it stands in the form', async () => {
    const sign = 'sign: { header: X-Signature, secret: { secret: apikey } }\n'
    await using manner = await openManner('didit', { apikey: 'k' }, () => ({ body: {} }), {
      change: (text) => sign + text,
    })
    const outcome = await manner.account.buy(asked, opening(face))
    const [sent] = manner.asked
    const expected = createHmac('sha256', 'k')
      .update('POST\n/v3/database-validation/\n')
      .update(sent?.bytes ?? '')
    expect(sent?.headers['x-signature']).toBe(expected.digest('hex'))
    expect(outcome).toEqual({ kind: 'uncertain', cause: 'unreadable', misfit: 'success' })
  })

  test('is described in a dry run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atesta-dry-'))
    for (const name of ['consent.yaml', 'didit.yaml']) {
      const text = readFileSync(join(manners, name), 'utf8')
      writeFileSync(join(folder, name), text.replaceAll('BASE_URL', 'https://vendor.example'))
    }
    const dry = { params: { document: '52998224725' }, service: 'OfficialMatch' }
    const json = await dryRun('consent.yaml', folder, dry)
    expect(json.request).toMatchObject({
      body: {
        privacidade: { senatran: { token: '<consent>' } },
        foto: 'data:image/jpeg;base64,<selfie: jpeg, at most 1000000 bytes>',
      },
    })
    const parts = await dryRun('didit.yaml', folder, dry)
    expect(JSON.stringify(parts.request)).toContain('<selfie: jpeg, at most 2000000 bytes>')
  })

  test.each<[string, CheckContext, object]>([
    ['too small', opening(small), { kind: 'rejected', class: 'account', code: 'unico-no-selfie' }],
    ['no picture', opening(Buffer.from('<svg/>')), { kind: 'rejected', class: 'account', code: 'unico-no-selfie' }],
    ['gone', contextOf({ openSelfie: async () => undefined }), { kind: 'rejected', class: 'account', code: 'unico-no-selfie' }],
    ['away', contextOf({ openSelfie: () => Promise.reject(new Error('a store')) }), { kind: 'deferred', class: 'transient', code: 'unico-selfie-away' }],
  ])('that cannot be sent buys nothing: %s', async (_name, context, outcome) => {
    await using manner = await openManner('unico', unico, unicoServer())
    expect(await manner.account.buy(asked, context)).toEqual(outcome)
    expect(manner.asked.filter(({ url }) => url.pathname !== '/oauth2/token')).toEqual([])
  }) // prettier-ignore

  test.each([
    ['a text beside it', 'params.name & $image("selfie", {"maxBytes": 600000})'],
    ['a part of it', '$substring($image("selfie", {"maxBytes": 600000}), 0, 60)'],
    ['a name of a field', '{$image("selfie", {"maxBytes": 600000}) & "": 1}'],
    ['another expression of it', '$replace($image("selfie", {"maxBytes": 600000}), "selfie", "x")'],
  ])('is not read by an expression that makes %s of it', async (_name, expression) => {
    const change = (text: string) => text.replace(/"imageBase64": .*/, `"imageBase64": ${expression}`) // prettier-ignore
    await using manner = await openManner('unico', unico, unicoServer(), { change })
    const outcome = await manner.account.buy(asked, opening(face))
    expect(outcome).toEqual({ kind: 'rejected', class: 'account', code: 'unico-image-in-text' })
    expect(manner.asked.filter(({ url }) => url.pathname !== '/oauth2/token')).toEqual([])
  })

  test.each<[string, (text: string) => string, RegExp]>([
    ['in a header', (text) => text.replace('  method: POST', '  method: POST\n  headers: { X-P: \'$image("selfie", {"maxBytes": 600000})\' }'), /request\.headers\.X-P: \$image stands in the body/],
    ['in what reads the answer', (text) => text.replace('["portrait"]', '$image("selfie", {"maxBytes": 600000})'), /map: \$image stands in the body/],
    ['of a port that has none', (text) => text.replace('official-match', 'person-check').replace('OfficialMatch', 'BasicInfos'), /request\.body: \$image: person-check has no pictures/],
    ['in a form without parts', (text) => text.replace('path: /processes/v1', 'path: /processes/v1\n  as: form'), /request\.body: \$image stands in the body of a request in json or multipart/],
    ['of a name that is none', (text) => text.replace('"selfie"', '"passport"'), /request\.body: \$image: name/],
    ['of a name that is a value', (text) => text.replace('"selfie"', 'params.name'), /request\.body: \$image/],
    ['without a limit', (text) => text.replace('"maxBytes": 600000, ', ''), /request\.body: \$image: maxBytes/],
    ['in a format that is none', (text) => text.replace('"minSide"', '"format": "gif", "minSide"'), /request\.body: \$image: format/],
    ['by another name', (text) => text.replace('$image("selfie", {"maxBytes": 600000, "minSide": 480})', '($f := $image; $f("selfie", {}))'), /request\.body: \$image is called/],
  ])('is a fault of the start %s', async (_name, change, message) => {
    const opened = openManner('unico', unico, unicoServer(), { change })
    await expect(opened.then((manner) => manner[Symbol.asyncDispose]())).rejects.toThrow(message)
  }) // prettier-ignore
})
