// Combines the engines’ results for the sides of a document that were submitted together: each side is examined by
// itself, and the first without knowledge of the other.
import {
  type Examination,
  listExaminations,
  type Owned,
} from '#src/biometrics/examinations/store.ts'
import type { Reason } from '#src/biometrics/examinations/rules.ts'
import { reasonsOf } from '#src/biometrics/verdicts/reasons.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { StepReason } from '../rules.ts'
import type { LinkStep } from '../steps.ts'

export type Sides = {
  /** The sides belong to two documents: a good front does not make up for another document’s back. */
  readonly differ: boolean
  /** The faults of the sides, the most helpful first. */
  readonly hints: readonly StepReason[]
}

type Side = Pick<Examination<'redoc'>, 'id' | 'result'>

export const noSides: Sides = { differ: false, hints: [] }

/** The sides of the last try; none for a step that has ended. */
export async function readSides(
  { db, sealer }: { readonly db: Db; readonly sealer: Sealer },
  owner: Owned,
  row: LinkStep | undefined,
): Promise<Sides> {
  if (!row || row.outcome !== null || row.tries === 0) return noSides
  const last = row.examinations.slice(-row.pictures)
  const all = await listExaminations({ db, sealer }, owner, ['redoc'])
  return judgeSides(all.filter(({ id }) => last.includes(id)))
}

/** Judges all sides of a document together. Pure. */
export function judgeSides(sides: readonly Side[]): Sides {
  const results = sides.flatMap(({ result }) => result ?? [])
  const ids = sides.map(({ id }) => id)
  const areJoined = results.some(({ withSide = '' }) => ids.includes(withSide))
  const differ = !areJoined && results.some(({ alerts }) => alerts.includes('SIDES_DIFFER'))
  const found: readonly Reason[] = results.flatMap(({ alerts }) => reasonsOf(alerts))
  return { differ, hints: orderOf(differ, sides.length).filter((one) => found.includes(one)) }
}

function orderOf(differ: boolean, count: number): readonly Reason[] {
  if (differ) return ['wrong-side', ...others]
  // Of two sides the one that is examined first lacks the other for a moment, so then `wrong-side` comes last.
  return count === 1 ? ['too-dark', 'wrong-side', ...others] : ['too-dark', ...others, 'wrong-side']
}

const others = ['file-altered', 'file-unproven', 'not-a-document', 'unreadable', 'expired'] as const
