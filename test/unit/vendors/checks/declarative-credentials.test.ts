// How an account of a file proves itself to its vendor.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '#src/main/local/certificate.ts'
import { bureauDialect } from '#test/support/vendors/check-dialects.ts'
import {
  bureauSecrets,
  contextOf,
  knownPerson,
  openBureau,
  replaced,
} from '#test/support/vendors/check-harness.ts'

describe('credentials', () => {
  test('a token is asked for once by all who need it at the same time, and kept', async () => {
    await using bureau = await openBureau()
    await Promise.all([1, 2, 3].map(() => bureau.account.buy(knownPerson, contextOf())))
    await bureau.account.buy(knownPerson, contextOf())
    const asked = bureau.server.requests.filter(({ url }) => url.pathname === '/oauth/token')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.body).toBe('grant_type=client_credentials')
    expect(asked[0]?.headers['authorization']).toMatch(/^Basic /)
  })

  test('a token that the vendor no longer takes is renewed once', async () => {
    let tokens = 0
    await using bureau = await openBureau(undefined, (one) => {
      if (one.url.pathname !== '/oauth/token')
        return tokens < 2 ? { status: 401, body: {} } : bureauDialect(one)
      tokens += 1
      return bureauDialect(one)
    })
    expect(await bureau.account.buy(knownPerson, contextOf())).toMatchObject({ kind: 'answered' })
    expect(bureau.server.requests).toHaveLength(4)
  })

  test('a vendor that takes no token is a refusal of our access, and no loop', async () => {
    await using bureau = await openBureau(undefined, (one) =>
      one.url.pathname === '/oauth/token' ? bureauDialect(one) : { status: 401, body: {} },
    )
    expect(await bureau.account.buy(knownPerson, contextOf())).toEqual({
      kind: 'rejected',
      class: 'account',
      code: 'bureau-http-401',
    })
    expect(bureau.server.requests).toHaveLength(4)
  })

  test('a request is signed over method, path and body', async () => {
    const sign = 'sign: { header: X-Signature, secret: { secret: hook } }\n'
    await using bureau = await openBureau((text) => sign + text)
    await bureau.account.buy(knownPerson, contextOf())
    const sent = bureau.server.requests.find(({ url }) => url.pathname === '/people')
    const expected = createHmac('sha256', bureauSecrets.hook).update(`POST\n/people\n${sent?.body}`)
    expect(sent?.headers['x-signature']).toBe(expected.digest('hex'))
  })

  test('our idempotency key goes where the file says, the same for the same attempt', async () => {
    await using bureau = await openBureau()
    await bureau.account.buy(knownPerson, contextOf())
    await bureau.account.buy(knownPerson, contextOf({ sent: 2 }))
    const keys = bureau.server.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? [])
    expect(keys).toEqual([contextOf().attemptId, contextOf().attemptId])
  })
})

const certificates = await Promise.all([1, 2, 3].map(() => makeCertificate(['127.0.0.1'])))

describe('over TLS', () => {
  const [vendor, client, stranger] = certificates
  if (!vendor || !client || !stranger) throw new Error('three certificates')
  const tls = { key: vendor.key, cert: vendor.cert, ca: client.cert }
  const certified = (text: string) =>
    `${text}tls: { cert: { secret: cert }, key: { secret: key }, ca: { secret: ca } }\n`
  const withPair = ({ cert, key }: typeof client, ca = vendor.cert) => ({
    tls,
    secrets: { ...bureauSecrets, cert, key, ca },
  })
  const basic = `Basic ${Buffer.from('client:hush').toString('base64')}`
  const inBody = { client_id: 'client', client_secret: 'hush' }
  const person = { username: 'our user', password: 'p&ss=word' }

  test.for([
    ['client_credentials', 'basic', {}, basic],
    ['client_credentials', 'post', inBody, undefined],
    ['password', 'basic', person, basic],
    ['password', 'post', { ...person, ...inBody }, undefined],
  ] as const)(
    'a token by %s and %s, asked for with our own certificate',
    async ([grant, clientAuth, form, authorization]) => {
      const more = `    grant: ${grant}\n    clientAuth: ${clientAuth}\n    scope: people\n`
      const user =
        grant === 'password'
          ? '    username: { secret: user }\n    password: { secret: pass }\n'
          : ''
      const change = (text: string) =>
        certified(text.replace('    clientId', `${more}${user}    clientId`))
      const own = withPair(client)
      const secrets = { ...own.secrets, user: person.username, pass: person.password }
      await using bureau = await openBureau(change, bureauDialect, { ...own, secrets })
      expect(await bureau.account.buy(knownPerson, contextOf())).toMatchObject({ kind: 'answered' })
      const [asked, sent] = bureau.server.requests
      expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
        grant_type: grant,
        scope: 'people',
        ...form,
      })
      expect(asked?.headers['authorization']).toBe(authorization)
      expect(sent?.headers['authorization']).toBe('Bearer a token')
    },
  )

  test('a vendor whose certificate nobody has vouched for is told nothing', async () => {
    const own = withPair(client, stranger.cert)
    await using bureau = await openBureau(
      (text) => certified(withoutToken(text)),
      bureauDialect,
      own,
    )
    expect(await bureau.account.buy(knownPerson, contextOf())).toEqual({
      kind: 'deferred',
      class: 'transient',
      code: 'unreachable-tls',
    })
    expect(bureau.server.requests).toEqual([])
  })

  test('a vendor that takes no certificate but ours serves nobody else', async () => {
    await using bureau = await openBureau(
      (text) => certified(withoutToken(text)),
      bureauDialect,
      withPair(stranger),
    )
    expect((await bureau.account.buy(knownPerson, contextOf())).kind).toMatch(
      /^(deferred|uncertain)$/,
    )
    expect(bureau.server.requests).toEqual([])
  })

  test('a key that is none is a fault of the start, and is not shown', async () => {
    const own = {
      secrets: { ...bureauSecrets, cert: client.cert, key: 'hush hush', ca: vendor.cert },
    }
    const fault = await openBureau(certified, bureauDialect, own).then(
      () => 'none',
      (error: Error) => error.message,
    )
    expect(fault).toMatch(/tls/)
    expect(fault).not.toMatch(/hush/)
  })

  const withoutToken = replaced(/^auth:[^]*?(?=^request)/m, '')
})
