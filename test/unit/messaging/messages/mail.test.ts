import { describe, expect, test } from 'vitest'
import { pickLanguage } from '#src/messaging/messages/text/language.ts'
import { writeTokenMail } from '#src/messaging/messages/templates/mail.ts'

const link = 'https://id.acme.example/t/abc_DEF-123'
const write = (given: object = {}) =>
  writeTokenMail({
    language: 'pt',
    brand: 'Acme',
    code: '048213',
    link,
    validMinutes: 60,
    ...given,
  })

describe('the message', () => {
  test.each(['pt', 'en'] as const)(
    'in %s has the code, the link, the minutes and the brand in both forms',
    (language) => {
      const { subject, text, html } = write({ language })
      for (const body of [text, html]) {
        for (const part of ['048213', link, '60 minut', 'Acme']) expect(body).toContain(part)
      }
      expect(subject).toContain('Acme')
      expect(html).toContain(`<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">`)
    },
  )

  test('tells in either language what to do when it was not you', () => {
    expect(write().text).toContain('Não foi você?')
    expect(write({ language: 'en' }).text).toContain('Not you?')
  })

  test('the code stands alone on its line of the text, and in no subject', () => {
    const { subject, text } = write()
    expect(text.split('\n').map((line) => line.trim())).toContain('048213')
    expect(subject).not.toMatch(/\d/)
  })

  test('the HTML loads nothing from outside and runs nothing', () => {
    const { html } = write()
    expect(html).not.toMatch(/<script|<img|<link|src=|url\(|@import|background=|\son\w+=/i)
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
    expect(new Set(addresses)).toEqual(new Set([link]))
  })

  test('it says that it knows dark screens, and has colours for them', () => {
    const { html } = write()
    expect(html).toMatch(/<meta name="color-scheme" content="light dark"/)
    expect(html).toContain('@media (prefers-color-scheme: dark)')
  })

  test('a brand and a link are text: they make no markup and no second header', () => {
    const brand = 'A & "B" <script>x</script>\r\nBcc: outra@x.example'
    const { subject, html, text } = write({ brand, link: 'https://x.example/t/"><script>' })
    expect(html).not.toContain('<script')
    expect(html).toContain('A &amp; &quot;B&quot; &lt;script&gt;x&lt;/script&gt; Bcc')
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).toContain('A & "B" <script>')
  })

  test('one minute is one minute', () => {
    expect(write({ validMinutes: 1 }).text).toContain('1 minuto e')
    expect(write({ validMinutes: 1, language: 'en' }).text).toContain('1 minute and')
  })
})

describe('the language', () => {
  test.each([
    [undefined, 'pt'],
    ['', 'pt'],
    ['*', 'pt'],
    ['de-DE,fr;q=0.8', 'pt'],
    ['en', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['en-US,en;q=0.9,pt-BR;q=0.8', 'en'],
    ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt'],
    ['de, EN-gb;q=0.5, pt;q=0.4', 'en'],
    ['en;q=0', 'pt'],
    ['en;q=0.5,pt;q=0.5', 'pt'],
    ['english', 'pt'],
    ['en;q=nonsense', 'pt'],
    [';;;,,,', 'pt'],
  ])('of %j is %s', (header, language) => {
    expect(pickLanguage(header)).toBe(language)
  })
})
