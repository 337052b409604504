// Opens the review of a run that asks a person: at a step of its pack, or at its end.
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { PackAction } from '#src/packs/document/interpret.ts'
import { nameOfStep } from '#src/packs/document/walk.ts'
import { writePin } from '#src/packs/runs/rules.ts'
import type { OpenRun } from '#src/packs/runs/run.ts'
import type { Db } from '#src/platform/db/client.ts'
import { openReview } from './open.ts'
import { deadlineSecondsDefault, toReviewStep } from './rules.ts'

type Asking = { readonly tx: Db; readonly locked: Locked; readonly run: OpenRun }

type AskPerson = Extract<PackAction, { kind: 'ask-person' }>

/** Opens the review once; its open task shows that it was opened. */
export async function askAtStep(
  { tx, locked, run }: Asking,
  { path, step }: AskPerson,
): Promise<void> {
  if (run.isAsked(path)) return
  const { title, reasons, people, who, deadlineSeconds = deadlineSecondsDefault } = step
  const { row } = run
  run.askPerson(path, locked.now.getTime() + deadlineSeconds * 1_000)
  await openReview(tx, locked, {
    source: 'pack',
    subject: row.id,
    step: toReviewStep(path),
    pack: writePin(row.name, row.version),
    because: 'review-step',
    deadlineSeconds,
    offer: {
      title,
      name: nameOfStep(step, path),
      ...(reasons && { reasons }),
      ...(people && { people }),
      ...(who && { who }),
    },
  })
}

/** A run that ends as `review` is decided by a person later. */
export async function askAtEnd({ tx, locked, run: { row } }: Asking): Promise<void> {
  if (row.outcome !== 'review') return
  const pack = writePin(row.name, row.version)
  const because = row.stopReason ?? 'review'
  await openReview(tx, locked, { source: 'pack', subject: row.id, pack, because })
}
