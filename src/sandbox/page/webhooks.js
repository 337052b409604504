// Shows the webhooks of the shown transaction: event, endpoint, response and body.
import { find, make } from '/pages/element.js'
import { writeExactClock, writeFullTime } from '/pages/time.js'

/** @import { Client } from '/pages/api.js' */
/** @import { Delivery } from '../../journey/webhooks/schema.ts' */

/** An event is delivered within a second after its entry, and retried five seconds after a first failure. */
const looksAfterMs = [1_500, 8_000]
const shownMax = 100

/** @param {Pick<Client, 'read'> & { transaction: () => string | undefined }} deps */
export function startWebhooks({ read, transaction }) {
  const list = find('webhooks', HTMLElement)
  const said = find('webhooks-said', HTMLElement)
  const box = find('webhooks-box', HTMLDetailsElement)
  const ends = new AbortController()
  /** @type {ReturnType<typeof setTimeout>[]} */
  let timers = []
  // Loaded only when opened, so that other readers do not need its scope.
  box.addEventListener('toggle', () => box.open && void look(), ends)
  forget()
  return { forget, follow, stop }

  function stop() {
    ends.abort()
    forget()
  }

  function forget() {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    list.replaceChildren()
    said.textContent = ''
  }

  /** Polls again soon, because the timeline has grown. */
  function follow() {
    for (const timer of timers) clearTimeout(timer)
    timers = box.open ? looksAfterMs.map((ms) => setTimeout(() => void look(), ms)) : []
  }

  async function look() {
    const id = transaction()
    const endpoints = id === undefined ? undefined : await read('/v1/webhooks')
    if (!endpoints || transaction() !== id) return
    if (endpoints.kind !== 'ok') {
      const lacks = endpoints.kind === 'problem' && endpoints.scope !== undefined
      said.textContent = lacks ? `It needs the scope ${endpoints.scope}.` : ''
      return
    }
    /** @type {{ id: string, url: string }[]} */
    const listening = endpoints.body
    const logs = await Promise.all(
      listening.map(async ({ id: endpoint, url }) => {
        const log = await read(`/v1/webhooks/${endpoint}/deliveries?limit=${shownMax}`)
        /** @type {Delivery[]} */
        const deliveries = log.kind === 'ok' ? log.body.deliveries : []
        return deliveries.flatMap((one) =>
          one.body?.data['transactionId'] === id ? [{ url, delivery: one }] : [],
        )
      }),
    )
    if (transaction() !== id) return
    const found = logs
      .flat()
      .toSorted((one, other) => (one.delivery.id < other.delivery.id ? -1 : 1))
    list.replaceChildren(...found.map(renderSent))
    said.textContent = writeState(listening.length, found.length)
  }
}

/**
 * @param {number} endpoints
 * @param {number} sent
 */
function writeState(endpoints, sent) {
  if (endpoints === 0) return 'No endpoint listens.'
  return sent === 0 ? 'Nothing was sent of this one.' : ''
}

/** @param {{ url: string, delivery: Delivery }} sent */
function renderSent({ url, delivery: { type, status, createdAt, tries, body } }) {
  const last = tries.at(-1)
  const came = last && (last.error ?? `answered ${last.status}`)
  const tone = status === 'delivered' ? 'good' : status === 'failed' ? 'bad' : 'plain'
  const time = { datetime: createdAt, title: writeFullTime(createdAt) }
  return make(
    'li',
    { class: 'entry', 'data-tone': tone },
    make('time', time, writeExactClock(createdAt)),
    make(
      'div',
      {},
      make('span', { class: 'kind' }, type),
      make('span', { class: 'details' }, [status, came, url].filter(Boolean).join(' · ')),
      make(
        'details',
        {},
        make('summary', {}, 'Its body'),
        make('pre', { tabindex: '0' }, JSON.stringify(body, null, 2)),
      ),
    ),
  )
}
