// The configuration of messages: who carries them for whom, and errors that name the place and no secret.
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#src/main/config/config.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import { accountsFor } from '#src/messaging/challenges/accounts.ts'
import { makeMessaging } from '#src/main/ports/messaging.ts'
import { readMessagingConfig } from '#src/main/config/messaging.ts'
import { vendors } from '#src/vendors/index.ts'
import { createSandbox } from '#src/vendors/sandbox/sandbox.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import type { TenantsConfig } from '#src/platform/tenants/settings.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'

const secretText = 'a-secret-that-nobody-may-see'

const twilio = {
  vendor: 'twilio',
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: secretText,
  senders: { sms: '+5511912340000', whatsapp: '+5511912340001' },
}
const meta = {
  vendor: 'meta',
  phoneNumberId: '106540352242922',
  accessToken: secretText,
  appSecret: secretText,
  verifyToken: secretText,
  senderNumber: '+5511912340002',
  templates: { 'whatsapp-2fa': { 'pt-BR': { name: 'confirm_v1', language: 'pt_BR' } } },
}
const zenvia = {
  vendor: 'zenvia',
  token: secretText,
  secret: secretText,
  senders: { sms: 'acme-sms' },
}

const relay = {
  vendor: 'smtp',
  url: `smtp://user:${secretText}@relay.example:587`,
  senders: { email: 'Acme <no-reply@acme.example>' },
}

const whole = {
  accounts: {
    'twilio-main': twilio,
    'meta-main': meta,
    'zenvia-main': zenvia,
    'relay-a': relay,
    'relay-b': { ...relay, connections: 5 },
  },
  channels: {
    email: ['relay-a', 'relay-b'],
    sms: ['twilio-main', 'zenvia-main'],
    whatsapp: ['meta-main', 'twilio-main'],
  },
  tenants: {
    globex: {
      accounts: { 'globex-sms': twilio, 'globex-mail': relay },
      channels: { email: ['globex-mail'], sms: ['globex-sms', 'zenvia-main'] },
    },
  },
}

const open = (
  messaging: object | undefined,
  changed: Record<string, string> = {},
  capped?: TenantsConfig,
) => {
  const sandbox = createSandbox({
    keep: async () => {},
    find: async () => false,
    post: async () => 200,
    publicBaseUrl: 'https://id.example.test',
    secrets: () => ['s'],
    emailFrom: 'Atesta <no-reply@localhost>',
  })
  const config = readConfig({
    DATABASE_URL: 'postgres://-',
    KEYRING: '-',
    JWT_SECRET: 'x'.repeat(32),
    ...(messaging && { MESSAGING: JSON.stringify(messaging) }),
    ...changed,
  })
  const sealer = createSealer(openKeyring(createKeyring()))
  const tenants = createTenants({ brand: 'Atesta' }, capped)
  return makeMessaging({ config, sealer, sandbox, tenants }, new AsyncDisposableStack())
}

const idsOf = (
  accounts: ReturnType<typeof open>['accounts'],
  tenant: string,
  channel: Channel,
  mode: 'live' | 'sandbox' = 'live',
) => accounts.list({ tenant, mode }, channel).map(({ id }) => id)

const faultOf = (messaging: unknown) => {
  try {
    readMessagingConfig(vendors, { json: JSON.stringify(messaging) })
  } catch (error) {
    return String(error)
  }
  return 'none'
}

