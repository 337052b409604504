// Shows the journal of a transaction as a table.
import { renderTable } from './parts.js'
import { writeFullTime } from './time.js'

/**
 * @typedef {{ time: string, kind: string, module?: string, step?: string, outcome?: string, reason?: string, provider?: string,
 *   attempt?: number, durationMs?: number }} Entry
 */

/** @param {Entry[]} entries oldest first */
export function renderTimeline(entries) {
  const rows = entries.map(
    ({ time, kind, module = '', step, outcome = '', reason = '', ...more }) => [
      kind,
      step ?? module,
      outcome,
      step === undefined ? reason : '',
      writeCall(more),
      writeFullTime(time),
    ],
  )
  return renderTable(
    'What happened, in order',
    ['What', 'Step', 'Outcome', 'Reason', 'Call', 'When'],
    rows,
  )
}

/**
 * Describes a call to a vendor: account, attempt, duration.
 * @param {Pick<Entry, 'provider' | 'attempt' | 'durationMs'>} entry
 */
const writeCall = ({ provider, attempt, durationMs }) =>
  [
    provider,
    attempt !== undefined && attempt > 1 && `attempt ${attempt}`,
    durationMs !== undefined && `${durationMs} ms`,
  ]
    .filter(Boolean)
    .join(', ')
