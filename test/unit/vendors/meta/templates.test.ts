// How Meta judges the templates by which an account sends: what its Graph API lists, what its webhooks say.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { createMeta, type MetaOptions } from '#src/vendors/meta/adapter.ts'
import { type MetaServer, startMeta, writeTemplate } from '#test/support/vendors/meta.ts'

const own = { name: 'confirm_transaction_v1', language: 'pt_BR' }
let server: MetaServer

const create = (given: Partial<MetaOptions> = {}) =>
  createMeta({
    id: 'meta-main',
    phoneNumberId: server.phoneNumberId,
    businessAccountId: server.businessAccountId,
    accessToken: server.accessToken,
    appSecret: server.appSecret,
    verifyToken: 'ours',
    senderNumber: '+5511912340000',
    graphUrl: server.url,
    templates: { 'whatsapp-2fa': { 'pt-BR': own } },
    shared: false,
    ...given,
  })

beforeEach(async () => {
  server = await startMeta()
})
afterEach(() => server.close())

describe('what the business account lists', () => {
  const read = async (given?: Partial<MetaOptions>) =>
    create(given).readTemplates?.(AbortSignal.timeout(5_000))

  test.each([
    ['APPROVED', true, 'approved'],
    ['PAUSED', false, 'paused'],
    ['DISABLED', false, 'disabled'],
    ['PENDING', false, 'pending'],
    ['REJECTED', false, 'rejected'],
  ])('%s: usable is %s', async (status, isUsable, said) => {
    server.templates = [writeTemplate({ status })]
    expect(await read()).toEqual([
      { ...own, isUsable, status: said, category: 'UTILITY', quality: 'GREEN' },
    ])
  })

  test('how long Meta tries to deliver it is known where Meta says so; -1 is its default of thirty days', async () => {
    const seconds = async (ttl: number | null) => {
      server.templates = [{ ...writeTemplate(), message_send_ttl_seconds: ttl } as never]
      return (await read())?.[0]?.ttlSeconds
    }
    expect(await seconds(600)).toBe(600)
    expect(await seconds(-1)).toBe(2_592_000)
    expect(await seconds(null)).toBeUndefined()
  })

  test('a template of that name in another language is not ours, and one that is not there is missing', async () => {
    server.templates = [
      writeTemplate({ language: 'pt_PT' }),
      writeTemplate({ name: `${own.name}_b` }),
    ]
    expect(await read()).toEqual([{ ...own, isUsable: false, status: 'missing' }])
  })

  const buttons = (...types: string[]) => ({
    type: 'BUTTONS',
    buttons: types.map((type) => ({ type, text: 'Sim' })),
  })
  test.each([
    ['one place', [{ type: 'BODY', text: '{{1}}' }, buttons('QUICK_REPLY', 'QUICK_REPLY')]],
    [
      'three places',
      [{ type: 'BODY', text: '{{1}} {{2}} {{3}}' }, buttons('QUICK_REPLY', 'QUICK_REPLY')],
    ],
    [
      'places with names',
      [{ type: 'BODY', text: '{{brand}} {{minutes}}' }, buttons('QUICK_REPLY', 'QUICK_REPLY')],
    ],
    ['one quick reply', [{ type: 'BODY', text: '{{1}} {{2}}' }, buttons('QUICK_REPLY', 'URL')]],
    ['no buttons', [{ type: 'BODY', text: '{{1}} {{2}}' }]],
  ])('with %s it does not take what we send', async (_, components) => {
    server.templates = [writeTemplate({ components })]
    expect(await read()).toMatchObject([{ isUsable: false, status: 'other-variables' }])
  })

  test('what cannot be asked says nothing, and nobody is asked without a business account', async () => {
    await expect(read({ accessToken: 'old' })).rejects.toThrow('could not be read')
    await expect(read({ graphUrl: 'http://127.0.0.1:9' })).rejects.toThrow('could not be read')
    const account = createMeta({
      id: 'meta-main',
      phoneNumberId: '1',
      accessToken: 'a',
      appSecret: 's',
      verifyToken: 'v',
      senderNumber: '+5511912340000',
      templates: {},
      shared: false,
    })
    expect(account).not.toHaveProperty('readTemplates')
  })
})

