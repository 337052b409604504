// What a person's answer means: codes, signed buttons, and whether it still counts.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import {
  withoutCode,
  decideReply,
  payloadHolds,
  readAnswerTo,
  readPayload,
  signPayload,
} from '#src/messaging/challenges/replies/replies.ts'
import { hashReplyRoute } from '#src/messaging/challenges/replies/reply-route.ts'
import { createdAt, expiresAt } from '../world.ts'

const options = [
  { option: 1, label: 'Sim' },
  { option: 2, label: 'Não' },
]

describe('a question with a reply code', () => {
  test.for([
    ['47 1', '1'],
    ['471', '1'],
    [' 47-sim', 'sim'],
    ['４７ １', '1'],
    ['1 47', '1'],
    ['não, 47', 'não'],
    ['47 É', 'É'],
  ])('%j has 47 beside its answer', ([text = '', rest]) => {
    expect(withoutCode(text, '47')).toBe(rest)
  })

  test.for(['1', '47', 'sim', '4 7 1', '', '147', '1.47.2'])('%j has not', (text) => {
    expect(withoutCode(text, '47')).toBeUndefined()
  })

  test('the code is taken off for its own record, and for no other', () => {
    expect(readAnswerTo('47 1', { replyCode: '47' }, options)).toBe(1)
    expect(readAnswerTo('sim', { replyCode: '47' }, options)).toBe(1)
    expect(readAnswerTo('48 1', { replyCode: '47' }, options)).toBeUndefined()
    expect(readAnswerTo('47 1', { replyCode: null }, options)).toBeUndefined()
    expect(readAnswerTo('2', { replyCode: null }, options)).toBe(2)
  })

  test('where it must be there, nothing else is an answer, and a wish needs none', () => {
    const asked = { replyCode: '4711', needsCode: true }
    expect(readAnswerTo('4711 sim', asked, options)).toBe(1)
    expect(readAnswerTo('sim', asked, options)).toBeUndefined()
    expect(readAnswerTo('47 sim', asked, options)).toBeUndefined()
    expect(readAnswerTo('SAIR', asked, options)).toBe('opt-out')
  })
})

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
    expect(decideReply(open, 1, createdAt)).toEqual({ kind: 'replied', option: 1 })
    expect(decideReply(open, 2, expiresAt + 5_000)).toEqual({ kind: 'replied', option: 2 })
  })

  test('five seconds after the expiry it is late', () => {
    expect(decideReply(open, 1, expiresAt + 5_001)).toEqual({ kind: 'ignored', code: 'late' })
  })

  test('what was replied to or superseded takes no answer', () => {
    const at = createdAt + 1
    expect(decideReply({ ...open, repliedAt: at }, 2, at)).toMatchObject({
      code: 'already-replied',
    })
    expect(decideReply({ ...open, supersededAt: at }, 1, at)).toMatchObject({ code: 'superseded' })
  })

  test('a text that is no answer, and a wish to hear nothing more, leave it open', () => {
    expect(decideReply(open, undefined, createdAt)).toMatchObject({ code: 'unparsed' })
    expect(decideReply(open, 'opt-out', createdAt)).toMatchObject({ code: 'opted-out' })
    expect(decideReply(open, 'opt-in', createdAt)).toMatchObject({ code: 'unparsed' })
  })
})

test('a number is found again without its ninth digit, at its own account alone, after a rotation too', () => {
  const sealer = createSealer(openKeyring(createKeyring()))
  const route = hashReplyRoute(sealer, 'twilio-main', '+5511987654321')
  expect(hashReplyRoute(sealer, 'twilio-main', '+551187654321')).toEqual(route)
  expect(hashReplyRoute(sealer, 'twilio-other', '+5511987654321')).not.toEqual(route)
  expect(route.all).toContainEqual(route.current)
})
