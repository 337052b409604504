// The engines' tasks: each loads the stored images, asks the engine, and commits the result. A task may run twice; one
// result counts.
import type { Fifo } from '#src/biometrics/engines/fifo.ts'
import { engineAway, ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import {
  defineTask,
  type TaskDefinition,
  type TaskRun,
  type TaskWork,
} from '#src/journey/commit/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import { ImageLost } from '#src/biometrics/images/images.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { findById } from '#src/journey/transaction/store.ts'
import type { BiometricsDeps } from './deps.ts'
import { examine } from './examine.ts'
import { MagicFailure } from './examining.ts'
import type { Inputs, Results } from './examination.ts'
import { examinationDone, examinationFailed, examineTask, expireTask } from './kinds.ts'
import { releaseCapacity } from './engine-capacity.ts'
import { type ExaminationKind, livenessCodes } from './rules.ts'
import { SealError } from '#src/platform/seal/errors.ts'
import {
  completeExamination,
  type Examination,
  failExamination,
  findExamination,
  openExamination,
} from './store.ts'
import { type Marked, recordMarks } from '#src/biometrics/pictures/store.ts'

export const examinationTasks = (deps: BiometricsDeps, kind: ExaminationKind): TaskDefinition[] => [
  {
    name: examineTask(kind),
    lane: 'engine',
    perform: (run) => perform(deps, kind, run),
    fail: (tx, locked, task) => endFailed(tx, locked, task.ref, 'internal'),
  },
]

/** One task for all kinds of examinations. */
export const expiryTask = (): TaskDefinition =>
  defineTask(expireTask, (tx, locked, { ref }) => endFailed(tx, locked, ref, 'timeout'))

async function perform<K extends ExaminationKind>(
  deps: BiometricsDeps,
  kind: K,
  run: TaskRun,
): Promise<void> {
  const { engines, db, sealer, log } = deps
  const begun = await run.commit(async (_tx, { tenant, pack }, { ref }) => ({ ref, tenant, pack }))
  if (begun === undefined) return
  const { ref, tenant, pack } = begun
  // Logged before, because a picture may crash the process, and then this line is the only trace.
  log.info({ transaction: run.id, tenant, task: run.key, pack }, 'a picture is looked at')
  const [row, transaction] = await Promise.all([findExamination(db, ref), findById(db, run.id)])
  if (!row || !transaction || row.status !== 'processing') return run.commitLast()
  if (!engines) throw engineAway()
  const one = await openExamination<K>(sealer, transaction, row)
  let result: Results[K]
  try {
    const { signal } = run
    result = await turnOf(deps, kind).run(
      () => examine[kind]({ deps, engines, transaction, tenant, signal }, one),
      { signal, tenant },
    )
  } catch (error) {
    const code = readFailure(error)
    if (code === undefined) throw error
    return run.commitLast((tx, locked) => endFailed(tx, locked, ref, code))
  }
  await run.commitLast(endDone(deps, one, result))
}

/** Documents have a turn of their own, so that slow ones do not delay selfies. */
const turnOf = ({ biometrics: { turns } }: BiometricsDeps, kind: ExaminationKind): Fifo =>
  kind === 'redoc' ? turns.documents : turns.faces

/**
 * The code of a failure that stays the same however often the task runs; undefined for all others, which are tried
 * again.
 */
function readFailure(error: unknown): string | undefined {
  if (error instanceof SealError || error instanceof ImageUnreadable) return 'image-damaged'
  if (error instanceof ImageLost) return 'image-lost'
  return error instanceof MagicFailure ? 'internal' : undefined
}

function endDone<K extends ExaminationKind>(
  { sealer }: BiometricsDeps,
  { kind, id, input }: Pick<Examination<K>, 'kind' | 'id' | 'input'>,
  result: Results[K],
): TaskWork {
  return async (tx, locked) => {
    await completeExamination<K>({ tx, sealer, locked }, { id, result })
    const marked = markedBy(result, input)
    if (marked) await recordMarks({ tx, sealer, locked }, id, marked)
    append(locked, { kind: examinationDone, module: kind, ref: id, code: codeOf(result) })
    await releaseCapacity(tx, id)
  }
}

/** The hashes by which the pictures of a result are found again. */
function markedBy(
  result: Results[ExaminationKind],
  input: Inputs[ExaminationKind],
): Marked | undefined {
  if (!('look' in result) || result.look === undefined) return undefined
  const { look } = result
  if ('hash' in input && input.hash !== undefined) return { bytes: [input.hash], look }
  return 'hashes' in input ? { bytes: input.hashes, look } : undefined
}

function codeOf(result: Results[ExaminationKind]): string {
  if ('livenessStatus' in result) return livenessCodes[result.livenessStatus]
  return 'alerts' in result ? result.result.toLowerCase() : 'scored'
}

async function endFailed(tx: Db, locked: Locked, id: string, code: string): Promise<void> {
  const row = await findExamination(tx, id)
  if (!row || row.status !== 'processing') return
  await failExamination(tx, locked, id, code)
  append(locked, { kind: examinationFailed, module: row.kind, ref: id, code })
  await releaseCapacity(tx, id)
}
