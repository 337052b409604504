// Journals as the service writes them: callers ask, the workflow's next steps are performed with one
// outcome or another, some end without an outcome, as after a crash.
import fc from 'fast-check'
import type { Entry, NewEntry } from '#src/journal/entry.ts'
import { fold, initialState, type State } from '#workflows/fold.ts'
import {
  definePack,
  module,
  type Pack,
  parallel,
  sequence,
  stop,
  when,
} from '#workflows/packs/define.ts'
import { nextSteps, type Step } from '#workflows/steps.ts'

const [a, b, c] = [{ key: 'a' }, { key: 'b' }, { key: 'c' }] as const

const tried: readonly Pack[] = [
  definePack('short', 1, sequence(module(a, { deadlineSeconds: 30 }))),
  definePack(
    'long',
    2,
    sequence(
      parallel(module(a, { deadlineSeconds: 60, onFailure: 'stop' }), module(b)),
      when([b], 'b.ok', module(c, { deadlineSeconds: 600 }), stop('not-needed')),
    ),
  ),
]

export const documents: ReadonlyMap<string, Pack> = new Map(
  tried.map((pack) => [`${pack.name}@${pack.version}`, pack]),
)

const epoch = Date.UTC(2026, 7, 3, 12)

type Move =
  | { readonly kind: 'ask'; readonly what: keyof typeof asks; readonly pick: number }
  | { readonly kind: 'step'; readonly pick: number; readonly outcome: number }

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('ask' as const),
        what: fc.constantFrom('token', 'valid', 'wrong', 'bounce', 'pack', 'clock', 'settle'),
        pick: fc.nat(20),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('step' as const),
        pick: fc.nat(20),
        outcome: fc.nat(6),
      }),
    },
  ),
  { maxLength: 40 },
)

/** A journal that could have been written; half of them end with an erasure. */
export const plausibleJournal: fc.Arbitrary<Entry[]> = fc
  .tuple(moves, fc.boolean())
  .map(([made, erased]) => {
    let state = initialState
    const entries: Entry[] = []
    const write = (news: readonly NewEntry[]) => {
      const numbered = news.map((one, index) => toEntry(one, entries.length + index + 1))
      entries.push(...numbered)
      state = fold(state, numbered)
    }
    write([{ kind: 'transaction-created', code: 'sandbox' }])
    for (const move of made) {
      if (move.kind === 'ask') write(asks[move.what](state, move.pick, entries.length))
      else {
        const steps = nextSteps(state, documents)
        const step = steps[move.pick % Math.max(1, steps.length)]
        if (step) write(perform(step, state, move.outcome))
      }
    }
    if (erased) write([{ kind: 'erased' }])
    return entries
  })

export function toEntry(entry: NewEntry, seq: number): Entry {
  const nothing = { module: null, ref: null, code: null, reason: null, attempt: null }
  const none = { provider: null, durationMs: null, costMicros: null, dueAt: null }
  return { at: epoch + seq * 1_000, ...nothing, ...none, ...entry, seq }
}

type Ask = (state: State, pick: number, length: number) => NewEntry[]

const openRefs = (state: State) => Object.keys(state.emailToken.open)
const pickToken = (state: State, pick: number) => {
  const refs = openRefs(state)
  return refs[pick % Math.max(1, refs.length)]
}

const asks = {
  token: (state, _pick, length) => [
    ...openRefs(state).map((ref) => ({ kind: 'email-token-superseded', ref }) as const),
    { kind: 'email-token-opened', ref: `t${length}`, dueAt: epoch + length * 1_000 + 3_600_000 },
  ],
  valid: (state, pick) => {
    const ref = pickToken(state, pick)
    return ref === undefined ? [] : [{ kind: 'email-token-valid', ref }]
  },
  wrong: (state, pick) => {
    const ref = pickToken(state, pick)
    return ref === undefined ? [] : [{ kind: 'email-token-check-failed', ref, attempt: 1 }]
  },
  bounce: (state, pick) => {
    const ref = pickToken(state, pick)
    return ref === undefined ? [] : [{ kind: 'email-token-failed', ref, code: 'bounced' }]
  },
  pack: (_state, pick, length) => {
    const code = [...documents.keys()][pick % documents.size] ?? ''
    return [{ kind: 'pack-started', ref: `r${length}`, code }]
  },
  clock: () => [{ kind: 'clock-advanced' }],
  settle: ({ clockMove }) =>
    clockMove === null ? [] : [{ kind: 'clock-settled', ref: String(clockMove) }],
} satisfies Record<string, Ask>

/** What the activity of a step would append; outcome 6: the story is given up. */
function perform(step: Step, state: State, outcome: number): NewEntry[] {
  const { ref, key } = step
  if (outcome === 6) return [{ kind: 'story-failed', module: step.story, ref, reason: key }]
  switch (step.kind) {
    case 'send':
      return [
        { kind: 'email-token-attempt-claimed', ref, attempt: step.attempt },
        ...endAttempt(ref, step.attempt, outcome),
      ]
    case 'settle':
      return endAttempt(ref, step.attempt, outcome % 4)
    case 'expire':
      return [{ kind: 'email-token-expired', ref, at: step.dueAt ?? epoch }]
    case 'read-pack':
      throw new Error('every document is there')
    case 'run-module':
      return runModule(step, state, outcome)
    case 'fail-module':
      return [{ kind: 'module-failed', module: step.module, ref, code: step.code }]
    case 'answer-condition': {
      const code = ['yes', 'no', 'failed'][outcome % 3] ?? 'no'
      return [{ kind: 'condition-answered', ref, code, reason: step.path }]
    }
    case 'stop-pack':
      return [{ kind: 'pack-stopped', ref, code: step.reason }]
    case 'end-pack':
      return [
        ...step.skipped.map((one) => ({ kind: 'module-skipped', module: one, ref }) as const),
        { kind: 'pack-ended', ref, code: step.status },
      ]
  }
}

/** Outcome 4 and 5: a crash, nothing is known. */
function endAttempt(ref: string, attempt: number, outcome: number): NewEntry[] {
  const about = { ref, attempt, module: 'email-token' }
  const ends: NewEntry[] = [
    { kind: 'email-token-sent', ...about },
    { kind: 'email-token-deferred', ...about, code: 'smtp-451', dueAt: epoch + attempt * 30_000 },
    { kind: 'email-token-failed', ...about, code: 'recipient-refused' },
    { kind: 'email-token-uncertain', ...about, code: 'send-uncertain' },
  ]
  return ends.slice(outcome, outcome + 1)
}

type RunModule = Extract<Step, { kind: 'run-module' }>

function runModule(step: RunModule, state: State, outcome: number): NewEntry[] {
  const { ref, module: key, deadlineSeconds } = step
  const begun = state.packs[ref]?.modules[key] !== undefined
  const dueAt = deadlineSeconds === null ? null : epoch + deadlineSeconds * 1_000
  const ends: NewEntry[] = [
    { kind: 'module-completed', module: key, ref },
    { kind: 'module-failed', module: key, ref, code: 'internal' },
  ]
  return [
    ...(begun ? [] : [{ kind: 'module-started', module: key, ref, dueAt } as const]),
    ...ends.slice(outcome, outcome + 1),
  ]
}
