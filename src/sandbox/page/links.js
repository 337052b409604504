// Creates verification links for the shown transaction or for an invented person, and opens them in a tab.
import { find, make, makeCopyButton } from '/pages/element.js'
import { writeFullTime } from '/pages/time.js'

/** @import { Client, Answer } from '/pages/api.js' */
/** @import { TimelineEntry } from '../../journey/journal/schema.ts' */

/** @typedef {{ link: string, status: string, score: number | null, expiresAt?: string, reviewPending?: boolean }} Shown */

/**
 * @param {Pick<Client, 'send' | 'read'> & { transaction: () => string | undefined,
 *   choose: (id: string | undefined) => void, moved: () => void }} deps
 */
export function startLinks({ send, read, transaction, choose, moved }) {
  const place = find('link', HTMLElement)
  const said = find('link-said', HTMLElement)
  const ends = new AbortController()
  find('make-link', HTMLButtonElement).addEventListener('click', () => void renew(), ends)
  find('new-person', HTMLButtonElement).addEventListener('click', () => void meet(), ends)
  forget()
  return { forget, look, stop: () => ends.abort() }

  function forget() {
    place.replaceChildren()
    said.textContent = ''
  }

  /** Creates a new link, which ends the present one. */
  async function renew() {
    const id = transaction()
    if (id === undefined) return
    const answer = await send(`/v1/transaction/${id}/lvs`, {})
    if (transaction() === id) show(answer)
    moved()
  }

  async function meet() {
    const number = 910_000_000 + Math.floor(Math.random() * 9_999_999)
    const made = await send('/v1/transaction', {
      documentType: 'CPF',
      document: '52998224725',
      name: 'Ana Exemplo',
      birthdate: '1990-05-17',
      email: `ana.${number}@example.com`,
      phone: { countryCode: 55, areaCode: 11, number },
    })
    if (made.kind !== 'ok') return show(made)
    choose(made.body.id)
    await renew()
  }

  /**
   * Reads the link only if the timeline has one, because reading would create it.
   * @param {TimelineEntry[]} entries
   */
  async function look(entries) {
    const id = transaction()
    if (id === undefined || !entries.some(({ kind }) => kind === 'link-made')) return
    const answer = await read(`/v1/transaction/${id}/lvs`)
    if (transaction() === id) show(answer)
  }

  /** @param {Answer} answer */
  function show(answer) {
    if (answer.kind !== 'ok') {
      said.textContent =
        answer.kind === 'problem' ? `${answer.title}.` : 'The service cannot be reached.'
      return
    }
    /** @type {Shown} */
    const { link, status, score, expiresAt, reviewPending } = answer.body
    const code = make('code', {}, link)
    const state = reviewPending ? `${status}, waits for a reviewer` : status
    const until = status === 'PENDING' && expiresAt ? `, until ${writeFullTime(expiresAt)}` : ''
    said.textContent = score === null ? `${state}${until}` : `${state}, score ${score}`
    place.replaceChildren(
      make('a', { href: link, target: '_blank', rel: 'noopener' }, 'Open the link'),
      make('p', {}, code),
      makeCopyButton(link, 'Copy the address', code),
    )
  }
}
