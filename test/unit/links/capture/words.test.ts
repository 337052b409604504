// Words, masks and colours of the hosted page.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { pickPageLanguage } from '#src/messaging/messages/text/page-language.ts'
import { maskEmail, maskName, maskPhone } from '#src/links/capture/mask.ts'
import { accentOf } from '#src/links/capture/page/layout.ts'
import { en } from '#src/links/capture/texts/en.ts'
import { es } from '#src/links/capture/texts/es.ts'
import { pt } from '#src/links/capture/texts/pt.ts'
import { consentVersion, type TextKey, textsOf } from '#src/links/capture/texts/texts.ts'

const byText = (a = '', b = '') => a.localeCompare(b)

/** What the version of the consent stands for. */
const consentKeys = [
  'consentLead',
  'consentEmail',
  'consentPhone',
  'consentDocument',
  'consentFace',
  'consentForm',
  'consentPurpose',
  'consentBasis',
  'consentKeeping',
  'consentOtherWay',
  'consentDevice',
  'consentAgree',
] as const satisfies readonly TextKey[]

describe('the texts', () => {
  test('all languages have the same places to fill, and none is a copy of another', () => {
    const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const keysOf = (text: string) => [...new Set(places(text))].toSorted(byText).join()
    for (const other of [en, es] as const) {
      const keys = Object.keys(pt) as TextKey[]
      expect(Object.keys(other).toSorted(byText)).toEqual(keys.toSorted(byText))
      expect(keys.filter((key) => keysOf(pt[key]) !== keysOf(other[key]))).toEqual([])
      const long = keys.filter((key) => pt[key].length > 40 && pt[key] === other[key])
      expect(long).toEqual([])
    }
  })

  test('another consent is another version', () => {
    const text = consentKeys.map((key) => `${pt[key]}\n${en[key]}\n${es[key]}`).join('\n')
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
    // Whoever changes the text gives it a new version, and writes both here.
    expect({ [consentVersion]: digest }).toMatchInlineSnapshot(`
      {
        "2026-11-28.2": "3138c09fd1700aad",
      }
    `)
  })

  test('a name with a place in it is not filled again', () => {
    expect(textsOf('en', '{minutes}')('entryLead')).toContain('{minutes} has asked')
  })
})

describe('the language of a page', () => {
  test.each([
    ['es-AR,es;q=0.9,en;q=0.8', 'es'],
    ['en-GB', 'en'],
    ['fr,pt;q=0.2,es;q=0.5', 'es'],
    ['fr', 'pt'],
    ['', 'pt'],
    [undefined, 'pt'],
  ] as const)('%s: %s', (header, language) => {
    expect(pickPageLanguage(header)).toBe(language)
  })
})

describe('masks', () => {
  test.each([
    ['maria@example.com', 'm•••@example.com'],
    ['m@example.com', 'm•••@example.com'],
    ['"a@b"@example.com', '"•••@example.com'],
    ['no-address', '•••'],
  ])('%s is shown as %s', (email, shown) => {
    expect(maskEmail(email)).toBe(shown)
  })

  test.each([
    ['Maria Exemplo da Silva', 'M••• S•••'],
    ['Cher', 'C•••'],
    ['', '•••'],
  ])('%s is %s', (name, shown) => {
    expect(maskName(name)).toBe(shown)
  })

  test('of a number its last four digits are shown', () => {
    expect(maskPhone('+5511987655678')).toBe('•••• 5678')
  })
})

describe('the colour of a tenant', () => {
  test.each([
    ['#ffdd00', '#000'],
    ['#003366', '#fff'],
    ['#777777', '#000'],
  ])('on %s the text is %s', (colour, text) => {
    expect(accentOf(colour)).toBe(`:root{--button:${colour};--on-button:${text}}`)
  })

  test.each([undefined, '', 'red', '#fff', '#12345', '#123456;}body{display:none'])(
    'what is no colour changes nothing: %s',
    (colour) => {
      expect(accentOf(colour)).toBe('')
    },
  )
})

describe('the limit of an address', () => {
  test('so many at once, and one more when its time has come', () => {
    const limit = createAddressLimit(3)
    expect([0, 0, 0, 0].map(() => limit.take('a', 0))).toEqual([0, 0, 0, 20])
    expect(limit.take('b', 0)).toBe(0)
    expect(limit.take('a', 20_000)).toBe(0)
    expect(limit.take('a', 20_000)).toBeGreaterThan(0)
    expect(limit.take('a', 3_600_000)).toBe(0)
  })

  test('a clock that is set back keeps nobody waiting for the time that it has lost', () => {
    const limit = createAddressLimit(3)
    expect(limit.take('a', 3_600_000)).toBe(0)
    expect([0, 0, 0].map(() => limit.take('a', 0))).toEqual([0, 0, 20])
    expect(limit.take('a', 20_000)).toBe(0)
  })

  test('an address that is not known has none, and only the last ones are remembered', () => {
    const limit = createAddressLimit(1, 2)
    expect([0, 0].map(() => limit.take(undefined, 0))).toEqual([0, 0])
    for (const address of ['a', 'b', 'c']) limit.take(address, 0)
    expect(limit.take('a', 0)).toBe(0)
    expect(limit.take('c', 0)).toBeGreaterThan(0)
  })
})
