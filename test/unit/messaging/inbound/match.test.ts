// Which record a typed answer is about.
import { describe, expect, test } from 'vitest'
import {
  oneOfEachOwner,
  pickRecord,
  pickOptedOut,
  possibleAt,
  type SentRecord,
} from '#src/messaging/inbound/match.ts'
import { createdAt, expiresAt, minute } from '../challenges/world.ts'

const now = createdAt + minute

const sent = (recordId: string, changes: Partial<SentRecord> = {}): SentRecord => ({
  recordId,
  transactionId: `of ${recordId}`,
  tenant: 'acme',
  mode: 'live',
  challengeKind: 'sms-2fa',
  channel: 'sms',
  replyCode: null,
  sender: '+551130000001',
  claimedAt: createdAt,
  expiresAt,
  superseded: false,
  mayHaveLeft: true,
  unnamed: false,
  undelivered: false,
  erased: false,
  clockOffsetMs: 0,
  language: 'pt',
  ...changes,
})

const pick = (records: readonly SentRecord[], text = '1', at = now) => {
  const picked = pickRecord(records, text, at)
  return picked && [picked.record.recordId, picked.isMeant]
}

describe('the record of a typed answer', () => {
  test('is the newest that is open', () => {
    expect(pick([sent('new'), sent('old')])).toEqual(['new', true])
  })

  test('is not one that has expired or was superseded, while another one is open', () => {
    const expired = sent('new', { expiresAt: now - 6_000 })
    expect(pick([expired, sent('old')])).toEqual(['old', true])
    expect(pick([sent('new', { superseded: true }), sent('old')])).toEqual(['old', true])
    expect(pick([sent('new', { clockOffsetMs: 20 * minute }), sent('old')])).toEqual(['old', true])
  })

  test('is the newest of all when none is open: it came too late for that one', () => {
    expect(pick([sent('new'), sent('old')], '1', expiresAt + minute)).toEqual(['new', true])
  })

  test('is never a token, nor one whose message surely did not leave', () => {
    const token = sent('token', { challengeKind: 'sms-token' })
    const refused = sent('refused', { mayHaveLeft: false })
    expect(pick([token, refused, sent('asked')])).toEqual(['asked', true])
    expect(pick([token, refused])).toBeUndefined()
  })

  test('is not one that was sent after it, unless nothing was sent before it', () => {
    const later = sent('later', { claimedAt: now + 2_000 })
    expect(pick([later, sent('before')])).toEqual(['before', true])
    const over = sent('over', { expiresAt: now - 6_000 })
    expect(pick([later, over])).toEqual(['over', true])
    expect(pick([later])).toEqual(['later', true])
    const theirs = { replyCode: '47', tenant: 'globex' }
    expect(pick([{ ...later, ...theirs }, sent('before', { replyCode: '48' })])).toEqual([
      'before',
      true,
    ])
    expect(pick([{ ...later, ...theirs }, sent('before', theirs)], '47 1')).toEqual([
      'before',
      true,
    ])
  })

  test('may be one that was sent within the second that the vendor names', () => {
    const second = Math.ceil(now / 1_000) * 1_000
    const within = sent('within', { claimedAt: second + 900 })
    expect(pick([within, sent('old')], '1', second)).toEqual(['within', true])
    expect(pick([within, sent('old')], '1', second + 1)).toEqual(['old', true])
  })

  test('is one that was reported as undelivered only when nothing else is open', () => {
    const lost = sent('lost', { undelivered: true })
    const over = sent('over', { expiresAt: now - 6_000 })
    expect(pick([lost, sent('old')])).toEqual(['old', true])
    expect(pick([lost, over])).toEqual(['lost', true])
    expect(pick([lost, sent('lost'), sent('old')])).toEqual(['lost', true])
  })

  test('is the newest though it was erased: an older question was not meant', () => {
    expect(pick([sent('erased', { erased: true }), sent('old')])).toEqual(['erased', true])
  })

  test('is none when there are none', () => {
    expect(pick([])).toBeUndefined()
  })
})

describe('where several tenants have written from one sender', () => {
  const acme = sent('acme', { replyCode: '47' })
  const globex = sent('globex', { replyCode: '48', tenant: 'globex' })

  test('the reply code says whose question is answered', () => {
    expect(pick([globex, acme], '47 1')).toEqual(['acme', true])
    expect(pick([acme, globex], '48sim')).toEqual(['globex', true])
  })

  test('an answer without its reply code, or with another one, counts for nobody', () => {
    expect(pick([globex, acme], '1')).toEqual(['globex', false])
    expect(pick([globex, acme], '49 1')).toEqual(['globex', false])
  })

  test('no reply code is needed by who got messages of one tenant alone', () => {
    expect(pick([acme, sent('before', { replyCode: '12' })], '1')).toEqual(['acme', true])
  })

  test('a wish concerns every owner and channel once', () => {
    const whatsapp = sent('chat', { channel: 'whatsapp' })
    const records = [acme, sent('older'), globex, whatsapp]
    expect(oneOfEachOwner(records).map(({ recordId }) => recordId)).toEqual([
      'acme',
      'globex',
      'chat',
    ])
  })
})

test('an answer is to the sender that it came to, and not to what was sent later', () => {
  const records = [
    sent('later', { claimedAt: now + 10_000 }),
    sent('other', { sender: '+551130000002' }),
    sent('own'),
  ]
  for (const [ours, named] of [
    ['+551130000001', '551130000001'],
    ['551130000001', '+551130000001'],
    ['whatsapp:+551130000001', 'whatsapp:551130000001'],
    ['28111', '28111'],
    ['Acme', 'ACME'],
  ] as const)
    expect(possibleAt([sent('r', { sender: ours })], { senders: [named] }, now)).toHaveLength(1)
  for (const [ours, named] of [
    ['+551130000001', 'whatsapp:+551130000001'],
    ['+551130000001', '+551130000002'],
    ['acme', 'acme-2'],
  ] as const)
    expect(possibleAt([sent('r', { sender: ours })], { senders: [named] }, now)).toEqual([])
  const possible = possibleAt(records, { senders: ['+551130000001'] }, now)
  expect(possible.map(({ recordId }) => recordId)).toEqual(['own'])
  expect(possibleAt(records, {}, now)).toEqual([])
})

describe('an opt-out reaches each owner', () => {
  const concerned = (records: readonly SentRecord[], text = 'SAIR') =>
    pickOptedOut(records, text, now).map(({ recordId }) => recordId)

  test('by a record that is not erased, while there is one', () => {
    const erased = sent('erased', { erased: true })
    expect(concerned([erased, sent('old')])).toEqual(['old'])
    expect(concerned([erased])).toEqual(['erased'])
  })

  test('by the record whose reply code was typed, else by the newest', () => {
    const records = [sent('new', { replyCode: '48' }), sent('old', { replyCode: '47' })]
    expect(concerned(records, '47 SAIR')).toEqual(['old'])
    expect(concerned(records)).toEqual(['new'])
  })

  test('by one that the word can have answered: sent before it, and not undelivered', () => {
    const later = sent('later', { claimedAt: now + 2_000 })
    const lost = sent('lost', { undelivered: true })
    expect(concerned([later, lost, sent('old')])).toEqual(['old'])
    expect(concerned([later, lost])).toEqual(['lost'])
  })
})
