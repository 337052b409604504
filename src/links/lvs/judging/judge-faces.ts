// The selfie is compared with the document's portrait by itself: a face that is live proves nothing where the document
// shows somebody else.
import type { LinkDeps } from '../deps.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { linkStepClosed } from '../kinds.ts'
import { type Match, readMatch } from './match.ts'
import type { StepResult } from '../steps.ts'
import type { StepOutcome } from '../rules.ts'
import { closeStep, type LinkStep } from '../steps.ts'
import type { StepState } from '../walk.ts'

type Judged = {
  readonly steps: readonly StepState[]
  /** As they stood before the commit. */
  readonly rows: readonly LinkStep[]
}

/** The steps, of which the face's may have another outcome now; the same list where nothing changed. */
export async function judgeFaces(
  { tx, locked, sealer }: InCommit<Pick<LinkDeps, 'sealer'>>,
  linkId: string,
  { steps, rows }: Judged,
): Promise<readonly StepState[]> {
  const face = steps.find(({ key }) => key === 'facialBiometrics')
  const document = steps.find(({ key }) => key === 'aiDocs')
  const row = rows.find(({ step }) => step === 'facialBiometrics')
  // What a person has decided about the faces stands.
  if (!face || !document || row?.reviewedAt || !isShown(document.outcome)) return steps
  if (!isOpenToDoubt(face.outcome)) return steps
  const match = await readMatch({ db: tx, sealer }, locked, locked.now.toISOString().slice(0, 10))
  const ended = judgeMatch(match, { face: face.outcome, document: document.outcome })
  if (!ended) return steps
  await closeStep(tx, linkId, face.key, { ...ended, closedAt: locked.now })
  append(locked, {
    kind: linkStepClosed,
    module: face.key,
    ref: linkId,
    code: ended.outcome,
    reason: ended.reasons.join(),
  })
  return steps.map((step) => (step === face ? { ...step, ...ended } : step))
}

/** There is a document to compare with. */
const isShown = (outcome: StepOutcome | null): boolean =>
  outcome === 'approved' || outcome === 'inconclusive' || outcome === 'review'

const isOpenToDoubt = (outcome: StepOutcome | null): boolean =>
  outcome === 'live' || outcome === 'inconclusive' || outcome === 'review'

/** Pure. Null: the face's step stays as it is. */
export function judgeMatch(
  match: Match,
  { face, document }: Readonly<Record<'face' | 'document', StepOutcome | null>>,
): StepResult | null {
  if (match === 'differs') return { outcome: 'rejected', reasons: ['faces-differ'] }
  // What is in review already is looked at with both pictures; a document that is waits for its own decision first.
  if (face !== 'live' || document !== 'approved' || match === 'match') return null
  return { outcome: 'inconclusive', reasons: [match === 'unsure' ? 'faces-unsure' : match] }
}
