// Random documents, random outcomes in random order, random lost commits.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPackActions } from '#src/packs/document/interpret.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'
import {
  type ConditionAnswer,
  innerSteps,
  modulesOf,
  rowNamesOf,
  stepAt,
  stepsTaken,
} from '#src/packs/document/walk.ts'
import { play } from './play.ts'
import { orders, packs, type World, worlds } from './random-packs.ts'
import { evaluate } from './reference.ts'

const tried = packs({ stops: true, reviews: true, tables: true, waits: true, calls: true })
const losses = fc.infiniteStream(fc.integer({ min: 0, max: 3 }))

test('every run ends, and leaves each of its modules in exactly one final state', () => {
  fc.assert(
    fc.property(tried, worlds, orders, (pack, world, order) => {
      const { run } = play(pack, world, order)
      const keys = rowNamesOf(pack.root)
      expect(Object.keys(run.modules).toSorted()).toEqual(keys.toSorted())
      for (const { status } of Object.values(run.modules))
        expect(['completed', 'failed', 'skipped']).toContain(status)
    }),
  )
})

test('a run whose commits are lost and made again ends as one without a loss', () => {
  fc.assert(
    fc.property(
      packs({ stops: false, reviews: true, waits: true, calls: true }),
      worlds,
      orders,
      losses,
      (pack, world, order, lost) => {
        const plain = play(pack, world, order)
        const other = play(pack, world, order, () => lost.next().value === 0)
        expect(other.run.modules).toEqual(plain.run.modules)
        expect(other.run.answers).toEqual(plain.run.answers)
        expect(other.begun.toSorted()).toEqual(plain.begun.toSorted())
      },
    ),
  )
})

test('without a stop, a run ends as the plain meaning of its document, whatever the order', () => {
  fc.assert(
    fc.property(
      packs({ stops: false, reviews: true, waits: true, calls: true }),
      worlds,
      orders,
      (pack, world, order) => {
        const { run, begun, stop } = play(pack, world, order)
        const meant = evaluate(pack.root, world)
        expect(statusesOf(run.modules)).toEqual(meant.statuses)
        expect(begun.toSorted()).toEqual(meant.begun.toSorted())
        expect(stop).toBeUndefined()
      },
    ),
    { numRuns: 300 },
  )
})

test('with a stop and nothing beside it, too', () => {
  const sequential = tried.filter(({ root }) => !holds(root, 'parallel'))
  fc.assert(
    fc.property(sequential, worlds, orders, (pack, world, order) => {
      const { run, begun, stop } = play(pack, world, order)
      const meant = evaluate(pack.root, world)
      expect(statusesOf(run.modules)).toEqual(meant.statuses)
      expect(begun).toEqual(meant.begun)
      expect(stop?.reason).toBe(meant.stop)
    }),
    { numRuns: 300 },
  )
})

test('a module begins only when all that stands before it has ended', () => {
  // In a later round there may begin what an earlier one did not come to.
  const once = tried.filter(({ root }) => !holds(root, 'repeat'))
  fc.assert(
    fc.property(once, worlds, orders, (pack, world, order) => {
      const { begun } = play(pack, world, order)
      const late = begun.filter((key, at) =>
        standsBefore(pack, key).some((before) => begun.indexOf(before) > at),
      )
      expect(late).toEqual([])
    }),
  )
})

test('a run that has ended stays ended, as it was', () => {
  fc.assert(
    fc.property(tried, worlds, orders, (pack, world, order) => {
      const { run, stop } = play(pack, world, order)
      expect(nextPackActions(pack, run)).toEqual({
        actions: [],
        outcome: 'ended',
        skipped: [],
        ...(stop && { stop }),
      })
    }),
  )
})

const noAnswers = fc.constantFrom<'failed' | 'unanswered'>('failed', 'unanswered')

test('a condition without an answer never leads to its branches, and is passed where it says so alone', () => {
  fc.assert(
    fc.property(packs({ stops: true }), orders, noAnswers, (pack, order, answer) => {
      const world: World = { outcome: () => 'completed', answer: () => answer }
      const { run, begun, stop } = play(pack, world, order)
      const inBranches = branchModules(pack.root)
      expect(begun.filter((key) => inBranches.includes(key))).toEqual([])
      for (const key of inBranches) expect(run.modules[key]?.status).toBe('skipped')
      const isPassed = Object.keys(run.answers).every((path) => goesOn(stepAt(pack.root, path)))
      expect(isPassed || stop !== undefined).toBe(true)
    }),
  )
})

/** Whether a condition says what comes without an answer. */
function goesOn(step: Step | undefined): boolean {
  if (step?.kind === 'when' && step.ifUnanswered !== undefined) return true
  return step !== undefined && 'unanswered' in step && step.unanswered === 'continue'
}

test('what ends approved has had an answer on its way, or says how it goes on without', () => {
  const approving = packs({ stops: true, reviews: true, waits: true, calls: true }).map(
    ({ root, ...pack }) => ({
      ...pack,
      root: { kind: 'sequence' as const, steps: [root, approve] },
    }),
  )
  const answers = fc.func(fc.constantFrom<ConditionAnswer>(true, false, 'failed', 'unanswered'))
  fc.assert(
    fc.property(approving, worlds, orders, answers, (pack, outcomes, order, answerOf) => {
      const world: World = { ...outcomes, answer: (path, time) => answerOf(path, time) }
      const { run, stop } = play(pack, world, order)
      const silent = [...stepsTaken(pack.root, run.answers)].filter(
        ([path, step]) => typeof run.answers[path] === 'string' && !goesOn(step),
      )
      expect(stop?.outcome === 'approved' && silent.length > 0).toBe(false)
    }),
    { numRuns: 300 },
  )
})

const approve: Step = { kind: 'stop', outcome: 'approved', reason: 'all-there' }

const statusesOf = (modules: Readonly<Record<string, { status: string }>>) =>
  Object.fromEntries(Object.entries(modules).map(([key, { status }]) => [key, status]))

const holds = (step: Step, kind: Step['kind']): boolean =>
  step.kind === kind || innerSteps(step).some(([, inner]) => holds(inner, kind))

/** The modules that a sequence around a module has in front of it. */
function standsBefore({ root }: Pack, key: string): string[] {
  const path = pathOf(root, key) ?? ''
  const found: string[] = []
  for (const match of path.matchAll(/\/steps\/(\d+)/g)) {
    const around = stepAt(root, path.slice(0, match.index))
    if (around?.kind === 'sequence')
      found.push(...around.steps.slice(0, Number(match[1])).flatMap((one) => modulesOf(one)))
  }
  return found
}

function pathOf(step: Step, key: string, path = ''): string | undefined {
  if (step.kind === 'module' && step.module === key) return path
  for (const [part, inner] of innerSteps(step)) {
    const found = pathOf(inner, key, path + part)
    if (found !== undefined) return found
  }
  return undefined
}

function branchModules(step: Step): string[] {
  if (step.kind === 'when')
    return [step.run, step.otherwise].flatMap((one) => (one ? modulesOf(one) : []))
  return innerSteps(step).flatMap(([, inner]) => branchModules(inner))
}
