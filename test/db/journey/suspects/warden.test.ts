// What becomes of tasks of which workers may have died, without a death: a host that is silent, and tasks that run alone.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { seeHost, takeLost } from '#src/biometrics/examinations/engine-capacity.ts'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import { commit, type CommitDeps } from '#src/journey/commit/commit.ts'
import { createKeyedMutex } from '#src/journey/commit/keyed-mutex.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { countDeath } from '#src/journey/suspects/count.ts'
import { listSuspects, type TaskId } from '#src/journey/suspects/store.ts'
import { createUnderWay } from '#src/journey/suspects/running-tasks.ts'
import { createWarden } from '#src/journey/suspects/warden.ts'
import type { Db } from '#src/platform/db/client.ts'
import { createLog } from '#src/platform/log.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { test } from '#test/db/fixture.ts'

const lookAsked = defineKind('look-asked', 'A picture is to be looked at.', (tasks, entry) =>
  open(tasks, entry, { key: `look:${entry.ref}`, task: 'look', lane: 'engine' }),
)
const looked = defineKind('looked', 'A picture was looked at.', (tasks, { reason }) =>
  closeKey(tasks, reason ?? ''),
)

/** `work`: what it does before it is done. */
const look = (work: (signal: AbortSignal) => Promise<unknown>): TaskDefinition => ({
  name: 'look',
  lane: 'engine',
  async perform(run) {
    await work(run.signal)
    await run.commitLast(async (_tx, locked, { ref, key }) => {
      append(locked, { kind: looked, ref, reason: key })
    })
  },
})

const sealer = createSealer(openKeyring(createKeyring()))

const depsOf = (db: Db): CommitDeps => ({
  db,
  nudger: { nudge() {} },
  advance: async () => {},
  mutex: createKeyedMutex(),
})

async function ask(deps: CommitDeps): Promise<TaskId> {
  const ref = randomUUID()
  const id = await commit(deps, async (tx, hold) => {
    const minimal = { documentType: 'cpf', document: '52998224725', verifiedEmail: false, type: 1 }
    const owner = { tenant: 'acme', mode: 'sandbox', client: 'test' } as const
    const locked = hold(await createTransaction(tx, sealer, owner, minimal as never))
    append(locked, { kind: lookAsked, ref })
    return locked.id
  })
  return { id, key: `look:${ref}` }
}

async function openWarden(deps: CommitDeps, work: (signal: AbortSignal) => Promise<unknown>) {
  const underWay = createUnderWay()
  const [log, holder] = [await createLog('silent', 'test'), randomUUID()]
  return { underWay, ...createWarden({ deps, log, underWay, tasks: [look(work)], holder }) }
}

async function kindsOf({ db }: CommitDeps, { id }: TaskId): Promise<readonly string[]> {
  const entries = await readJournal(db, id)
  return entries.map(({ kind }) => kind).filter((kind) => /^(worker|task|looked)/.test(kind))
}

/** Two workers have died of it. */
async function suspect(deps: CommitDeps): Promise<TaskId> {
  const task = await ask(deps)
  await countDeath(deps, { ...task, deaths: 2 })
  return task
}

test('what a silent engine process had under way is counted once; after two it is begun alone, and goes on where that goes well', async ({
  db,
}) => {
  const deps = depsOf(db)
  const [task, beside] = [await ask(deps), await ask(deps)]
  for (let deaths = 1; deaths <= 2; deaths += 1) {
    await seeHost(db, randomUUID(), deaths === 1 ? [task, beside] : [task])
    expect(await takeLost(db)).toEqual([])
    await db.execute(sql`update engine_host set seen_at = seen_at - interval '11 seconds'`)
    const lost = await takeLost(db)
    expect([lost.length, await takeLost(db)]).toEqual([3 - deaths, []])
    for (const one of lost) await countDeath(deps, { ...one, deaths: 1 })
  }
  expect(await listSuspects(db)).toMatchObject([{ ...task, lane: 'engine', isParked: true }])
  const warden = await openWarden(deps, async () => {
    expect(warden.underWay.list()).toEqual([task])
  })
  expect(await warden.tend(new AbortController().signal)).toEqual({ turn: 0, apart: 0 })
  expect(await kindsOf(deps, task)).toEqual([
    'worker-died',
    'worker-died',
    'task-begun-alone',
    'looked',
  ])
  expect(await kindsOf(deps, beside)).toEqual(['worker-died'])
})

test('a task whose process ends in order while it runs alone has its turn again, and is not taken to have gone well', async ({
  db,
}) => {
  const deps = depsOf(db)
  const task = await suspect(deps)
  const ending = new AbortController()
  const never = new Promise(() => {})
  const warden = await openWarden(deps, () => {
    ending.abort()
    return never
  })
  expect(await warden.tend(ending.signal)).toEqual({ turn: 1, apart: 0 })
  expect(await listSuspects(db)).toMatchObject([{ ...task, holder: null, isParked: true }])
  expect(await kindsOf(deps, task)).toEqual(['worker-died', 'task-begun-alone'])
  const other = await openWarden(deps, async () => {})
  await other.tend(new AbortController().signal)
  expect(await kindsOf(deps, task)).toContain('looked')
})

/** Who is silent is believed dead by who has seen it so for two seconds. */
async function judge(deps: CommitDeps): Promise<void> {
  const other = await openWarden(deps, async () => {})
  const idle = AbortSignal.abort()
  await deps.db.execute(sql`update suspect_task set held_at = held_at - interval '5 seconds'`)
  await other.tend(idle)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 3_000)
  await other.tend(idle)
  clock.mockRestore()
}

test('a task of which its process gives up stays its, is judged by its silence, and is set apart the second time', async ({
  db,
}) => {
  const deps = depsOf(db)
  const task = await suspect(deps)
  for (const isLast of [false, true]) {
    const ending = new AbortController()
    const dying = await openWarden(deps, () => {
      dying.underWay.giveUp()
      ending.abort()
      return new Promise(() => {})
    })
    await dying.tend(ending.signal)
    const [held] = await listSuspects(db)
    expect(held?.holder).not.toBeNull()
    await judge(deps)
    expect(await listSuspects(db)).toMatchObject([{ ...task, holder: null, apart: isLast }])
  }
  expect(await kindsOf(deps, task)).toEqual([
    'worker-died',
    'task-begun-alone',
    'task-begun-alone',
    'task-set-apart',
  ])
})
