// What the recorded histories hold: everything that a workflow can do, and nothing of a person.
import { expect, test } from 'vitest'
import { createFinder } from '#test/support/find-values.ts'
import { person } from '#test/support/person.ts'
import { type HistoryEvent, listHistories, payloadsOf, readHistory, valuesOf } from './history.ts'
import { personalValues } from './personal.ts'

const histories = listHistories().map((name) => ({ name, history: readHistory(name) }))
const values = histories.flatMap(({ history }) => [...valuesOf(history)])

/** The values that objects of a history have under a key. */
const under = (key: string): Set<unknown> =>
  new Set(
    values.flatMap((value) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? [Object.entries(value).find(([name]) => name === key)?.[1]]
        : [],
    ),
  )

test('every activity of the agenda, and both lanes of tasks, occur in a history', () => {
  const local = under('activity_type')
  for (const name of [
    'readAgenda',
    'closeAgenda',
    'failTask',
    'endAgenda',
    'actOnAgenda',
    'send e-mail token',
    'send SMS question',
  ])
    expect(local).toContain(name)
  expect([...under('activityType')]).toEqual(
    expect.arrayContaining([
      { name: 'engine' },
      { name: 'compare faces' },
      { name: 'runBacktestBatch' },
    ]),
  )
})

test('a run has closed by the read that found nothing left, another by an activity of its own, and one that was cancelled', () => {
  const answers = histories.flatMap(({ history }) => history.events.map(toClosing))
  expect(new Set(answers)).toEqual(new Set([undefined, 'readAgenda', 'closeAgenda', 'endAgenda']))
})

test('a run has begun without a read, and another has ended by the sweep’s word', () => {
  expect(under('told')).not.toEqual(new Set())
  expect([...under('signalName')]).toContain('nudge')
  expect(values).toContain('closed')
})

type Marker = {
  readonly details?: Readonly<
    Record<string, { readonly payloads?: readonly { readonly data: string }[] }>
  >
}

/** Which local activity an event is the end of, where that has closed its run. */
function toClosing({ markerRecordedEventAttributes }: HistoryEvent): string | undefined {
  // Safe because proto3 JSON has markers so.
  const marker = markerRecordedEventAttributes as Marker | undefined
  const read = (name: string): Readonly<Record<string, unknown>> => {
    const data = marker?.details?.[name]?.payloads?.[0]?.data
    return data ? (JSON.parse(Buffer.from(data, 'base64').toString()) ?? {}) : {}
  }
  return read('result')['closed'] === true ? String(read('data')['activity_type']) : undefined
}

test('everything that a workflow can do or meet occurs in a history', () => {
  const found = new Set(histories.flatMap(({ history }) => history.events.map(toName)))
  expect([...found]).toEqual(
    expect.arrayContaining([
      'MARKER_RECORDED',
      'TIMER_STARTED',
      'TIMER_CANCELED',
      'TIMER_FIRED',
      'ACTIVITY_TASK_COMPLETED',
      'ACTIVITY_TASK_FAILED',
      'UPSERT_WORKFLOW_SEARCH_ATTRIBUTES',
      'WORKFLOW_EXECUTION_SIGNALED',
      'WORKFLOW_EXECUTION_COMPLETED',
      'WORKFLOW_EXECUTION_CONTINUED_AS_NEW',
      'WORKFLOW_EXECUTION_CANCELED',
      'WORKFLOW_EXECUTION_UPDATE_ACCEPTED',
      'WORKFLOW_EXECUTION_UPDATE_COMPLETED',
      'WORKFLOW_EXECUTION_TERMINATED',
    ]),
  )
})

const toName = ({ eventType }: HistoryEvent) => eventType.replace('EVENT_TYPE_', '')

test('no history holds anything of the person, plain or in a payload', () => {
  const find = createFinder(personalValues.map((value) => ({ value })))
  const read = (history: unknown) =>
    find(Buffer.from([JSON.stringify(history), ...payloadsOf(history)].join('\n')))
  const planted = Buffer.from(JSON.stringify({ to: person.email })).toString('base64')
  expect(read({ input: { metadata: {}, data: planted } })).toContain(person.email)
  expect(histories.filter(({ history }) => read(history).length > 0)).toEqual([])
})

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const allowed = [
  ['an id', new RegExp(`^(transaction/|backtest/)?${id}$`)],
  ['a code, a name, or a version of a pack', /^[a-z][\w-]*(@\d+)?$/i],
  [
    'what a task does',
    /^(paused: )?(buy|send|expire|settle|compare|compute|look up|follow up|ask price of|end wait for|wait for) [A-Za-z -]+$/,
  ],
  ['what a task is about', /^(SMS question|WhatsApp question|e-mail token)$/],
  [
    'what a transaction waits for',
    /^(It waits for [a-z ]+|Nobody got the message)( \(`[\w-]+`\))?: \*\*[\w -]+\*\*[a-z0-9 ,:`-]*( UTC)?\.$/,
  ],
  [
    'what a run is about, and the page of its transaction',
    new RegExp(
      `^(?:CPF|identity verification), (no pack yet|pack [\\w-]+@\\d+)\\n\\n\\[The page of this transaction\\]\\(http://127.0.0.1:\\d+/console/transactions/${id}\\)$`,
    ),
  ],
  ['the key of a task', new RegExp(`^[a-z][a-z\\d-]*(:${id})?(:[a-z-]+|:\\d+)+$`)],
  ['the request of an update', /^[0-9a-f-]{36}\/request$/],
  ['nothing', /^$/],
  ['which number was chosen', /^phones\[\d{1,2}\]$/],
  ['a number of an event, or a small one', /^\d{1,4}$/],
  ['by how many milliseconds a clock was moved', /^\d{1,5}000$/],
  ['a time or a duration', /^(\d{4}-\d\d-\d\dT[\d:.]+Z|[\d.]+s)$/],
  ['a version of the SDK', /^\d+\.\d+\.\d+$/],
  ['base64 of nothing', /^YmluYXJ5L251bGw=$/],
] as const

/** Written by us, in the code: no value of a request can stand in them. */
const sentences = [
  'activity failed',
  'it cannot be done at the moment',
  'this worker does not know the task',
  'this worker does not know the module',
  'terminated by user via frontend',
  'It is paused: resume it first.',
]

test('every text in a history is an id, a code, a key, a time, or a sentence of the code', () => {
  const texts = [...new Set(values.filter((value) => typeof value === 'string'))]
  const others = texts.filter((text) => !allowed.some(([, pattern]) => pattern.test(text)))
  expect(others.toSorted()).toEqual(sentences.toSorted())
})

test('no history names a process, a host or a file of the machine that recorded it', () => {
  const machine = /\d+@|stackTrace|node_modules|file:|\.ts\b|\/(?:home|root|tmp|work|Users)\//
  for (const { name, history } of histories) {
    const text = [JSON.stringify(history), ...payloadsOf(history)].join('\n')
    expect.soft(machine.exec(text)?.[0], name).toBeUndefined()
  }
})