describe('accounts', () => {
  test('are tried in the order of their channel, a tenant with a list of its own by that', () => {
    const { accounts } = open(whole)
    expect(idsOf(accounts, 'acme', 'sms')).toEqual(['twilio-main', 'zenvia-main'])
    expect(idsOf(accounts, 'acme', 'whatsapp')).toEqual(['meta-main', 'twilio-main'])
    expect(idsOf(accounts, 'globex', 'sms')).toEqual(['globex-sms', 'zenvia-main'])
    expect(idsOf(accounts, 'globex', 'whatsapp')).toEqual(['meta-main', 'twilio-main'])
    expect(idsOf(accounts, 'acme', 'email')).toEqual(['relay-a', 'relay-b'])
    expect(idsOf(accounts, 'globex', 'email')).toEqual(['globex-mail'])
  })

  test('of a tenant are no other tenant’s, whatever its name is', () => {
    const { accounts } = open(whole)
    for (const tenant of ['acme', 'constructor', '__proto__', ''])
      expect(idsOf(accounts, tenant, 'sms')).not.toContain('globex-sms')
  })

  test('are shared when several tenants can send from them, unless the configuration knows better', () => {
    const { accounts } = open({
      ...whole,
      accounts: { ...whole.accounts, 'zenvia-main': { ...zenvia, shared: false } },
    })
    expect(accounts.find('twilio-main')?.shared).toBe(true)
    expect(accounts.find('zenvia-main')?.shared).toBe(false)
    expect(accounts.find('globex-sms')?.shared).toBe(false)
  })

  test('of a sandbox transaction are the sandbox’s alone, with live ones configured or not', () => {
    for (const { accounts } of [open(whole), open(undefined)]) {
      expect(idsOf(accounts, 'acme', 'sms', 'sandbox')).toEqual(['sandbox-sms'])
      expect(idsOf(accounts, 'acme', 'whatsapp', 'sandbox')).toEqual(['sandbox-whatsapp'])
      expect(idsOf(accounts, 'acme', 'email', 'sandbox')).toEqual(['sandbox'])
    }
    expect(idsOf(open(undefined).accounts, 'acme', 'email')).toEqual([])
    expect(idsOf(open(undefined).accounts, 'acme', 'sms')).toEqual([])
  })

  test('of a vendor are all that may have signed a callback, the sandbox’s too', () => {
    const { accounts } = open(whole)
    const ids = (vendor: string) => accounts.ofVendor(vendor).map(({ id }) => id)
    expect(ids('twilio')).toEqual(['twilio-main', 'globex-sms', 'sandbox-sms'])
    expect(ids('meta')).toEqual(['meta-main', 'sandbox-whatsapp'])
    expect(ids('zenvia')).toEqual(['zenvia-main'])
    expect(ids('nobody')).toEqual([])
  })

  test('of the variable for a relay are one for all tenants that list no other', () => {
    const SMTP_URL = 'smtp://relay.example:25'
    const EMAIL_FROM = 'Acme <no-reply@acme.example>'
    const { accounts } = open(undefined, { SMTP_URL, EMAIL_FROM })
    expect(idsOf(accounts, 'acme', 'email')).toEqual(['smtp'])
    expect(accounts.find('smtp')?.senders).toEqual({ email: EMAIL_FROM })
    const beside = open(whole, { SMTP_URL }).accounts
    expect(idsOf(beside, 'acme', 'email')).toEqual(['relay-a', 'relay-b'])
    expect(beside.find('smtp')?.vendor).toBe('smtp')
    expect(() => open({ accounts: { smtp: relay } }, { SMTP_URL })).toThrow('not both')
  })

  test('are read from a file as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'messaging-'))
    try {
      const file = join(folder, 'messaging.json')
      writeFileSync(file, JSON.stringify(whole))
      const { accounts } = open(undefined, { MESSAGING_FILE: file })
      expect(idsOf(accounts, 'acme', 'sms')).toEqual(['twilio-main', 'zenvia-main'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('a configuration that does not hold is refused at the start', () => {
  test.each([
    [
      'a channel names an account that is not there',
      { channels: { sms: ['gone'] } },
      'no account gone',
    ],
    [
      'a channel names an account that cannot it',
      { ...whole, channels: { sms: ['meta-main'] } },
      'meta-main has no sender for sms',
    ],
    [
      'an account stands twice in a channel',
      { ...whole, channels: { sms: ['twilio-main', 'twilio-main'] } },
      'twilio-main stands twice',
    ],
    [
      'a channel of the deployment names an account of a tenant',
      { ...whole, channels: { sms: ['globex-sms'] } },
      'no account globex-sms',
    ],
    [
      'a tenant’s account has the name of another one',
      { ...whole, tenants: { globex: { accounts: { 'twilio-main': twilio } } } },
      'another account has this name',
    ],
    ['a name that is the sandbox’s', { accounts: { 'sandbox-sms': twilio } }, 'is not sandbox-'],
    ['the name of its mailbox', { accounts: { sandbox: relay } }, 'is not sandbox-'],
    [
      'a relay for a phone',
      { accounts: { a: relay }, channels: { sms: ['a'] } },
      'no sender for sms',
    ],
    ['a vendor that there is not', { accounts: { a: { vendor: 'pigeon' } } }, 'accounts.a'],
    [
      'an account without senders',
      { accounts: { a: { ...twilio, senders: {} } } },
      'needs senders',
    ],
    [
      'WhatsApp without the template that Meta asks for',
      { accounts: { a: { ...meta, templates: {} } } },
      'needs a template for whatsapp-2fa in pt-BR',
    ],
    ['a field that nobody knows', { accounts: { a: { ...twilio, authTokn: 'x' } } }, 'authTokn'],
    [
      'a class of failures that there is not',
      { accounts: { a: { ...twilio, failureClasses: { '30003': 'sometimes' } } } },
      'Invalid option',
    ],
    ['a country that there is not', { countries: ['XX'] }, 'a code like BR'],
  ])('%s', (_, messaging, expected) => {
    expect(faultOf(messaging)).toContain(expected)
  })

  test('and the error names the place, and no value that stands there', () => {
    const wrong = {
      accounts: {
        'twilio-main': { ...twilio, accountSid: secretText, authToken: [secretText] },
        'meta-main': { ...meta, senderNumber: secretText, appSecret: '' },
        'relay-a': { ...relay, url: secretText },
      },
    }
    const fault = faultOf(wrong)
    expect(fault).toContain('accounts["twilio-main"].accountSid')
    expect(fault).toContain('accounts["meta-main"].senderNumber')
    expect(fault).toContain('accounts["relay-a"].url')
    expect(fault).not.toContain(secretText)
    const broken = `{"accounts": ${secretText}`
    expect(() => readMessagingConfig(vendors, { json: broken })).toThrow(
      /^MESSAGING: it is not JSON, at line 1/,
    )
    expect(() => readMessagingConfig(vendors, { json: broken })).not.toThrow(secretText)
  })

  test('and so is a file beside a variable, and a wording that cannot be sent', () => {
    expect(() => open(whole, { MESSAGING_FILE: 'x' })).toThrow('not both')
    const templates = { 'sms-2fa': { 'pt-BR': { text: 'Olá, {nobody}' } } }
    expect(() => open({ ...whole, templates })).toThrow('sms-2fa (pt-BR)')
    expect(() => open({ ...whole, tenants: { globex: { templates } } })).toThrow('of tenant globex')
  })
})

describe('a cap on spending', () => {
  const cap = { messages: { spendMicrosPerDay: 1_000_000 } }
  const start = (messaging: object, tenants: TenantsConfig) => () => open(messaging, {}, tenants)
  const priced = (changes: object) => ({
    ...whole,
    accounts: {
      ...whole.accounts,
      'zenvia-main': { ...whole.accounts['zenvia-main'], ...changes },
      'meta-main': { ...whole.accounts['meta-main'], categoryMicros: { utility: 8_000 } },
    },
  })

  test('is refused at the start where an account has no price, in a sentence that says what to do', () => {
    expect(start(whole, { all: {}, tenants: { acme: cap } })).toThrow(
      'acme has a cap on spending (spendMicrosPerDay), and account zenvia-main has no price for sms: give it priceMicros.sms',
    )
    expect(start(whole, { all: cap, tenants: {} })).toThrow(
      'the deployment has a cap on spending (spendMicrosPerDay), and account meta-main has no price for whatsapp',
    )
  })

  test('is taken where each has one, of its own or by its vendor’s reports', () => {
    const messaging = priced({ priceMicros: { sms: 60_000 } })
    expect(start(messaging, { all: cap, tenants: {} })).not.toThrow()
    expect(start(priced({ priceMicros: { whatsapp: 1 } }), { all: cap, tenants: {} })).toThrow(
      'zenvia-main has no price for sms',
    )
  })

  test('of another tenant, and none, ask for no price', () => {
    expect(start(whole, { all: {}, tenants: {} })).not.toThrow()
  })
})

describe('a sender that nobody can answer', () => {
  const infobip = {
    vendor: 'infobip',
    baseUrl: 'https://xyz.api.infobip.com',
    apiKey: 'k',
    secret: 'a secret of ours, long',
    senders: { sms: 'ACME' },
  }
  const one = (account: object, more: readonly string[] = []) => ({
    accounts: { ...whole.accounts, named: account },
    channels: { sms: ['named', ...more] },
  })

  test('is refused at the start where a name is its sender and it does not say so', () => {
    expect(faultOf(one(infobip, ['twilio-main']))).toContain(
      'a name cannot be answered: with "oneWay": true it carries tokens, and no questions',
    )
  })

  test('is refused alone, because a question could not be answered, and taken beside another', () => {
    const named = { ...infobip, oneWay: true }
    expect(faultOf(one(named))).toContain('every account is one-way')
    expect(faultOf(one(named, ['twilio-main']))).toBe('none')
    const tenants = { acme: { channels: { sms: ['named'] } } }
    expect(faultOf({ ...one(named, ['twilio-main']), tenants })).toContain(
      'every account is one-way',
    )
  })

  test('carries tokens and no questions', () => {
    const { accounts } = open(one({ ...infobip, oneWay: true }, ['twilio-main']))
    const owner = { tenant: 'acme', mode: 'live' } as const
    const carriers = (challengeKind: 'sms-token' | 'sms-2fa') =>
      accountsFor({ accounts }, owner, { channel: 'sms', challengeKind }).map(({ id }) => id)
    expect(carriers('sms-token')).toEqual(['named', 'twilio-main'])
    expect(carriers('sms-2fa')).toEqual(['twilio-main'])
  })
})
