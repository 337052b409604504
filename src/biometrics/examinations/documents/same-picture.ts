// Finds pictures of the same kind that were sent before in another transaction for another document. Reviewers see the
// finding, but it decides nothing.
import { differenceOf, likeMax } from '#src/biometrics/pictures/rules.ts'
import { type Candidate, findCandidates, type Marked } from '#src/biometrics/pictures/store.ts'
import { documentValue } from '#src/journey/velocity/sighting.ts'
import { findById, readFields } from '#src/journey/transaction/store.ts'
import type { SamePicture } from '../examination.ts'
import type { Examining } from '../examining.ts'
import type { ExaminationKind } from '../rules.ts'
import { findExamination, openExamination } from '../store.ts'

/** The kinds whose pictures are compared: documents and selfies. */
type Kind = Exclude<ExaminationKind, 'biometrics-score'>

export async function findSamePictures(
  on: Examining,
  kind: Kind,
  marked: Marked,
): Promise<SamePicture[]> {
  const { deps, transaction } = on
  const own = await readFields(deps.sealer, transaction)
  const candidates = await findCandidates(deps.db, deps.sealer, transaction, marked)
  const found: SamePicture[] = []
  for (const candidate of candidates) {
    const document = await documentOf(on, candidate, { kind, look: marked.look })
    if (document === undefined || document === documentValue(own)) continue
    found.push({
      kind: candidate.isSame ? 'same-picture' : 'like-picture',
      transactionId: candidate.transactionId,
      recognitionId: candidate.submissionId,
    })
  }
  return found
}

/** The document of the other transaction; undefined when the pictures differ, or when its data were deleted. */
async function documentOf(
  { deps: { db, sealer } }: Examining,
  { transactionId, submissionId, isSame }: Candidate,
  { kind, look }: { readonly kind: Kind; readonly look: string },
): Promise<string | undefined> {
  const [transaction, row] = await Promise.all([
    findById(db, transactionId),
    findExamination(db, submissionId),
  ])
  if (!transaction?.key.wrapped || !row || row.kind !== kind) return undefined
  const { result } = await openExamination<Kind>(sealer, transaction, row)
  // Only fronts are compared, because the backs of two documents look alike.
  const isFront = !(result && 'reading' in result && result.reading.side === 'back')
  const isLike = isFront && differenceOf(result?.look ?? '', look) <= likeMax
  if (!isSame && !isLike) return undefined
  return documentValue(await readFields(sealer, transaction))
}
