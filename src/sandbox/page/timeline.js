// Shows the journal of a transaction as a list.
import { make } from '/pages/element.js'
import { writeDay, writeExactClock, writeFullTime } from '/pages/time.js'

/** @import { TimelineEntry } from '../../journey/journal/schema.ts' */

/**
 * @param {TimelineEntry[]} entries
 * @returns {HTMLLIElement[]} with a line for each new day
 */
export function renderTimeline(entries) {
  let day = ''
  return entries.flatMap((entry) => {
    const item = renderEntry(entry)
    const own = writeDay(entry.time)
    if (own === day) return [item]
    day = own
    return [make('li', { class: 'day' }, own), item]
  })
}

/** @param {TimelineEntry} entry */
function renderEntry(entry) {
  const { kind, time } = entry
  const details = describeDetails(entry)
  return make(
    'li',
    { class: 'entry', 'data-tone': toneOf(kind) },
    make('time', { datetime: time, title: writeFullTime(time) }, writeExactClock(time)),
    make(
      'div',
      {},
      make('span', { class: 'kind' }, writeKind(nameOf(entry))),
      details === '' ? undefined : make('span', { class: 'details' }, details),
    ),
  )
}

/**
 * Names the module: `challenge-sent` of the module `sms-2fa` → `sms-2fa-sent`.
 * @param {Pick<TimelineEntry, 'kind' | 'module'>} entry
 */
const nameOf = ({ kind, module }) =>
  module === undefined ? kind : kind.replace(/^challenge(?=-)/, module)

/** @param {TimelineEntry} entry */
function describeDetails({
  kind,
  time,
  module,
  outcome,
  reason,
  attempt,
  provider,
  durationMs,
  costMicros,
  dueAt,
}) {
  const parts = [
    module !== undefined && !nameOf({ kind, module }).startsWith(module) && module,
    kind === 'challenge-replied' && outcome !== undefined ? `option ${outcome}` : outcome,
    reason,
    attempt !== undefined && !isReport(kind) && `attempt ${attempt}`,
    provider !== undefined && !isReport(kind) && `by ${provider}`,
    durationMs !== undefined && `${durationMs} ms`,
    costMicros !== undefined && `cost ${costMicros / 1_000_000}`,
    dueAt !== undefined && `due ${writeDue(dueAt, time)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/**
 * Whether the entry is a vendor’s report, which belongs to the attempt above it.
 * @param {string} kind
 */
const isReport = (kind) => /^challenge-(sent|delivered|read)$/.test(kind)

/**
 * @param {string} due
 * @param {string} time the entry's own
 */
const writeDue = (due, time) =>
  writeDay(due) === writeDay(time) ? writeExactClock(due) : writeFullTime(due)

/** @type {Record<string, string>} */
const spellings = {
  email: 'e-mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  '2fa': '2FA',
  lvs: 'LVS',
  ai: 'AI',
}

/**
 * Spells out a kind, `email-token-sent` → `E-mail token sent`, so that new kinds need no text here.
 * @param {string} kind
 */
function writeKind(kind) {
  const words = kind.split('-').map((word) => spellings[word] ?? word)
  const sentence = words.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const tones = {
  good: /-(valid|completed|ended|sent|delivered|read|replied|approved)$/,
  bad: /-(failed|expired|uncertain|undeliverable|ignored|stopped|rejected)$/,
  clock: /^clock-/,
}

/** @param {string} kind */
function toneOf(kind) {
  const [found] = Object.entries(tones).find(([, pattern]) => pattern.test(kind)) ?? []
  return found ?? 'plain'
}
