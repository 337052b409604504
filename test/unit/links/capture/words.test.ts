// Words, masks and colours of the hosted page.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { pickPageLanguage } from '#src/messaging/messages/text/page-language.ts'
import { loadAssets } from '#src/links/capture/assets.ts'
import { makeContext, renderPage } from '#src/links/capture/page/layout.ts'
import { consentPage } from '#src/links/capture/page/plain.ts'
import { maskEmail, maskName, maskPhone } from '#src/links/capture/mask.ts'
import { accentOf } from '#src/messaging/messages/text/contrast.ts'
import en from '#src/links/capture/texts/en.json' with { type: 'json' }
import es from '#src/links/capture/texts/es.json' with { type: 'json' }
import pt from '#src/links/capture/texts/pt.json' with { type: 'json' }
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
  'consentFaces',
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
      expect(Object.keys(other)).toEqual(keys)
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
        "2026-11-28.3": "b9811e696f696965",
      }
    `)
  })

  test.each(['pt', 'en', 'es'] as const)(
    'what is asked for and why is at most 90 words in %s, of all steps, and the rest is one press away',
    (language) => {
      const settings = { name: 'Banco Exemplo', redirectOrigins: [], packName: 'link', lifeMs: 1 }
      const given = { language, settings, assets: loadAssets(), isSecure: true, base: '/c' }
      const context = { ...makeContext(given), purpose: 'Abrir conta', whom: 'M••• S•••' }
      const steps = ['emailToken', 'phoneConfirmation', 'aiDocs', 'facialBiometrics'] as const
      const asked = steps.map((key) => ({ key, name: key, round: 1 }))
      const { text } = renderPage(context, consentPage(context, asked, new Date(0)))
      const main = /<main>([^]*)<\/main>/.exec(text)?.[1] ?? ''
      const shown = main.replace(/(<summary>[^<]*<\/summary>)[^]*?<\/details>/, '$1')
      const words = shown
        .replaceAll(/<[^>]*>/g, ' ')
        .trim()
        .split(/\s+/)
      expect(words.length).toBeLessThanOrEqual(90)
      expect(main.replace(shown, '')).toContain(textsOf(language, '')('consentBasis').slice(0, 20))
    },
  )

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
    ['#ffdd00', '#000', '#806e00', '#ffdd00'],
    ['#003366', '#fff', '#003366', '#738fab'],
    ['#777777', '#000', '#6b6b6b', '#8b8b8b'],
    ['#000000', '#fff', '#000000', '#8c8c8c'],
  ])(
    'on %s the text is %s, and links are shades of it that can be read: %s, in the dark %s',
    (colour, text, light, dark) => {
      expect(accentOf(colour)).toBe(
        `:root{--button:${colour};--on-button:${text};--accent:${light}}@media (prefers-color-scheme:dark){:root{--accent:${dark}}}`,
      )
    },
  )

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
