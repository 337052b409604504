// Recognises a document: the picture is read, joined with the other side, and its portrait compared.
import type { DocumentReading, Portrait } from '#src/biometrics/engines/port.ts'
import { lookOf } from '#src/biometrics/pictures/look.ts'
import { listImages } from '#src/biometrics/images/store.ts'
import { readerNow } from '#src/journey/transaction/store.ts'
import {
  type Assurance,
  type DocumentFinding,
  type DocumentPolicy,
  judgeDocument,
  ownPolicy,
} from '#src/biometrics/verdicts/documents.ts'
import type { Results } from '../examination.ts'
import { compare, type Examining, failByMagic, findFace, findPortrait, load, readClaimed } from '../examining.ts' // prettier-ignore
import { isShownByName, magicFace, type MagicName, magicPortrait, magicReading, magicResult } from '../magic.ts' // prettier-ignore
import { findSamePictures } from './same-picture.ts'
import { findSelfie } from '../selfies.ts'
import { enabledKinds } from './signed-file.ts'
import { joinSides, type Side } from '#src/biometrics/verdicts/sides.ts'
import { type Examination, listExaminations } from '../store.ts'

/** A side of a document, with the magic value in its file name. */
type SentSide = Side & {
  readonly magic: MagicName | undefined
  /** The position of the image that shows this side. */
  readonly pictureAt?: number | undefined
}

export async function examineDocument(
  on: Examining,
  { id, input, takenAt }: Examination<'redoc'>,
): Promise<Results['redoc']> {
  const { engines } = on
  failByMagic(input.magic)
  const claimed = await readClaimed(on)
  const reading =
    (input.magic && magicReading(input.magic, claimed)) ??
    (await engines.ocr.read(await loadImage(on, id), on))
  const magic = isShownByName(input.magic) ? input.magic : undefined
  const own: SentSide = { id, takenAt, hash: input.hash, reading, magic }
  const { front, back, differ, reading: joined } = joinSides(own, await earlierSides(on))
  const portrait = front && !reading.isUnread ? await findPortraitOf(on, front) : undefined
  const comparison = front && portrait && (await compareWithSelfie(on, front, portrait))
  const sides = { hasFront: front !== undefined, hasBack: back !== undefined, differ }
  const judged = judgeFound(on, { reading: joined, claimed, portrait, comparison, sides })
  const look = magic ? undefined : await lookOf(await loadImage(on, id))
  const marked = look !== undefined && input.hash !== undefined && { bytes: [input.hash], look }
  const samePictures = marked ? await findSamePictures(on, 'redoc', marked) : []
  const other = [front, back].find((side) => side && side.id !== id)
  const assurance = believedAssurance(on, joined)
  return {
    reading,
    ...judged,
    result: magicResult(input.magic, judged.alerts) ?? judged.result,
    ...(comparison && { comparison }),
    ...(other && { withSide: other.id }),
    ...(assurance && { assurance }),
    ...(look !== undefined && { look }),
    ...(samePictures.length > 0 && { samePictures }),
  }
}

/** The engine's own check besides the picture; `signed` counts only for kinds that the tenant trusts. */
function believedAssurance(
  { deps, transaction }: Examining,
  { assurance, documentType, isUnread }: DocumentReading,
): Assurance | undefined {
  if (assurance === undefined || assurance === 'picture-only' || isUnread) return undefined
  if (assurance === 'official') return assurance
  const kinds: readonly string[] = enabledKinds(deps, transaction)
  return kinds.includes(documentType) ? assurance : undefined
}

type Found = Pick<DocumentFinding, 'reading' | 'claimed' | 'comparison' | 'sides'> & {
  readonly portrait: Portrait | undefined
}

export const judgeFound = (on: Examining, { portrait, ...found }: Found) =>
  judgeDocument({
    ...found,
    hasPortrait: portrait !== undefined,
    isConfirmed: portrait?.confirmed ?? false,
    others: portrait?.others ?? 0,
    today: dayOf(readerNow(on.transaction)),
    policy: policyOf(on),
  })

/** The rules of the deployment, with the parts that the tenant sets for itself. */
function policyOf({ deps, transaction }: Examining): DocumentPolicy {
  const own = deps.tenants.of(transaction.tenant).biometrics.documents
  const weights = { ...ownPolicy.weights, ...own?.weights }
  return { ...ownPolicy, ...own, weights }
}

/** The day in the westernmost zone of Brazil: a day is over only when it has ended there too. */
const dayOf = (moment: Date): string =>
  moment.toLocaleDateString('sv-SE', { timeZone: 'America/Rio_Branco' })

async function earlierSides({ deps, transaction }: Examining): Promise<SentSide[]> {
  const all = await listExaminations(deps, transaction, ['redoc'])
  return all.flatMap(({ id, takenAt, input, result }) => {
    if (!result) return []
    const magic = isShownByName(input.magic) ? input.magic : undefined
    const { reading, pictureAt } = result
    return [{ id, takenAt, hash: input.hash, reading, magic, pictureAt }]
  })
}

async function findPortraitOf(
  on: Examining,
  { id, magic, reading, pictureAt = 0 }: SentSide,
): Promise<Portrait | undefined> {
  if (magic) return magicPortrait(magic)
  const image = (await listImages(on.deps.db, id)).at(pictureAt)
  return image && findPortrait(on, { imageId: image.id }, reading)
}

export async function compareWithSelfie(
  on: Examining,
  { id, magic }: Pick<SentSide, 'id' | 'magic'>,
  portrait: Portrait,
) {
  const selfie = await findSelfie(on.deps, on.transaction, 'usable')
  const face = selfie && (magic ? magicFace(0) : await findFace(on, selfie))
  const of = selfie && { selfieOf: selfie.submissionId, documentOf: id }
  return face && of && compare(on.engines, of, face, portrait)
}

async function loadImage(on: Examining, submissionId: string): Promise<Uint8Array> {
  const [named] = await listImages(on.deps.db, submissionId)
  return load(on, named?.id ?? '')
}
