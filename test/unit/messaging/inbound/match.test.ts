// Which record a typed answer is about.
import { describe, expect, test } from 'vitest'
import { type SentRecord, wakeMs } from '#src/messaging/conversations/open-questions.ts'
import {
  oneOfEachOwner,
  pickRecords,
  pickOptedOut,
  possibleAt,
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
  repliedAt: null,
  clockOffsetMs: 0,
  language: 'pt',
  ...changes,
})

const pick = (records: readonly SentRecord[], text = '1', at = now) =>
  pickRecords(records, text, at).map(({ record, part }) => `${record.recordId}: ${part}`)

/** Of one transaction. */
const again = (recordId: string, changes: Partial<SentRecord> = {}) =>
  sent(recordId, { transactionId: 'of old', ...changes })

const overLong = { expiresAt: now - wakeMs - 1 }

describe('the record of a typed answer', () => {
  test('is of one transaction the newest that is open', () => {
    expect(pick([again('new'), again('old')])).toEqual(['new: reply'])
    expect(pick([again('new', { superseded: true }), again('old')])).toEqual(['old: reply'])
    expect(pick([again('new', overLong), again('old')])).toEqual(['old: reply'])
  })

  test('is none while questions of several transactions are in play: a no denies each', () => {
    expect(pick([sent('new'), sent('old')])).toEqual(['new: denial', 'old: denial'])
    const three = [sent('new'), again('again'), again('old')]
    expect(pick(three)).toEqual(['new: denial', 'again: denial'])
  })

  test('may still be one that has just expired or was superseded, whose answer is under way', () => {
    const expired = sent('new', { expiresAt: now - wakeMs })
    expect(pick([expired, sent('old')])).toEqual(['new: denial', 'old: denial'])
    expect(pick([sent('new', overLong), sent('old')])).toEqual(['old: reply'])
    const ahead = sent('new', { clockOffsetMs: 20 * minute })
    expect(pick([ahead, sent('old')])).toEqual(['old: reply'])
    expect(pick([sent('new', { superseded: true }), sent('old')])).toHaveLength(2)
  })

  test('may be one that was answered, but not where the other came after its answer', () => {
    const at = createdAt + 5 * minute
    const pickAt = (records: readonly SentRecord[]) => pick(records, '1', at)
    const repliedAt = at - wakeMs - 1
    const answered = sent('answered', { repliedAt })
    expect(pickAt([answered, sent('old')])).toHaveLength(2)
    const later = sent('later', { claimedAt: repliedAt + 1 })
    expect(pickAt([later, answered])).toEqual(['later: reply'])
    const justNow = sent('answered', { repliedAt: at - wakeMs })
    expect(pickAt([sent('later', { claimedAt: at - 1 }), justNow])).toHaveLength(2)
  })

  test('is the newest of all when none is in play: it came too late for that one', () => {
    expect(pick([sent('new'), sent('old')], '1', expiresAt + wakeMs + 1)).toEqual(['new: reply'])
  })

  test('is never a token, nor one whose message surely did not leave', () => {
    const token = sent('token', { challengeKind: 'sms-token' })
    const refused = sent('refused', { mayHaveLeft: false })
    expect(pick([token, refused, sent('asked')])).toEqual(['asked: reply'])
    expect(pick([token, refused])).toEqual([])
  })

  test('is not one that was sent after it, unless nothing was sent before it', () => {
    const later = sent('later', { claimedAt: now + 2_000 })
    expect(pick([later, sent('before')])).toEqual(['before: reply'])
    expect(pick([later, sent('over', overLong)])).toEqual(['over: reply'])
    expect(pick([later])).toEqual(['later: reply'])
    const theirs = { replyCode: '47', tenant: 'globex' }
    expect(pick([{ ...later, ...theirs }, sent('before', { replyCode: '48' })])).toEqual([
      'before: reply',
    ])
    expect(pick([{ ...later, ...theirs }, sent('before', theirs)], '47 1')).toEqual([
      'before: reply',
    ])
  })

  test('may be one that was sent within the second that the vendor names', () => {
    const second = Math.ceil(now / 1_000) * 1_000
    const within = again('within', { claimedAt: second + 900 })
    expect(pick([within, again('old')], '1', second)).toEqual(['within: reply'])
    expect(pick([within, again('old')], '1', second + 1)).toEqual(['old: reply'])
  })

  test('is one that was reported as undelivered only when nothing else is open', () => {
    const lost = sent('lost', { undelivered: true })
    expect(pick([lost, sent('old')])).toEqual(['old: reply'])
    expect(pick([lost, sent('over', overLong)])).toEqual(['lost: reply'])
    expect(pick([lost, sent('lost'), sent('old')])).toHaveLength(2)
  })

  test('is the newest though it was erased: an older question was not meant', () => {
    expect(pick([again('erased', { erased: true }), again('old')])).toEqual(['erased: reply'])
  })

  test('is none when there are none', () => {
    expect(pick([])).toEqual([])
  })
})

describe('where several tenants have written from one sender', () => {
  const acme = sent('acme', { replyCode: '47' })
  const globex = sent('globex', { replyCode: '48', tenant: 'globex' })

  test('the reply code says whose question is answered', () => {
    expect(pick([globex, acme], '47 1')).toEqual(['acme: reply'])
    expect(pick([acme, globex], '48sim')).toEqual(['globex: reply'])
  })

  test('an answer without its reply code, or with another one, is a doubt for all but the last', () => {
    expect(pick([globex, acme], '1')).toEqual(['globex: denial', 'acme: doubt'])
    expect(pick([globex, acme], '49 1')).toEqual(['globex: denial', 'acme: doubt'])
  })

  test('the tenant whose question reached the number last is meant first, with all of its own', () => {
    const first = sent('first', { claimedAt: createdAt - 2 })
    const theirs = sent('theirs', { tenant: 'globex', claimedAt: createdAt - 1 })
    expect(pick([theirs, sent('last'), first])).toEqual([
      'last: denial',
      'first: denial',
      'theirs: doubt',
    ])
  })

  test('no reply code is needed by who got messages of one transaction alone', () => {
    expect(pick([again('new', { replyCode: '47' }), again('before')], '1')).toEqual(['new: reply'])
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
