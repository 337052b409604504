// Stores what a person uploads to a form: pictures as their pixels only, a PDF unchanged once it was found harmless.
import { createHash } from 'node:crypto'
import type { ImageOwner, Images } from '#src/biometrics/images/images.ts'
import type { StoredImage } from '#src/biometrics/images/store.ts'
import { bytesMax, isPdf } from '#src/biometrics/signed-files/envelope.ts'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import type { ValueFault } from '#src/journey/values/schema.ts'
import type { UploadType } from '#src/packs/document/ask-fields.ts'
import type { AskStep } from '#src/packs/document/pack.ts'

/** The upload as a form's answers name it; conditions see everything but the digest. */
export type Upload = {
  readonly id: string
  readonly type: UploadType
  /** The size of the uploaded file. */
  readonly bytes: number
  /** The SHA-256 of the uploaded file in hexadecimal, by which the same file is recognised. */
  readonly sha256: string
}

/** The uploaded files by the names of their fields. */
export type SentFiles = Readonly<Record<string, readonly Uint8Array[]>>
/** The stored files, and the objects that a row must name. */
export type StoredUploads = {
  readonly byField: Readonly<Record<string, readonly Upload[]>>
  readonly objects: readonly StoredImage[]
}
export const noUploads: StoredUploads = { byField: {}, objects: [] }

type Deps = { readonly images: Images }
type Harmless = { readonly field: string; readonly sent: Uint8Array; readonly kept: Uint8Array }

/** The files for fields that the form has; others are left out. */
export const filesOf = ({ fields }: AskStep, files: SentFiles): SentFiles =>
  Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const sent = type === 'upload' && Object.hasOwn(files, name) ? (files[name] ?? []) : []
      return sent.length > 0 ? [[name, sent] as const] : []
    }),
  )

/** Stands for files that were not examined yet, so that the other answers can be checked first. */
export const placeholders = (files: SentFiles): StoredUploads['byField'] =>
  Object.fromEntries(
    Object.entries(files).map(([field, sent]) => [
      field,
      sent.map(() => ({ id: nobody, type: 'image/jpeg' as const, bytes: 1, sha256: '' })),
    ]),
  )
const nobody = '00000000-0000-4000-8000-000000000000'

/** Examines every file before any is stored. Pointers of faults start at the answers. Rejects with `unavailable`. */
export async function storeUploads(
  { images }: Deps,
  owner: ImageOwner,
  files: SentFiles,
): Promise<StoredUploads | { readonly faults: readonly ValueFault[] }> {
  const harmless: Harmless[] = []
  const faults: ValueFault[] = []
  for (const [field, all] of Object.entries(files))
    for (const sent of all) {
      const looked = await look(images, owner, sent)
      if (typeof looked === 'string') faults.push({ pointer: `/${field}`, detail: looked })
      else harmless.push({ field, sent, kept: looked })
    }
  if (faults.length > 0) return { faults }
  const objects = await images.put(
    owner,
    harmless.map(({ kept }) => kept),
  )
  const named = harmless.map(({ field, sent }, at) => ({
    field,
    upload: {
      id: objects[at]?.id ?? '',
      type: isPdf(sent) ? ('application/pdf' as const) : ('image/jpeg' as const),
      bytes: sent.length,
      sha256: createHash('sha256').update(sent).digest('hex'),
    },
  }))
  const byField = Object.groupBy(named, ({ field }) => field)
  return {
    objects,
    byField: Object.fromEntries(
      Object.entries(byField).map(([field, all = []]) => [field, all.map(({ upload }) => upload)]),
    ),
  }
}

/** Returns what is stored of a file, or why it is refused. */
async function look(
  images: Images,
  owner: ImageOwner,
  sent: Uint8Array,
): Promise<Uint8Array | UploadDetail> {
  if (sent.length > bytesMax) return details['too-large']
  try {
    if (!isPdf(sent)) return (await images.clean(owner, [sent]))[0] ?? details['no-pdf']
    const fault = await images.inspect(owner, sent)
    return fault === undefined ? sent : details[fault]
  } catch (error) {
    if (error instanceof ImageUnreadable) return details.damaged
    throw error
  }
}

/** The details of faults; the page has its own words for each code. */
export const details = {
  'too-large': 'is larger than 10 MB',
  'no-pdf': 'is no picture and no PDF',
  damaged: 'is no picture and no PDF that can be read',
  encrypted: 'is a PDF with a password',
  'active-content': 'is a PDF that runs, asks or holds something else',
  'too-many-pages': 'is a PDF of more than 100 pages',
} as const
type UploadDetail = (typeof details)[keyof typeof details]
