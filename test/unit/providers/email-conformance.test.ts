// What every e-mail adapter keeps to, told by both of them over what is real for each.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  EmailProvider,
  OutboundEmail,
  SendContext,
} from '#src/modules/email-token/provider.ts'
import type { SendResult } from '#src/modules/email-token/send-result.ts'
import { createSandboxEmail, type SandboxDelivery } from '#src/providers/sandbox/email.ts'
import { createSmtpEmail } from '#src/providers/smtp/adapter.ts'
import { startSmtp } from '#test/support/smtp.ts'

type Scenario = 'accepts' | 'refuses' | 'defers' | 'is slow' | 'loses the answer'

type Harness = {
  readonly provider: EmailProvider
  /** Makes the far side behave so, and names the address to write to. */
  given(scenario: Scenario): string
  /** Messages that arrived. */
  arrived(): number
  close(): Promise<void>
}

async function smtpHarness(): Promise<Harness> {
  const server = await startSmtp()
  const provider = createSmtpEmail({ url: server.url, totalMs: 2000 })
  const behaviours = {
    accepts: 'accept',
    refuses: 'refuse',
    defers: 'defer',
    'is slow': 'hang-at-recipient',
    'loses the answer': 'reset',
  } as const
  return {
    provider,
    given(scenario) {
      server.behaviour = behaviours[scenario]
      return 'maria.segredo@pessoal.example'
    },
    arrived: () => server.mails.length,
    async close() {
      provider.close()
      await server.close()
    },
  }
}

function sandboxHarness(): Promise<Harness> {
  const kept = new Map<string, SandboxDelivery>()
  let losing = false
  const provider = createSandboxEmail({
    async deliver(delivery) {
      kept.set(delivery.attemptId, delivery)
      if (losing) throw new Error('connection lost while maria.segredo@pessoal.example was kept')
    },
    find: async (attemptId) => kept.has(attemptId),
    bounce: async () => undefined,
  })
  const addresses = {
    accepts: 'maria.segredo@pessoal.example',
    refuses: 'refuse+segredo@pessoal.example',
    defers: 'defer+segredo@pessoal.example',
    'is slow': 'slow+segredo@pessoal.example',
    'loses the answer': 'maria.segredo@pessoal.example',
  }
  return Promise.resolve({
    provider,
    given(scenario) {
      losing = scenario === 'loses the answer'
      return addresses[scenario]
    },
    arrived: () => kept.size,
    close: async () => provider.close(),
  })
}

const message = (to: string): OutboundEmail => ({
  to,
  from: 'Acme <no-reply@acme.example>',
  returnPath: 'bounce+r1.0011223344556677@acme.example',
  subject: 'Confirme seu e-mail',
  text: 'Código 918273',
  html: '<p>Código 918273</p>',
  messageId: `<${randomUUID()}.1@acme.example>`,
  language: 'pt',
  code: '918273',
  link: 'https://acme.example/t/segredo',
})

const context = (given: Partial<SendContext> = {}): SendContext => ({
  transactionId: randomUUID(),
  recordId: randomUUID(),
  attempt: 1,
  attemptId: randomUUID(),
  signal: AbortSignal.timeout(5000),
  ...given,
})

describe.each([
  ['smtp', smtpHarness],
  ['sandbox', sandboxHarness],
])('the %s adapter', (_id, start) => {
  let harness: Harness
  const results: SendResult[] = []

  const send = async (scenario: Scenario, given?: Partial<SendContext>) => {
    const result = await harness.provider.send(message(harness.given(scenario)), context(given))
    results.push(result)
    return result
  }

  beforeEach(async () => {
    harness = await start()
  })
  afterEach(() => harness.close())

  test('an accepted message arrives once, and is named by its Message-ID', async () => {
    const mail = message(harness.given('accepts'))
    const result = await harness.provider.send(mail, context())
    expect(result).toEqual({ kind: 'accepted', providerMsgId: mail.messageId })
    expect(harness.arrived()).toBe(1)
  })

  test('two messages after each other arrive both', async () => {
    expect((await send('accepts')).kind).toBe('accepted')
    expect((await send('accepts')).kind).toBe('accepted')
    expect(harness.arrived()).toBe(2)
  })

  test('a refused address is rejected for good, as the recipient’s', async () => {
    expect(await send('refuses')).toEqual({
      kind: 'rejected',
      class: 'recipient',
      code: 'smtp-550',
      permanent: true,
    })
    expect(harness.arrived()).toBe(0)
  })

  test('a temporary refusal is deferred, and the next attempt can be accepted', async () => {
    expect(await send('defers')).toEqual({ kind: 'deferred', class: 'transient', code: 'smtp-451' })
    expect((await send('accepts', { attempt: 2 })).kind).toBe('accepted')
    expect(harness.arrived()).toBe(1)
  })

  test('an address that names none or several is never written to', async () => {
    expect(harness.given('accepts')).toContain('@')
    const several = 'maria.segredo@pessoal.example, outra@pessoal.example'
    const result = await harness.provider.send(message(several), context())
    expect(result).toMatchObject({ kind: 'rejected', class: 'recipient', code: 'invalid-address' })
    expect(harness.arrived()).toBe(0)
  })

  test('a send given up before anything left is deferred, at once', async () => {
    const began = Date.now()
    const result = await send('is slow', { signal: AbortSignal.timeout(150) })
    expect(result).toEqual({ kind: 'deferred', class: 'transient', code: 'timeout' })
    expect(Date.now() - began).toBeLessThan(1000)
    expect(harness.arrived()).toBe(0)
  })

  test('a send that was given up before it began sends nothing', async () => {
    const result = await send('accepts', { signal: AbortSignal.abort() })
    expect(result.kind).toBe('deferred')
    expect(harness.arrived()).toBe(0)
  })

  test('a message that arrived while its answer was lost is uncertain, never deferred', async () => {
    const attemptId = randomUUID()
    expect(await send('loses the answer', { attemptId })).toEqual({
      kind: 'uncertain',
      cause: 'reset',
    })
    expect(harness.arrived()).toBe(1)
    const { provider } = harness
    const ask = async (id: string) => provider.lookup?.(id)
    const found = [await ask(attemptId), await ask(randomUUID())]
    expect(found).toEqual(provider.lookup ? ['sent', 'absent'] : [undefined, undefined])
  })

  test('no result holds an address, a code, or a word of the provider', () => {
    expect(results.length).toBeGreaterThan(5)
    const said = JSON.stringify(results)
    expect(said).not.toMatch(/segredo|pessoal|918273|exist|again|denied|lost/i)
  })
})
