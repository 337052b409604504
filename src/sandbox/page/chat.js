// A chat by SMS or WhatsApp as on its recipient’s phone; the reader can reply here.
import { renderExchange } from './bubble.js'
import { channelNames } from './conversations.js'
import { announce, make } from '/pages/element.js'
import { writeNumber } from './phone-number.js'
import { writeDay } from '/pages/time.js'

/** @import { SandboxMessage } from '../schema.ts' */
/** @import { Answer } from '/pages/api.js' */
/** @import { Reply, Sent } from './bubble.js' */
/** @import { Conversation } from './conversations.js' */

/** @typedef {(messageId: string, reply: Reply) => Promise<Answer>} SendReply */

/** The replies from this page, by the message that they answer; the service does not list them. */
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
    placeholder: 'Reply',
  })
  const form = make(
    'form',
    { class: 'composer', submit },
    make('label', { for: 'reply', class: 'hidden' }, 'Reply as the owner of the phone'),
    field,
    make('button', { class: 'button send' }, make('span', { class: 'hidden' }, 'Send')),
  )
  const mute = make('p', { class: 'mute' }, 'Nothing here asks for a reply.')
  const element = make('article', { class: 'phone', 'data-channel': first.channel })
  element.append(renderHead(first), log, form, mute)
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
    const byDay = Map.groupBy(conversation.messages.toReversed(), ({ createdAt }) =>
      writeDay(createdAt),
    )
    log.replaceChildren(
      ...[...byDay].flatMap(([day, messages]) => [
        make('li', { class: 'day' }, day),
        ...messages.flatMap(renderOne),
      ]),
    )
    form.hidden = findQuestion() === undefined
    mute.hidden = !form.hidden
    requestAnimationFrame(() => log.scrollTo({ top: log.scrollHeight }))
  }

  /** @param {SandboxMessage} message */
  function renderOne(message) {
    const sent = replies.get(message.id) ?? []
    return renderExchange(message, sent, (content, words) => void reply(message, content, words))
  }

  /** The newest message with a question, which typed text answers. */
  function findQuestion() {
    return conversation.messages.find(({ options }) => options)
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault()
    const text = field.value.trim()
    const question = findQuestion()
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
    const option = 'option' in content ? content.option : undefined
    const at = new Date().toISOString()
    const sent = { words, option, at, state: 'Sending…', failed: false }
    replies.set(id, [...(replies.get(id) ?? []), sent])
    render()
    Object.assign(sent, describe(await send(id, content)))
    announce(sent.state)
    render()
  }
}

/** @param {Conversation} conversation */
function renderHead({ channel, to }) {
  return make(
    'header',
    {},
    make('span', { class: 'avatar', 'aria-hidden': 'true' }, make('span', { class: 'sign' })),
    make(
      'div',
      {},
      make('h2', { tabindex: '-1' }, writeNumber(to)),
      make('span', { class: 'channel' }, channelNames[channel]),
    ),
  )
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
