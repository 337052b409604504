// Random packs, and random worlds for them: how each module ends, how each condition is answered, and in which
// order what is under way ends.
import fc from 'fast-check'
import { findProblems } from '#test/support/packs/build.ts'
import type { CallStep, ModuleStep, Pack, Step } from '#src/packs/document/pack.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'

export type Outcome = 'completed' | 'failed'
/** `never`: nothing comes until the deadline. */
export type Ending = Outcome | 'never'

/** By the number of a module or question in the document, and how often it has come. */
export type World = {
  outcome(module: string, time: number): Outcome
  answer(path: string, time: number): ConditionAnswer
}

/** `tries`: modules that are tried again, that are optional, and that hold the rest when they fail. */
type Options = {
  readonly stops: boolean
  readonly tries?: boolean
  /** People decide, as conditions are answered. */
  readonly reviews?: boolean
  /** Tables, which stop. */
  readonly tables?: boolean
  /** Steps that wait for a time, a moment or a signal. */
  readonly waits?: boolean
  /** Calls of systems, which fail, fall back and are tried again as modules are, and lists of people. */
  readonly calls?: boolean
}

type Tries = Pick<ModuleStep, 'retry' | 'optional'>

const noTries: Tries[] = [{}]
const someTries: Tries[] = [
  {},
  { retry: { times: 1 } },
  { retry: { times: 2, delaySeconds: 60 } },
  { optional: true },
  { retry: { times: 1, delaySeconds: 60 }, optional: true },
]

type Shape =
  | { kind: 'module'; onFailure?: 'wait' | 'skip' | 'fail'; falls: boolean; tries: Tries }
  | { kind: 'sequence' | 'parallel'; steps: Shape[] }
  | { kind: 'when'; run: Shape; otherwise?: Shape; ifUnanswered?: Shape; goesOn: boolean }
  | { kind: 'repeat'; run: Shape; timesMax: number; goesOn: boolean }
  | { kind: 'pack'; root: Shape }
  | { kind: 'review'; approved?: Shape; rejected?: Shape }
  | { kind: 'decide'; rows: { outcome: string; isAsked: boolean; goesOn: boolean }[] }
  | { kind: 'wait'; way: 'for' | 'until' | 'signal' | 'ask'; goesOn: boolean }
  | { kind: 'call'; onFailure?: 'wait' | 'skip' | 'fail'; falls: boolean; tries: Tries }
  | { kind: 'each'; goesOn: boolean }
  | { kind: 'stop' }

/** A composition whose modules are numbered in the order in which they are written. */
export const packs = ({
  stops,
  tries = false,
  reviews = false,
  tables = false,
  waits = false,
  calls = false,
}: Options): fc.Arbitrary<Pack> => {
  // A condition without an answer ends the run, unless it says otherwise.
  const goesOn = stops ? fc.boolean() : fc.constant(true)
  /** A module or a call. */
  const tried = <Kind extends 'module' | 'call'>(kind: Kind) =>
    fc.record(
      {
        kind: fc.constant(kind),
        onFailure: fc.constantFrom(
          'skip' as const,
          ...(stops ? (['fail'] as const) : []),
          ...(tries ? (['wait'] as const) : []),
        ),
        falls: fc.boolean(),
        tries: fc.constantFrom(...(tries ? someTries : noTries)),
      },
      { requiredKeys: ['kind', 'falls', 'tries'] },
    )
  return fc
    .letrec<{ step: Shape }>((tie) => ({
      step: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        tried('module'),
        ...(stops ? [fc.constant({ kind: 'stop' as const })] : []),
        fc.record({
          kind: fc.constantFrom('sequence' as const, 'parallel' as const),
          steps: fc.array(tie('step'), { minLength: 1, maxLength: 4 }),
        }),
        fc.record(
          {
            kind: fc.constant('when' as const),
            run: tie('step'),
            otherwise: tie('step'),
            ifUnanswered: tie('step'),
            goesOn,
          },
          { requiredKeys: ['kind', 'run', 'goesOn'] },
        ),
        fc.record({
          kind: fc.constant('repeat' as const),
          run: tie('step'),
          timesMax: fc.integer({ min: 2, max: 3 }),
          goesOn,
        }),
        ...(reviews
          ? [
              fc.record(
                {
                  kind: fc.constant('review' as const),
                  approved: tie('step'),
                  rejected: tie('step'),
                },
                // A rejection without a step for it is a stop.
                { requiredKeys: stops ? ['kind'] : ['kind', 'rejected'] },
              ),
            ]
          : []),
        ...(tables
          ? [
              fc.record({
                kind: fc.constant('decide' as const),
                rows: fc.array(
                  fc.record({
                    outcome: fc.constantFrom('rejected', 'review', 'approved', 'other'),
                    isAsked: fc.boolean(),
                    goesOn: fc.boolean(),
                  }),
                  { minLength: 1, maxLength: 5 },
                ),
              }),
            ]
          : []),
        ...(waits
          ? [
              fc.record({
                kind: fc.constant('wait' as const),
                way: fc.constantFrom(
                  'for' as const,
                  'until' as const,
                  'signal' as const,
                  'ask' as const,
                ),
                goesOn,
              }),
            ]
          : []),
        ...(calls
          ? [tried('call'), fc.record({ kind: fc.constant('each' as const), goesOn })]
          : []),
        fc.record({ kind: fc.constant('pack' as const), root: tie('step') }),
      ),
    }))
    .step.map((shape): Pack => {
      const first: Step = { kind: 'module', module: 'm0' }
      const rest = complete(shape, { next: 1 })
      return { name: 'tried', version: 1, root: { kind: 'sequence', steps: [first, rest] } }
    })
    .filter(({ root }) => findProblems(root).length === 0)
}

