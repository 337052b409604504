// The steps that every examination needs: its pictures, their faces, and the comparison of two of them.
import { Problem } from '#src/platform/errors.ts'
import type { DocumentReading, Engines, Face, Portrait } from '#src/biometrics/engines/port.ts'
import {
  type Comparison,
  faceDistance,
  isGoodFace,
  isInCard,
  judgeDistance,
  similarity,
} from '#src/biometrics/engines/rules.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { type StoredTransaction, readFields } from '#src/journey/transaction/store.ts'
import type { BiometricsDeps } from './deps.ts'
import type { ClaimedPerson } from '#src/biometrics/verdicts/documents.ts'
import type { MagicName } from './magic.ts'
import type { Picture } from './selfies.ts'

export type Examining = {
  readonly deps: BiometricsDeps
  readonly engines: Engines
  readonly transaction: StoredTransaction
  readonly tenant: string
  readonly signal: AbortSignal
}

export const round = (value: number) => Math.round(value * 100) / 100

/** Only a face beside the card's writing counts as the portrait. */
export async function findPortrait(
  on: Examining,
  { imageId }: Pick<Picture, 'imageId'>,
  reading: DocumentReading | undefined,
): Promise<Portrait | undefined> {
  const { area, card } = reading ?? {}
  const { signal, tenant } = on
  const call = { signal, tenant, ...(reading && { turn: reading.turn }), area, card }
  const portrait = await on.engines.face.portrait(await load(on, imageId), call)
  return portrait && area && !isInCard(portrait.box, area) ? undefined : portrait
}

export function compare(
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

/** The one clear face of a picture; undefined when there is none or there are several. */
export async function findFace(on: Examining, { imageId }: Picture): Promise<Face | undefined> {
  const { images } = await on.engines.face.analyse([await load(on, imageId)], on)
  const [faces = []] = images
  const [face] = faces
  return face && faces.length === 1 && isGoodFace(face) ? face : undefined
}

export const load = ({ deps, transaction }: Examining, imageId: string): Promise<Uint8Array> =>
  deps.images.load(transaction, imageId)

export async function readClaimed({ deps, transaction }: Examining): Promise<ClaimedPerson> {
  const fields = await readFields(deps.sealer, transaction)
  const { name, socialName, birthdate, mothersName: mother } = fields
  return { name, socialName, birthdate, mother, ...numberClaimed(fields) }
}

function numberClaimed({ documentType: type, document: number, documentCountry }: StoredFields) {
  if (type === 'cpf') return { cpf: number }
  return type === 'cnpj' ? {} : { foreign: { type, number, country: documentCountry } }
}

export function failByMagic(magic: MagicName | undefined): void {
  if (magic === 'magic-failure') throw new MagicFailure()
}

/** The technical failure that a magic file name simulates. */
export class MagicFailure extends Problem {
  constructor() {
    super('internal', { reason: 'magic-failure' })
  }
}
