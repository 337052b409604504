import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { OutboundMessage } from '#src/messaging/challenges/port.ts'
import { isBounce, readReport, returnPath } from '#src/vendors/smtp/bounce.ts'
import { type SignedCallback, createCourier } from '#src/vendors/sandbox/courier.ts'
import type { SandboxDelivery } from '#src/vendors/sandbox/delivery.ts'
import { createSandboxEmail } from '#src/vendors/sandbox/email.ts'

const mac = (label: string) => createHmac('sha256', 'a key for tests').update(label).digest()
const recordId = '0198f0aa-0000-7000-8000-000000000001'

const message = (to: string): OutboundMessage => ({
  channel: 'email',
  to,
  text: '…',
  language: 'pt-BR',
  variables: [],
  template: 'email-token',
  validSeconds: 3_600,
  code: '918273',
  link: 'https://acme.example/t/token',
  mail: {
    from: 'Acme <no-reply@acme.example>',
    returnPath: returnPath(mac, recordId, 'sandbox.invalid'),
    subject: 'Confirme seu e-mail',
    html: '…',
    messageId: '<r.1@acme.example>',
  },
})

function start() {
  const kept: SandboxDelivery[] = []
  const bounces: SignedCallback[] = []
  const courier = createCourier(async (callback) => (bounces.push(callback), 202))
  const provider = createSandboxEmail({
    keep: async (delivery) => void kept.push(delivery),
    find: async (attemptId) => kept.some((delivery) => delivery.attemptId === attemptId),
    from: 'Acme <no-reply@acme.example>',
    courier,
    slowMs: 60,
    bounceMs: 30,
  })
  const send = (to: string, attempt = 1, signal = new AbortController().signal) => {
    return provider.send(message(to), {
      transactionId: recordId,
      recordId,
      attempt,
      attemptId: randomUUID(),
      signal,
    })
  }
  return { courier, kept, bounces, send }
}

describe('the sandbox', () => {
  test('keeps the message with its code and link, for the list of messages', async () => {
    const { kept, send } = start()
    await send('maria@x.example')
    expect(kept).toMatchObject([
      {
        transactionId: recordId,
        channel: 'email',
        content: { code: '918273', link: 'https://acme.example/t/token' },
      },
    ])
  })

  test.each(['bounce@x.example', 'BOUNCE@x.example', 'bounce+a.b+c@x.example'])(
    '%s is accepted, and then reported as undeliverable for its record',
    async (to) => {
      const { kept, bounces, send } = start()
      expect((await send(to)).kind).toBe('accepted')
      expect(bounces).toEqual([])
      await sleep(60)
      expect(kept).toHaveLength(1)
      const reports = await Promise.all(
        bounces.map(({ body, headers }) =>
          readReport(mac, body, headers['delivered-to-address'] ?? ''),
        ),
      )
      expect(reports.map((report) => report && [report.recordId, isBounce(report)])).toEqual([
        [recordId, true],
      ])
    },
  )

  test('defer is deferred once and then accepted', async () => {
    const { kept, send } = start()
    expect(await send('defer@x.example', 1)).toMatchObject({ kind: 'deferred', code: 'smtp-451' })
    expect(await send('defer@x.example', 2)).toMatchObject({ kind: 'accepted' })
    expect(kept).toHaveLength(1)
  })

  test('slow is accepted after its time, and not before', async () => {
    const { kept, send } = start()
    const sending = send('slow+1@x.example')
    await sleep(20)
    expect(kept).toEqual([])
    expect((await sending).kind).toBe('accepted')
    expect(kept).toHaveLength(1)
  })

  test('a slow one that is given up before it left is deferred, at once', async () => {
    const { kept, send } = start()
    const result = await send('slow@x.example', 1, AbortSignal.timeout(10))
    expect(result).toEqual({ kind: 'deferred', class: 'transient', code: 'timeout' })
    expect(kept).toEqual([])
  })

  test('an address that names several is never written to', async () => {
    const { kept, send } = start()
    const result = await send('maria@x.example, outra@x.example')
    expect(result).toEqual({ kind: 'rejected', class: 'recipient', code: 'invalid-address' })
    expect(kept).toEqual([])
  })

  test.each([
    'bounced@x.example',
    'bounce.a@x.example',
    'a+bounce@x.example',
    'ana.slow@x.example',
  ])('%s is an address like any other', async (to) => {
    const { bounces, send } = start()
    expect((await send(to)).kind).toBe('accepted')
    await sleep(50)
    expect(bounces).toEqual([])
  })

  test('closing drops the bounces that are still to come', async () => {
    const { courier, bounces, send } = start()
    await send('bounce@x.example')
    courier.close()
    await sleep(50)
    expect(bounces).toEqual([])
  })
})
