// Shows the messages to the person: how far each got, not what it said.
import { make } from '/pages/element.js'
import { renderTable, section } from '/pages/parts.js'
import { readIfAllowed } from '/pages/reading.js'
import { writeFullTime } from '/pages/time.js'

/** @import { Reading } from '/pages/reading.js' */
/**
 * @typedef {{ status: string, createdAt: string, repliedAt?: string, expirationTime: string, expired?: true,
 *   failure?: { code: string } }} Message
 */

const kinds = /** @type {const} */ ([
  ['E-mail token', 'emails/tokens'],
  ['SMS token', 'sms/tokens'],
  ['Question by SMS', 'sms/2fa'],
  ['Question by WhatsApp', 'whatsapps/2fa'],
])

/**
 * @param {Reading} reading
 * @param {string} path of the transaction
 */
export async function renderMessages(reading, path) {
  const found = await Promise.all(
    kinds.map(async ([name, of]) => {
      /** @type {Message | Message[] | '' | undefined} */
      const records = await readIfAllowed(reading, `${path}/${of}`)
      return [records || []].flat().map((one) => renderMessage(name, one))
    }),
  )
  const rows = found.flat()
  const heads = ['What', 'State', 'Asked for', 'Expires']
  return section(
    'messages',
    'Messages',
    rows.length === 0
      ? make('p', { class: 'soft' }, 'None.')
      : renderTable('Tokens and questions', heads, rows),
  )
}

/**
 * @param {string} name
 * @param {Message} message
 */
const renderMessage = (name, { status, createdAt, expirationTime, expired, failure }) => [
  name,
  [status, expired && 'expired', failure?.code].filter(Boolean).join(', '),
  writeFullTime(createdAt),
  writeFullTime(expirationTime),
]
