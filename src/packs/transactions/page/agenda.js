// Shows the open tasks of a transaction.
import { make } from '/pages/element.js'
import { renderTable, section } from '/pages/parts.js'
import { writeFullTime } from '/pages/time.js'

/**
 * @typedef {{ now: string, waiting?: string, workflow: { id: string, url?: string },
 *   tasks: { key: string, does: string, module?: string, attempt?: number, dueAt: string }[] }} Agenda
 */

/** @type {Readonly<Record<string, string>>} */
const sentences = {
  client: 'It waits for the client.',
  reply: 'It waits for a reply of the person.',
  engine: 'It waits for the engines.',
  vendor: 'It waits for a vendor.',
  review: 'It waits for a person who decides.',
  time: 'It waits for its next task to be due.',
}

/** @param {Agenda} agenda */
export function renderAgenda({ now, waiting, tasks }) {
  const title = 'What is to be done'
  if (tasks.length === 0) return section('agenda', title, make('p', {}, 'Nothing.'))
  const rows = tasks.map(({ key, does, module = '', dueAt }) => [
    does,
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
      `${sentences[waiting ?? 'time'] ?? ''} By its clock it is ${writeFullTime(now)}.`,
    ),
    renderTable('Open tasks', ['What', 'Module', 'Due', 'Key'], rows),
  )
}
