/** @import { SandboxMessage } from '../schema.ts' */

/** @typedef {SandboxMessage['channel']} Channel */
/** @typedef {{ key: string, channel: Channel, to: string, messages: SandboxMessage[] }} Conversation */

export const channelNames = { email: 'E-mail', sms: 'SMS', whatsapp: 'WhatsApp' }

/**
 * One mailbox or chat per channel and recipient; the one with the newest message first, and in each
 * the newest message first.
 * @param {SandboxMessage[]} messages
 * @returns {Conversation[]}
 */
export function groupMessages(messages) {
  const newestFirst = messages.toSorted(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )
  const groups = Map.groupBy(newestFirst, keyOf)
  return [...groups].flatMap(([key, [newest, ...older]]) =>
    newest ? [{ key, channel: newest.channel, to: newest.to, messages: [newest, ...older] }] : [],
  )
}

/**
 * What opens when the message is chosen: an e-mail by itself, all else with its whole chat.
 * @param {SandboxMessage} message
 */
export const openingKey = (message) => (message.channel === 'email' ? message.id : keyOf(message))

/** @param {SandboxMessage} message */
const keyOf = ({ channel, to }) => `${channel} ${to}`
