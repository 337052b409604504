import { describe, expect, test } from 'vitest'
import {
  endings,
  type Ending,
  planAfterExpiry,
  planAnswer,
  planCallbacks,
  readEnding,
} from '#src/vendors/sandbox/plan.ts'

// Safe because they are the object's own names.
const all = Object.keys(endings) as Ending[]

/** `sent@300`, in the order of the plan. */
const write = (ending: Ending | undefined, channel: 'sms' | 'whatsapp') =>
  planCallbacks(ending, channel).map(({ event }) => {
    if (event.kind === 'answer') return `answer ${event.option}`
    return event.kind === 'text' ? event.text : event.deliveryStatus
  })

const plans = {
  '0001': { sms: ['sent', 'delivered'], whatsapp: ['sent', 'delivered', 'read'] },
  '0002': { sms: [], whatsapp: ['failed'] },
  '0003': { sms: [], whatsapp: [] },
  '0004': { sms: ['delivered', 'sent'], whatsapp: ['delivered', 'sent'] },
  '0005': {
    sms: ['sent', 'sent', 'sent', 'delivered', 'delivered', 'delivered'],
    whatsapp: ['sent', 'delivered', 'read'].flatMap((status) => [status, status, status]),
  },
  '0006': {
    sms: ['sent', 'delivered', 'answer 1'],
    whatsapp: ['sent', 'delivered', 'read', 'answer 1'],
  },
  '0007': {
    sms: ['sent', 'delivered', 'answer 2'],
    whatsapp: ['sent', 'delivered', 'read', 'answer 2'],
  },
  '0008': { sms: ['sent', 'delivered'], whatsapp: ['sent', 'delivered', 'read'] },
  '0009': { sms: ['sent', 'delivered'], whatsapp: ['sent', 'delivered', 'read'] },
  '0010': { sms: ['sent', 'delivered'], whatsapp: ['sent', 'delivered', 'read'] },
  '0011': { sms: ['sent', 'delivered'], whatsapp: ['sent', 'delivered', 'read'] },
  '0012': { sms: ['sent'], whatsapp: ['sent', 'read'] },
  '0013': { sms: ['sent', 'failed', 'delivered'], whatsapp: ['sent', 'failed', 'delivered'] },
  '0014': { sms: ['sent', 'delivered', 'SAIR'], whatsapp: ['sent', 'delivered', 'read', 'SAIR'] },
  '0015': { sms: ['sent', 'delivered'], whatsapp: ['sent', 'delivered', 'read'] },
} satisfies Record<Ending, Record<'sms' | 'whatsapp', string[]>>

describe('the magic endings', () => {
  test.each(all)('%s is reported as the table says, on both channels', (ending) => {
    expect(write(ending, 'sms')).toEqual(plans[ending].sms)
    expect(write(ending, 'whatsapp')).toEqual(plans[ending].whatsapp)
  })

  test('any other number is delivered, on WhatsApp read, and does not answer', () => {
    expect(write(undefined, 'sms')).toEqual(['sent', 'delivered'])
    expect(write(undefined, 'whatsapp')).toEqual(['sent', 'delivered', 'read'])
    expect(planAnswer(undefined, 'sms', 1)).toBe('accept')
  })

  test.each(all)('%s is reported in an order that its waits keep', (ending) => {
    for (const channel of ['sms', 'whatsapp'] as const) {
      const waits = planCallbacks(ending, channel).map(({ afterMs }) => afterMs)
      expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    }
  })

  test('only the three repetitions of one report come side by side', () => {
    for (const ending of all.filter((one) => one !== '0005')) {
      const waits = planCallbacks(ending, 'whatsapp').map(({ afterMs }) => afterMs)
      expect(new Set(waits).size).toBe(waits.length)
    }
    const groups = Map.groupBy(planCallbacks('0005', 'sms'), ({ afterMs }) => afterMs)
    expect([...groups.values()].map(({ length }) => length)).toEqual([3, 3])
  })

  test.each([
    ['+5511987650006', '0006'],
    ['+5511987650014', '0014'],
    ['+5511987650016', undefined],
    ['+5511987654321', undefined],
    ['+5511900060000', undefined],
  ])('%s has the ending %s', (number, ending) => expect(readEnding(number)).toBe(ending))

  test('too many requests are answered once, a number without owner always', () => {
    expect([1, 2, 3].map((attempt) => planAnswer('0009', 'sms', attempt))).toEqual([
      'too-many',
      'accept',
      'accept',
    ])
    expect([1, 2].map((attempt) => planAnswer('0002', 'sms', attempt))).toEqual([
      'refuse',
      'refuse',
    ])
    expect(planAnswer('0002', 'whatsapp', 1)).toBe('accept')
  })

  test('0008 alone answers after the expiry, when five seconds of grace are over', () => {
    expect(all.filter((ending) => planAfterExpiry(ending).length > 0)).toEqual(['0008'])
    const [late] = planAfterExpiry('0008')
    expect(late).toMatchObject({ event: { kind: 'answer', option: 1 } })
    // Meta gives whole seconds.
    expect(late?.afterMs).toBeGreaterThan(6_000)
  })
})
