// What every adapter for short messages keeps to, told by all of them over what is real for each.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderEvent, SendContext, SendResult } from '#src/challenges/port.ts'
import {
  context,
  type Harness,
  message,
  type Scenario,
  vendorHarnesses,
} from '#test/support/vendors/harness.ts'
import { sandboxHarness } from '#test/support/vendors/sandbox-harness.ts'

const statusOf = (events: readonly ProviderEvent[]) =>
  events.filter((event) => event.kind === 'status')

describe.each([
  ...vendorHarnesses,
  ['sandbox sms', sandboxHarness('sms')] as const,
  ['sandbox whatsapp', sandboxHarness('whatsapp')] as const,
])('the adapter for %s', (name, start) => {
  let harness: Harness
  const results: SendResult[] = []
  const codes: string[] = []

  const send = async (scenario: Scenario, given?: Partial<SendContext>) => {
    const { provider, channel } = harness
    const text = message(channel, { to: harness.given(scenario) })
    const result = await provider.send(text, context(given))
    results.push(result)
    return result
  }

  beforeEach(async () => {
    harness = await start()
  })
  afterEach(() => harness.close())

  test('it has a name, a channel and a sender for it', () => {
    const { provider, channel } = harness
    expect(provider.id).toMatch(/^[a-z-]+$/)
    expect(provider.channels).toEqual([channel])
    expect(provider.senders[channel]).toMatch(/./)
    expect(provider.shared).toBe(false)
  })

  test('an accepted message arrives once and has an id of its own', async () => {
    const [first, second] = [await send('accepts'), await send('accepts')]
    expect(first).toMatchObject({ kind: 'accepted', providerMsgId: expect.stringMatching(/.{8,}/) })
    expect(second.kind).toBe('accepted')
    expect(second).not.toEqual(first)
    expect(harness.arrived()).toBe(2)
  })

  // Meta takes every message, and reports what it refuses afterwards.
  test.skipIf(name === 'sandbox whatsapp')(
    'a refusal is rejected with a code of ours, and nothing arrives',
    async () => {
      const result = await send('refuses')
      expect(result).toMatchObject({ kind: 'rejected', code: expect.stringMatching(/^[a-z]+-/) })
      expect(harness.arrived()).toBe(0)
    },
  )

  test('too many requests are deferred, and the next attempt can be accepted', async () => {
    const result = await send('limits')
    expect(result).toMatchObject({ kind: 'deferred', class: 'rate' })
    expect(result).toHaveProperty('retryAfterMs')
    expect(harness.arrived()).toBe(0)
    expect((await send('accepts', { attempt: 2 })).kind).toBe('accepted')
  })

  test('a message that arrived while its answer was lost is uncertain, never deferred', async () => {
    expect((await send('loses the answer')).kind).toBe('uncertain')
    expect(harness.arrived()).toBe(1)
  })

  test('a send that was given up before it began sends nothing', async () => {
    const result = await send('accepts', { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ kind: 'deferred', class: 'transient' })
    expect(harness.arrived()).toBe(0)
  })

  test('a report names message, record and fact, and its repetition is known as one', async () => {
    const ctx = context()
    const text = message(harness.channel, { to: harness.given('accepts') })
    const result = await harness.provider.send(text, ctx)
    const request = await harness.report('delivered')
    expect(harness.provider.verifyWebhook(request)).toBe(true)
    const [event, ...more] = harness.provider.parseWebhook(request)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      kind: 'status',
      fact: 'delivered',
      recordId: ctx.recordId,
      providerMsgId: result.kind === 'accepted' ? result.providerMsgId : '',
    })
    const [again] = harness.provider.parseWebhook(await harness.report('delivered'))
    expect(again?.dedupeKey).toBe(event?.dedupeKey)
    const [answer] = harness.provider.parseWebhook(await harness.answer())
    expect(answer?.dedupeKey).not.toBe(event?.dedupeKey)
  })

  test('a failure that is reported has a class and a code of ours', async () => {
    await send('fails later')
    const request = await harness.report('failed')
    const [event] = statusOf(harness.provider.parseWebhook(request))
    expect(event?.fact).toBe('failed')
    expect(event?.failure?.class).toMatch(/^(recipient|transient)/)
    expect(event?.failure?.code).toMatch(/^[a-z]+-[\w-]+$/)
    codes.push(JSON.stringify(event?.failure))
  })

  test('an answer names who wrote to which sender of ours, and what', async () => {
    await send('accepts')
    const request = await harness.answer()
    const { provider, channel } = harness
    expect(provider.verifyWebhook(request)).toBe(true)
    const [event] = provider.parseWebhook(request)
    expect(event).toMatchObject({
      kind: 'inbound',
      from: expect.stringMatching(/^\+5511\d{8,9}$/),
      to: provider.senders[channel],
      text: expect.stringMatching(/./),
    })
  })

  test('nobody without the secret is believed', async () => {
    await send('accepts')
    for (const request of [await harness.report('delivered'), await harness.answer()]) {
      const { provider, stranger } = harness
      expect(provider.verifyWebhook(harness.forge(request))).toBe(false)
      expect(provider.verifyWebhook({ ...request, url: 'nowhere', headers: {} })).toBe(false)
      expect(stranger.verifyWebhook(request)).toBe(false)
    }
  })

  test('what is about something else is left out', () => {
    expect(harness.provider.parseWebhook(harness.elsewhere())).toEqual([])
  })

  test('a body that is not the vendor’s throws, and is not quoted', () => {
    const text = '{"segredo":"+5511987654321"'
    const headers = { 'content-type': 'application/json' }
    const request = { ...harness.elsewhere(), headers, rawBody: Buffer.from(text) }
    const parse = () => harness.provider.parseWebhook(request)
    expect(parse).toThrow(/^not /)
    expect(parse).not.toThrow(/segredo|98765/)
  })

  test('no result and no code holds a number, a text, or a word of the vendor', () => {
    expect(results.length).toBeGreaterThan(4)
    // The id and the resolved address are sealed by whoever sends.
    const said = results.map((result) => (result.kind === 'accepted' ? 'accepted' : result))
    expect(JSON.stringify([said, codes])).not.toMatch(
      /98765|918273|phone number|Validation error|failed|segredo|SM[0-9a-f]{8}/,
    )
  })
})
