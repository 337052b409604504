// Twilio's own package as an oracle: what it signs we believe, and what we sign it believes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import twilio from 'twilio'
import { signTwilio, verifyTwilioSignature } from '#src/vendors/twilio/signature.ts'

const word = fc.string({ unit: 'grapheme', maxLength: 12 })
const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,12}$/)
const url = fc
  .record({
    port: fc.constantFrom('', ':8443'),
    path: fc.stringMatching(/^[a-z0-9/-]{0,20}$/),
    query: fc.array(fc.tuple(name, word), { maxLength: 3 }),
  })
  .map(({ port, path, query }) => {
    const search = new URLSearchParams(query).toString()
    return `https://id.example.test${port}/hooks/${path}${search && `?${search}`}`
  })
const params = fc.dictionary(name, word, { maxKeys: 8, noNullPrototype: true })

const request = (address: string, form: Record<string, string>, signature: string) => ({
  method: 'POST',
  url: address,
  headers: { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' },
  rawBody: Buffer.from(new URLSearchParams(form).toString()),
})

test('its signatures are ours, for any address and form', () => {
  fc.assert(
    fc.property(url, params, fc.uuid(), (address, form, token) => {
      const expected = twilio.getExpectedTwilioSignature(token, address, form)
      expect(signTwilio(token, address, form)).toBe(expected)
      expect(verifyTwilioSignature(token, request(address, form, expected))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('what it refuses we refuse, and the other way round', () => {
  fc.assert(
    fc.property(
      fc.tuple(url, params, fc.uuid(), fc.uuid(), name, word),
      ([address, form, token, other, key, value]) => {
        const signature = signTwilio(token, address, form)
        const changed = { ...form, [key]: value }
        for (const [secret, given] of [
          [token, form],
          [token, changed],
          [other, form],
        ] as const) {
          const theirs = twilio.validateRequest(secret, signature, address, given)
          expect(verifyTwilioSignature(secret, request(address, given, signature))).toBe(theirs)
        }
      },
    ),
    { numRuns: 300 },
  )
})
