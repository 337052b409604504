import type { Picture } from '../open-image.ts'
import type { Rotation } from '../port.ts'
import { fillGaps, isComplete, type Parsed, parseDocument } from './parse.ts'
import { preparePage } from './prepare.ts'
import type { Recogniser } from './recognise.ts'

/** Reads a page, and once more in softer contrast where something is missing that such a document shows. */
export async function readPage(
  recognise: Recogniser,
  picture: Picture,
  rotation: Rotation,
): Promise<Parsed> {
  const page = await preparePage(picture, rotation)
  const first = parseDocument(await recognise(page('hard')))
  if (first.labels === 0 || isComplete(first)) return first
  return fillGaps(first, parseDocument(await recognise(page('soft'))))
}
