// Runs the page with one token: polls the messages, shows them, and follows one transaction.
import { connect } from '/pages/api.js'
import { forgetReplies } from './chat.js'
import { channelNames, groupMessages, openingKey } from './conversations.js'
import { announce, find, replaceKeepingFocus } from '/pages/element.js'
import { startFilter } from './filter.js'
import { renderList } from './message-list.js'
import { explain, showNotice, showPulse } from './notice.js'
import { startOpened } from './opened.js'
import { startPolling } from './polling.js'
import { startPanel } from './transaction-panel.js'

/** @import { SandboxMessage } from '../schema.ts' */
/** @import { Answer } from '/pages/api.js' */

const pollSeconds = 2
const longestPauseSeconds = 30
const wide = matchMedia('(min-width: 700px)')

/**
 * @param {{ token: string, transaction: string | undefined, refused: () => void }} options `refused` is called when
 *   the token is no longer taken
 * @returns {{ stop: () => void }}
 */
export function startSession({ token, transaction, refused }) {
  const { read, send, upload } = connect(token)
  const workspace = find('workspace', HTMLElement)
  const boxes = find('boxes', HTMLElement)
  const back = find('back', HTMLButtonElement)
  const ends = new AbortController()
  /** @type {SandboxMessage[] | undefined} */
  let messages
  const known = /** @type {Set<string>} */ (new Set())
  const unread = /** @type {Set<string>} */ (new Set())
  /** @type {string | undefined} */
  let openedKey
  let isChosenByReader = false
  let failures = 0

  const opened = startOpened(async (id, body) => {
    const answer = await send(`/v1/sandbox/messages/${id}/reply`, body)
    polling.askNow()
    return answer
  })
  const filter = startFilter({ first: transaction, chosen: changeFilter })
  const panel = startPanel({
    send,
    read,
    upload,
    choose: filter.choose,
    moved: () => polling.askNow(),
  })
  back.addEventListener('click', goBack, ends)
  workspace.dataset['view'] = 'list'
  show()
  const polling = startPolling(look, (isPaused) => showPulse(isPaused ? 'paused' : 'live'))
  return { stop }

  /** @param {() => boolean} isCurrent */
  async function look(isCurrent) {
    const only = filter.read()
    const listed = await read(
      `/v1/sandbox/messages${only === undefined ? '' : `?transactionId=${only}`}`,
    )
    if (!isCurrent()) return undefined
    if (listed.kind !== 'ok') return fail(listed)
    take(listed.body)

    const id = panel.read()
    if (id !== undefined) {
      const timeline = await read(`/v1/transaction/${id}/timeline`)
      if (!isCurrent()) return undefined
      if (timeline.kind !== 'ok') return fail(timeline)
      if (panel.read() === id) panel.fill(timeline.body)
    }
    failures = 0
    showNotice(undefined)
    showPulse('live')
    return pollSeconds
  }

  /** @param {Exclude<Answer, { kind: 'ok' }>} answer */
  function fail(answer) {
    if (answer.kind === 'problem' && answer.status === 401) {
      refused()
      return undefined
    }
    failures += 1
    const asked = answer.kind === 'problem' ? answer.waitSeconds : undefined
    const seconds = asked ?? Math.min(pollSeconds * 2 ** (failures - 1), longestPauseSeconds)
    showNotice(explain(answer, seconds))
    showPulse('trying')
    return seconds
  }

  /** @param {SandboxMessage[]} listed newest first */
  function take(listed) {
    const arrived = listed.filter(({ id }) => !known.has(id))
    const isFirst = messages === undefined
    for (const { id } of arrived) known.add(id)
    if (!isFirst && arrived.length > 0) welcome(arrived)
    const isSame = arrived.length === 0 && listed.length === messages?.length
    messages = listed
    filter.learn(listed)
    if (!isSame) show()
  }

  /** @param {SandboxMessage[]} arrived */
  function welcome(arrived) {
    for (const { id } of arrived) unread.add(id)
    const [newest] = arrived
    if (newest)
      announce(`New: ${channelNames[newest.channel]} to ${newest.to}. ${newest.subject ?? ''}`)
  }

  function show() {
    const conversations = groupMessages(messages ?? [])
    const [newest] = conversations[0]?.messages ?? []
    if (!isChosenByReader && wide.matches && newest) openedKey = openingKey(newest)
    const shown = opened.show(openedKey, conversations)
    for (const { id } of shown) unread.delete(id)
    replaceKeepingFocus(boxes, renderList(conversations, { opened: openedKey, unread, open }))
    const only = filter.read()
    const isEmpty = messages?.length === 0
    find('empty', HTMLElement).hidden = !isEmpty
    workspace.toggleAttribute('data-empty', isEmpty)
    find('empty-example', HTMLElement).hidden = only !== undefined
    workspace.toggleAttribute('data-only', only !== undefined)
    panel.show(only ?? shown[0]?.transactionId, only !== undefined)
  }

  /** @param {string} key */
  function open(key) {
    openedKey = key
    isChosenByReader = true
    workspace.dataset['view'] = 'opened'
    show()
    polling.askNow()
    if (wide.matches) return
    scrollTo({ top: 0 })
    opened.focus()
  }

  function goBack() {
    workspace.dataset['view'] = 'list'
    const item = boxes.querySelector('[aria-current]')
    if (item instanceof HTMLElement) item.focus()
  }

  function changeFilter() {
    messages = undefined
    isChosenByReader = false
    openedKey = undefined
    workspace.dataset['view'] = 'list'
    show()
    polling.askNow()
  }

  function stop() {
    polling.stop()
    filter.stop()
    panel.stop()
    ends.abort()
    forgetReplies()
    boxes.replaceChildren()
    opened.show(undefined, [])
    panel.show(undefined, false)
    showNotice(undefined)
  }
}
