import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findProblems, modulesOf, type Pack, type Step } from '#workflows/packs/define.ts'
import { nextPackActions, type PackAction, type PackRun } from '#src/packs/interpret.ts'

type Outcome = 'completed' | 'failed'
type Answer = boolean | 'failed'
/** What the world would do: how each module ends and how each condition is answered. */
type World = { outcomes: Outcome[]; answers: Answer[] }

/** A composition whose modules are numbered in the order in which they are written. */
const packs = (options: { stops: boolean }): fc.Arbitrary<Pack> =>
  fc
    .letrec<{ step: unknown }>((tie) => ({
      step: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        fc.record({
          kind: fc.constant('module'),
          onFailure: fc.constantFrom('continue', ...(options.stops ? ['stop'] : [])),
        }),
        ...(options.stops ? [fc.constant({ kind: 'stop', reason: 'tried' })] : []),
        fc.record({
          kind: fc.constantFrom('sequence', 'parallel'),
          steps: fc.array(tie('step'), { minLength: 1, maxLength: 4 }),
        }),
        fc.record(
          { kind: fc.constant('when'), run: tie('step'), otherwise: tie('step') },
          { requiredKeys: ['kind', 'run'] },
        ),
      ),
    }))
    .step.map((step): Pack => {
      const first: Step = { kind: 'module', module: 'm0' }
      const rest = complete(step as Step, { next: 1 })
      return { name: 'tried', version: 1, root: { kind: 'sequence', steps: [first, rest] } }
    })
    .filter(({ root }) => findProblems(root).length === 0)

/** Every condition asks about the first module, which ends before all others begin. */
function complete(step: Step, names: { next: number }): Step {
  switch (step.kind) {
    case 'module':
      return { ...step, module: `m${names.next++}` }
    case 'sequence':
    case 'parallel':
      return { ...step, steps: step.steps.map((inner) => complete(inner, names)) }
    case 'when': {
      const run = complete(step.run, names)
      const asked = { ...step, of: ['m0'], condition: 'm0.ok', run }
      return step.otherwise ? { ...asked, otherwise: complete(step.otherwise, names) } : asked
    }
    case 'stop':
      return step
  }
}

const worlds: fc.Arbitrary<World> = fc.record({
  outcomes: fc.array(fc.constantFrom<Outcome>('completed', 'failed'), {
    minLength: 50,
    maxLength: 50,
  }),
  answers: fc.array(fc.constantFrom<Answer>(true, false, 'failed'), {
    minLength: 50,
    maxLength: 50,
  }),
})
/** Which of the things under way is the next to end, at every turn. */
const orders = fc.array(fc.nat(), { minLength: 1, maxLength: 60 })

type Told = { run: PackRun; begun: string[]; stopReason: string | undefined }

/** Plays a pack to its end. `look` sees each state before the interpreter does. */
function play(
  pack: Pack,
  world: World,
  order: readonly number[],
  look: (run: PackRun) => PackRun = (run) => run,
): Told {
  let run: PackRun = { modules: {}, answers: {} }
  const begun: string[] = []
  const underWay = new Map<string, PackAction>()
  for (let turn = 0; turn < 1000; turn++) {
    run = look(run)
    const next = nextPackActions(pack, run)
    if (next.stopReason !== undefined) run.stopped ??= next.stopReason
    for (const action of next.actions) {
      if (underWay.has(action.path)) continue
      if (run.stopped !== undefined) throw new Error('something begins after a stop')
      underWay.set(action.path, action)
      if (action.kind === 'start-module') {
        if (begun.includes(action.module)) throw new Error('a module begins twice')
        begun.push(action.module)
        run.modules[action.module] = { status: 'processing' }
      }
    }
    if (next.outcome === 'ended') {
      for (const key of next.skipped) run.modules[key] = { status: 'skipped' }
      return { run, begun, stopReason: next.stopReason }
    }
    const waiting = [...underWay.values()]
    const done = waiting[(order[turn % order.length] ?? 0) % waiting.length]
    if (!done) throw new Error('the run waits for nothing')
    underWay.delete(done.path)
    end(pack, run, world, done)
  }
  throw new Error('the run does not end')
}

function end(pack: Pack, run: PackRun, world: World, done: PackAction): void {
  if (done.kind === 'start-module') {
    const index = modulesOf(pack.root).indexOf(done.module)
    run.modules[done.module] = { status: world.outcomes[index % 50] ?? 'completed' }
  } else {
    const index = done.path.split('').reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
    run.answers[done.path] = world.answers[index % 50] ?? false
  }
}

const tried = packs({ stops: true })

test('every run ends, begins nothing twice or after a stop, and leaves each of its modules in exactly one final state', () => {
  fc.assert(
    fc.property(tried, worlds, orders, (pack, world, order) => {
      const { run, begun } = play(pack, world, order)
      const keys = modulesOf(pack.root)
      expect(Object.keys(run.modules).toSorted()).toEqual(keys.toSorted())
      for (const key of keys)
        expect(run.modules[key]?.status === 'skipped').toBe(!begun.includes(key))
      expect(Object.values(run.modules).map(({ status }) => status)).not.toContain('processing')
    }),
  )
})

test('a run that has ended stays ended, as it was', () => {
  fc.assert(
    fc.property(tried, worlds, orders, (pack, world, order) => {
      const { run, stopReason } = play(pack, world, order)
      expect(nextPackActions(pack, run)).toEqual({
        actions: [],
        outcome: 'ended',
        skipped: [],
        ...(stopReason !== undefined && { stopReason }),
      })
    }),
  )
})

test('a state that went through JSON gives the same next actions', () => {
  fc.assert(
    fc.property(tried, worlds, orders, (pack, world, order) => {
      const plain = play(pack, world, order)
      const carried = play(pack, world, order, (run) => {
        const copy: PackRun = JSON.parse(JSON.stringify(run))
        expect(nextPackActions(pack, copy)).toEqual(nextPackActions(pack, run))
        return copy
      })
      expect(carried).toEqual(plain)
    }),
  )
})

test('without a stop, the order in which siblings end changes nothing in the end', () => {
  fc.assert(
    fc.property(packs({ stops: false }), worlds, orders, orders, (pack, world, one, other) => {
      expect(play(pack, world, one).run).toEqual(play(pack, world, other).run)
    }),
  )
})

test('a failed condition never leads to a stop or to a branch', () => {
  fc.assert(
    fc.property(tried, orders, (pack, order) => {
      const world: World = {
        outcomes: Array.from({ length: 50 }, () => 'completed'),
        answers: Array.from({ length: 50 }, () => 'failed'),
      }
      const { run, begun } = play(pack, world, order)
      const inBranches = branchModules(pack.root)
      expect(begun.filter((key) => inBranches.includes(key))).toEqual([])
      for (const key of inBranches) expect(run.modules[key]?.status).toBe('skipped')
    }),
  )
})

function branchModules(step: Step): string[] {
  if (step.kind === 'when') return modulesOf(step)
  return 'steps' in step ? step.steps.flatMap((inner) => branchModules(inner)) : []
}
