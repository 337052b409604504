import { describe, expect, test } from 'vitest'
import { pickLanguage } from '#src/messaging/messages/text/language.ts'
import { readLogo } from '#src/messaging/sending/token-mail.ts'
import { checkTemplates, TemplateOverrides } from '#src/messaging/messages/content.ts'
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

describe('what a tenant has of its own', () => {
  test('words, each over the built-in one, with brand and minutes filled in, and no markup', () => {
    const words = { title: 'Oi da {brand}', button: 'É meu <b>', validity: 'Vale {minutes} min.' }
    const { html, text, subject } = write({ words })
    for (const body of [html, text]) expect(body).toContain('Oi da Acme')
    expect(html).toContain('É meu &lt;b&gt;')
    expect(text).toContain('Vale 60 min.')
    expect(subject).toBe(write().subject)
    expect(text).toContain('Não foi você?')
  })

  test.each([
    ['#ffd400', '#000'],
    ['#0b3d2e', '#fff'],
  ])('the colour %s on its button, with text of %s that can be read on it', (colour, onIt) => {
    const { html } = write({ colour })
    expect(html).toContain(`bgcolor="${colour}"`)
    expect(html).toContain(`color:${onIt};text-decoration:none`)
  })

  test('a colour that is none leaves the service’s, and makes no style', () => {
    const { html } = write({ colour: 'red;background:url(x)' })
    expect(html).toContain('bgcolor="#2b59c3"')
    expect(html).not.toContain('url(')
  })

  test('its picture comes with the mail, and is named for whoever does not see it', () => {
    const { html } = write({ hasLogo: true, brand: 'A "B"' })
    expect([...html.matchAll(/<img\s[^>]*>/g)]).toHaveLength(1)
    expect(html).toContain('src="cid:logo@atesta"')
    expect(html).toContain('alt="A &quot;B&quot;"')
  })
})

describe('wordings of mails', () => {
  const check = (wording: object, tenant = '') =>
    checkTemplates({
      brandOf: () => 'Acme',
      publicBaseUrl: 'https://id.acme.example',
      ...(tenant === '' ? { templates: wording } : { tenants: { [tenant]: wording } }),
    })

  test('of a tenant stand over those of the deployment, and another language keeps its own', () => {
    const templates = checkTemplates({
      brandOf: () => 'Acme',
      publicBaseUrl: 'https://id.acme.example',
      templates: { 'email-token': { 'pt-BR': { title: 'Um', button: 'Dois' } } },
      tenants: { acme: { 'email-token': { 'pt-BR': { title: 'Outro' } } } },
    })
    expect(templates.mailWords('acme', 'pt')).toEqual({ title: 'Outro', button: 'Dois' })
    expect(templates.mailWords('globex', 'pt')).toEqual({ title: 'Um', button: 'Dois' })
    expect(templates.mailWords('acme', 'en')).toEqual({})
    const asked = {
      challengeKind: 'email-token',
      language: 'pt',
      replyCode: null,
      minutes: 60,
    } as const
    expect(templates.write('acme', asked).text).toContain('Outro')
  })

  test('with a place that nobody fills are refused at the start; a subject never has a code', () => {
    expect(() => check({ 'email-token': { en: { subject: 'Your code {code}' } } })).toThrow(
      'email-token (en): subject: {code} is not known',
    )
    expect(() => check({ 'email-token': { 'pt-BR': { notYou: '{link}' } } }, 'acme')).toThrow(
      'email-token (pt-BR) of tenant acme: notYou: {link} is not known',
    )
  })

  test.each([
    { subject: 'two\nlines' },
    { title: '' },
    { button: 'x'.repeat(41) },
    { heading: 'unknown' },
  ])('a form that is none is refused: %j', (wording) => {
    const given = { 'email-token': { 'pt-BR': wording } }
    expect(TemplateOverrides.safeParse(given).success).toBe(false)
  })
})

test('a picture that mail programs do not show is none', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo='
  expect(readLogo(png)).toEqual({
    mediaType: 'image/png',
    base64: 'iVBORw0KGgo=',
    cid: 'logo@atesta',
  })
  for (const other of [undefined, 'data:image/svg+xml;base64,PHN2Zz4=', 'https://x.example/a.png'])
    expect(readLogo(other)).toBeUndefined()
})
