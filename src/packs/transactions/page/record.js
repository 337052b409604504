// Shows the record as submitted, field by field.
import { make } from '/pages/element.js'
import { renderFacts } from '/pages/parts.js'

/** @param {Record<string, unknown>} record */
export function renderRecord(record) {
  const fields = flatten(record).filter(([name]) => name !== 'id')
  return make('div', {}, renderFacts(fields))
}

/**
 * Flattens nested fields to names such as `phone.number`.
 * @param {object} value
 * @param {string} [prefix]
 * @returns {[string, string][]}
 */
function flatten(value, prefix = '') {
  return Object.entries(value).flatMap(([name, inside]) =>
    typeof inside === 'object' && inside !== null
      ? flatten(inside, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(inside)]],
  )
}
