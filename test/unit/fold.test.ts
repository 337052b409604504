import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Entry, type Kind, kinds } from '#src/journal/entry.ts'
import { fold, hasGap, initialState, type State } from '#workflows/fold.ts'
import { nextSteps } from '#workflows/steps.ts'
import { documents, plausibleJournal, toEntry } from './plausible-journal.ts'

const throughJson = (state: State): State => JSON.parse(JSON.stringify(state))
const foldAll = (entries: readonly Entry[]) => fold(initialState, entries)

/** A journal and a point in it. */
const cut = plausibleJournal.chain((entries) =>
  fc.record({ entries: fc.constant(entries), at: fc.nat(entries.length) }),
)

/** Parts of a journal in any order, with repeats, overlaps and gaps. */
const looks = plausibleJournal.chain((entries) =>
  fc.record({
    entries: fc.constant(entries),
    parts: fc.array(fc.tuple(fc.nat(entries.length), fc.nat(entries.length)), { maxLength: 12 }),
  }),
)

describe('any split of the journal into looks', () => {
  test('gives the state of the whole', () => {
    fc.assert(
      fc.property(looks, ({ entries, parts }) => {
        let state = initialState
        for (const [from, to] of parts) {
          state = fold(state, entries.slice(from, to))
          // At every moment it is the state of the journal up to what is known.
          expect(state).toEqual(foldAll(entries.slice(0, state.seq)))
        }
        expect(fold(state, entries)).toEqual(foldAll(entries))
      }),
    )
  })

  test('one entry at a time gives it too', () => {
    fc.assert(
      fc.property(plausibleJournal, (entries) => {
        const state = entries.reduce((known, entry) => fold(known, [entry]), initialState)
        expect(state).toEqual(foldAll(entries))
        expect(state.seq).toBe(entries.length)
      }),
    )
  })
})

describe('entries', () => {
  test('that are known change nothing', () => {
    fc.assert(
      fc.property(cut, ({ entries, at }) => {
        const state = foldAll(entries)
        expect(fold(state, entries.slice(0, at))).toBe(state)
        expect(hasGap(state, entries)).toBe(false)
      }),
    )
  })

  test('behind a gap are left for the next look, which the gap asks for', () => {
    fc.assert(
      fc.property(cut, ({ entries, at }) => {
        const state = foldAll(entries.slice(0, at))
        const behind = entries.slice(at + 1)
        expect(fold(state, behind)).toBe(state)
        expect(hasGap(state, behind)).toBe(behind.length > 0)
      }),
    )
  })

  test('of a kind that is unknown throw, wherever they stand, and say nothing of what they hold', () => {
    const unknown = ['kind-of-tomorrow', 'constructor', '__proto__', 'toString', '']
    fc.assert(
      fc.property(plausibleJournal, fc.constantFrom(...unknown), (entries, kind) => {
        const strange = toEntry({ kind: kind as Kind, code: 'a-value' }, entries.length + 1)
        expect(() => foldAll([...entries, strange])).toThrow('kind that this worker does not know')
        expect(() => foldAll([...entries, strange])).not.toThrow('a-value')
        // Behind a gap nobody looks at it yet.
        expect(foldAll([...entries, { ...strange, seq: strange.seq + 1 }])).toEqual(
          foldAll(entries),
        )
      }),
    )
  })

  test.for(Object.keys(kinds))('of the kind %s are understood', (kind) => {
    // Safe because the keys of the list are the kinds.
    const entry = toEntry({ kind: kind as Kind, ref: 'r', code: 'basic@1', dueAt: 1 }, 1)
    expect(foldAll([entry]).seq).toBe(1)
  })
})

describe('state carried through continue-as-new', () => {
  test('goes on as if nothing had been in between', () => {
    fc.assert(
      fc.property(cut, ({ entries, at }) => {
        const carried = throughJson(foldAll(entries.slice(0, at)))
        expect(fold(carried, entries)).toEqual(foldAll(entries))
      }),
    )
  })

  test('and resumed at any point has the same next steps', () => {
    fc.assert(
      fc.property(cut, ({ entries, at }) => {
        const resumed = foldAll(entries.slice(0, at))
        const carried = throughJson(resumed)
        expect(nextSteps(carried, documents)).toEqual(nextSteps(resumed, documents))
        const told = nextSteps(foldAll(entries), documents)
        expect(nextSteps(fold(carried, entries), documents)).toEqual(told)
      }),
    )
  })

  test('holds what is open only: it does not grow with what is over', () => {
    const rounds = Array.from({ length: 300 }, (_, n) => [
      { kind: 'email-token-opened', ref: `t${n}`, dueAt: n } as const,
      { kind: 'email-token-valid', ref: `t${n}` } as const,
      { kind: 'pack-started', ref: `r${n}`, code: 'short@1' } as const,
      { kind: 'pack-ended', ref: `r${n}`, code: 'completed' } as const,
    ]).flat()
    const state = foldAll(rounds.map((entry, index) => toEntry(entry, index + 1)))
    expect(state).toEqual({ ...initialState, seq: 1_200, pack: 'short@1' })
  })
})

describe('the sandbox clock', () => {
  const moved = (...entries: Parameters<typeof toEntry>[0][]) =>
    foldAll(entries.map((entry, index) => toEntry(entry, index + 1))).clockMove

  test('is open from a move until that move is settled', () => {
    expect(moved({ kind: 'clock-advanced' })).toBe(1)
    expect(moved({ kind: 'clock-advanced' }, { kind: 'clock-settled', ref: '1' })).toBeNull()
  })

  test('settled for an earlier move is still open for a later one', () => {
    const twice = [{ kind: 'clock-advanced' }, { kind: 'clock-advanced' }] as const
    expect(moved(...twice, { kind: 'clock-settled', ref: '1' })).toBe(2)
    expect(moved(...twice, { kind: 'clock-settled', ref: '2' })).toBeNull()
  })

  test('waits for nothing once the person is erased', () => {
    expect(moved({ kind: 'clock-advanced' }, { kind: 'erased' })).toBeNull()
  })
})

test('a condition that was answered twice keeps its first answer', () => {
  const answer = (code: string) =>
    ({ kind: 'condition-answered', ref: 'r', code, reason: '/steps/1' }) as const
  const entries = [{ kind: 'pack-started', ref: 'r', code: 'long@2' } as const]
  const state = foldAll(
    [...entries, answer('yes'), answer('no')].map((entry, index) => toEntry(entry, index + 1)),
  )
  expect(state.packs['r']?.answers).toEqual({ '/steps/1': true })
})
