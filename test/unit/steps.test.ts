import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEntry } from '#src/journal/entry.ts'
import { fold, initialState } from '#workflows/fold.ts'
import { nextSteps } from '#workflows/steps.ts'
import { documents, plausibleJournal, toEntry } from './plausible-journal.ts'

const stateOf = (...entries: NewEntry[]) =>
  fold(
    initialState,
    entries.map((entry, index) => toEntry(entry, index + 1)),
  )
const keysOf = (...entries: NewEntry[]) =>
  nextSteps(stateOf(...entries), documents).map(({ key }) => key)

const opened = { kind: 'email-token-opened', ref: 't', dueAt: 5_000 } as const
const started = { kind: 'pack-started', ref: 'r', code: 'short@1' } as const

describe('what comes next', () => {
  test('is nothing at first', () => {
    expect(keysOf({ kind: 'transaction-created' })).toEqual([])
  })

  test('is what is due at once before what is due later', () => {
    expect(keysOf(opened, started)).toEqual(['send:t:1', 'run-module:r:a', 'expire:t:0'])
  })

  test('is, of what is overdue, the earliest first', () => {
    const other = { kind: 'email-token-opened', ref: 'early', dueAt: 4_000 } as const
    const sent = [
      { kind: 'email-token-attempt-claimed', attempt: 1 },
      { kind: 'email-token-sent', attempt: 1 },
    ] as const
    const told = keysOf(
      opened,
      other,
      ...sent.map((entry) => ({ ...entry, ref: 't' })),
      ...sent.map((entry) => ({ ...entry, ref: 'early' })),
    )
    expect(told).toEqual(['expire:early:0', 'expire:t:0'])
  })

  test('asks for the document of a run before anything of it is told', () => {
    const unread = stateOf({ ...started, code: 'unread@7' })
    expect(nextSteps(unread, documents)).toMatchObject([
      { key: 'read-pack:r', name: 'unread', version: 7 },
    ])
  })

  test('never holds one step twice, and is in the order of the due times', () => {
    fc.assert(
      fc.property(plausibleJournal, (entries) => {
        const steps = nextSteps(fold(initialState, entries), documents)
        expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length)
        const due = steps.map(({ dueAt }) => dueAt ?? 0)
        expect(due).toEqual(due.toSorted((one, other) => one - other))
      }),
    )
  })
})

describe('what is not told', () => {
  test('is anything after the person was erased', () => {
    fc.assert(
      fc.property(plausibleJournal, (entries) => {
        const erased = [...entries, toEntry({ kind: 'erased' }, entries.length + 1)]
        expect(nextSteps(fold(initialState, erased), documents)).toEqual([])
      }),
    )
  })

  test('is a story that has failed, while the others go on', () => {
    fc.assert(
      fc.property(plausibleJournal, fc.nat(), (entries, pick) => {
        const state = fold(initialState, entries)
        const steps = nextSteps(state, documents)
        const given = steps[pick % Math.max(1, steps.length)]
        if (!given) return
        const failed = toEntry(
          { kind: 'story-failed', ref: given.ref, reason: given.key },
          entries.length + 1,
        )
        const left = nextSteps(fold(state, [failed]), documents).map(({ key }) => key)
        expect(left).toEqual(steps.map(({ key }) => key).filter((key) => key !== given.key))
      }),
    )
  })

  test('is a step that is under way', () => {
    fc.assert(
      fc.property(plausibleJournal, (entries) => {
        const state = fold(initialState, entries)
        const keys = nextSteps(state, documents).map(({ key }) => key)
        expect(nextSteps(state, documents, new Set(keys))).toEqual([])
      }),
    )
  })

  test('is the look-up of an attempt whose send is still running', () => {
    const claimed = { kind: 'email-token-attempt-claimed', ref: 't', attempt: 1 } as const
    const state = stateOf(opened, claimed)
    const told = (running: string[]) =>
      nextSteps(state, documents, new Set(running)).map(({ key }) => key)
    expect(told([])).toEqual(['settle:t:1', 'expire:t:0'])
    expect(told(['send:t:1'])).toEqual(['expire:t:0'])
  })
})

test('a module that has begun is run again after a crash, and failed at its deadline', () => {
  const begun = { kind: 'module-started', ref: 'r', module: 'a', dueAt: 9_000 } as const
  const steps = nextSteps(stateOf(started, begun), documents)
  expect(steps).toMatchObject([
    { key: 'run-module:r:a', dueAt: null },
    { key: 'fail-module:r:a', dueAt: 9_000, code: 'deadline' },
  ])
})
