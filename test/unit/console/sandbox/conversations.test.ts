// Messages of the sandbox as conversations: one a channel and recipient, the newest first.
import { expect, test } from 'vitest'
import {
  findOpened,
  groupMessages,
  sayRecipient,
} from '#src/console/app/pages/sandbox/conversations.ts'

const message = (
  id: string,
  channel: 'email' | 'sms' | 'whatsapp',
  to: string,
  minute: number,
) => ({
  id,
  transactionId: 't',
  channel,
  to,
  text: id,
  createdAt: `2026-11-28T14:${String(minute).padStart(2, '0')}:00.000Z`,
})

test('a number has a chat by SMS and another by WhatsApp, the newest first in each and among them', () => {
  const [phone, mail] = ['+5511987654321', 'ana@example.com']
  const all = groupMessages([
    message('a', 'sms', phone, 1),
    message('b', 'whatsapp', phone, 3),
    message('c', 'email', mail, 2),
    message('d', 'sms', phone, 4),
  ])
  expect(all.map(({ channel, messages }) => [channel, messages.map(({ id }) => id)])).toEqual([
    ['sms', ['d', 'a']],
    ['whatsapp', ['b']],
    ['email', ['c']],
  ])
  expect(findOpened(all, 'a')?.channel).toBe('sms')
  expect(findOpened(all, undefined)).toBeUndefined()
})

test.for([
  ['+5511987654321', '+55 11 98765-4321'],
  ['+551134567890', '+55 11 3456-7890'],
  ['+351912345678', '+351912345678'],
  ['ana@example.com', 'ana@example.com'],
])('%s is read as %s', ([to = '', said]) => {
  expect(sayRecipient(to).replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')).toBe(said)
})
