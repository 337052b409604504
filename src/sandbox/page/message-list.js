// The list on the left: a box per channel and recipient, with its e-mails or its one chat.
import { channelNames, openingKey } from './conversations.js'
import { make } from '/pages/element.js'
import { writeNumber } from './phone-number.js'
import { writeFullTime, writeShortTime } from '/pages/time.js'

/** @import { SandboxMessage } from '../schema.ts' */
/** @import { Conversation } from './conversations.js' */

/** As much as fits in a line, so that a screen reader does not read a whole mail as a button. */
const snippetMax = 80

/**
 * @typedef {object} ListState
 * @property {string | undefined} opened
 * @property {Set<string>} unread ids of messages
 * @property {(key: string) => void} open
 */

/**
 * @param {Conversation[]} conversations
 * @param {ListState} state
 */
export function renderList(conversations, state) {
  return conversations.map((conversation, index) => {
    const titleId = `box-${index}`
    const { channel, to } = conversation
    return make(
      'section',
      { class: 'box', 'data-channel': channel, 'aria-labelledby': titleId },
      make(
        'h3',
        { id: titleId },
        make('span', { class: 'sign', 'aria-hidden': 'true' }),
        make(
          'span',
          { class: 'recipient' },
          writeNumber(to),
          make('span', { class: 'channel' }, channelNames[channel]),
        ),
      ),
      make('ul', {}, ...renderItems(conversation, state)),
    )
  })
}

/**
 * @param {Conversation} conversation
 * @param {ListState} state
 */
function renderItems({ channel, messages }, state) {
  if (channel === 'email')
    return messages.map((message) => renderItem(message, state.unread.has(message.id), state))
  const isUnread = messages.some(({ id }) => state.unread.has(id))
  return messages.slice(0, 1).map((message) => renderItem(message, isUnread, state))
}

/**
 * @param {SandboxMessage} message
 * @param {boolean} isUnread
 * @param {ListState} state
 */
function renderItem(message, isUnread, { opened, open }) {
  const key = openingKey(message)
  const { subject, text, createdAt } = message
  const time = { class: 'time', datetime: createdAt, title: writeFullTime(createdAt) }
  const attributes = {
    type: 'button',
    class: 'item',
    'data-id': key,
    ...(key === opened && { 'aria-current': 'true' }),
    click: () => open(key),
  }
  return make(
    'li',
    {},
    make(
      'button',
      attributes,
      make(
        'span',
        { class: 'first-line' },
        isUnread ? make('span', { class: 'unread' }, 'New') : undefined,
        make('span', { class: 'subject', lang: '', dir: 'auto' }, subject ?? text),
        make('time', time, writeShortTime(createdAt)),
      ),
      subject === undefined
        ? undefined
        : make('span', { class: 'snippet', lang: '', dir: 'auto' }, text.slice(0, snippetMax)),
    ),
  )
}
