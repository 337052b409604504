import { describe, expect, test } from 'vitest'
import {
  checkTemplates,
  tokenPageUrl,
  type TemplateOverrides,
  writeText,
} from '#src/messaging/messages/content.ts'
import { measureSms } from '#src/messaging/messages/text/gsm.ts'

const publicBaseUrl = 'https://id.example.com'
const words = { brandOf: () => 'Acme', publicBaseUrl }
const secrets = { code: '012345', link: tokenPageUrl(`${publicBaseUrl}/`, 'a'.repeat(22)) }
const longest = {
  brandOf: () => 'B'.repeat(60),
  publicBaseUrl: `https://${'sub.'.repeat(20)}example.com`,
}

describe('the built-in wordings', () => {
  test.each(['pt', 'en'] as const)('of SMS are one GSM-7 message each, in %s', (language) => {
    const templates = checkTemplates(words)
    for (const [challengeKind, replyCode] of [
      ['sms-token', null],
      ['sms-2fa', null],
      ['sms-2fa', '47'],
    ] as const) {
      const { text } = templates.write('acme', { challengeKind, language, replyCode, minutes: 10 })
      const sent = writeText(text, secrets)
      expect(sent).not.toMatch(/[{}]/)
      expect(measureSms(sent)).toMatchObject({ encoding: 'gsm-7', segments: 1 })
    }
  })

  test('hold with the longest name and a long address', () => {
    expect(() => checkTemplates(longest)).not.toThrow()
  })

  test('name the tenant, and a name that is too long for the wording is found at the start', () => {
    const brandOf = (tenant: string) => (tenant === 'sul' ? 'Banco Sul' : 'Acme')
    const wanted = {
      challengeKind: 'whatsapp-2fa',
      language: 'pt',
      replyCode: null,
      minutes: 10,
    } as const
    const templates = checkTemplates({ brandOf, publicBaseUrl })
    expect(templates.write('sul', wanted).text).toContain('Banco Sul')
    expect(templates.write('acme', wanted).text).not.toContain('Banco Sul')
    const long = { 'sms-2fa': { 'pt-BR': { text: `{brand} {1} {2} ${'x'.repeat(143)}` } } }
    const given = { brandOf, publicBaseUrl, templates: long }
    expect(() => checkTemplates(given)).not.toThrow()
    expect(() => checkTemplates({ ...given, tenants: { sul: {} } })).toThrow(/of tenant sul/)
  })

  test('name who asks without accents in an SMS, and with them in WhatsApp', () => {
    const templates = checkTemplates({ brandOf: () => 'Itaú', publicBaseUrl })
    expect(
      templates.write('acme', {
        challengeKind: 'sms-2fa',
        language: 'pt',
        replyCode: null,
        minutes: 10,
      }).text,
    ).toContain('Itau:')
    expect(
      templates.write('acme', {
        challengeKind: 'whatsapp-2fa',
        language: 'pt',
        replyCode: null,
        minutes: 10,
      }).text,
    ).toContain('Itaú')
  })

  test('tell how long the answer counts, and offer yes as 1 and no as 2', () => {
    const { text, options } = checkTemplates(words).write('acme', {
      challengeKind: 'sms-2fa',
      language: 'pt',
      replyCode: null,
      minutes: 10,
    })
    expect(text).toBe(
      'Acme: foi voce que pediu esta operacao? Responda 1 para SIM ou 2 para NAO em ate 10 min.',
    )
    expect(options).toEqual([
      { option: 1, label: 'Sim' },
      { option: 2, label: 'Não' },
    ])
  })

  test('begin a typed answer with the reply code where tenants share the sender', () => {
    const { text } = checkTemplates(words).write('acme', {
      challengeKind: 'sms-2fa',
      language: 'pt',
      replyCode: '47',
      minutes: 10,
    })
    expect(text).toContain('Responda 47 1 para SIM ou 47 2 para NAO')
  })

  test('of a token keep the places of code and link open: neither is stored', () => {
    const { text, options } = checkTemplates(words).write('acme', {
      challengeKind: 'sms-token',
      language: 'pt',
      replyCode: null,
      minutes: 10,
    })
    expect(text).toContain('{code}')
    expect(text).toContain('{link}')
    expect(options).toEqual([])
    const sent = writeText(text, secrets)
    expect(sent).toContain('012345')
    expect(sent).toContain(`https://id.example.com/t/${'a'.repeat(22)}`)
  })
})

