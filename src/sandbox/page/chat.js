// A chat by SMS or WhatsApp, as it stands on the phone of its recipient, who can reply to it here.
import { channelNames } from './conversations.js'
import { announce, make } from './element.js'
import { renderCode, renderLink } from './mail.js'
import { writeFullTime, writeShortTime } from './time.js'

/** @import { SandboxMessage } from '../schema.ts' */
/** @import { Answer } from './api.js' */
/** @import { Conversation } from './conversations.js' */

/** @typedef {{ option: number } | { text: string }} Reply */
/** @typedef {{ words: string, state: string, failed: boolean }} Sent */
/** @typedef {(messageId: string, reply: Reply) => Promise<Answer>} SendReply */

/** What was replied from this page, by the message that it answers; the service does not list it. */
const replies = /** @type {Map<string, Sent[]>} */ (new Map())

export const forgetReplies = () => replies.clear()

/**
 * @param {Conversation} first
 * @param {SendReply} send
 * @returns {{ element: HTMLElement, update: (conversation: Conversation) => void }}
 */
export function openChat(first, send) {
  let conversation = first
  const log = make('ol', { class: 'bubbles', 'aria-label': 'Messages', tabindex: '0' })
  const field = make('input', {
    id: 'reply',
    name: 'reply',
    maxlength: '1000',
    autocomplete: 'off',
    enterkeyhint: 'send',
  })
  const form = make(
    'form',
    { class: 'composer', submit },
    make('label', { for: 'reply', class: 'hidden' }, 'Reply as the owner of the phone'),
    field,
    make('button', { class: 'button' }, 'Send'),
  )
  field.placeholder = 'Reply as the owner of the phone'
  const element = make(
    'article',
    { class: 'phone', 'data-channel': first.channel },
    make(
      'header',
      {},
      make('h2', { tabindex: '-1' }, first.to),
      make('span', { class: 'channel' }, channelNames[first.channel]),
    ),
    log,
    form,
  )
  render()
  return {
    element,
    update(next) {
      const isSame = next.messages.length === conversation.messages.length
      conversation = next
      if (!isSame) render()
    },
  }

  function render() {
    const oldestFirst = conversation.messages.toReversed()
    log.replaceChildren(...oldestFirst.flatMap((message) => renderExchange(message, reply)))
    requestAnimationFrame(() => log.scrollTo({ top: log.scrollHeight }))
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault()
    const text = field.value.trim()
    const question =
      conversation.messages.find(({ options }) => options) ?? conversation.messages[0]
    if (text === '' || !question) return
    field.value = ''
    void reply(question, { text }, text)
  }

  /**
   * @param {SandboxMessage} message
   * @param {Reply} content
   * @param {string} words
   */
  async function reply({ id }, content, words) {
    const sent = { words, state: 'Sending…', failed: false }
    replies.set(id, [...(replies.get(id) ?? []), sent])
    render()
    Object.assign(sent, describe(await send(id, content)))
    announce(sent.state)
    render()
  }
}

/**
 * @param {Answer} answer
 * @returns {Pick<Sent, 'state' | 'failed'>}
 */
function describe(answer) {
  if (answer.kind === 'ok') return { state: 'Sent', failed: false }
  const why = answer.kind === 'offline' ? 'the service cannot be reached' : answer.title
  return { state: `Not sent: ${why}`, failed: true }
}

/**
 * A message, its buttons, and what was replied to it.
 * @param {SandboxMessage} message
 * @param {(message: SandboxMessage, content: Reply, words: string) => Promise<void>} reply
 */
function renderExchange(message, reply) {
  const { id, text, options = [], createdAt } = message
  const time = { datetime: createdAt, title: writeFullTime(createdAt) }
  const buttons = options.map(({ option, label }) =>
    make(
      'button',
      {
        type: 'button',
        class: 'option',
        lang: '',
        click: () => void reply(message, { option }, label),
      },
      label,
    ),
  )
  const received = make(
    'li',
    { class: 'received' },
    make('p', { class: 'bubble', lang: '', dir: 'auto' }, text),
    renderCode(message),
    renderLink(message),
    buttons.length === 0 ? undefined : make('div', { class: 'options' }, ...buttons),
    make('time', time, writeShortTime(createdAt)),
  )
  const own = (replies.get(id) ?? []).map(({ words, state, failed }) =>
    make(
      'li',
      { class: failed ? 'own failed' : 'own' },
      make('p', { class: 'bubble', lang: '', dir: 'auto' }, words),
      make('span', { class: 'state' }, state),
    ),
  )
  return [received, ...own]
}
