// What every adapter of checks does alike, over small servers that speak the vendors' wire formats.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { resultSchemas } from '#src/screening/wire/schema.ts'
import { type CheckBehaviour, startCheckServer } from '#test/support/vendors/check-server.ts'
import {
  type CheckHarness,
  checkHarnesses,
  contextOf,
  openCheckAccount,
} from '#test/support/vendors/check-harness.ts'

describe.each(checkHarnesses)('%s', (name, start) => {
  let harness: CheckHarness
  beforeEach(async () => {
    harness = await start()
    // The token of the first request is there already when the vendor begins to behave badly.
    if (name === 'declarative' || name === 'datavalid')
      await harness.account.buy(harness.unknown, contextOf())
    harness.server.requests.splice(0)
  })
  afterEach(() => (harness.close ? harness.close() : harness.server.close()))

  const buy = async (behaviour: CheckBehaviour = 'answer') => {
    harness.server.behaviour = behaviour
    return harness.account.buy(harness.known, contextOf())
  }

  test('what the vendor knows is an answer of the port', async () => {
    const outcome = await buy()
    expect(outcome).toMatchObject({ kind: 'answered' })
    const answer = 'answer' in outcome ? outcome.answer : undefined
    expect(resultSchemas[harness.known.port].parse(answer)).toEqual(answer)
    expect(answer).toMatchSnapshot()
  })

  test('another charset, and a packed answer, are read as what they say', async () => {
    const plain = await buy()
    expect(await buy('latin1')).toEqual(plain)
    expect(await buy('gzip')).toEqual(plain)
  })

  test('whom the vendor does not know is no failure, and no match', async () => {
    const outcome = await harness.account.buy(harness.unknown, contextOf())
    const answer: object = 'answer' in outcome ? outcome.answer : {}
    const isNothing =
      outcome.kind === 'no-data' ||
      JSON.stringify(Reflect.get(answer, 'matches')) === '[]' ||
      ('found' in answer && answer.found === false) ||
      ('inBase' in answer && answer.inBase === false)
    expect(isNothing).toBe(true)
  })

  test.each<[CheckBehaviour, object]>([
    ['hang', { kind: 'uncertain', cause: 'timeout' }],
    ['reset', { kind: 'uncertain', cause: 'reset' }],
    ['error', { kind: 'uncertain', cause: 'http5xx' }],
    ['flood', { kind: 'uncertain', cause: 'unreadable' }],
    ['bomb', { kind: 'uncertain', cause: 'unreadable' }],
    ['garbage', { kind: 'uncertain', cause: 'unreadable' }],
  ])('what may have been bought is uncertain: %s', async (behaviour, outcome) => {
    expect(await buy(behaviour)).toMatchObject(outcome)
    expect(harness.server.requests).toHaveLength(1)
  })

  test('too many requests are put off for as long as the vendor says', async () => {
    expect(await buy('rate')).toMatchObject({
      kind: 'deferred',
      class: 'rate',
      retryAfterMs: 2_000,
    })
  })

  test('a redirect is followed by nobody', async () => {
    expect((await buy('redirect')).kind).toMatch(/^(rejected|uncertain)$/)
    expect(harness.server.requests).toHaveLength(1)
  })

  test('a private address that no operator has named gets nothing', async () => {
    const outcome = await harness.guarded.buy(harness.known, contextOf())
    expect(outcome).toMatchObject({ kind: 'deferred', class: 'transient' })
    expect(harness.server.requests).toEqual([])
  })

  test('a vendor that is not there has nothing: another may be asked at once', async () => {
    await harness.server.close()
    expect(await harness.account.buy(harness.known, contextOf())).toEqual({
      kind: 'deferred',
      class: 'transient',
      code: 'unreachable-connect',
    })
  })

  test('what was aborted before it was sent was not bought', async () => {
    const aborted = contextOf({ signal: AbortSignal.abort() })
    expect((await harness.account.buy(harness.known, aborted)).kind).toBe('deferred')
    expect(harness.server.requests).toEqual([])
  })
})

test.for([
  [
    { scheme: 'visa', type: 'debit', prepaid: false, country: { alpha2: 'br' } },
    { scheme: 'visa', funding: 'debit', prepaid: false, country: 'BR' },
  ],
  [{ type: null, prepaid: null, country: null, bank: null }, {}],
  [{ type: 'charge', country: { alpha2: null } }, {}],
  [{}, {}],
])('of a BIN what is absent is not known: %o', async ([body, answer]) => {
  const server = await startCheckServer(() => ({ status: 200, body }))
  const own = { vendor: 'binlist', baseUrl: server.url }
  const account = openCheckAccount(own, { privateHosts: [server.host] })
  const request = { port: 'card-risk', service: 'Bin', subject: { bin: '401178' } } as const
  expect(await account.buy(request, contextOf())).toEqual({ kind: 'answered', answer })
  await server.close()
})

const ofNames = checkHarnesses.filter(([name]) => /yente|watchman|declarative/.test(name))

describe.each(ofNames)('%s', (_name, start) => {
  async function open() {
    const harness = await start()
    return { ...harness, [Symbol.asyncDispose]: () => harness.server.close() }
  }

  test.each([
    `"}, "admin": true, {"x": "`,
    `../../admin?x=1#y`,
    `$eval("1")`,
    `a\r\nX-Injected: 1`,
    `__proto__`,
  ])('a name is a value wherever it goes: %j', async (text) => {
    await using harness = await open()
    const { known } = harness
    const request = { ...known, subject: { ...known.subject, name: text } } as CheckRequest
    await harness.account.buy(request, contextOf())
    // Behind it the age of the lists may be asked for.
    const sent = harness.server.requests.findLast(({ url }) => !/catalog|info$/.test(url.pathname))
    const places = [sent?.url.searchParams.get('name'), ...stringsIn(sent?.body ?? '')]
    expect(places).toContain(text)
    expect(sent?.headers['x-injected']).toBeUndefined()
    expect(sent?.url.pathname).toMatch(/^\/(match\/default|v2\/search|people)$/)
  })
})

function stringsIn(body: string): string[] {
  const found: string[] = []
  if (body !== '')
    JSON.parse(body, (_, value: unknown) => {
      if (typeof value === 'string') found.push(value)
      return value
    })
  return found
}
