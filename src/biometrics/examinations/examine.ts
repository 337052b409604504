// Runs the engines on a submission and derives its result. Writes nothing.
import { Problem } from '#src/platform/errors.ts'
import type { Engines, Face, Portrait } from '#src/biometrics/engines/port.ts'
import {
  faceDistance,
  isGoodFace,
  judgeDistance,
  similarity,
} from '#src/biometrics/engines/rules.ts'
import { areImagesForeign, isAnyHard } from '#src/biometrics/devices/judge.ts'
import { listImages } from '#src/biometrics/images/store.ts'
import { type Found, readerNow, readFields } from '#src/journey/transaction/store.ts'
import type { BiometricsDeps } from './deps.ts'
import { type Claimed, compareName, isSameBirthdate, judgeDocument } from './documents.ts'
import type { Comparison, Results } from './examination.ts'
import { magicFace, magicFaces, type MagicName, magicReading, magicStatus } from './magic.ts'
import { type ExaminationKind, judgeLiveness, judgeSecurity } from './rules.ts'
import { findDocument, findSelfie, type Picture } from './selfies.ts'
import type { Examination } from './store.ts'

export type Examining = {
  readonly deps: BiometricsDeps
  readonly engines: Engines
  readonly transaction: Found
  readonly signal: AbortSignal
}

type Examine = {
  [K in ExaminationKind]: (on: Examining, one: Examination<K>) => Promise<Results[K]>
}

export const examine: Examine = {
  liveness: examineLiveness,
  redoc: examineDocument,
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
  const faces =
    magic === undefined ? await engines.face.analyse(bytes, on) : bytes.map(() => magicFaces(magic))
  const asked = { ...input, areForeign: areImagesForeign(input.device) }
  const finding =
    magic === undefined ? judgeLiveness(faces, asked, engines.thresholds) : { status: magic }
  const { scoreClassification } = input.device
  const device = {
    isReadable: input.isEventReadable,
    isHard: isAnyHard(input.device),
    class: scoreClassification,
  }
  const first = magic === undefined ? faces[0]?.[0] : undefined
  const comparison = first && (await compareWithDocument(on, id, first))
  return {
    livenessStatus: finding.status,
    securityCheck: judgeSecurity(device, finding.status),
    seen: faces.map((found) => toSeen(found)),
    ...('farthest' in finding && { farthest: round(finding.farthest) }),
    modelId: engines.face.modelId,
    ...(comparison && { comparison }),
  }
}

const toSeen = ([first, ...others]: readonly Face[]) => ({
  faces: first ? others.length + 1 : 0,
  ...(first && { yaw: round(first.yaw) }),
  ...(first?.live !== undefined && { live: round(first.live) }),
})

const round = (value: number) => Math.round(value * 100) / 100

/** A document that came before the selfie is compared with it now. */
async function compareWithDocument(
  on: Examining,
  selfieOf: string,
  face: Face,
): Promise<Comparison | undefined> {
  const document = await findDocument(on.deps, on.transaction)
  if (!document || !isGoodFace(face) || document.examination.input.magic) return undefined
  const portrait = await findPortrait(on, document)
  return (
    portrait && compare(on.engines, { selfieOf, documentOf: document.submissionId }, face, portrait)
  )
}

async function findPortrait(on: Examining, { imageId }: Picture): Promise<Portrait | undefined> {
  return on.engines.face.portrait(await load(on, imageId), on)
}

function compare(
  { thresholds, face: { modelId } }: Engines,
  of: Pick<Comparison, 'selfieOf' | 'documentOf'>,
  { embedding }: Face,
  portrait: Portrait,
): Comparison | undefined {
  if (!embedding) return undefined
  const distance = faceDistance(embedding, portrait.embedding)
  return {
    ...of,
    distance: round(distance),
    score: similarity(distance, thresholds),
    verdict: judgeDistance(distance, thresholds),
    modelId,
  }
}

async function examineDocument(
  on: Examining,
  { id, input }: Examination<'redoc'>,
): Promise<Results['redoc']> {
  const { engines, transaction } = on
  failByMagic(input.magic)
  const claimed = await readClaimed(on)
  const [named] = await listImages(on.deps.db, id)
  const bytes = await load(on, named?.id ?? '')
  const magic = input.magic && magicReading(input.magic, claimed)
  const reading = magic ?? (await engines.ocr.read(bytes, on))
  const selfie = await findSelfie(on.deps, transaction, 'usable')
  const portrait = magic
    ? magicPortrait(input.magic)
    : await engines.face.portrait(bytes, { signal: on.signal, turn: reading.turn })
  const face = selfie && (magic ? magicFace(0) : await findFace(on, selfie))
  const comparison =
    face && portrait
      ? compare(engines, { selfieOf: selfie.submissionId, documentOf: id }, face, portrait)
      : undefined
  const judged = judgeDocument({
    reading,
    claimed,
    hasPortrait: portrait !== undefined,
    isConfirmed: portrait?.confirmed ?? false,
    comparison,
    today: readerNow(transaction).toISOString().slice(0, 10),
  })
  return { reading, ...judged, ...(comparison && { comparison }) }
}

const magicPortrait = (magic: MagicName | undefined): Portrait => ({
  box: [0, 0, 0, 0],
  score: 1,
  embedding: magicFace(magic === 'magic-other-face' ? 1 : 0).embedding ?? new Float32Array(2),
  confirmed: true,
})

/** One clear face of a picture; what has none or several compares with nothing. */
async function findFace(on: Examining, { imageId }: Picture): Promise<Face | undefined> {
  const [faces = []] = await on.engines.face.analyse([await load(on, imageId)], on)
  const [face] = faces
  return face && faces.length === 1 && isGoodFace(face) ? face : undefined
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
  const portrait = await findPortrait(on, { submissionId: documentOf, imageId: documentId })
  if (!portrait) return { score: 0, reason: 'no-portrait', ...given }
  const comparison = compare(on.engines, { selfieOf, documentOf }, face, portrait)
  return { score: comparison?.score ?? 0, ...(comparison && { comparison }), ...given }
}

const load = ({ deps, transaction }: Examining, imageId: string): Promise<Uint8Array> =>
  deps.images.load(transaction, imageId)

async function readClaimed({ deps, transaction }: Examining): Promise<Claimed> {
  const { name, document, documentType, birthdate } = await readFields(deps.sealer, transaction)
  return { name, birthdate, cpf: documentType === 'cpf' ? document : undefined }
}

function failByMagic(magic: MagicName | undefined): void {
  if (magic === 'magic-failure') throw new MagicFailure()
}

/** A technical failure that was asked for. */
export class MagicFailure extends Problem {
  constructor() {
    super('internal', { reason: 'magic-failure' })
  }
}
