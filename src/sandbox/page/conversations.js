/** @import { SandboxMessage } from '../schema.ts' */

/** @typedef {SandboxMessage['channel']} Channel */
/** @typedef {{ key: string, channel: Channel, to: string, messages: SandboxMessage[] }} Conversation */

export const channelNames = { email: 'E-mail', sms: 'SMS', whatsapp: 'WhatsApp' }

/**
 * Groups messages into one mailbox or chat per channel and recipient; the newest message comes first, in the groups and
 * among them.
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
 * The key of what opens when a message is chosen: the mail itself, or the whole chat.
 * @param {SandboxMessage} message
 */
export const openingKey = (message) => (message.channel === 'email' ? message.id : keyOf(message))

/** @param {SandboxMessage} message */
const keyOf = ({ channel, to }) => `${channel} ${to}`
