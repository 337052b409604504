// Brings a result to a waiting step, once per round, possibly before the run has come to the step.
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { ValueFault } from '#src/journey/values/schema.ts'
import type { RowStep } from '#src/packs/document/pack.ts'
import { rowStepsByName } from '#src/packs/document/walk.ts'
import { nameImages } from '#src/biometrics/images/store.ts'
import { fitResult, isSameResult } from '#src/packs/forms/fit.ts'
import { noUploads, type StoredUploads } from '#src/packs/forms/uploads.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type Brought, keepBrought, measure } from './brought.ts'
import { stepKey } from './evidence.ts'
import { resultBrought } from '../kinds.ts'
import type { OpenRun } from '../run.ts'

type Bringing = {
  /** The name of the step. */
  readonly step: string
  /** The round of the step if it is known, otherwise the newest. */
  readonly round?: number
  readonly value: unknown
  /** The stored files of a form. */
  readonly uploads?: StoredUploads
  readonly by: Brought['by']
}

/** `same`: an equal result was brought before and stays. */
type Outcome =
  | 'kept'
  | 'same'
  | 'answered'
  | 'not-waiting'
  | 'no-step'
  | { readonly faults: readonly ValueFault[] }

/** Pointers of faults start at the value. The commit then advances the run. */
export async function bringResult(
  ctx: InCommit<{ readonly sealer: Sealer }>,
  run: OpenRun,
  { step: name, value, by, uploads = noUploads, ...of }: Bringing,
): Promise<Outcome> {
  const step = rowStepsByName(run.pack.root).get(name)
  if (!step || !isOf(step, by)) return 'no-step'
  const fitted = fitResult(step, value, uploads.byField)
  if (!fitted) return 'no-step'
  const newest = run.roundOf(name)
  const round = of.round ?? newest
  const before = run.brought.get(stepKey(name, round))
  if (before)
    return 'value' in fitted && isSameResult(fitted.value, before.value) ? 'same' : 'answered'
  if (round !== newest || !isAwaited(run, name)) return 'not-waiting'
  if ('faults' in fitted) return fitted
  const place = { runId: run.row.id, step: name, round }
  const kept = measure(fitted.value, { by, at: run.now, before: run.brought })
  if (!kept) return { faults: [{ pointer: '', detail: 'the values of the run are too large' }] }
  await keepBrought(ctx, place, kept)
  // A person's uploads are named by the run, so that a withdrawal of consent finds and deletes them.
  const submission = { id: by === 'person' ? run.row.id : newId(), kind: 'upload' } as const
  await nameImages(ctx.tx, ctx.locked, submission, uploads.objects)
  run.brought.set(stepKey(name, round), kept)
  append(ctx.locked, {
    kind: resultBrought,
    module: name,
    ref: run.row.id,
    code: by,
    attempt: round,
  })
  return 'kept'
}

/** Whether this sender may bring a result to the step: an endpoint to a call, a person only to a form. */
const isOf = ({ kind }: RowStep, by: Brought['by']): boolean =>
  kind === 'call' ? by === 'endpoint' : by === 'client' || (kind === 'ask' && by === 'person')

/** Whether the step takes a result now: the run waits for it, or has not reached it and accepts an early one. */
function isAwaited(run: OpenRun, name: string): boolean {
  if (run.row.endedAt !== null) return false
  const row = run.modules.get(name)
  const step = rowStepsByName(run.pack.root).get(name)
  // A call takes no early answer, because an endpoint can only answer a call that was made.
  if (!row || (row.status === 'pending' && row.startedAt === null))
    return step?.kind === 'ask' || (step?.kind === 'wait' && step.fresh !== true)
  return row.status === 'processing' && !(row.deadlineAt && row.deadlineAt <= run.now)
}
