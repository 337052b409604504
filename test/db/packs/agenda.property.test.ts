// Random packs over random worlds: whatever happens in whatever order, agenda and journal agree, each run has
// a task until it ends, and it ends.
import fc from 'fast-check'
import { expect } from 'vitest'
import { append } from '#src/journal/append.ts'
import { computes, type Module, opens, waitsFor } from '#src/packs/module.ts'
import { module, parallel, sequence, type Step, stop, when } from '#workflows/packs/define.ts'
import { modulesOf } from '#workflows/packs/walk.ts'
import { test } from '../fixture.ts'
import { made, note, openStage, scanOpened } from './stage.ts'

/** How each module behaves: at once, never without its deadline, after some tries, or by a task. */
const behaviours = [
  'computes',
  'fails',
  'fails-once',
  'waits',
  'never',
  'opens',
  'unknown',
] as const
type Behaviour = (typeof behaviours)[number]

const conditions = [
  'm0.results.size() == 1',
  'm0.results[7].value > 0',
  'm0.moduleStatus == "failed"',
]

/** The first module ends before all others begin, so that conditions can ask about it. */
const roots = (count: number): fc.Arbitrary<Step> => {
  const rest = Array.from({ length: count - 1 }, (_, n) => module({ key: `m${n + 1}` }, deadline))
  const grouped = fc
    .shuffledSubarray(rest, { minLength: 1 })
    .chain((some) => fc.constantFrom(sequence(...some), parallel(...some)))
  const branched = fc
    .tuple(grouped, fc.constantFrom(...conditions), fc.boolean())
    .map(([step, condition, stops]) =>
      when([{ key: 'm0' }], condition, step, stops ? stop('rejected', 'enough') : undefined),
    )
  return fc.oneof(grouped, branched).map((step) => sequence(module({ key: 'm0' }, deadline), step))
}
const deadline = { deadlineSeconds: 600 }

type Act = 'note' | 'send' | 'work' | 'clock' | 'start'
const acts = fc.array(fc.constantFrom<Act>('note', 'send', 'work', 'clock', 'start'), {
  maxLength: 8,
})

test('agenda and journal agree after every commit, and every run ends', async ({ db }) => {
  const tried = fc.asyncProperty(
    fc.array(fc.constantFrom(...behaviours), { minLength: 3, maxLength: 4 }),
    roots(3),
    acts,
    async (chosen, root, order) => {
      const sent = new Set<string>()
      const scans = new Set<string>()
      const tries = new Map<string, number>()
      const modules = chosen.flatMap((one, n) => behave(one, `m${n}`, { sent, scans, tries }))
      const stage = await openStage(db, modules, scans)
      const id = await stage.create()
      const pack = await stage.publish(root)
      await stage.start(id, pack)
      await stage.expectSound(id)
      const perform: Record<Act, () => Promise<unknown>> = {
        note: () => stage.change(id),
        send: () => stage.change(id, (locked) => (sent.add(id), note(locked))),
        work: () => stage.work(id),
        clock: () => stage.advanceClock(id, 300_000),
        start: () => stage.start(id, pack),
      }
      for (const act of order) {
        await perform[act]()
        await stage.expectSound(id)
      }
      // Modules that come after others have a deadline of their own.
      for (let n = 0; n < 6; n += 1) {
        await stage.advanceClock(id, 8 * 24 * 3_600_000)
        for (let again = 0; again < 3; again += 1) await stage.work(id)
        await stage.expectSound(id)
      }
      for (const { id: runId, endedAt } of await stage.runs(id)) {
        expect(endedAt).not.toBeNull()
        const { modules: states } = await stage.run(runId)
        expect(Object.keys(states).toSorted()).toEqual(modulesOf(root).toSorted())
        expect(Object.values(states)).not.toContain('processing')
      }
      const ended = (await stage.journal(id)).filter(({ kind }) => kind === 'pack-ended')
      expect(new Set(ended.map(({ ref }) => ref)).size).toBe(ended.length)
      expect(await stage.tasks(id)).toEqual([])
    },
  )
  await fc.assert(tried, { numRuns: 25 })
}, 60_000)

type World = {
  readonly sent: Set<string>
  readonly scans: Set<string>
  readonly tries: Map<string, number>
}

function behave(one: Behaviour, key: string, { sent, scans, tries }: World): Module[] {
  const fail = async () => {
    throw new Error('a fault')
  }
  switch (one) {
    case 'computes':
      return [
        made(
          key,
          computes(async () => {}),
        ),
      ]
    case 'fails':
      return [made(key, computes(fail))]
    case 'fails-once':
      return [
        made(
          key,
          computes(async ({ runId, locked }) => {
            append(locked, { kind: scanOpened, ref: `${runId}:${key}` })
            const count = (tries.get(runId + key) ?? 0) + 1
            tries.set(runId + key, count)
            if (count === 1) await fail()
          }),
        ),
      ]
    case 'waits':
      return [
        made(
          key,
          waitsFor(async ({ locked }) => sent.has(locked.id)),
        ),
      ]
    case 'never':
      return [
        made(
          key,
          waitsFor(async () => false),
        ),
      ]
    case 'opens':
      return [
        made(
          key,
          opens(
            async ({ locked, runId }) =>
              void append(locked, { kind: scanOpened, ref: `${runId}:${key}` }),
            async ({ locked }) => scans.has(locked.id),
          ),
        ),
      ]
    case 'unknown':
      return []
  }
}
