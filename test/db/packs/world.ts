// Worlds for random packs on real rows: how each module behaves, what comes of each time that it begins, and how
// each condition is answered. What has begun stands in a table, so that it is undone with its commit.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { z } from 'zod'
import { commitOn } from '#src/journey/commit/commit.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import {
  computes,
  defineModule,
  type Module,
  type ModuleCall,
  opens,
  type ModuleRun,
  waitsFor,
} from '#src/journey/capabilities/module.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'
import { type ConditionAnswer, modulesOf } from '#src/packs/document/walk.ts'
import type { Ending } from '#test/unit/packs/document/random-packs.ts'
import { note, scanOpened, type Stage } from './stage.ts'

/** `unknown`: this process has no such module. `marks` answers the condition behind it. */
type Behaviour = 'computes' | 'throws' | 'opens' | 'waits' | 'unknown' | 'marks'

export type Scripted = {
  behaviour(module: string): Behaviour
  outcome(module: string, time: number): Ending
  /** Of the condition behind a marker. */
  answer(marker: string, time: number): ConditionAnswer
}

const fifty = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 50, maxLength: 50 })
const behaviours = ['computes', 'throws', 'opens', 'opens', 'opens', 'waits', 'unknown'] as const

export const scripts: fc.Arbitrary<Scripted> = fc
  .record({
    kinds: fifty(fc.constantFrom<Behaviour>(...behaviours)),
    outcomes: fifty(fc.constantFrom<Ending>('completed', 'completed', 'failed', 'never')),
    answers: fifty(fc.constantFrom<ConditionAnswer>(true, false, false, 'unanswered')),
  })
  .map(({ kinds, outcomes, answers }) => {
    const behaviour = (module: string): Behaviour =>
      isMarker(module) ? 'marks' : (kinds[numberOf(module) % 50] ?? 'computes')
    return {
      behaviour,
      outcome(module, time) {
        const drawn = outcomes[(numberOf(module) + time * 7) % 50] ?? 'completed'
        switch (behaviour(module)) {
          case 'marks':
          case 'computes':
            return 'completed'
          case 'throws':
            return 'failed'
          case 'unknown':
            return 'never'
          case 'waits':
            return drawn === 'failed' ? 'never' : drawn
          case 'opens':
            return drawn
        }
      },
      answer: (marker, time) => answers[(numberOf(marker) + time * 7) % 50] ?? false,
    }
  })

const isMarker = (module: string): boolean => module.startsWith('c')
const numberOf = (module: string): number => Number(module.slice(1))

/** Each condition asks about a module of its own, which begins each time just before it is asked. */
export function withMarkers({ root, ...pack }: Pack): Pack {
  let made = 0
  const mark = (step: Step): Step => {
    switch (step.kind) {
      case 'module':
      case 'wait':
      case 'call':
      case 'ask':
      case 'each':
      case 'decide':
      case 'stop':
        return step
      case 'sequence':
      case 'parallel':
        return { ...step, steps: step.steps.map(mark) }
      case 'review': {
        const { approved, rejected } = step
        return {
          ...step,
          ...(approved && { approved: mark(approved) }),
          ...(rejected && { rejected: mark(rejected) }),
        }
      }
      case 'pack':
        return { ...step, ...(step.root && { root: mark(step.root) }) }
      case 'when': {
        const [marker, of, condition] = markerOf((made += 1))
        const { otherwise, ifUnanswered } = step
        const inner = {
          run: mark(step.run),
          ...(otherwise && { otherwise: mark(otherwise) }),
          ...(ifUnanswered && { ifUnanswered: mark(ifUnanswered) }),
        }
        return { kind: 'sequence', steps: [marker, { ...step, of, condition, ...inner }] }
      }
      case 'repeat': {
        const [marker, of, until] = markerOf((made += 1))
        return { ...step, of, until, run: { kind: 'sequence', steps: [marker, mark(step.run)] } }
      }
    }
  }
  return { ...pack, root: mark(root) }
}

