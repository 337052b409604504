// Which events there are, and what each of them says.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { eventTypesOf } from '#src/journey/events/describe.ts'
import { originOf, timeOf, toCursor, toPosition } from '#src/journey/events/cursor-rules.ts'
import { EventQuery } from '#src/journey/events/schema.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Unwritten } from '#src/journey/transaction/entry.ts'
import { defineEvent, defineKind, unchanged } from '#src/journey/journal/kind.ts'
import { examinationDone } from '#src/biometrics/examinations/kinds.ts'
import { packEnded } from '#src/packs/runs/kinds.ts'
import { firstIdOf, newId } from '#src/platform/ids.ts'

const types = eventTypesOf(capabilities)

test('the kinds of all capabilities declare these types, each once', () => {
  expect(types.map(({ type }) => type).toSorted()).toEqual([
    'check.changed', 'check.completed', 'child.changed', 'document.recognised', 'link.completed',
    'liveness.judged', 'message.failed', 'pack.completed', 'pack.failed', 'review.decided',
    'review.opened', 'token.confirmed', 'transaction.corrected', 'transaction.created',
    'transaction.erased', 'two-factor.denied', 'two-factor.replied',
  ]) // prettier-ignore
  const twice = defineKind('test-twice', 'Twice.', unchanged, defineEvent('pack.failed', 'Again.'))
  expect(() => eventTypesOf([...capabilities, { kinds: [twice] }])).toThrow('pack.failed')
})

test('no event has a field that a delivery has itself, and each says what it holds', () => {
  const names = types.flatMap(({ fields }) => Object.keys(fields))
  expect(names.filter((name) => ['id', 'transactionId', 'seq', 'type'].includes(name))).toEqual([])
  expect(types.filter(({ meaning }) => !meaning.endsWith('.'))).toEqual([])
})

const journal = () => ({ now: new Date(), lastSeq: 0, tasks: [], unwritten: [] as Unwritten[] })

function toldOf(...entries: Parameters<typeof append>[1][]) {
  const locked = journal()
  append(locked, ...entries)
  return locked.unwritten.map(({ event }) => event)
}

test('an event holds the members that it declares, a number where it says so, and nothing else', () => {
  const kind = defineKind(
    'test-done',
    'Done.',
    unchanged,
    defineEvent('test.done', 'Done.', {
      thing: { from: 'ref', meaning: 'Which.' },
      count: { from: 'code', isNumber: true, meaning: 'How many.' },
      absent: { from: 'reason', meaning: 'Not there.' },
      more: { from: 'told', meaning: 'Beside the entry.' },
    }),
  )
  expect(
    toldOf({ kind, ref: 'r', code: '3', provider: 'p', told: { more: 'm', other: 'o' } }),
  ).toEqual([{ type: 'test.done', data: { thing: 'r', count: 3, more: 'm' } }])
})

test('entries without an event have none, and of one kind each entry has its own', () => {
  const ended = { kind: packEnded, ref: 'run', told: { pack: 'basic', version: 1 } }
  expect(
    toldOf(
      { kind: defineKind('test-quiet', 'Quiet.') },
      { ...ended, code: 'completed' },
      { ...ended, code: 'failed' },
      { kind: examinationDone, module: 'liveness', code: 'x' },
      { kind: examinationDone, module: 'redoc', code: 'x' },
      { kind: examinationDone, module: 'biometrics-score', code: 'x' },
    ).map((event) => event?.type),
  ).toEqual([
    undefined,
    'pack.completed',
    'pack.failed',
    'liveness.judged',
    'document.recognised',
    undefined,
  ])
})

test('a cursor is read as it was written, passes the schema, and knows its time', () => {
  const origins = fc
    .tuple(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), fc.integer({ min: 1, max: 2 ** 31 }))
    .map(([system, timeline]) => originOf(String(system), timeline.toString(16).padStart(8, '0')))
  const ids = fc.oneof(fc.constant(undefined).map(newId), fc.nat({ max: 2 ** 40 }).map(firstIdOf))
  fc.assert(
    fc.property(origins, fc.nat(), ids, (origin, tx, id) => {
      const text = toPosition({ origin, tx, id })
      expect(EventQuery.parse({ after: `${text}.${'a'.repeat(12)}` }).after).toContain(text)
      expect(toCursor(text)).toEqual({ origin, tx, id })
    }),
  )
  expect(timeOf(toCursor(`a-1-${firstIdOf(1_700_000_000_123).replaceAll('-', '')}`))).toBe(
    1_700_000_000_123,
  )
})
