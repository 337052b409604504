import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { signTwilio, verifyTwilioSignature } from '#src/vendors/twilio/signature.ts'

const token = 'twilio-token-for-tests'
const url = 'https://id.example.test/hooks/twilio/status?rid=01JTEST'
const params = {
  AccountSid: 'AC00000000000000000000000000000001',
  ErrorCode: '',
  From: '+5511912340000',
  MessageSid: 'SM00000000000000000000000000000001',
  MessageStatus: 'delivered',
  To: '+5511987654321',
}

const request = (signature: string, given: Partial<RawRequest> = {}): RawRequest => ({
  method: 'POST',
  url,
  headers: { 'x-twilio-signature': signature },
  rawBody: Buffer.from(new URLSearchParams(params).toString()),
  ...given,
})

const withBody = (signature: string, body: string) =>
  request(signature, { rawBody: Buffer.from(body) })

describe('X-Twilio-Signature', () => {
  test('the published vectors are what is signed', () => {
    expect(
      signTwilio('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', {
        CallSid: 'CA1234567890ABCDE',
        Caller: '+14158675309',
        Digits: '1234',
        From: '+14158675309',
        To: '+18005551212',
      }),
    ).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
    expect(signTwilio(token, url, params)).toBe('5DcC37ArO7gr8KWIKcdWAJKk44o=')
  })

  test('a form is believed, empty parameters and those we do not know included', () => {
    expect(verifyTwilioSignature(token, request('5DcC37ArO7gr8KWIKcdWAJKk44o='))).toBe(true)
    const more = { ...params, NewThing: 'à vista', Empty: '' }
    const body = new URLSearchParams(more).toString()
    expect(verifyTwilioSignature(token, withBody(signTwilio(token, url, more), body))).toBe(true)
  })

  test.each([
    ['emoji and letters beyond ASCII', { Body: 'Sim 👍🏽 ção +55' }],
    ['JSON in a parameter', { AddOns: '{"status":"successful","code":null}' }],
    ['signs that forms encode', { Body: 'a&b=c+d %20 "x"\n' }],
    ['a name with brackets', { 'Media[0]': 'x' }],
  ])('a form with %s is believed', (_, more) => {
    const all = { ...params, ...more }
    const signature = signTwilio(token, url, all)
    const body = new URLSearchParams(all).toString()
    expect(verifyTwilioSignature(token, withBody(signature, body))).toBe(true)
    // Browsers and some libraries write a blank as %20.
    expect(verifyTwilioSignature(token, withBody(signature, body.replaceAll('+', '%20')))).toBe(
      true,
    )
    expect(verifyTwilioSignature(token, withBody(signature, `${body}x`))).toBe(false)
  })

  test('the override fragment of the callback’s URL is not signed', () => {
    expect(signTwilio(token, `${url}#rc=3&rp=5xx,ct,rt`, params)).toBe(
      signTwilio(token, url, params),
    )
  })

  test.each([
    ['the secret', request(signTwilio('another', url, params))],
    ['the path', request(signTwilio(token, url.replace('status', 'inbound'), params))],
    ['the query', request(signTwilio(token, url.replace('01JTEST', '01JELSE'), params))],
    ['the host', request(signTwilio(token, url.replace('id.', 'xd.'), params))],
    ['the scheme', request(signTwilio(token, url.replace('https', 'http'), params))],
    ['a value', request(signTwilio(token, url, { ...params, MessageStatus: 'read' }))],
    ['a parameter less', request(signTwilio(token, url, { MessageSid: params.MessageSid }))],
    ['another port', request(signTwilio(token, url.replace('.test', '.test:8443'), params))],
    ['the case of the signature', request('5dcc37aro7gr8kwikcdwajkk44o=')],
    ['an empty signature', request('')],
    ['a longer signature', request('5DcC37ArO7gr8KWIKcdWAJKk44o==')],
    ['no signature', request('', { headers: {} })],
    ['a URL that is none', request('5DcC37ArO7gr8KWIKcdWAJKk44o=', { url: 'nowhere' })],
  ])('a request that differs in %s is not believed', (_what, forged) => {
    expect(verifyTwilioSignature(token, forged)).toBe(false)
  })

  test('an account without a token believes nobody', () => {
    expect(verifyTwilioSignature('', request(signTwilio('', url, params)))).toBe(false)
  })

  test('the URL may have been signed with and without its standard port', () => {
    const signed = url.replace('.test/', '.test:443/')
    expect(verifyTwilioSignature(token, request(signTwilio(token, signed, params)))).toBe(true)
    const http = 'http://localhost/hooks/twilio/status?rid=1'
    const atPort = signTwilio(token, 'http://localhost:80/hooks/twilio/status?rid=1', params)
    expect(verifyTwilioSignature(token, request(atPort, { url: http }))).toBe(true)
  })

  test('behind a proxy a port of our own may have been signed, or left out', () => {
    const given = { url: url.replace('.test/', '.test:8443/') }
    for (const signed of [given.url, url]) {
      const signature = signTwilio(token, signed, params)
      expect(verifyTwilioSignature(token, request(signature, given))).toBe(true)
    }
  })

  test('the query may have been written as older libraries write it, with each form of the port', () => {
    const given = { url: "https://id.example.test/hooks?rid=a%27b&name=x+y'(z)" }
    const legacy = "https://id.example.test/hooks?rid=a'b&name=x%20y'(z)"
    for (const signed of [legacy, legacy.replace('.test/', '.test:443/')]) {
      const signature = signTwilio(token, signed, params)
      expect(verifyTwilioSignature(token, request(signature, given))).toBe(true)
    }
  })

  test('a thousand parameters of the query do not hide the next one', () => {
    const many = `https://id.example.test/hooks?${'&'.repeat(1000)}a=1`
    const signature = signTwilio(token, 'https://id.example.test/hooks?a=1', params)
    const added = { url: `${many}&b=2` }
    expect(verifyTwilioSignature(token, request(signature, added))).toBe(false)
  })

  test('of a repeated name each different value counts once, in order', () => {
    const body = 'Media=b&Media=a&Media=b&Body=1'
    const repeated = new URLSearchParams(body)
    expect(signTwilio(token, url, repeated)).toBe(
      signTwilio(token, url, new URLSearchParams('Body=1&Media=a&Media=b')),
    )
    const signature = signTwilio(token, url, repeated)
    expect(verifyTwilioSignature(token, withBody(signature, body))).toBe(true)
    expect(verifyTwilioSignature(token, withBody(signature, 'Media=a&Body=1'))).toBe(false)
  })

  test('names are sorted by code unit: capitals come first', () => {
    const sorted = signTwilio(token, url, { Zulu: '1', alpha: '2' })
    expect(sorted).toBe(signTwilio(token, `${url}Zulu1alpha2`))
  })

  test('a plus in the form is a space, and a percent-encoded plus is a plus', () => {
    const signature = signTwilio(token, url, { Body: 'responda sim', From: '+5511912340000' })
    const body = 'Body=responda+sim&From=%2B5511912340000'
    expect(verifyTwilioSignature(token, withBody(signature, body))).toBe(true)
  })

  test('a JSON body is signed by its hash in the URL', () => {
    const body = '{"nome":"João"}'
    const hash = createHash('sha256').update(body).digest('hex')
    const hashed = `https://id.example.test/hooks?bodySHA256=${hash}`
    const given = { url: hashed, rawBody: Buffer.from(body) }
    const signature = signTwilio(token, hashed)
    expect(verifyTwilioSignature(token, request(signature, given))).toBe(true)
    const other = { ...given, rawBody: Buffer.from('{"nome":"Joao"}') }
    expect(verifyTwilioSignature(token, request(signature, other))).toBe(false)
    const empty = { ...given, url: 'https://id.example.test/hooks?bodySHA256=' }
    expect(verifyTwilioSignature(token, request(signTwilio(token, empty.url), empty))).toBe(false)
  })

  test.each([
    ['too short', 'abc='],
    ['not base64', `${'?'.repeat(27)}=`],
    ['of another hash', createHash('sha256').update('').digest('base64')],
  ])('what is no SHA-1 in base64 is refused before the request is read: %s', (_what, signature) => {
    const { counted, reads } = countReads(request(signature))
    expect(verifyTwilioSignature(token, counted)).toBe(false)
    expect(reads()).toBe(0)
  })

  test('a form of a thousand parameters is believed, one of more is not, whoever signed it', () => {
    const formOf = (count: number) =>
      new URLSearchParams(Array.from({ length: count }, (_, index) => [`p${index}`, '']))
    for (const [count, believed] of [
      [1_000, true],
      [1_001, false],
    ] as const) {
      const given = withBody(signTwilio(token, url, formOf(count)), formOf(count).toString())
      expect(verifyTwilioSignature(token, given)).toBe(believed)
    }
  })

  test('a form of 64 KiB is believed, one of more is not, whoever signed it', () => {
    for (const [bytes, believed] of [
      [65_536, true],
      [65_537, false],
    ] as const) {
      const body = `Body=${'x'.repeat(bytes - 5)}`
      const signature = signTwilio(token, url, new URLSearchParams(body))
      expect(verifyTwilioSignature(token, withBody(signature, body))).toBe(believed)
    }
  })

  test('a MiB of parameters is refused, whatever it is signed with', () => {
    const body = Array.from({ length: 180_000 }, (_, index) => index.toString(36)).join('&')
    const forged = withBody('5DcC37ArO7gr8KWIKcdWAJKk44o=', body)
    for (let account = 0; account < 20; account++)
      expect(verifyTwilioSignature(`token ${account}`, forged)).toBe(false)
  })

  test('a request is read once, for all forms of its URL and all accounts', () => {
    const { counted, reads } = countReads(request(signTwilio(token, url, params)))
    for (const other of ['a', 'b', 'c']) expect(verifyTwilioSignature(other, counted)).toBe(false)
    expect(verifyTwilioSignature(token, counted)).toBe(true)
    expect(reads()).toBe(1)
  })
})

function countReads({ rawBody, ...rest }: RawRequest) {
  let reads = 0
  const counted: RawRequest = {
    ...rest,
    get rawBody() {
      reads++
      return rawBody
    },
  }
  return { counted, reads: () => reads }
}
