// Packs over modules that a test makes up, on a real database and without Temporal: what is due is performed
// as the workflow would.
import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import { foldAgenda } from '#src/journey/agenda/rebuild.ts'
import type { Tasks } from '#src/journey/transaction/task.ts'
import { type Advance, commit, commitOn } from '#src/journey/commit/commit.ts'
import { failTask, runTask, type TaskDeps } from '#src/journey/commit/run-task.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { createKeyedMutex } from '#src/journey/commit/keyed-mutex.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { createLog } from '#src/platform/log.ts'
import { reviewKinds } from '#src/packs/reviews/kinds.ts'
import { packKinds } from '#src/packs/runs/kinds.ts'
import {
  computes,
  defineModule,
  type Module,
  type ModuleRun,
  waitsFor,
} from '#src/journey/capabilities/module.ts'
import { createPacks } from '#src/packs/packs.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { packModules, packRuns } from '#src/packs/runs/table.ts'
import { outcomeOf } from '#src/packs/backtest/evaluate.ts'
import { verdictOf } from '#src/packs/backtest/verdict.ts'
import { endedSections } from '#src/packs/runs/evidence/evidence.ts'
import { openEvidence } from '#src/packs/runs/evidence/seal-evidence.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { packTasks } from '#src/packs/tasks.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { transactionKinds } from '#src/journey/lifecycle/kinds.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { definePack } from '#test/support/packs/build.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'

/** Something that a run may wait for has happened. */
const noted = defineKind('test-noted', 'Something was noted.')
export const scanOpened = defineKind('test-scan-opened', 'A scan was opened.', (tasks, entry) =>
  open(tasks, entry, { key: `scan:${entry.ref}`, task: 'test-scan' }),
)
const scanned = defineKind('test-scanned', 'A scan is there.', (tasks, { ref }) =>
  closeKey(tasks, `scan:${ref}`),
)
const kinds = [...transactionKinds, ...packKinds, ...reviewKinds, noted, scanOpened, scanned]

/** A module that has one result once it is completed. */
export const made = (key: string, runs: ModuleRun): Module =>
  defineModule(
    { key },
    z.object({ value: z.number() }),
    async (_db, { moduleStatus }) => ({
      moduleStatus,
      results: moduleStatus === 'completed' ? [{ value: 1 }] : [],
    }),
    { runs, seen: { value: 'double' } },
  )

export const sum = { key: 'sum' } as const
export const selfie = { key: 'selfie' } as const
export const scan = { key: 'scan' } as const
export const bad = { key: 'bad' } as const

export const computed = made(
  'sum',
  computes(async () => {}),
)

/** A module that waits for the client, and what the client has sent. */
export function awaited() {
  const sent = new Set<string>()
  const waits = waitsFor(async ({ locked }) => sent.has(locked.id))
  return { sent, selfieModule: made('selfie', waits) }
}

class Died extends Error {}

/** Who performs a task: another process, or one that dies just before it commits. */
type By = { readonly other?: boolean; readonly isLost?: boolean }

const dieAfter =
  (advance: Advance): Advance =>
  async (tx, locked) => {
    await advance(tx, locked)
    throw new Died()
  }

const settings = { holdMs: 0, failuresMax: 3, idleMs: 0, historyMax: 0 }
const sealer = createSealer(openKeyring(createKeyring()))
const person = {
  documentType: 'cpf',
  document: '52998224725',
  verifiedEmail: false,
  type: 1,
} as const
let packsMade = 0

export type Stage = Awaited<ReturnType<typeof openStage>>

