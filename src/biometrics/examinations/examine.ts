// Runs the engines on a submission and derives its result. Writes nothing.
import type { Face } from '#src/biometrics/engines/port.ts'
import { type Comparison, isGoodFace } from '#src/biometrics/engines/rules.ts'
import { areImagesForeign, isAnyHard } from '#src/biometrics/devices/judge.ts'
import { listImages } from '#src/biometrics/images/store.ts'
import { lookOf } from '#src/biometrics/pictures/look.ts'
import { compareName, isSameBirthdate } from '#src/biometrics/verdicts/documents.ts'
import type { Results } from './examination.ts'
import { examineDocument } from './documents/examine-document.ts'
import { examineFile } from './documents/examine-file.ts'
import { compare, type Examining, failByMagic, findFace, findPortrait, load, round } from './examining.ts' // prettier-ignore
import {
  isShownByName,
  magicFace,
  magicFaces,
  magicPortrait,
  magicStatus,
  namesEngine,
} from './magic.ts'
import { type ExaminationKind, heedAttack, judgeLiveness, judgeSecurity } from './rules.ts'
import { findSamePictures } from './documents/same-picture.ts'
import { findDocument } from './selfies.ts'
import type { Examination } from './store.ts'

type Examine = {
  [K in ExaminationKind]: (on: Examining, one: Examination<K>) => Promise<Results[K]>
}

export const examine: Examine = {
  liveness: examineLiveness,
  redoc: (on, one) =>
    one.input.file ? examineFile(on, one, one.input.file) : examineDocument(on, one),
  'biometrics-score': examineScore,
}

async function examineLiveness(
  on: Examining,
  { id, input }: Examination<'liveness'>,
): Promise<Results['liveness']> {
  const { engines } = on
  failByMagic(input.magic)
  const named = await listImages(on.deps.db, id)
  const bytes = await Promise.all(named.map((image) => load(on, image.id)))
  const magic = magicStatus(input.magic)
  const {
    images: faces,
    engine,
    attack,
  } = magic === undefined
    ? await engines.face.analyse(bytes, on)
    : { images: bytes.map(() => magicFaces(magic)), engine: namesEngine, attack: undefined }
  const asked = { ...input, areForeign: areImagesForeign(input.device) }
  const finding =
    magic === undefined
      ? heedAttack(judgeLiveness(faces, asked, engines.thresholds), attack)
      : { status: magic, reasons: [] }
  const { scoreClassification } = input.device
  const device = {
    isReadable: input.isEventReadable,
    isHard: isAnyHard(input.device),
    class: scoreClassification,
  }
  const first = magic === undefined ? faces[0]?.[0] : magicFaces(magic)[0]
  const comparison = first && (await compareWithDocument(on, { id, input }, first))
  const [selfie] = bytes
  const look = magic === undefined && selfie ? await lookOf(selfie) : undefined
  const marked = look !== undefined && { bytes: input.hashes, look }
  const samePictures = marked ? await findSamePictures(on, 'liveness', marked) : []
  return {
    livenessStatus: finding.status,
    securityCheck: judgeSecurity(device, finding.status),
    seen: faces.map((found) => toSeen(found)),
    ...('farthest' in finding && { farthest: round(finding.farthest) }),
    reasons: finding.reasons,
    modelId: engines.face.modelId,
    ...(engine && { engine }),
    ...(attack && { attack }),
    ...(comparison && { comparison }),
    ...(look !== undefined && { look }),
    ...(samePictures.length > 0 && { samePictures }),
  }
}

const toSeen = ([first, ...others]: readonly Face[]) => ({
  faces: first ? others.length + 1 : 0,
  ...(first && { yaw: round(first.yaw) }),
  ...(first?.live !== undefined && { live: round(first.live) }),
})

/** Compares the selfie with a document that was sent before it. */
async function compareWithDocument(
  on: Examining,
  { id: selfieOf, input: asked }: Pick<Examination<'liveness'>, 'id' | 'input'>,
  face: Face,
): Promise<Comparison | undefined> {
  const document = await findDocument(on.deps, on.transaction)
  if (!document || !isGoodFace(face)) return undefined
  const { input, result } = document.examination
  const of = { selfieOf, documentOf: document.submissionId }
  if (isShownByName(input.magic))
    return compare(on.engines, of, magicFace(0), magicPortrait(input.magic))
  // A magic file name has no real face, so there is nothing to compare with a real portrait.
  if (asked.magic) return undefined
  const portrait = await findPortrait(on, document, result?.reading)
  return portrait && compare(on.engines, of, face, portrait)
}

async function examineScore(
  on: Examining,
  { input }: Examination<'biometrics-score'>,
): Promise<Results['biometrics-score']> {
  failByMagic(input.magic)
  const { selfieOf, selfieId, documentOf, documentId } = input
  const document = await findDocument(on.deps, on.transaction)
  const reading = document?.examination.result?.reading
  const name = reading && compareName(reading, input.name)
  const birthdateMatches = reading && isSameBirthdate(reading, input.birthdate)
  const given = {
    ...(name && name !== 'doubtful' && { nameMatches: name === 'same' }),
    ...(birthdateMatches !== undefined && { birthdateMatches }),
  }
  const face = await findFace(on, { submissionId: selfieOf, imageId: selfieId })
  if (!face) return { score: 0, reason: 'no-face', ...given }
  const isNewest = document?.submissionId === documentOf
  const portrait = await findPortrait(on, { imageId: documentId }, isNewest ? reading : undefined)
  if (!portrait) return { score: 0, reason: 'no-portrait', ...given }
  const comparison = compare(on.engines, { selfieOf, documentOf }, face, portrait)
  return { score: comparison?.score ?? 0, ...(comparison && { comparison }), ...given }
}
