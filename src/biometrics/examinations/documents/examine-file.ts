// Recognises a document in a signed file: it is read from the pictures that its issuer signed; pictures without a
// signature are ignored.
import { listImages } from '#src/biometrics/images/store.ts'
import { lookOf } from '#src/biometrics/pictures/look.ts'
import type { SignatureVerdict } from '#src/biometrics/signed-files/rules.ts'
import { unprovenFile } from '#src/biometrics/verdicts/documents.ts'
import { joinSides, type Side } from '#src/biometrics/verdicts/sides.ts'
import type { Results } from '../examination.ts'
import { type Examining, findPortrait, load, readClaimed } from '../examining.ts'
import { compareWithSelfie, judgeFound } from './examine-document.ts'
import { findSamePictures } from './same-picture.ts'
import type { Examination } from '../store.ts'

type Page = Side & { readonly imageId: string; readonly position: number }

export async function examineFile(
  on: Examining,
  one: Examination<'redoc'>,
  verdict: SignatureVerdict,
): Promise<Results['redoc']> {
  if (verdict.outcome !== 'signed') return unprovenFile(verdict.outcome)
  const pages = await readPages(on, one)
  const { kinds } = verdict.proof
  const issued = pages.filter(({ reading }) => kinds.some((kind) => kind === reading.documentType))
  const own = issued.find(({ reading }) => reading.side !== 'back') ?? issued[0]
  // The document is of a kind that this signer does not issue, or was not recognised: the signature says nothing about it.
  if (!own) return unprovenFile('unproven')
  const { front, back, differ, reading } = joinSides(own, issued)
  const portrait = front && (await findPortrait(on, front, front.reading))
  const comparison =
    portrait && (await compareWithSelfie(on, { id: one.id, magic: undefined }, portrait))
  const claimed = await readClaimed(on)
  const sides = { hasFront: front !== undefined, hasBack: back !== undefined, differ }
  const judged = judgeFound(on, { reading, claimed, portrait, comparison, sides })
  const look = await lookOf(await load(on, own.imageId))
  const marked = { bytes: one.input.hash === undefined ? [] : [one.input.hash], look }
  const samePictures = await findSamePictures(on, 'redoc', marked)
  return {
    reading: { ...reading, side: own.reading.side },
    ...judged,
    assurance: 'signed',
    pictureAt: own.position,
    ...(comparison && { comparison }),
    look,
    ...(samePictures.length > 0 && { samePictures }),
  }
}

/** Signed pixels are no photograph of paper, so grain, colours and light say nothing about them. */
async function readPages(on: Examining, { id, takenAt }: Examination<'redoc'>): Promise<Page[]> {
  const pages: Page[] = []
  for (const { id: imageId, position } of await listImages(on.deps.db, id)) {
    const read = await on.engines.ocr.read(await load(on, imageId), on)
    const reading = { ...read, isPlain: false, isGrey: false, isDark: false }
    pages.push({ id: imageId, imageId, position, takenAt, hash: undefined, reading })
  }
  return pages
}
