// Shows who published and rolled out a pack, from the audit.
import { make } from '/pages/element.js'
import { renderTable, section } from '/pages/parts.js'
import { Refused } from '/pages/reading.js'
import { writeFullTime } from '/pages/time.js'

/** @import { Reading } from '/pages/reading.js' */
/**
 * @typedef {{ time: string, action: string, actor: { kind: string, id?: string }, mode?: string,
 *   details?: Record<string, string | number | boolean> }} Entry
 */

const actions = ['pack.published', 'pack.rolled-out', 'pack.cases-replaced']
const pageMax = 1_000

/**
 * @param {Reading} reading
 * @param {string} name
 */
export async function renderAudit({ client }, name) {
  const path = `/v1/audit?limit=${pageMax}&object=${encodeURIComponent(name)}`
  const answer = await client.read(path)
  if (answer.kind === 'problem' && answer.status === 403)
    return section('audit', 'Who changed it', soft('It is shown by the scope audit:read.'))
  if (answer.kind !== 'ok') throw new Refused(answer)
  /** @type {Entry[]} */
  const entries = answer.body.entries
  const rows = entries
    .filter(({ action }) => actions.includes(action))
    .toReversed()
    .map(({ time, action, actor, mode = 'both', details = {} }) => [
      writeFullTime(time),
      action.replace('pack.', '').replaceAll('-', ' '),
      `${actor.kind}${actor.id === undefined ? '' : ` ${actor.id.slice(0, 12)}`}`,
      mode,
      writeDetails(details),
    ])
  const content =
    rows.length === 0
      ? soft('Nobody of this tenant has.')
      : renderTable('Changes, newest first', ['When', 'What', 'Who', 'Mode', 'Details'], rows)
  return section('audit', 'Who changed it', content)
}

/** @param {string} words */
const soft = (words) => make('p', { class: 'soft' }, words)

/** @param {Record<string, string | number | boolean>} details */
const writeDetails = (details) =>
  Object.entries(details)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ')