/** Every condition asks about the first module, which ends before all others begin. */
function complete(shape: Shape, names: { next: number }): Step {
  const named = (): ModuleStep => ({ kind: 'module', module: `m${names.next++}` })
  const call = (): CallStep => {
    const id = `m${names.next++}`
    return { kind: 'call', id, to: 'core', result: { type: 'object' } }
  }
  switch (shape.kind) {
    case 'module': {
      const step = { ...named(), ...shape.tries }
      if (shape.falls) return { ...step, fallback: { ...named(), ...shape.tries } }
      return shape.onFailure ? { ...step, onFailure: shape.onFailure } : step
    }
    case 'call': {
      const step = { ...call(), ...shape.tries }
      if (shape.falls) return { ...step, fallback: { ...call(), ...shape.tries } }
      return shape.onFailure ? { ...step, onFailure: shape.onFailure } : step
    }
    case 'each': {
      const step = { kind: 'each', id: `m${names.next++}`, in: 'transaction.partners' } as const
      return { ...step, pack: 'inner@1', ...(shape.goesOn && { unanswered: 'continue' }) }
    }
    case 'sequence':
    case 'parallel':
      return { kind: shape.kind, steps: shape.steps.map((inner) => complete(inner, names)) }
    case 'when': {
      const run = complete(shape.run, names)
      const asked = { kind: 'when', of: ['m0'], condition: 'm0.ok', run } as const
      const otherwise = shape.otherwise && complete(shape.otherwise, names)
      const ifUnanswered = shape.ifUnanswered && complete(shape.ifUnanswered, names)
      return {
        ...asked,
        ...(otherwise && { otherwise }),
        ...(ifUnanswered && { ifUnanswered }),
        ...(shape.goesOn && !ifUnanswered && { unanswered: 'continue' }),
      }
    }
    case 'repeat': {
      const { timesMax } = shape
      return {
        kind: 'repeat',
        timesMax,
        of: ['m0'],
        until: 'm0.ok',
        run: complete(shape.run, names),
        ...(shape.goesOn && { unanswered: 'continue' }),
      }
    }
    case 'decide': {
      const number = names.next++
      const last = shape.rows.findIndex(({ isAsked }) => !isAsked)
      const rows = last < 0 ? shape.rows : shape.rows.slice(0, last + 1)
      return {
        kind: 'decide',
        rows: rows.map(({ outcome, isAsked, goesOn }, at) => ({
          outcome,
          reason: `row${number}-${at}`,
          ...(isAsked && { if: 'steps.m0.ok' }),
          ...(isAsked && goesOn && { unanswered: 'continue' as const }),
        })),
      }
    }
    case 'pack':
      return { kind: 'pack', pack: 'inner', version: 1, root: complete(shape.root, names) }
    case 'review': {
      const approved = shape.approved && complete(shape.approved, names)
      const rejected = shape.rejected && complete(shape.rejected, names)
      return {
        kind: 'review',
        title: 'tried',
        ...(approved && { approved }),
        ...(rejected && { rejected }),
      }
    }
    case 'wait': {
      const id = `m${names.next++}`
      if (shape.way === 'for') return { kind: 'wait', id, for: 'PT1H' }
      if (shape.way === 'ask')
        return {
          kind: 'ask',
          id,
          title: 'tried',
          fields: [{ name: 'a', type: 'text', label: 'A' }],
        }
      if (shape.way === 'signal') return { kind: 'wait', id, signal: { type: 'object' } }
      const until = 'steps.m0.at'
      return { kind: 'wait', id, until, ...(shape.goesOn && { unanswered: 'continue' }) }
    }
    case 'stop':
      return { kind: 'stop', outcome: 'rejected', reason: 'tried' }
  }
}

const fifty = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 50, maxLength: 50 })

export const worlds: fc.Arbitrary<World> = fc
  .record({
    outcomes: fifty(fc.constantFrom<Outcome>('completed', 'completed', 'failed')),
    answers: fifty(fc.constantFrom<ConditionAnswer>(true, false, false, 'failed', 'unanswered')),
  })
  .map(({ outcomes, answers }) => ({
    outcome: (module, time) => outcomes[(sumOf(module) + time * 7) % 50] ?? 'completed',
    answer: (path, time) => answers[(sumOf(path) + time * 7) % 50] ?? false,
  }))

const sumOf = (text: string): number =>
  text.split('').reduce((sum, letter) => sum * 3 + letter.charCodeAt(0), 0)

/** Which of the things under way is the next to end, at every turn. */
export const orders = fc.array(fc.nat(), { minLength: 1, maxLength: 60 })
