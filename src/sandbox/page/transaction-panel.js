// Shows the transaction of the opened message or of the filter: id, clock and timeline.
import { startCalls } from './calls.js'
import { startClock } from './clock.js'
import { find, make, makeCopyButton } from '/pages/element.js'
import { startLinks } from './links.js'
import { startPictures } from './images/pictures.js'
import { renderTimeline } from './timeline.js'
import { startWebhooks } from './webhooks.js'

/** @import { TimelineEntry } from '../../journey/journal/schema.ts' */
/** @import { Client } from '/pages/api.js' */

/**
 * @typedef {object} Panel
 * @property {(id: string | undefined, isAlone: boolean) => void} show `isAlone`: only its messages are listed
 * @property {() => string | undefined} read
 * @property {(entries: TimelineEntry[]) => void} fill
 * @property {() => void} stop
 */

/**
 * @param {Pick<Client, 'send' | 'read' | 'upload'> & { choose: (id: string | undefined) => void, moved: () => void }} deps
 * @returns {Panel}
 */
export function startPanel({ send, read, upload, choose, moved }) {
  const list = find('timeline', HTMLElement)
  /** @type {string | undefined} */
  let current
  let shown = ''
  const clock = startClock({ send, transaction: () => current, moved })
  const pictures = startPictures({ read, upload, transaction: () => current, changed: moved })
  const links = startLinks({ send, read, transaction: () => current, choose, moved })
  const calls = startCalls({ read, send, transaction: () => current, moved })
  const webhooks = startWebhooks({ read, transaction: () => current })
  list.replaceChildren()
  pictures.forget()
  return { show, read: () => current, fill, stop }

  /**
   * @param {string | undefined} id
   * @param {boolean} isAlone
   */
  function show(id, isAlone) {
    find('transaction', HTMLElement).hidden = id === undefined
    if (id !== current) {
      clock.forget()
      pictures.forget()
      links.forget()
      calls.forget()
      webhooks.forget()
      list.replaceChildren()
    }
    if (id !== undefined && `${id} ${isAlone}` !== shown) showHead(id, isAlone)
    current = id
  }

  /**
   * @param {string} id
   * @param {boolean} isAlone
   */
  function showHead(id, isAlone) {
    shown = `${id} ${isAlone}`
    const code = find('transaction-id', HTMLElement)
    code.textContent = id
    const label = isAlone ? 'Show all messages' : 'Only its messages'
    const click = () => choose(isAlone ? undefined : id)
    find('transaction-buttons', HTMLElement).replaceChildren(
      makeCopyButton(id, 'Copy id', code),
      make('button', { type: 'button', class: 'button quiet', click }, label),
      make('a', { class: 'button quiet', href: `/transactions#id=${id}` }, 'Its page'),
    )
  }

  function stop() {
    clock.stop()
    links.stop()
    webhooks.stop()
  }

  /** @param {TimelineEntry[]} entries the whole journal, which only grows */
  function fill(entries) {
    const before = list.querySelectorAll('.entry').length
    if (before === entries.length) return
    list.replaceChildren(...renderTimeline(entries))
    void pictures.look()
    void links.look(entries)
    void calls.look()
    webhooks.follow()
  }
}
