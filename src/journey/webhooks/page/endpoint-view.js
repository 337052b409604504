// The page of one endpoint: its state, its event types, its secrets, and the log of its deliveries.
import { make } from '/pages/element.js'
import { renderFacts, renderTable, section } from '/pages/parts.js'
import { explain, read } from '/pages/reading.js'
import { writeFullTime } from '/pages/time.js'
import { renderForm } from './fields.js'
import { renderStatus } from './list-view.js'
import { renderLog } from './log.js'
import { renderSecret } from './secret.js'

/** @import { Answer } from '/pages/api.js' */
/** @import { Reading } from '/pages/reading.js' */
/** @import { Endpoint } from './list-view.js' */

/**
 * @param {Reading} reading
 * @param {string} id
 */
export async function showEndpoint(reading, id) {
  const path = `/v1/webhooks/${encodeURIComponent(id)}`
  /** @type {Endpoint} */
  const endpoint = await read(reading, path)
  const log = await renderLog(reading, path)
  return [
    make('nav', { 'aria-label': 'Way back', class: 'path' }, make('a', { href: '#' }, 'All endpoints')), // prettier-ignore
    make('h2', { tabindex: '-1' }, 'An endpoint'),
    renderHead(reading, path, endpoint),
    log,
    renderSecrets(reading, path, endpoint),
    renderChange(reading, path, endpoint),
    renderEnd(reading, path),
  ]
}

/** Shows the present state. */
const reload = () => void dispatchEvent(new Event('hashchange'))

/**
 * @param {string} label
 * @param {HTMLElement} said shows the reason of a refusal
 * @param {() => Promise<Answer>} ask
 * @param {(body: any) => void} [done]
 */
function button(label, said, ask, done = reload) {
  const click = async () => {
    const answer = await ask()
    if (answer.kind === 'ok') done(answer.body)
    else said.textContent = explain(answer)
  }
  return make('button', { type: 'button', class: 'button', click: () => void click() }, label)
}

/**
 * @param {Reading} reading
 * @param {string} path
 * @param {Endpoint} endpoint
 */
function renderHead({ client }, path, endpoint) {
  const { url, types, description, createdAt, status, failingSince, disabledAt } = endpoint
  const said = make('p', { class: 'said', role: 'status' })
  const facts = renderFacts([
    ['What for', description],
    ['Types', types?.join(', ') ?? 'all'],
    ['Made', writeFullTime(createdAt)],
    ['Failing since', failingSince && writeFullTime(failingSince)],
    ['Disabled', disabledAt && writeFullTime(disabledAt)],
  ])
  const isOn = status !== 'disabled'
  const turn = () => client.patch(path, { enabled: !isOn })
  const buttons = make(
    'p',
    { class: 'row' },
    button('Send a test', said, () => client.send(`${path}/test`, {})),
    button(isOn ? 'Stop it' : 'Begin again', said, turn),
    make('button', { type: 'button', class: 'button', click: reload }, 'Look again'),
  )
  const heading = make('p', {}, make('code', {}, url), ' ', renderStatus(endpoint))
  return make('div', { class: 'card stack' }, heading, facts, buttons, said)
}

/**
 * @param {Reading} reading
 * @param {string} path
 * @param {Endpoint} endpoint
 */
function renderSecrets({ client }, path, { secrets }) {
  const said = make('div', { role: 'status' })
  const rows = secrets.map(({ publicKey, createdAt, expiresAt }) => [
    make('code', {}, publicKey),
    writeFullTime(createdAt),
    expiresAt === undefined ? 'stays' : `until ${writeFullTime(expiresAt)}`,
  ])
  const rotate = button(
    'Give it a further secret',
    said,
    () => client.send(`${path}/secrets`, {}),
    (made) => {
      const shown = renderSecret(made)
      said.replaceChildren(shown)
      shown.focus()
    },
  )
  return section(
    'secrets',
    'Secrets',
    renderTable('What signs', ['Public key', 'Made', 'Signs'], rows),
    make(
      'p',
      { class: 'soft' },
      'The old one signs for a day beside the new one. A third one ends the oldest at once.',
    ),
    make('p', {}, rotate),
    said,
  )
}

/**
 * @param {Reading} reading
 * @param {string} path
 * @param {Endpoint} endpoint
 */
function renderChange(reading, path, endpoint) {
  const form = renderForm(reading, {
    now: endpoint,
    label: 'Save',
    ask: (said) => reading.client.patch(path, said),
    done: reload,
  })
  return make('details', { class: 'card' }, make('summary', {}, 'Change it'), form)
}

/**
 * @param {Reading} reading
 * @param {string} path
 */
function renderEnd({ client }, path) {
  const fault = make('p', { class: 'fault', role: 'alert' })
  const words = 'Nothing more is sent to it, and its log is not shown any more.'
  const end = button(
    'End it for good',
    fault,
    () => client.remove(path),
    () => (location.hash = ''),
  )
  const inside = make('div', { class: 'stack' }, make('p', {}, words), make('p', {}, end), fault)
  return make('details', { class: 'card' }, make('summary', {}, 'End it'), inside)
}
