// What every adapter keeps to, told by all of them over what is real for each.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SendContext, SendOutcome } from '#src/messaging/challenges/port.ts'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import {
  context,
  type Harness,
  message,
  type ReportingHarness,
  type Scenario,
} from '#test/support/vendors/harness.ts'
import { vendorHarnesses } from '#test/support/vendors/vendor-harnesses.ts'
import { sandboxMailHarness, smtpHarness } from '#test/support/vendors/mail-harness.ts'
import { sandboxHarness } from '#test/support/vendors/sandbox-harness.ts'

const reporting = [
  ...vendorHarnesses,
  ['sandbox sms', sandboxHarness('sms')] as const,
  ['sandbox whatsapp', sandboxHarness('whatsapp')] as const,
] as const
const all: readonly (readonly [string, () => Promise<Harness>])[] = [
  ...reporting,
  ['smtp', smtpHarness],
  ['sandbox e-mail', sandboxMailHarness],
]

describe.each(all)('the adapter for %s', (name, start) => {
  let harness: Harness
  const results: SendOutcome[] = []

  const send = async (
    scenario: Exclude<Scenario, 'fails later'>,
    given?: Partial<SendContext>,
    text?: string,
  ) => {
    const { provider, channel } = harness
    const to = harness.given(scenario)
    const result = await provider.send(
      message(channel, { to, ...(text !== undefined && { text }) }),
      context(given),
    )
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

  test('it can be asked what became of a message exactly when it says so', () => {
    const { provider } = harness
    expect(provider.repeat === 'lookup').toBe(provider.lookUp !== undefined)
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

  test('a refusal for now is deferred, and the next attempt can be accepted', async () => {
    expect(await send('limits')).toMatchObject({
      kind: 'deferred',
      class: expect.stringMatching(/^(rate|transient)$/),
    })
    expect(harness.arrived()).toBe(0)
    expect((await send('accepts', { attempt: 2 })).kind).toBe('accepted')
    expect(harness.arrived()).toBe(1)
  })

  test('a message that arrived while its answer was lost is uncertain, never deferred', async () => {
    expect((await send('loses the answer')).kind).toBe('uncertain')
    expect(harness.arrived()).toBe(1)
  })

  test('where it can be asked, it knows what arrived without an answer, and what did not', async () => {
    const { provider, channel } = harness
    const sent = message(channel, { to: harness.given('loses the answer') })
    const ctx = context()
    const since = Date.now()
    await provider.send(sent, ctx)
    const found = await provider.lookUp?.(sent, { ...ctx, since })
    const other = { ...context(), since }
    const missing = await provider.lookUp?.({ ...sent, text: 'another one' }, other)
    const named = { providerMsgId: expect.stringMatching(/./) }
    // What WhatsApp shows of a template is not our text.
    const absent = channel === 'whatsapp' ? 'unknown' : 'absent'
    const isAsked = provider.lookUp !== undefined
    expect([found, missing]).toEqual(isAsked ? [named, absent] : [undefined, undefined])
  })

  test('a send that was given up before it began sends nothing', async () => {
    const result = await send('accepts', { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ kind: 'deferred', class: 'transient' })
    expect(harness.arrived()).toBe(0)
  })

  test('no result holds a number, an address, a text, or a word of the vendor', () => {
    expect(results.length).toBeGreaterThan(4)
    // The id and the resolved address are sealed by whoever sends.
    const said = results.map((result) => (result.kind === 'accepted' ? 'accepted' : result))
    expect(JSON.stringify(said)).not.toMatch(
      /98765|918273|phone number|Validation error|failed|segredo|pessoal|exist|again|denied|lost|SM[0-9a-f]{8}/i,
    )
  })
})

describe.each(reporting)('what %s reports', (_name, start) => {
  let harness: ReportingHarness
  const codes: string[] = []

  const send = (scenario: Scenario, given?: Partial<SendContext>) => {
    const { provider, channel } = harness
    const text = message(channel, { to: harness.given(scenario) })
    return provider.send(text, context(given))
  }

  beforeEach(async () => {
    harness = await start()
  })
  afterEach(() => harness.close())

  test('too many requests are deferred for as long as it says', async () => {
    const result = await send('limits')
    expect(result).toMatchObject({ kind: 'deferred', class: 'rate' })
    expect(result).toHaveProperty('retryAfterMs')
  })

  test('a report names message, record and delivery status, and its repetition is known as one', async () => {
    const ctx = context()
    const text = message(harness.channel, { to: harness.given('accepts') })
    const result = await harness.provider.send(text, ctx)
    const request = await harness.report('delivered')
    expect(harness.provider.verifyWebhook(request)).toBe(true)
    const [event, ...more] = harness.provider.parseWebhook(request)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      kind: 'status',
      deliveryStatus: 'delivered',
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
    expect(event?.deliveryStatus).toBe('failed')
    expect(event?.failure?.class).toMatch(/^(recipient|transient|unrouted)/)
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

  test('no code holds a number, a text, or a word of the vendor', () => {
    expect(codes).toHaveLength(1)
    expect(codes[0]).not.toMatch(/98765|918273|phone number|failed|segredo/)
  })
})

const statusOf = (events: readonly VendorEvent[]) =>
  events.filter((event) => event.kind === 'status')
