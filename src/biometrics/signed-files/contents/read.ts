// Reads the images on the pages of a signed file in their order, after its signature was checked. Nothing is rendered,
// no script runs and no address is fetched; a file with scripts or addresses anywhere is refused.
import type { SignatureReason } from '../rules.ts'
import { readImage } from './images.ts'
import { isOfType, type PdfObject, type PdfObjects, readObjects } from './objects.ts'
import { isDictionary, isName, type PdfDictionary, type PdfValue } from './values.ts'

/** The images are JPEG or PNG, and as untrusted as any other. */
export type FileContents =
  | { readonly images: readonly Uint8Array[] }
  | { readonly reason: SignatureReason }

const pagesMax = 20
const imagesMax = 4

/** Never throws, whatever the file contains. */
export function readContents(pdf: Buffer): FileContents {
  try {
    const objects = readObjects(pdf)
    if (hasActive(objects)) return { reason: 'active-content' }
    const pages = [...listPages(objects, pagesMax)]
    if (pages.length > pagesMax) return { reason: 'too-many-pages' }
    const images = pages.flatMap((page) => listImages(objects, page))
    return images.length === 0 ? { reason: 'no-pictures' } : { images: images.slice(0, imagesMax) }
  } catch {
    return { reason: 'no-pictures' }
  }
}

export const hasActive = ({ all }: PdfObjects): boolean => all.some(({ value }) => isActive(value))

/** Counts at most `most` + 1 pages. */
export const countPages = (objects: PdfObjects, most: number): number =>
  [...listPages(objects, most)].length

const activeKeys = [
  'JS',
  'JavaScript',
  'EmbeddedFile',
  'EmbeddedFiles',
  'XFA',
  'RichMedia',
  'Encrypt',
]
const activeNames = [
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'Rendition',
]

/** A stream whose bytes are in another file names it by `F`. */
function isActive(value: PdfValue | undefined): boolean {
  if (Array.isArray(value)) return value.some(isActive)
  if (!isDictionary(value)) return false
  if (activeKeys.some((key) => value.has(key)) || (value.has('Length') && value.has('F')))
    return true
  const action = value.get('S')
  return (isName(action) && activeNames.includes(action.name)) || [...value.values()].some(isActive)
}

function* listPages(objects: PdfObjects, most: number): Generator<PdfDictionary> {
  const catalog = objects.all
    .map(({ value }) => value)
    .findLast((one) => isDictionary(one) && isOfType(one, 'Catalog'))
  const open: (PdfValue | undefined)[] = isDictionary(catalog) ? [catalog.get('Pages')] : []
  const seen = new Set<PdfValue>()
  let count = 0
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const node = objects.find(next)?.value
    if (!isDictionary(node) || seen.has(node)) continue
    seen.add(node)
    const kids = objects.find(node.get('Kids'))?.value
    if (Array.isArray(kids)) open.unshift(...kids)
    else if (++count <= most + 1) yield node
    else return
  }
}

const formsMax = 4

/** The images among its own or inherited resources, and in the forms among them. */
function listImages(objects: PdfObjects, holder: PdfDictionary, depth = 0): Buffer[] {
  const resources = objects.find(resourcesOf(objects, holder))?.value
  const named = isDictionary(resources) ? objects.find(resources.get('XObject'))?.value : undefined
  if (!isDictionary(named) || depth > formsMax) return []
  return [...named.values()].flatMap((one) => listOf(objects, objects.find(one), depth))
}

function listOf(objects: PdfObjects, object: PdfObject | undefined, depth: number): Buffer[] {
  if (!object || !isDictionary(object.value)) return []
  if (isOfType(object.value, 'Form', 'Subtype')) return listImages(objects, object.value, depth + 1)
  const image = isOfType(object.value, 'Image', 'Subtype') && readImage(objects, object)
  return image ? [image] : []
}

const parentsMax = 10

function resourcesOf(objects: PdfObjects, page: PdfDictionary): PdfValue | undefined {
  let holder: PdfValue | undefined = page
  for (let steps = 0; isDictionary(holder) && steps < parentsMax; steps += 1) {
    const own: PdfValue | undefined = holder.get('Resources')
    if (own !== undefined) return own
    holder = objects.find(holder.get('Parent'))?.value
  }
  return undefined
}
