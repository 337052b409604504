// Runs go on in the commits that change what they wait for.
import { describe, expect } from 'vitest'
import { commit, commitOn } from '#src/journey/commit/commit.ts'
import { runTask } from '#src/journey/commit/run-task.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import { opens } from '#src/journey/capabilities/module.ts'
import { lockById, lockTransaction } from '#src/journey/transaction/store.ts'
import { module, sequence, stop, when } from '#test/support/packs/build.ts'
import { test } from '../fixture.ts'
import {
  awaited,
  computed,
  made,
  note,
  openStage,
  scan,
  scanOpened,
  selfie,
  type Stage,
  sum,
} from './stage.ts'

const week = 7 * 24 * 3_600_000

const kindsAfter = async (stage: Stage, id: string, after: string) => {
  const kinds = await stage.kinds(id)
  return kinds.slice(kinds.indexOf(after))
}

describe('a pack of computed modules', () => {
  test('ends in the commit that starts it, its condition answered', async ({ db }) => {
    const stage = await openStage(db, [computed])
    const pack = await stage.publish(
      sequence(module(sum), when([sum], 'sum.results[0].value > 0', stop('rejected', 'enough'))),
    )
    const id = await stage.create()
    const run = await stage.start(id, pack)
    expect(await kindsAfter(stage, id, 'pack-started')).toEqual([
      'pack-started',
      'module-started',
      'module-completed',
      'condition-answered',
      'pack-stopped',
      'pack-ended',
    ])
    expect(await stage.run(run)).toEqual({
      status: 'completed',
      stopReason: 'enough',
      answers: { '/steps/1': true },
      modules: { sum: 'completed' },
    })
    expect(await stage.tasks(id)).toEqual([])
  })

  test('leaves what it did not come to skipped', async ({ db }) => {
    const stage = await openStage(db, [computed])
    const branch = when([sum], 'sum.results[0].value > 5', module(selfie))
    const pack = await stage.publish(sequence(module(sum), branch))
    const id = await stage.create()
    const run = await stage.start(id, pack)
    expect(await stage.run(run)).toMatchObject({
      status: 'completed',
      modules: { sum: 'completed', selfie: 'skipped' },
    })
    await stage.expectSound(id)
  })
})

describe('a run that waits', () => {
  const root = sequence(module(selfie), module(sum))

  /** What has changed is written by a request, by a callback, by a task and by what a launched call brings. */
  const writers: Record<
    string,
    (stage: Stage, id: string, change: () => void) => Promise<unknown>
  > = {
    request: ({ deps }, id, change) =>
      commit(deps, async (tx, hold) => {
        const locked = await lockTransaction(tx, { tenant: 'acme', mode: 'sandbox' }, id)
        if (!locked) throw new Error('the transaction is there')
        change()
        note(hold(locked))
      }),
    callback: ({ deps }, id, change) =>
      commitOn(deps, id, async (_tx, locked) => {
        change()
        note(locked)
      }),
    task: async ({ deps }, id, change) => {
      await commitOn(deps, id, async (_tx, locked) => {
        append(locked, { kind: scanOpened, ref: id })
      })
      const write = defineTask('test-scan', async (_tx, locked) => {
        change()
        note(locked)
      })
      const asked = { id, key: `scan:${id}`, after: 0 }
      await runTask(deps, write, asked, new AbortController().signal)
    },
    'launched call': ({ deps }, id, change) =>
      runTask(
        deps,
        {
          name: 'test-call',
          lane: 'local',
          perform: (run) =>
            run.commitAnyway(async (_tx, locked) => {
              change()
              note(locked)
            }),
        },
        { id, key: 'call', after: 0 },
        new AbortController().signal,
      ),
  }

  test.for(Object.keys(writers))('goes on in the commit of a %s', async (writer, { db }) => {
    const { sent, selfieModule } = awaited()
    const stage = await openStage(db, [computed, selfieModule])
    const id = await stage.create()
    const run = await stage.start(id, await stage.publish(root))
    expect(await stage.run(run)).toMatchObject({
      status: 'processing',
      modules: { selfie: 'processing' },
    })
    await stage.expectSound(id)
    await stage.change(id)
    expect(await stage.run(run)).toMatchObject({ status: 'processing' })
    await writers[writer]?.(stage, id, () => sent.add(id))
    expect(await stage.run(run)).toMatchObject({
      status: 'completed',
      modules: { selfie: 'completed', sum: 'completed' },
    })
    await stage.expectSound(id)
  })

  test('has a deadline of seven days where its pack names none', async ({ db }) => {
    const stage = await openStage(db, [awaited().selfieModule])
    const id = await stage.create()
    await stage.start(id, await stage.publish(module(selfie)))
    const started = (await stage.journal(id)).find(({ kind }) => kind === 'module-started')
    expect((await stage.tasks(id)).map(({ task, dueAt }) => [task, dueAt])).toEqual([
      ['pack-deadline', (started?.at ?? 0) + week],
    ])
  })

  test('counts what was there before it began', async ({ db }) => {
    const { sent, selfieModule } = awaited()
    const stage = await openStage(db, [computed, selfieModule])
    const id = await stage.create()
    sent.add(id)
    const run = await stage.start(id, await stage.publish(root))
    expect(await stage.run(run)).toMatchObject({ status: 'completed' })
  })

  test('beside others of its transaction: one fact ends each of them once', async ({ db }) => {
    const { sent, selfieModule } = awaited()
    const stage = await openStage(db, [computed, selfieModule])
    const id = await stage.create()
    const [one, other] = [await stage.publish(root), await stage.publish(module(selfie))]
    const runs = [
      await stage.start(id, one),
      await stage.start(id, other),
      await stage.start(id, one),
    ]
    sent.add(id)
    await stage.change(id)
    for (const run of runs) expect(await stage.run(run)).toMatchObject({ status: 'completed' })
    const ended = (await stage.journal(id)).filter(({ kind }) => kind === 'pack-ended')
    expect(ended.map(({ ref }) => ref)).toEqual(runs)
    await stage.expectSound(id)
  })

  test('asked by eight commits at once writes nothing twice', async ({ db }) => {
    const { sent, selfieModule } = awaited()
    const stage = await openStage(db, [computed, selfieModule])
    const id = await stage.create()
    await stage.start(id, await stage.publish(root))
    sent.add(id)
    await Promise.all(Array.from({ length: 8 }, () => stage.change(id)))
    const kinds = (await stage.kinds(id)).filter((kind) => kind !== 'test-noted')
    expect(kinds).toEqual([
      'transaction-created',
      'pack-started',
      'module-started',
      'module-completed',
      'module-started',
      'module-completed',
      'pack-ended',
    ])
  })
})