function markerOf(number: number) {
  const module = `c${number}`
  const marker: Step = { kind: 'module', module }
  return [marker, [module], `${module}.results[0].value > 0.0`] as const
}

export const createBegun = (db: Db) =>
  db.execute(sql`create table test_begun (
    n bigint generated always as identity, run_id uuid not null, module text not null,
    answered_at timestamptz)`)

export const makeModules = (root: Step, script: Scripted): Module[] =>
  modulesOf(root)
    .filter((key) => script.behaviour(key) !== 'unknown')
    .map((key) =>
      defineModule(
        { key },
        z.object({ value: z.number() }),
        async (db, { moduleStatus, runId }) => ({
          moduleStatus,
          results: isMarker(key) ? resultsFor(script.answer(key, await count(db, runId, key))) : [],
        }),
        { runs: runsOf(key, script), seen: { value: 'double' } },
      ),
    )

/** A condition over no result at all cannot be answered. */
const resultsFor = (answer: ConditionAnswer) =>
  typeof answer === 'string' ? [] : [{ value: answer ? 1 : 0 }]

function runsOf(key: string, script: Scripted): ModuleRun {
  switch (script.behaviour(key)) {
    case 'throws':
      return computes(() => Promise.reject(new Error('a fault')))
    case 'waits':
      return waitsFor((call) => isAnswered(call, key))
    case 'opens':
      return opens(
        async (call) => {
          await begin(call, key)
          const times = await count(call.tx, call.runId, key)
          if (script.outcome(key, times) !== 'never')
            append(call.locked, { kind: scanOpened, ref: `${call.runId}:${key}:${times}` })
        },
        async (call) => {
          if (!(await isAnswered(call, key))) return false
          const outcome = script.outcome(key, await count(call.tx, call.runId, key))
          return outcome === 'failed' ? outcome : outcome === 'completed'
        },
      )
    case 'computes':
    case 'marks':
    case 'unknown':
      return computes((call) => begin(call, key))
  }
}

async function begin({ tx, runId }: ModuleCall, key: string): Promise<void> {
  await tx.execute(sql`insert into test_begun (run_id, module) values (${runId}, ${key})`)
}

async function count(db: Db, runId: string, key: string): Promise<number> {
  const [found] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from test_begun where run_id = ${runId} and module = ${key}`)
  return found?.count ?? 0
}

/** What came before the module was to begin anew does not count. */
async function isAnswered({ tx, runId, since }: ModuleCall, key: string): Promise<boolean> {
  const [latest] = await tx.execute<{ at: string | null }>(sql`
    select answered_at as at from test_begun where run_id = ${runId} and module = ${key}
    order by n desc limit 1`)
  return latest?.at ? !since || new Date(latest.at) > since : false
}

/** What a scan's task leaves behind. */
export async function answerScan(tx: Db, ref: string, now: Date): Promise<void> {
  const [run, module] = ref.split(':')
  const at = now.toISOString()
  await tx.execute(sql`update test_begun set answered_at = ${at}::timestamptz where n = (
    select max(n) from test_begun where run_id = ${run} and module = ${module})`)
}

type Client = {
  readonly stage: Stage
  readonly id: string
  readonly run: string
  readonly script: Scripted
}

/** Brings one thing that the run waits for; false when there is nothing that the client would ever bring. */
export async function clientSends({ stage, id, run, script }: Client): Promise<boolean> {
  const { modules } = await stage.run(run)
  const started = (await stage.journal(id)).filter(({ kind }) => kind === 'module-started')
  const awaited = Object.keys(modules).find((key) => {
    if (modules[key] !== 'processing' || script.behaviour(key) !== 'waits') return false
    const times = started.filter(({ module }) => module === key).length
    return script.outcome(key, times) === 'completed'
  })
  if (awaited === undefined) return false
  await commitOn(stage.deps, id, async (tx, locked) => {
    await tx.execute(sql`insert into test_begun (run_id, module, answered_at)
      values (${run}, ${awaited}, ${locked.now.toISOString()}::timestamptz)`)
    note(locked)
  })
  return true
}