/** `scans`: of which transactions a scan is there. `onScan`: what its task does besides. */
export async function openStage(
  db: Db,
  modules: readonly Module[],
  scans: Set<string> = new Set(),
  onScan: (tx: Db, ref: string, now: Date) => Promise<void> = async () => {},
) {
  const log = await createLog('silent', 'test')
  const performScan = defineTask('test-scan', async (tx, locked, { ref }) => {
    scans.add(locked.id)
    await onScan(tx, ref, locked.now)
    append(locked, { kind: scanned, ref })
  })
  /** What a process of its own knows of packs and of commits. */
  const startProcess = () => {
    const own = createPacks(
      modules.map((module) => ({ module })),
      { sealer, log, own: [] },
    )
    const nudger = { nudge: () => {} }
    const ownDeps: TaskDeps = {
      db,
      settings,
      nudger,
      advance: own.advance,
      mutex: createKeyedMutex(),
    }
    return { packs: own, deps: ownDeps, tasks: [...packTasks(own), performScan] }
  }
  const [one, other] = [startProcess(), startProcess()]
  const { packs, deps } = one
  const failures = new Map<string, number>()

  const readRow = async (id: string) => {
    const [row] = await db.select().from(transactions).where(eq(transactions.id, id))
    if (!row) throw new Error('the transaction is there')
    return row
  }

  async function perform(id: string, key: string, task: string, by: By = {}): Promise<void> {
    const worker = by.other ? other : one
    const { tasks } = worker
    const definition = tasks.find(({ name }) => name === task)
    if (!definition) return
    const asked = { id, key, after: 0 }
    const dying = { ...worker.deps, advance: dieAfter(worker.deps.advance) }
    try {
      const given = by.isLost ? dying : worker.deps
      await runTask(given, definition, asked, new AbortController().signal)
    } catch (error) {
      if (error instanceof Died) return
      if (error instanceof Error && 'type' in error && error.type === 'unknown-task') return
      const count = (failures.get(key) ?? 0) + 1
      failures.set(key, count)
      if (count < settings.failuresMax) return
      await failTask(worker.deps, (name) => tasks.find((known) => known.name === name), asked)
    }
  }

  return {
    db,
    deps,
    packs,
    scans,
    create: () =>
      commit(deps, async (tx, hold) => {
        const locked = hold(
          await createTransaction(
            tx,
            sealer,
            { tenant: 'acme', mode: 'sandbox', client: 'app' },
            person,
          ),
        )
        return locked.id
      }),
    async publish(root: Step): Promise<Pack> {
      const pack = definePack(`tried-${(packsMade += 1)}`, 1, root)
      await publishPacks(db, [pack])
      return pack
    },
    /** Starts a run, and gives its id. */
    async start(id: string, pack: Pack): Promise<string> {
      const run = await commitOn(deps, id, async (tx, locked) => {
        const version = await packs.versions.find(tx, '*', pack.name, pack.version)
        if (!version) throw new Error('the pack is published')
        return packs.start(tx, locked, { version }, { implicit: false })
      })
      if (run === undefined) throw new Error('the run has started')
      return run.id
    },
    /** A commit as anybody's. */
    change: (id: string, work: (locked: Locked) => void = note): Promise<void | undefined> =>
      commitOn(deps, id, async (_tx, locked) => work(locked)),
    perform,
    /** Performs each task that is due, once. */
    async work(id: string): Promise<void> {
      const row = await readRow(id)
      const now = Date.now() + row.clockOffsetMs
      const due = row.agenda.filter(({ dueAt }) => dueAt <= now)
      for (const { key, task } of due.toSorted((a, b) => a.dueAt - b.dueAt))
        await perform(id, key, task)
    },
    advanceClock: (id: string, ms: number) =>
      db
        .update(transactions)
        .set({ clockOffsetMs: sql`${transactions.clockOffsetMs} + ${ms}` })
        .where(eq(transactions.id, id)),
    /** Epoch ms of its clock. */
    now: async (id: string) => Date.now() + (await readRow(id)).clockOffsetMs,
    tasks: async (id: string): Promise<Tasks> => (await readRow(id)).agenda,
    journal: (id: string) => readJournal(db, id),
    kinds: async (id: string) => (await readJournal(db, id)).map(({ kind }) => kind),
    /** A run as its rows say. */
    async run(runId: string) {
      const [run] = await db.select().from(packRuns).where(eq(packRuns.id, runId))
      const rows = await db.select().from(packModules).where(eq(packModules.runId, runId))
      const modules = Object.fromEntries(rows.map(({ step, status }) => [step, status]))
      return { status: run?.status, stopReason: run?.stopReason, answers: run?.answers, modules }
    },
    /** The sections that an ended run answers with. */
    async answer(runId: string) {
      const shown = await findRun(db, runId)
      const owning = shown && (await findById(db, shown.transactionId))
      if (!owning || !shown.kept) throw new Error('the run has kept something')
      return endedSections(await openEvidence(sealer, owning, runId, shown.kept))
    },
    runs: (id: string) =>
      db
        .select()
        .from(packRuns)
        .where(eq(packRuns.transactionId, id))
        .orderBy(asc(packRuns.startedAt)),
    /** What its own version, or `tried`, decides over what the run has kept. */
    async backtested(runId: string, tried?: Pack) {
      const shown = await findRun(db, runId)
      if (!shown) throw new Error('the run is there')
      const [version, owning] = await Promise.all([
        packs.versions.find(db, shown.owner, shown.name, shown.version),
        findById(db, shown.transactionId),
      ])
      if (!version || !owning || !shown.kept) throw new Error('the run has kept something')
      const kept = await openEvidence(sealer, owning, runId, shown.kept)
      const past = { owning, pack: version.document, answers: shown.answers, kept }
      const verdict = await verdictOf(packs, db, tried ?? version.document, past)
      return { from: outcomeOf(shown), verdict }
    },
    /** The agenda is what its journal says, and each open run has a task in it. */
    async expectSound(id: string): Promise<void> {
      const { agenda } = await readRow(id)
      expect(agenda).toEqual(foldAgenda(await readJournal(db, id), kinds))
      const runs = await db.select().from(packRuns).where(eq(packRuns.transactionId, id))
      for (const { id: runId, endedAt } of runs)
        expect(agenda.some(({ ref }) => ref === runId)).toBe(endedAt === null)
    },
  }
}

export const note = (locked: Locked): void => void append(locked, { kind: noted })
