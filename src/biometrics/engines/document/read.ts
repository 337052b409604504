import type { Picture } from '../open-image.ts'
import type { DocumentReading, Rotation } from '../port.ts'
import { isPlainPaper } from './paper.ts'
import { fillGaps, isComplete, type Parsed, parseDocument } from './parse.ts'
import { preparePage } from './prepare.ts'
import type { Recogniser } from './recognise.ts'

/** What was read of one turn of a picture, with what was seen of its paper. */
export type Read = Omit<Parsed, 'extent'> & Pick<DocumentReading, 'area' | 'isPlain'>

/** Reads a page, and once more in softer contrast where something is missing that such a document shows. */
export async function readPage(
  recognise: Recogniser,
  picture: Picture,
  rotation: Rotation,
): Promise<Read> {
  const { page, locate } = await preparePage(picture, rotation)
  const first = parseDocument(await recognise(page('hard')))
  const isEnough = first.labels === 0 || isComplete(first)
  const { extent, ...parsed } = isEnough
    ? first
    : fillGaps(first, parseDocument(await recognise(page('soft'))))
  if (parsed.labels === 0) return parsed
  const isPlain = await isPlainPaper(picture)
  return { ...parsed, isPlain, ...(extent && { area: locate(extent) }) }
}
