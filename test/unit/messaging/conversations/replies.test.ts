// What a person's answer means: codes, signed buttons, and whether it still counts.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import {
  decideReply,
  payloadHolds,
  readPayload,
  signPayload,
} from '#src/messaging/conversations/replies.ts'
import { hashReplyRoute } from '#src/messaging/conversations/reply-route.ts'
import type { Reading } from '#src/messaging/replies/read-reply.ts'
import { createdAt, expiresAt } from '#test/unit/messaging/challenges/world.ts'

const yes = { meaning: 'yes', option: 1 } as const
const no = { meaning: 'no', option: 2, optsOut: false } as const

describe('the payload of a button', () => {
  const mac = (label: string) => createHmac('sha256', 'data key').update(label).digest()
  const other = (label: string) => createHmac('sha256', 'another').update(label).digest()
  const recordId = '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35'
  const phone = '+5511987654321'
  const payload = signPayload(mac, recordId, 1, phone)
  const read = readPayload(payload)

  test('names record and option, and proves that we wrote it for this number', () => {
    expect(payload).toMatch(/^v1\.[0-9a-f-]{36}\.1\.[\w-]{8}$/)
    expect(read).toMatchObject({ recordId, option: 1 })
    expect(read && payloadHolds(mac, read, phone)).toBe(true)
  })

  test('does not hold for another option, number, record or transaction', () => {
    if (!read) throw new Error('it was read')
    expect(payloadHolds(mac, { ...read, option: 2 }, phone)).toBe(false)
    expect(payloadHolds(mac, read, '+5511987654322')).toBe(false)
    expect(payloadHolds(mac, { ...read, recordId: recordId.replace('5', '6') }, phone)).toBe(false)
    expect(payloadHolds(other, read, phone)).toBe(false)
  })

  test.for([
    '',
    '1',
    'Sim',
    'v2.x.1.abcdefgh',
    `${payload} `,
    payload.slice(0, -1),
    `v1.${recordId}.x.12345678`,
  ])('%j is none of ours', (text) => {
    expect(readPayload(text)).toBeUndefined()
  })

  test('is short enough for every vendor', () => {
    expect(payload.length).toBeLessThan(100)
  })
})

describe('whether an answer counts', () => {
  const open = { repliedAt: null, supersededAt: null, expiresAt }

  test('the first answer in time is the reply, however late it is told', () => {
    expect(decideReply(open, yes, createdAt)).toEqual({ kind: 'replied', option: 1 })
    expect(decideReply(open, no, expiresAt + 5_000)).toEqual({ kind: 'replied', option: 2 })
  })

  test('five seconds after the expiry it is late', () => {
    expect(decideReply(open, yes, expiresAt + 5_001)).toEqual({ kind: 'ignored', code: 'late' })
  })

  test('what was replied to or superseded takes no answer', () => {
    const at = createdAt + 1
    expect(decideReply({ ...open, repliedAt: at }, no, at)).toMatchObject({
      code: 'already-replied',
    })
    expect(decideReply({ ...open, supersededAt: at }, yes, at)).toMatchObject({
      code: 'superseded',
    })
  })

  test('a text that is no answer, and a wish to hear nothing more, leave it open', () => {
    const code = (reading: Reading) => decideReply(open, reading, createdAt)
    expect(code({ meaning: 'unclear', reason: 'question' })).toMatchObject({ code: 'unparsed' })
    expect(code({ meaning: 'opt-out' })).toMatchObject({ code: 'opted-out' })
    expect(code({ meaning: 'opt-in' })).toMatchObject({ code: 'unparsed' })
    expect(code({ meaning: 'wrong-person' })).toMatchObject({ code: 'wrong-person' })
  })
})

test('a number is found again without its ninth digit, at its own account alone, after a rotation too', () => {
  const sealer = createSealer(openKeyring(createKeyring()))
  const route = hashReplyRoute(sealer, 'twilio-main', '+5511987654321')
  expect(hashReplyRoute(sealer, 'twilio-main', '+551187654321')).toEqual(route)
  expect(hashReplyRoute(sealer, 'twilio-other', '+5511987654321')).not.toEqual(route)
  expect(route.all).toContainEqual(route.current)
})
