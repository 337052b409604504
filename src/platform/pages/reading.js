// Reads the API for a view: gives the body, or throws an error with a sentence for the reader.

/** @import { Client, Answer } from './api.js' */

/** @typedef {{ client: Client, asked: URLSearchParams, signal: AbortSignal }} Reading */

export class Refused extends Error {
  /** @param {Exclude<Answer, { kind: 'ok' }>} answer */
  constructor(answer) {
    super(explain(answer))
    this.isUnauthorized = answer.kind === 'problem' && answer.status === 401
  }
}

/** @param {Exclude<Answer, { kind: 'ok' }>} answer */
export function explain(answer) {
  if (answer.kind === 'offline') return 'The service cannot be reached.'
  if (answer.status === 403 && answer.scope !== undefined)
    return `This token lacks the scope for that: ${answer.scope}.`
  if (answer.status === 404) return 'Nothing of that name is there for this token.'
  if (answer.status === 429) return 'Too many requests: try again in a moment.'
  return answer.title
}

/**
 * @param {Reading} reading
 * @param {string} path
 */
export async function read({ client }, path) {
  const answer = await client.read(path)
  if (answer.kind !== 'ok') throw new Refused(answer)
  return answer.body
}

/**
 * The body; undefined where there is none, or none that this token may read.
 * @param {Reading} reading
 * @param {string} path
 */
export async function readIfAllowed({ client }, path) {
  const answer = await client.read(path)
  if (answer.kind === 'problem' && [403, 404].includes(answer.status)) return undefined
  if (answer.kind !== 'ok') throw new Refused(answer)
  return answer.body
}

/** @param {Record<string, string | number>} asked */
export const address = (asked) =>
  `#${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`
