// What the recorded histories hold: everything that a workflow can do, and nothing of a person.
import { expect, test } from 'vitest'
import { createActivities } from '#activities/index.ts'
import type { ActivityDeps } from '#activities/deps.ts'
import { kinds } from '#src/journal/entry.ts'
import { createFinder } from '#test/support/find-values.ts'
import { person } from '#test/support/person.ts'
import { listHistories, payloadsOf, readHistory, valuesOf } from './history.ts'
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

test('every activity occurs in a history', () => {
  // Only the names are asked for: nothing is called that would need one of them.
  const activities = Object.keys(createActivities({} as ActivityDeps))
  const vendors = [...under('activityType')].map((type) => JSON.stringify(type))
  const local = under('activity_type')
  const absent = activities.filter(
    (name) => !local.has(name) && !vendors.includes(JSON.stringify({ name })),
  )
  expect(absent).toEqual([])
})

test('every kind of journal entry occurs in a history', () => {
  const found = under('kind')
  expect(Object.keys(kinds).filter((kind) => !found.has(kind))).toEqual([])
})

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
  ['an id', new RegExp(`^(transaction/)?${id}$`)],
  ['a code, a name, or a version of a pack', /^[a-z][\w-]*(@\d+)?$/i],
  ['a step of a story', new RegExp(`^[a-z-]+:${id}(:[\\w/-]+)?$`)],
  ['which number was chosen', /^phones\[\d{1,2}\]$/],
  ['why it was', /^heat \d+(\.\d)?: ([a-z]+ -?\d(\.\d+)?(, )?)+$/],
  ['a place in a document', /^(\/[a-z]+(\/\d+)?)*$/],
  ['a number of an event, or a small one', /^\d{1,4}$/],
  ['a time or a duration', /^(\d{4}-\d\d-\d\dT[\d:.]+Z|[\d.]+s)$/],
  ['a version of the SDK', /^\d+\.\d+\.\d+$/],
  ['base64 of nothing', /^YmluYXJ5L251bGw=$/],
] as const

/** Written by us, in the code: no value of a request can stand in them. */
const sentences = [
  'activity failed',
  'journal entry of a kind that this worker does not know',
  'nowhere@1 is not published',
  'this worker does not know the module',
  'Activity cancelled',
  'Unhandled Promise rejection: ActivityFailure: Activity cancelled',
  'terminated by user via frontend',
  'score.results[0].value < 0.0',
  'score.results[0].value >= 0.0',
  'score.results[7].value < 30.0',
]

test('every text in a history is an id, a code, a step, a time, or a sentence of the code', () => {
  const texts = new Set(values.filter((value) => typeof value === 'string'))
  const others = [...texts].filter(
    (text) => !sentences.includes(text) && !allowed.some(([, pattern]) => pattern.test(text)),
  )
  expect(others).toEqual([])
})

test('no history names a process, a host or a file of the machine that recorded it', () => {
  const machine = /\d+@|stackTrace|node_modules|file:|\.ts\b|\/(?:home|root|tmp|work|Users)\//
  for (const { name, history } of histories) {
    const text = [JSON.stringify(history), ...payloadsOf(history)].join('\n')
    expect.soft(machine.exec(text)?.[0], name).toBeUndefined()
  }
})
