// The requests of a page to the API, each answered as data: the content, a problem, or no connection.

/** @typedef {{ kind: 'problem', status: number, title: string, waitSeconds: number | undefined,
 *   scope?: string, code?: string }} Refused */
/** @typedef {{ kind: 'ok', body: any } | Refused | { kind: 'offline' }} Answer */
/** @typedef {(path: string) => Promise<Answer>} Read */
/** @typedef {(path: string, body: object) => Promise<Answer>} Send */
/** @typedef {(path: string, form: FormData) => Promise<Answer>} Upload */
/** @typedef {{ read: Read, readText: Read, remove: Read, send: Send, put: Send, patch: Send, upload: Upload }} Client */

/**
 * @param {string} token
 * @returns {Client}
 */
export function connect(token) {
  const authorization = `Bearer ${token}`
  return {
    read: (path) => ask(path, { headers: { authorization } }),
    readText: (path) => ask(path, { headers: { authorization } }, (text) => text),
    remove: (path) => ask(path, { method: 'DELETE', headers: { authorization } }),
    put: (path, body) => write('PUT', path, body),
    patch: (path, body) => write('PATCH', path, body),
    upload: (path, form) => {
      const headers = { authorization, 'idempotency-key': makeKey() }
      return ask(path, { method: 'POST', headers, body: form })
    },
    send: (path, body) => {
      const headers = {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': makeKey(),
      }
      return askUntilDone(path, { method: 'POST', headers, body: JSON.stringify(body) })
    },
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} body
   */
  function write(method, path, body) {
    const headers = { authorization, 'content-type': 'application/json' }
    return ask(path, { method, headers, body: JSON.stringify(body) })
  }
}

/**
 * Repeats a failed request; its Idempotency-Key keeps it from taking effect twice.
 * @param {string} path
 * @param {RequestInit} request
 */
async function askUntilDone(path, request) {
  for (let triesLeft = 3; ; triesLeft--) {
    const answer = await ask(path, request)
    if (triesLeft === 1 || !isPassing(answer)) return answer
    await wait(1)
  }
}

/** @param {Answer} answer */
const isPassing = (answer) =>
  answer.kind === 'offline' || (answer.kind === 'problem' && answer.status === 503)

/**
 * @param {string} path
 * @param {RequestInit} request
 * @param {(text: string) => unknown} [parse]
 * @returns {Promise<Answer>}
 */
async function ask(path, request, parse = JSON.parse) {
  try {
    const response = await fetch(path, {
      ...request,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(40_000),
    })
    const text = await response.text()
    return response.ok ? { kind: 'ok', body: text && parse(text) } : readProblem(response, text)
  } catch {
    return { kind: 'offline' }
  }
}

/**
 * @param {Response} response
 * @param {string} text
 * @returns {Refused}
 */
function readProblem({ status, headers }, text) {
  const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10)
  const waitSeconds = Number.isNaN(retryAfter) ? undefined : retryAfter
  const { title = `Status ${status}`, ...said } = readDocument(text)
  return { kind: 'problem', status, title, waitSeconds, ...said }
}

/**
 * @param {string} text
 * @returns {{ title?: string, scope?: string, code?: string }}
 */
function readDocument(text) {
  try {
    const { title, errors, scope, code } = JSON.parse(text)
    const fault = errors?.[0]?.detail
    return { title: fault === undefined ? title : `${title}: ${fault}`, scope, code }
  } catch {
    // A proxy between the page and the API may answer with something else than JSON.
    return {}
  }
}

function makeKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    '-',
  )
}

/** @param {number} seconds */
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
