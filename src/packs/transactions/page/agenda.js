// Shows the open tasks of a transaction.
import { make } from '/pages/element.js'
import { renderTable, section } from '/pages/parts.js'
import { writeFullTime } from '/pages/time.js'

/**
 * @typedef {{ for: string, what: string, trouble?: { code?: string, account?: string }, until?: string }} Waiting
 * @typedef {{ now: string, waiting?: Waiting, workflow: { id: string, url?: string },
 *   tasks: { key: string, does: string, module?: string, attempt?: number, dueAt: string,
 *   held?: string }[], paused?: { since: string }, acts?: { act: string, at: string, reason: string }[] }} Agenda
 */

/** @type {Readonly<Record<string, string>>} */
const whom = {
  operator: 'for an operator',
  review: 'for a reviewer',
  vendor: 'for a vendor',
  undelivered: 'for a message that nobody got',
  engine: 'for the engines',
  person: 'for the person',
  client: 'for the client',
  time: 'for a moment',
}

/** @param {Waiting} waiting */
export function writeWaiting({ for: code, what, trouble, until }) {
  const why = [trouble?.code, trouble?.account && `with ${trouble.account}`].filter(Boolean)
  const parts = [whom[code] ?? code, code === 'vendor' && trouble && 'in trouble'].filter(Boolean)
  const said = why.length > 0 ? ` (${why.join(' ')})` : ''
  const end = until === undefined ? '' : `, until ${writeFullTime(until)}`
  return `waits ${parts.join(' ')}: ${what}${said}${end}`
}

/** @param {Agenda} agenda */
export function renderAgenda({ now, waiting, tasks, paused, acts = [] }) {
  const title = 'What is to be done'
  const said = acts.map(({ act, at, reason }) => [act, writeFullTime(at), reason])
  const done =
    said.length > 0 ? [renderTable('What operators did', ['Act', 'When', 'Why'], said)] : []
  if (tasks.length === 0) return section('agenda', title, make('p', {}, 'Nothing.'), ...done)
  const rows = tasks.map(({ key, does, module = '', dueAt, held }) => [
    held === undefined ? does : `${does} (held: ${held})`,
    module,
    dueAt <= now ? `since ${writeFullTime(dueAt)}` : writeFullTime(dueAt),
    make('code', {}, key),
  ])
  return section(
    'agenda',
    title,
    make(
      'p',
      {},
      `${paused ? `Paused since ${writeFullTime(paused.since)}. ` : waiting ? `It ${writeWaiting(waiting)}. ` : ''}By its clock it is ${writeFullTime(now)}.`,
    ),
    renderTable('Open tasks', ['What', 'Module', 'Due', 'Key'], rows),
    ...done,
  )
}