test("a tenant's wording counts before the deployment's, and both before the built-in one", () => {
  const templates = checkTemplates({
    ...words,
    templates: { 'sms-2fa': { 'pt-BR': { text: 'Loja: {1} sim, {2} nao' } } },
    tenants: {
      acme: {
        'sms-2fa': {
          'pt-BR': { text: 'Acme: {1} ou {2}?', options: { 1: 'Fui eu', 2: 'Não fui eu' } },
        },
      },
    },
  })
  const write = (tenant: string, language: 'pt' | 'en') =>
    templates.write(tenant, { challengeKind: 'sms-2fa', language, replyCode: null, minutes: 10 })
  expect(write('acme', 'pt')).toEqual({
    text: 'Acme: 1 ou 2?',
    options: [
      { option: 1, label: 'Fui eu' },
      { option: 2, label: 'Não fui eu' },
    ],
  })
  expect(write('other', 'pt').text).toBe('Loja: 1 sim, 2 nao')
  expect(write('other', 'pt').options[0]?.label).toBe('Sim')
  expect(write('acme', 'en').text).toContain('Reply 1 for YES')
  expect(write('constructor', 'pt').text).toBe('Loja: 1 sim, 2 nao')
})

describe('a wording that cannot be sent stops the start, and is named', () => {
  const faulty: [string, TemplateOverrides, RegExp][] = [
    [
      'an accent that GSM-7 has not',
      { 'sms-2fa': { 'pt-BR': { text: 'Foi você? {1} ou {2}' } } },
      /sms-2fa \(pt-BR\) of tenant acme: 'ê' is not in GSM-7/,
    ],
    [
      'more than one SMS',
      { 'sms-2fa': { en: { text: `${'a'.repeat(160)} {1} {2}` } } },
      /sms-2fa \(en\) of tenant acme: the text takes 2 SMS/,
    ],
    ['no code', { 'sms-token': { 'pt-BR': { text: 'Ola {link}' } } }, /the text needs \{code\}/],
    [
      'only one answer',
      { 'sms-2fa': { 'pt-BR': { text: 'Responda {1}' } } },
      /the text needs \{2\}/,
    ],
    [
      'a place that nothing fills',
      { 'whatsapp-2fa': { 'pt-BR': { text: 'Olá {name}' } } },
      /\{name\} is not known; known are \{brand\}, \{minutes\}/,
    ],
    [
      'a label that is too long for a button',
      { 'whatsapp-2fa': { en: { text: 'Hi', options: { 1: 'Yes', 2: 'n'.repeat(21) } } } },
      /a label has 1 to 20 characters/,
    ],
    [
      'two labels alike',
      { 'whatsapp-2fa': { en: { text: 'Hi', options: { 1: 'Yes', 2: 'Yes' } } } },
      /the labels must differ/,
    ],
    [
      'a text that is too long for WhatsApp',
      { 'whatsapp-2fa': { en: { text: 'a'.repeat(1025) } } },
      /longer than 1024 characters/,
    ],
  ]
  test.each(faulty)('%s', (_, templates, message) => {
    expect(() => checkTemplates({ ...words, tenants: { acme: templates } })).toThrow(message)
  })

  test('all of them at once, in one error', () => {
    const templates: TemplateOverrides = {
      'sms-token': { en: { text: 'Hello' } },
      'sms-2fa': { en: { text: 'Hello' } },
    }
    expect(() => checkTemplates({ ...words, templates })).toThrow(
      /^Message templates:\nsms-token \(en\): .*\nsms-2fa \(en\): .*\nsms-2fa \(en\): /,
    )
  })
})
