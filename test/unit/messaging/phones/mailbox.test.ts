import { describe, expect, test } from 'vitest'
import { toMailbox } from '#src/messaging/phones/hash.ts'

describe('an address means the same mailbox', () => {
  test.each([
    ['with another letter case', 'vic@ex.com', 'VIC@Ex.COM'],
    ['with blanks around it', 'vic@ex.com', ' vic@ex.com\t'],
    ['with a dot at its end', 'vic@ex.com', 'vic@ex.com.'],
    ['with a subaddress', 'vic@ex.com', 'vic+one+two@ex.com'],
    ['with its domain in letters or in punycode', 'vic@pão.example', 'vic@xn--po-sia.example'],
    ['with full-width letters and dots', 'vic@ex.com', 'ｖｉｃ@ｅｘ。com'],
    ['with letters composed of two', 'josé@ex.com', 'jose\u0301@ex.com'],
    ['with dots at Gmail', 'victor@gmail.com', 'v.i.c.tor@gmail.com'],
    ['with the other name of Gmail', 'victor@gmail.com', 'vic.tor+x@GoogleMail.com.'],
  ])('%s', (_, address, other) => {
    expect(toMailbox(other)).toBe(toMailbox(address))
  })
})

describe('an address means another mailbox', () => {
  test.each([
    ['with dots elsewhere than at Gmail', 'vic@ex.com', 'v.ic@ex.com'],
    ['in another domain', 'vic@ex.com', 'vic@ex.com.br'],
    ['where it begins with a plus', '+one@ex.com', '+two@ex.com'],
    ['where a quoted part has an at', '"a@b"@ex.com', '"a@c"@ex.com'],
    ['where its domain is none', 'vic@-a b-', 'vic@-a c-'],
    ['where it has no at', 'vic', 'tor'],
  ])('%s', (_, address, other) => {
    expect(toMailbox(other)).not.toBe(toMailbox(address))
  })
})
