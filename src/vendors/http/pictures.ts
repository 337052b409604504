// Puts pictures into a body: an expression leaves a mark for each, which is replaced while the body is written.
import type { OpenSelfie } from '#src/screening/orders/port.ts'
import { PictureForm } from './definition/picture.ts'

/** The replacement of a mark: the text in JSON, the bytes in multipart. */
export type Filled = {
  readonly text: string
  readonly bytes: Uint8Array
  readonly form: PictureForm
}

/**
 * `no-selfie`: there is none, or none that the vendor accepts. `selfie-away`: it is unavailable now. `image-in-text`:
 * an expression has put the mark inside a longer text.
 */
export type PictureFault = 'no-selfie' | 'selfie-away' | 'image-in-text'

export type Fill = (form: PictureForm) => Promise<Filled | PictureFault>

export const openFill =
  (openSelfie: OpenSelfie = async () => undefined): Fill =>
  async (form) => {
    const { format, minSide, maxSide, maxBytes } = form
    try {
      const bytes = await openSelfie({ format, minSide, maxSide, maxBytes })
      if (!bytes) return 'no-selfie'
      return { bytes, form, text: form.prefix + Buffer.from(bytes).toString('base64') }
    } catch {
      return 'selfie-away'
    }
  }

/** Random, so that no personal value can be taken for a mark. */
export const createMark = (): string => `image-${crypto.randomUUID()}:`

/** Replaces each value that consists of a mark only. */
export async function fillMarks(
  value: unknown,
  mark: string,
  fill: Fill,
): Promise<ReadonlyMap<string, Filled> | PictureFault> {
  const filled = new Map<string, Filled>()
  const { names, texts } = findTexts(value)
  if (names.some((name) => name.includes(mark))) return 'image-in-text'
  for (const text of texts) {
    if (!text.includes(mark)) continue
    const form = text.startsWith(mark) ? readForm(text.slice(mark.length)) : undefined
    if (!form) return 'image-in-text'
    const found = await fill(form)
    if (typeof found === 'string') return found
    filled.set(text, found)
  }
  return filled
}

type Texts = { readonly names: string[]; readonly texts: Set<string> }

/** Collects the names of all fields of a value and all texts in them. */
function findTexts(value: unknown, found: Texts = { names: [], texts: new Set() }): Texts {
  if (typeof value === 'string') found.texts.add(value)
  if (typeof value === 'object' && value !== null) {
    found.names.push(...Object.keys(value))
    for (const inner of Object.values(value)) findTexts(inner, found)
  }
  return found
}

/** Undefined when the mark has other text around it. */
function readForm(text: string): PictureForm | undefined {
  try {
    return PictureForm.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
