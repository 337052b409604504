// What everybody who is asked about SIMs keeps to, told by all of them over a small server in the published form.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SimSwapSource } from '#src/messaging/challenges/messaging.ts'
import { createCamara } from '#src/vendors/sim-swap/camara.ts'
import { SimSwapAccount } from '#src/vendors/sim-swap/config.ts'
import { openSimSwaps } from '#src/vendors/sim-swap/open.ts'
import { createTwilioLookup } from '#src/vendors/sim-swap/twilio-lookup.ts'
import {
  type SimServer,
  startCamaraServer,
  startLookupServer,
} from '#test/support/vendors/sim-swap.ts'

const phone = '+5511987651234'

const camara = (operation: 'check' | 'retrieve-date') => (url: string, secrets: string[]) =>
  createCamara({
    vendor: 'camara',
    baseUrl: `${url}/sim-swap/v2`,
    tokenUrl: `${url}/token`,
    clientId: 'bank',
    clientSecret: secrets,
    clientAuth: 'basic',
    operation,
  })
const lookup = (url: string, secrets: string[]) =>
  createTwilioLookup({
    vendor: 'twilio-lookup',
    credentials: secrets.map((secret) => ({ sid: 'SK1', secret })),
    baseUrl: url,
  })

type Open = (url: string, secrets: string[]) => SimSwapSource
const sources: readonly (readonly [string, () => Promise<SimServer>, Open])[] = [
  ['CAMARA, asked within hours', startCamaraServer, camara('check')],
  ['CAMARA, asked for the date', startCamaraServer, camara('retrieve-date')],
  ['Twilio’s Lookup', startLookupServer, lookup],
]

describe.each(sources)('%s', (_name, start, open) => {
  let server: SimServer
  let source: SimSwapSource
  const ask = (hours = 72, signal = AbortSignal.timeout(5_000)) => source.ask(phone, hours, signal)

  beforeEach(async () => {
    server = await start()
    source = open(server.url, ['old', 'new'])
  })
  afterEach(() => server.close())

  test.each([
    [1, 'swapped'],
    [71, 'swapped'],
    [73, 'same'],
    [10_000, 'same'],
    [null, 'unknown'],
  ] as const)('a change %s hours ago is %s within 72 hours', async (hours, expected) => {
    server.changedHoursAgo = hours
    expect(await ask()).toBe(expected)
  })

  test.each(['fail', 'garbage', 'hang'] as const)(
    'who cannot say does not guess: %s',
    async (how) => {
      server.changedHoursAgo = 1
      server.behaviour = how
      const answer = ask(72, AbortSignal.timeout(how === 'hang' ? 200 : 5_000))
      expect(await answer).toBe('unknown')
    },
  )

  test('nobody there is unknown, and credentials that nobody knows are', async () => {
    const strangers = open(server.url, ['older'])
    expect(await strangers.ask(phone, 72, AbortSignal.timeout(5_000))).toBe('unknown')
    const nowhere = open('http://127.0.0.1:1', ['new'])
    expect(await nowhere.ask(phone, 72, AbortSignal.timeout(5_000))).toBe('unknown')
  })
})

describe('CAMARA', () => {
  test('a token that has ended before its time is replaced', async () => {
    const server = await startCamaraServer()
    const source = camara('check')(server.url, ['new'])
    server.changedHoursAgo = 1
    const ask = () => source.ask(phone, 5_000, AbortSignal.timeout(5_000))
    expect(await ask()).toBe('swapped')
    server.behaviour = 'end-tokens'
    expect(await ask()).toBe('swapped')
    // More hours than the interface knows are as many as it knows.
    expect(server.asked.map(({ body }) => JSON.parse(body))).toEqual(
      [1, 2, 3].map(() => ({ phoneNumber: phone, maxAge: 2_400 })),
    )
    await server.close()
  })
})

describe('whose account is asked', () => {
  const account = SimSwapAccount.parse({
    vendor: 'camara',
    baseUrl: 'https://api.operator.example/sim-swap/v2',
    tokenUrl: 'https://api.operator.example/token',
    clientId: 'bank',
    clientSecret: 'secret',
  })
  const own = SimSwapAccount.parse({
    vendor: 'twilio-lookup',
    credentials: { sid: 'SK1', secret: 'secret' },
  })
  const of = openSimSwaps({ simSwap: account, tenants: { acme: { simSwap: own }, beta: {} } })

  test('a tenant’s own before the deployment’s, and in the sandbox nobody outside', () => {
    expect(of({ tenant: 'acme', mode: 'live' })?.id).toBe('twilio-lookup')
    expect(of({ tenant: 'beta', mode: 'live' })?.id).toBe('camara')
    expect(of({ tenant: 'acme', mode: 'sandbox' })?.id).toBe('sandbox-sim')
    expect(openSimSwaps({ tenants: {} })({ tenant: 'acme', mode: 'live' })).toBeUndefined()
  })
})