describe('a module that opens a task', () => {
  const root = sequence(module(scan), module(sum))

  async function open(db: Db) {
    const scans = opens(
      async ({ locked, runId }) => void append(locked, { kind: scanOpened, ref: runId }),
      async ({ locked }) => stage.scans.has(locked.id),
    )
    const stage: Stage = await openStage(db, [computed, made('scan', scans)])
    return stage
  }

  test('opens it once, and goes on in the commit of that task', async ({ db }) => {
    const stage = await open(db)
    const id = await stage.create()
    const run = await stage.start(id, await stage.publish(root))
    await stage.change(id)
    await stage.expectSound(id)
    expect((await stage.kinds(id)).filter((kind) => kind === 'test-scan-opened')).toHaveLength(1)
    await stage.work(id)
    expect(await stage.run(run)).toMatchObject({ status: 'completed' })
    await stage.expectSound(id)
  })

  test('opens none when what it would bring is there', async ({ db }) => {
    const stage = await open(db)
    const id = await stage.create()
    stage.scans.add(id)
    const run = await stage.start(id, await stage.publish(root))
    expect(await stage.run(run)).toMatchObject({ status: 'completed' })
    expect(await stage.kinds(id)).not.toContain('test-scan-opened')
  })
})

describe('what costs nothing', () => {
  /** A handle that answers nothing. */
  const untouchable = new Proxy({} as Db, {
    get() {
      throw new Error('the database is asked')
    },
  })

  test('a commit without an open run asks nothing, nor a second look at the same journal', async ({
    db,
  }) => {
    const { selfieModule } = awaited()
    const stage = await openStage(db, [computed, selfieModule])
    const { advance } = stage.packs
    const id = await stage.create()
    await commitOn(stage.deps, id, async (_tx, locked) => {
      await advance(untouchable, locked)
      note(locked)
      await advance(untouchable, locked)
    })
    await stage.start(id, await stage.publish(module(selfie)))
    await commitOn(stage.deps, id, async (tx, locked) => {
      await advance(untouchable, locked)
      note(locked)
      await advance(tx, locked)
      await advance(untouchable, locked)
    })
    await db.transaction(async (tx) => {
      const locked = await lockById(tx, id)
      if (locked) await advance(untouchable, locked)
    })
  })
})
