import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closeKey,
  closeOf,
  closesAll,
  closesItsKey,
  closesItsRef,
  open,
  type Opening,
} from '#src/journey/agenda/effects.ts'
import { foldAgenda } from '#src/journey/agenda/rebuild.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'
import { append } from '#src/journey/journal/append.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { transactionKinds } from '#src/journey/lifecycle/kinds.ts'

const keys = ['r1:send:1', 'r1:expire', 'r2:send:1', 'r2:expire'] as const
const openings: readonly Opening[] = keys.map((key) => ({
  key,
  task: key.includes('send') ? 'send' : 'expire',
}))

const opened = defineKind('test-opened', 'Opens one or two.', (tasks, entry) => {
  const first = openings[Number(entry.code)]
  const second = openings[Number(entry.reason)]
  const after = first ? open(tasks, entry, { ...first, leased: true }) : tasks
  return second ? open(after, entry, { ...second, dueAt: entry.at + 1_000 }) : after
})
const arrived = defineKind('test-arrived', 'Closes by name.', (tasks, { ref }) =>
  closeOf(tasks, ref, 'send'),
)
const ended = defineKind('test-ended', 'Closes what is of the record.', closesItsRef)
const noted = defineKind('test-noted', 'Changes nothing.')
const kinds = [...transactionKinds, opened, arrived, ended, noted]

const entry: fc.Arbitrary<NewEntry> = fc.oneof(
  fc.record({
    kind: fc.constant(opened),
    ref: fc.constantFrom('r1', 'r2'),
    code: fc.constantFrom('0', '1', '2', '3'),
    reason: fc.constantFrom('0', '1', '2', '3', null),
  }),
  fc.record({
    kind: fc.constantFrom(...kinds.filter((kind) => kind !== opened)),
    ref: fc.constantFrom('r1', 'r2', '3'),
    code: fc.constantFrom('0', '5000'),
    reason: fc.constantFrom(...keys),
  }),
)

/** A journal in commits: entries that were appended under one lock each. */
const commits = fc.array(fc.array(entry, { maxLength: 4 }), { maxLength: 8 })

function write(parts: readonly (readonly NewEntry[])[]): { entries: Entry[]; tasks: Tasks[] } {
  const entries: Entry[] = []
  let tasks: Tasks = []
  const known: Tasks[] = []
  for (const [index, added] of parts.entries()) {
    const now = new Date(index * 1_000)
    const locked = { now, lastSeq: entries.length, tasks, unwritten: [] as Entry[] }
    append(locked, ...added)
    entries.push(...locked.unwritten)
    // As the row keeps it.
    tasks = JSON.parse(JSON.stringify(locked.tasks))
    known.push(tasks)
  }
  return { entries, tasks: known }
}

describe('agenda and journal', () => {
  test('agree after every commit, however the entries are divided into commits', () => {
    fc.assert(
      fc.property(commits, (parts) => {
        const { entries, tasks } = write(parts)
        let count = 0
        for (const [index, added] of parts.entries()) {
          count += added.length
          expect(foldAgenda(entries.slice(0, count), kinds)).toEqual(tasks[index])
        }
      }),
    )
  })

  test('keys are unique at every moment, and stand in the order in which they were opened', () => {
    fc.assert(
      fc.property(commits, (parts) => {
        for (const tasks of write(parts).tasks) {
          expect(new Set(tasks.map(({ key }) => key)).size).toBe(tasks.length)
          expect(tasks.map(({ seq }) => seq)).toEqual(
            tasks.map(({ seq }) => seq).toSorted(byNumber),
          )
        }
      }),
    )
  })

  test('entries of kinds that are not known change nothing', () => {
    fc.assert(
      fc.property(commits, (parts) => {
        const { entries } = write(parts)
        const isKnown = ({ kind }: Entry) => kind !== opened.name
        const without = kinds.filter((kind) => kind !== opened)
        expect(foldAgenda(entries, without)).toEqual(foldAgenda(entries.filter(isKnown), kinds))
      }),
    )
  })
})

describe('an effect', () => {
  const some: Tasks = openings.map(({ key, task }, index): Task => {
    return { key, task, ref: key.slice(0, 2), dueAt: 0, lane: 'local', seq: index + 1 }
  })
  const [nothing] = write([[{ kind: noted }]]).entries
  const about = (given: Partial<Entry>): Entry => {
    if (!nothing) throw new Error('an entry was appended')
    return { ...nothing, ...given }
  }
  const left = (tasks: Tasks) => tasks.map(({ key }) => key)

  test('opens with the record, the module and the time of its entry', () => {
    const of = about({ at: 7, ref: 'r3', module: 'sms-2fa', seq: 9 })
    expect(open([], of, { key: 'k', task: 'send' })).toEqual([
      { key: 'k', task: 'send', ref: 'r3', module: 'sms-2fa', dueAt: 7, lane: 'local', seq: 9 },
    ])
  })

  test('replaces a task that is opened again', () => {
    const again = open(some, about({ at: 5, seq: 9 }), { key: keys[0], task: 'send' })
    expect(left(again)).toEqual([...keys.slice(1), keys[0]])
    expect(again.at(-1)?.dueAt).toBe(5)
  })

  test('closes a key, the tasks of a record, some of them by name, or all', () => {
    expect(left(closeKey(some, keys[1]))).toEqual([keys[0], keys[2], keys[3]])
    expect(left(closeOf(some, 'r1'))).toEqual([keys[2], keys[3]])
    expect(left(closeOf(some, 'r1', 'send'))).toEqual(keys.slice(1))
    expect(left(closesItsRef(some, about({ ref: 'r2' })))).toEqual([keys[0], keys[1]])
    expect(left(closesItsKey(some, about({ reason: keys[2] })))).not.toContain(keys[2])
    expect(closesAll(some, about({}))).toEqual([])
  })

  test('leaves all as it is when it names nothing that is open', () => {
    expect(closeKey(some, 'r9:send:1')).toEqual(some)
    expect(closeOf(some, null)).toEqual(some)
    expect(closesItsKey(some, about({ reason: null }))).toEqual(some)
  })
})

const byNumber = (one: number, other: number) => one - other
