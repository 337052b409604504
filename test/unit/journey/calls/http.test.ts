// What an adapter makes of a vendor that behaves badly: whether a message may have been taken is told
// apart exactly, because only what surely was not may be sent again.
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '#test/support/servers/listen.ts'
import type { Behaviour } from '#test/support/vendors/server.ts'
import { context, message, type VendorHarness } from '#test/support/vendors/harness.ts'
import { vendorHarnesses } from '#test/support/vendors/vendor-harnesses.ts'

// The channels of one vendor go the same way.
const vendors = vendorHarnesses.filter(([name]) => !name.endsWith(' whatsapp'))

describe.each(vendors)('%s over the wire', (_name, start) => {
  let harness: VendorHarness
  const send = (provider = harness.provider, signal = AbortSignal.timeout(60_000)) =>
    provider.send(message(harness.channel), context({ signal }))

  beforeEach(async () => {
    harness = await start()
  })
  afterEach(() => harness.close())

  test.each<[Behaviour, string, number]>([
    ['error', 'http5xx', 0],
    ['error-after-taking', 'http5xx', 1],
    ['hang-before-taking', 'timeout', 0],
    ['hang', 'timeout', 1],
    ['reset-before-taking', 'reset', 0],
    ['reset', 'reset', 1],
    ['half-answer', 'reset', 1],
    ['garbage', 'reset', 1],
    ['flood', 'reset', 1],
  ])('what may have been taken is uncertain: %s', async (behaviour, cause, taken) => {
    harness.server.behaviour = behaviour
    const asked = cause === 'timeout' ? harness.at(harness.server.url) : harness.provider
    expect(await send(asked)).toEqual({ kind: 'uncertain', cause })
    expect(harness.server.messages).toHaveLength(taken)
  })

  test('a redirect is followed by nobody: the message goes nowhere else', async () => {
    harness.server.behaviour = 'redirect'
    expect(await send()).toMatchObject({ kind: 'rejected', class: 'account' })
    expect(harness.arrived()).toBe(0)
  })

  test('a vendor that cannot be reached has nothing: deferred, so that another may try', async () => {
    const closed = harness.at('http://127.0.0.1:1')
    expect(await send(closed)).toEqual({
      kind: 'deferred',
      class: 'transient',
      code: 'unreachable-connect',
    })
    const nowhere = await send(harness.at('http://nowhere.invalid'))
    expect(nowhere).toMatchObject({ kind: 'deferred', class: 'transient' })
    expect(nowhere).toHaveProperty(
      'code',
      expect.stringMatching(/^unreachable-(dns|connect-timeout)$/),
    )
  })

  test('nothing is written before TLS stands', async () => {
    const silent = createServer()
    let written = ''
    silent.on('connection', (socket) => {
      socket.on('data', (bytes) => (written += bytes.toString('latin1')))
      socket.on('error', () => undefined)
    })
    const port = await listen(silent)
    const result = await send(harness.at(`https://127.0.0.1:${port}`))
    silent.close()
    expect(result).toEqual({
      kind: 'deferred',
      class: 'transient',
      code: 'unreachable-connect-timeout',
    })
    expect(written).not.toContain('918273')
  })

  test('a vendor without TLS is not spoken to when TLS was asked for', async () => {
    const { url } = harness.server
    const result = await send(harness.at(url.replace('http:', 'https:')))
    expect(result).toMatchObject({ kind: 'deferred', code: 'unreachable-tls' })
    expect(harness.arrived()).toBe(0)
  })

  test('a send that is given up while it waits is uncertain, at once', async () => {
    harness.server.behaviour = 'hang'
    const giving = new AbortController()
    const sending = send(harness.provider, giving.signal)
    await expect.poll(() => harness.arrived(), { interval: 5 }).toBe(1)
    const givenUpAt = performance.now()
    giving.abort()
    expect(await sending).toEqual({ kind: 'uncertain', cause: 'timeout' })
    // Before the limits of the provider itself.
    expect(performance.now() - givenUpAt).toBeLessThan(10_000)
  })

  test('wrong credentials are the account’s, so that another account may try', async () => {
    harness.server.behaviour = { refuse: 'nothing-known +5511987654321', status: 401 }
    const result = await send()
    expect(result).toMatchObject({ kind: 'rejected', class: 'account' })
    expect(JSON.stringify(result)).not.toContain('98765')
  })

  test('a refusal that nobody knows was surely not taken, and says nothing of account or message', async () => {
    const unknown = harness.provider.vendor === 'zenvia' ? 'SOMETHING_NEW' : 99_999
    harness.server.behaviour = { refuse: unknown }
    expect(await send()).toMatchObject({ kind: 'rejected', class: 'unknown' })
  })

  test('how long to wait is read from seconds and from a date, and is bounded', async () => {
    const ask = async (retryAfter: string | number) => {
      harness.server.behaviour = { refuse: 'X', status: 429, retryAfter }
      const result = await send()
      return result.kind === 'deferred' ? result.retryAfterMs : undefined
    }
    expect(await ask(7)).toBe(7000)
    expect(await ask(999_999)).toBe(3_600_000)
    const date = await ask(new Date(Date.now() + 30_000).toUTCString())
    expect(date).toBeGreaterThan(25_000)
    expect(date).toBeLessThanOrEqual(30_000)
    expect(await ask('soon')).toBeUndefined()
  })
})
