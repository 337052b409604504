// Shows the opened message or chat.
import { openChat } from './chat.js'
import { find, make } from '/pages/element.js'
import { renderMail } from './mail.js'

/** @import { SandboxMessage } from '../schema.ts' */
/** @import { SendReply } from './chat.js' */
/** @import { Conversation } from './conversations.js' */

/**
 * @typedef {object} Opened
 * @property {(key: string | undefined, conversations: Conversation[]) => SandboxMessage[]} show shows what the key
 *   names and returns its messages, the newest first
 * @property {() => void} focus
 */

/**
 * @param {SendReply} send
 * @returns {Opened}
 */
export function startOpened(send) {
  const place = find('opened', HTMLElement)
  /** @type {{ key: string | undefined, update?: (conversation: Conversation) => void }} */
  let shown = { key: undefined }
  place.replaceChildren(renderNothing())
  return { show, focus: () => place.querySelector('h2')?.focus() }

  /**
   * @param {string | undefined} key
   * @param {Conversation[]} conversations
   */
  function show(key, conversations) {
    const chat = conversations.find((one) => one.key === key)
    if (chat) {
      showChat(chat)
      return chat.messages
    }
    const mail = conversations.flatMap(({ messages }) => messages).find(({ id }) => id === key)
    if (shown.key !== mail?.id || !mail)
      place.replaceChildren(mail ? renderMail(mail) : renderNothing())
    shown = { key: mail?.id }
    return mail ? [mail] : []
  }

  /** @param {Conversation} chat */
  function showChat(chat) {
    if (shown.key === chat.key) return shown.update?.(chat)
    const { element, update } = openChat(chat, send)
    place.replaceChildren(element)
    shown = { key: chat.key, update }
  }
}

const renderNothing = () => make('p', { class: 'nothing' }, 'Choose a message to read it here.')