describe('what a webhook says', () => {
  const at = 1_746_082_800_000
  const named = { message_template_name: own.name, message_template_language: own.language }
  const parse = (field: string, value: object, given?: Partial<MetaOptions>) => {
    const { method, url, headers, body } = server.notice('https://id.test/hooks', field, value, at)
    const request: RawRequest = { method, url, headers, rawBody: Buffer.from(body) }
    expect(create(given).verifyWebhook(request)).toBe(true)
    return create(given).parseWebhook(request)
  }

  test.each([
    ['PAUSED', { isUsable: false, status: 'paused' }],
    ['DISABLED', { isUsable: false, status: 'disabled' }],
    ['APPROVED', { isUsable: true, status: 'approved' }],
    ['FLAGGED', { isUsable: true, status: 'flagged' }],
  ])('of a template: %s', (event, said) => {
    const other = { title: 'SECOND_PAUSE', description: 'paused for 6 hours' }
    const value = { event, ...named, message_template_id: 806, other_info: other }
    expect(parse('message_template_status_update', value)).toMatchObject([
      { kind: 'template', ...own, ...said, at },
    ])
  })

  test('that it is locked says nothing of whether it can be sent', () => {
    const value = { event: 'LOCKED', ...named }
    expect(parse('message_template_status_update', value)).toEqual([])
  })

  test('its category as it is or will be, its quality, and a body with other places', () => {
    const now = { ...named, previous_category: 'UTILITY', new_category: 'MARKETING' }
    expect(parse('template_category_update', now)).toMatchObject([{ category: 'MARKETING' }])
    const soon = { ...named, new_category: 'UTILITY', correct_category: 'MARKETING' }
    expect(parse('template_category_update', soon)).toMatchObject([{ category: 'MARKETING' }])
    const quality = { ...named, previous_quality_score: 'GREEN', new_quality_score: 'RED' }
    expect(parse('message_template_quality_update', quality)).toMatchObject([{ quality: 'RED' }])
    const element = (text: string) => ({ ...named, message_template_element: text })
    expect(parse('message_template_components_update', element('{{1}}?'))).toMatchObject([
      { isUsable: false, status: 'other-variables' },
    ])
    expect(parse('message_template_components_update', element('{{1}} {{2}}'))).toEqual([])
  })

  test('of an account: Meta’s own words, and nothing of a text or a number', () => {
    const alert = {
      entity_type: 'PHONE_NUMBER',
      entity_id: '5511912340000',
      alert_info: {
        alert_severity: 'CRITICAL',
        alert_status: 'ACTIVE',
        alert_type: 'INCREASED_CAPABILITIES_ELIGIBILITY_DENIED',
        alert_description: 'Maria Silva has not verified 5511987654321',
      },
    }
    const [event] = parse('account_alerts', alert)
    expect(event).toMatchObject({
      kind: 'account',
      topic: 'account-alerts',
      codes: ['CRITICAL', 'ACTIVE', 'INCREASED_CAPABILITIES_ELIGIBILITY_DENIED'],
      at,
    })
    expect(JSON.stringify(event)).not.toMatch(/Maria|98765|91234/)
    const ban = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } }
    expect(parse('account_update', ban)).toMatchObject([
      { codes: ['DISABLED_UPDATE', 'SCHEDULE_FOR_DISABLE'] },
    ])
    const forged = { event: 'maria@example.com' }
    expect(parse('account_update', forged)).toMatchObject([{ codes: [] }])
  })

  test('of another number or business account of the app it is left out', () => {
    const value = {
      event: 'DOWNGRADE',
      current_limit: 'TIER_1K',
      display_phone_number: '551133334444',
    }
    expect(parse('phone_number_quality_update', value)).toEqual([])
    const ours = { ...value, display_phone_number: '+55 11 91234-0000' }
    expect(parse('phone_number_quality_update', ours)).toMatchObject([
      { topic: 'phone-number-quality-update', codes: ['DOWNGRADE', 'TIER_1K'] },
    ])
    const paused = { event: 'PAUSED', ...named }
    const given = { businessAccountId: '999999' }
    expect(parse('message_template_status_update', paused, given)).toEqual([])
  })

  test('about anything else it is left out', () => {
    expect(parse('flows', { event: 'FLOW_STATUS_CHANGE' })).toEqual([])
  })
})
