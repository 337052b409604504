import type { Picture } from '../open-image.ts'
import type { Box, DocumentReading, Rotation } from '../port.ts'
import { readCode } from './codes.ts'
import { isGreyCard } from './grey.ts'
import { isPlainPaper } from './paper.ts'
import { fillGaps, isComplete, type Parsed, parseDocument } from './parse.ts'
import { preparePage } from './prepare.ts'
import type { Recogniser } from './recognise.ts'
import { cutCard } from './rectify.ts'
import { readZone } from './zone.ts'

/** What was read of one turn of a picture, with what was seen of its paper. */
export type Read = Omit<Parsed, 'extent'> &
  Pick<DocumentReading, 'area' | 'isPlain' | 'card' | 'code' | 'isGrey'>

/** With fewer labels what was cut out is no card, but a frame on it or beside it. */
const labelsMin = 3

/** Reads the card in a picture, or all of the picture where none was found. */
export async function readPage(
  recognise: Recogniser,
  picture: Picture,
  rotation: Rotation,
): Promise<Read> {
  const card = await cutCard(picture, rotation)
  const cut = card && (await readFlat(recognise, card.picture, 0))
  // All turns have the time of one reading: the whole picture was read at the first of them.
  const isCut = cut && (cut.labels >= labelsMin || (rotation !== 0 && card.isSure))
  const { at, ...found } = isCut ? cut : await readFlat(recognise, picture, rotation)
  if (found.labels === 0) return found
  const shown = isCut && card ? card.picture : picture
  const code = await readCode(shown)
  const seen = {
    ...found,
    isPlain: await isPlainPaper(shown),
    ...(found.side === 'front' && { isGrey: await isGreyCard(shown) }),
    ...(code && { code }),
  }
  if (!isCut || !card) return { ...seen, ...(at && { area: at }) }
  return { ...seen, card: card.quad, ...(at && { area: card.toUpright(at) }) }
}

type ReadFlat = Omit<Parsed, 'extent'> & { readonly at?: Box }

/** Once more in softer contrast where something is missing that such a document shows. */
async function readFlat(
  recognise: Recogniser,
  picture: Picture,
  rotation: Rotation,
): Promise<ReadFlat> {
  const { page, locate } = await preparePage(picture, rotation)
  const hard = page('hard')
  const words = await recognise(hard)
  const first = parseDocument(words, await readZone(recognise, hard, words))
  const isEnough = first.labels === 0 || isComplete(first)
  const { extent, ...parsed } = isEnough
    ? first
    : fillGaps(first, parseDocument(await recognise(page('soft')), first.mrz))
  return { ...parsed, ...(extent && { at: locate(extent) }) }
}
