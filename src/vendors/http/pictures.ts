// Pictures of a body: an expression leaves a mark where one stands, and it is filled while the body is written.
import type { OpenSelfie } from '#src/screening/orders/port.ts'
import { PictureForm } from './definition/picture.ts'

/** What stands in place of a mark: in JSON the text, in a form of parts the bytes. */
export type Filled = {
  readonly text: string
  readonly bytes: Uint8Array
  readonly form: PictureForm
}

/**
 * `no-selfie`: there is none, or none that the vendor takes. `selfie-away`: it cannot be had now. `image-in-text`: an
 * expression has made a text of its mark.
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

/** Nobody can guess it, so that no value of a person is taken for one. */
export const createMark = (): string => `image-${crypto.randomUUID()}:`

/** Replaces each mark that is a whole value by what fills it. */
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

/** Undefined where something stands before or behind it. */
function readForm(text: string): PictureForm | undefined {
  try {
    return PictureForm.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
