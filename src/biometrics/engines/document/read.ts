import type { Picture } from '../open-image.ts'
import type { Box, DocumentReading, Rotation } from '../port.ts'
import { readCode } from './codes.ts'
import { isCrowded, isGreyCard, findGain, isPlainPaper } from './appearance.ts'
import { fillGaps, isComplete, isZoneMissing, type Parsed, parseDocument } from './parse.ts'
import { preparePage } from './prepare.ts'
import type { Recogniser } from './recognise.ts'
import { cutCard, type Flat } from './card/rectify.ts'
import { readLowest, readZone } from './zone.ts'

/** The data read at one rotation of a picture, and the look of its paper. */
export type Read = Omit<Parsed, 'extent'> &
  Pick<DocumentReading, 'area' | 'isPlain' | 'card' | 'code' | 'isGrey' | 'isUnread' | 'isDark'>

/** With fewer labels the cut-out part is no card, but a frame on it or beside it. */
const labelsMin = 3
/** The share of the fields that must be read for a card; a blurred picture may show only some. */
const mostRead = 0.8

/** Reads the card in a picture, or the whole picture when no card was found or more was read that way. */
export async function readPage(
  recognise: Recogniser,
  picture: Picture,
  rotation: Rotation,
): Promise<Read> {
  let part: { readonly card: Flat; readonly read: ReadFlat } | undefined
  for (const sight of ['clear', 'blurred'] as const) {
    const card = await cutCard(picture, rotation, sight)
    const read = card && (await readFlat(recognise, card.picture, card))
    // A sure card without any word lies in another direction, and a second search would take the time of another
    // rotation.
    if (read?.labels === 0 && card?.isSure && rotation === 0) break
    if (!read || !isOfCard(read, { ...card, rotation })) continue
    if (sight === 'clear' || countRead(read) >= mostRead * read.fieldsExpected)
      return describe(read, picture, card)
    part = { card, read }
  }
  const whole = await readFlat(recognise, picture, { rotation })
  if (part && !(whole && countRead(whole) > countRead(part.read)))
    return describe(part.read, picture, part.card)
  return whole ? describe(whole, picture) : { ...parseDocument([]), isUnread: true }
}

/**
 * Whether the part counts as the card. At further rotations a sure card suffices, because the whole picture was read at
 * the first one, and all rotations share the time of one reading.
 */
const isOfCard = (
  { labels }: ReadFlat,
  { isSure, rotation }: Pick<Flat, 'isSure'> & { readonly rotation: Rotation },
): boolean => labels >= labelsMin || (rotation !== 0 && isSure)

const countRead = ({ fields }: ReadFlat): number =>
  Object.values(fields).filter((text) => text !== '').length

type ReadFlat = Omit<Parsed, 'extent'> & { readonly at?: Box }

/** Adds what else the picture shows: a code, the paper, the colours, and the position of the card. */
async function describe({ at, ...found }: ReadFlat, picture: Picture, card?: Flat): Promise<Read> {
  if (found.labels === 0) return found
  const shown = card?.picture ?? picture
  const [code, gain] = [await readCode(shown), await findGain(shown)]
  const seen = {
    ...found,
    ...(gain === undefined ? { isDark: true } : { isPlain: await isPlainPaper(shown, gain) }),
    ...(found.side === 'front' && gain !== undefined && { isGrey: await isGreyCard(shown, gain) }),
    ...(code && { code }),
  }
  if (!card) return { ...seen, ...(at && { area: at }) }
  return { ...seen, card: card.quad, ...(at && { area: card.toUpright(at) }) }
}

/**
 * Letters that were enlarged by this factor had few dots in the camera’s picture, and are read better when sharpened.
 */
const fewDotsFrom = 2.6

type Laid = { readonly rotation?: Rotation; readonly enlarged?: number }

/**
 * Reads once more in softer contrast when a field is missing that such a document shows. Undefined when the page is too
 * crowded to be read.
 */
async function readFlat(
  recognise: Recogniser,
  picture: Picture,
  { rotation = 0, enlarged = 1 }: Laid,
): Promise<ReadFlat | undefined> {
  const prepared = await preparePage(picture, rotation)
  const { page, locate } = prepared
  const hard = await page(enlarged * prepared.enlarged >= fewDotsFrom ? 'sharp' : 'hard')
  if (isCrowded(hard)) return undefined
  const words = await recognise(hard)
  const zone = await readZone(recognise, hard, words)
  const seen = parseDocument(words, zone)
  const again = isZoneMissing(seen) ? await readLowest(recognise, await page('sharp')) : undefined
  const first = again ? parseDocument(words, again) : seen
  const isEnough = first.labels === 0 || isComplete(first)
  const { extent, ...parsed } = isEnough
    ? first
    : fillGaps(first, parseDocument(await recognise(await page('soft')), first.mrz))
  return { ...parsed, ...(extent && { at: locate(extent) }) }
}
