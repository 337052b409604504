// Closes the face step as undecided or rejected when the document shows somebody else, because a live face proves
// nothing then.
import type { LinkDeps } from '../deps.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { linkStepClosed } from '../kinds.ts'
import { type Match, readMatch } from './match.ts'
import { closeStep, type LinkStep, type StepResult } from '../steps.ts'
import type { StepKey, StepOutcome } from '../rules.ts'
import type { StepState } from '../walk.ts'

type Judged = {
  readonly steps: readonly StepState[]
  /** The rows as they were before the commit. */
  readonly rows: readonly LinkStep[]
}

/** Returns the steps, with another outcome for the face where needed; the same list where nothing changed. */
export async function judgeFaces(
  { tx, locked, sealer }: InCommit<Pick<LinkDeps, 'sealer'>>,
  linkId: string,
  { steps, rows }: Judged,
): Promise<readonly StepState[]> {
  // The newest pictures are compared.
  const newest = (wanted: StepKey) =>
    steps.findLast(({ key, outcome }) => key === wanted && outcome !== null)
  const [face, document] = [newest('facialBiometrics'), newest('aiDocs')]
  const row = rows.find(({ step }) => step === face?.name)
  // A person’s decision about the faces is final.
  if (!face || !document || row?.reviewedAt || !isShown(document.outcome)) return steps
  if (!isOpenToDoubt(face.outcome)) return steps
  const match = await readMatch({ db: tx, sealer }, locked, locked.now.toISOString().slice(0, 10))
  const ended = judgeMatch(match, { face: face.outcome, document: document.outcome })
  if (!ended) return steps
  await closeStep(tx, linkId, face.name, { ...ended, closedAt: locked.now })
  append(locked, {
    kind: linkStepClosed,
    module: face.name,
    ref: linkId,
    code: ended.outcome,
    reason: ended.reasons.join(),
  })
  return steps.map((step) => (step === face ? { ...step, ...ended } : step))
}

/** Whether there is a document to compare with. */
const isShown = (outcome: StepOutcome | null): boolean =>
  outcome === 'approved' || outcome === 'inconclusive' || outcome === 'review'

const isOpenToDoubt = (outcome: StepOutcome | null): boolean =>
  outcome === 'live' || outcome === 'inconclusive' || outcome === 'review'

/** Null when the face’s step stays as it is. Pure. */
export function judgeMatch(
  match: Match,
  { face, document }: Readonly<Record<'face' | 'document', StepOutcome | null>>,
): StepResult | null {
  if (match === 'differs') return { outcome: 'rejected', reasons: ['faces-differ'] }
  // A face in review is examined with both pictures anyway; a document in review is decided first.
  if (face !== 'live' || document !== 'approved' || match === 'match') return null
  return { outcome: 'inconclusive', reasons: [match === 'unsure' ? 'faces-unsure' : match] }
}
