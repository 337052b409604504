// Stores images: reduced to their pixels and sealed under the key of their transaction before they leave the process,
// and stored before any row names them.
import { newId } from '#src/platform/ids.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey, WrappedKey } from '#src/platform/seal/keys.ts'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import type { ObjectStore } from '#src/platform/object-store.ts'
import type { Clean, Cleaner, OpenedFile } from './cleaner.ts'
import type { ImageFit } from './fit-image.ts'
import type { PdfFault } from '#src/biometrics/signed-files/contents/inspect.ts'
import type { StoredImage } from './store.ts'

/** The transaction that an image belongs to. */
export type ImageOwner = {
  readonly id: string
  readonly tenant: string
  readonly key: WrappedKey
}

export type Images = {
  /** Cleans what was sent for storage. Rejects with `ImageUnreadable`, or with `unavailable`. */
  clean(
    owner: Pick<ImageOwner, 'tenant'>,
    sent: readonly Uint8Array[],
  ): Promise<readonly Uint8Array[]>
  /**
   * Extracts the pictures of a signed file. Rejects with `unavailable`, or with `ImageUnreadable` if it takes too long.
   */
  open(owner: Pick<ImageOwner, 'tenant'>, file: Uint8Array): Promise<OpenedFile>
  /**
   * Why an uploaded PDF, which is stored unchanged, is refused; undefined if it is accepted. Rejects with
   * `unavailable`.
   */
  inspect(owner: Pick<ImageOwner, 'tenant'>, file: Uint8Array): Promise<PdfFault | undefined>
  /** Rejects with `unavailable`; objects that were stored before then have no row, and the sweep deletes them. */
  put(owner: ImageOwner, cleaned: readonly Uint8Array[]): Promise<StoredImage[]>
  /**
   * Rejects with `ImageLost` when the object is gone, `SealError` when it was changed, `ErasedError` when the key was
   * destroyed, and `unavailable` when the store cannot be reached.
   */
  load(owner: ImageOwner, id: string): Promise<Uint8Array>
  /** Loads a copy small enough for a vendor; undefined if none can be made. */
  loadSmall(owner: ImageOwner, id: string, fit: ImageFit): Promise<Uint8Array | undefined>
}

/** A row names an object that no longer exists. */
export class ImageLost extends Error {
  override readonly name = 'ImageLost'
}

/** Without a cleaner, pictures are decoded in this process. */
export function createImages(
  sealer: Sealer,
  store: ObjectStore,
  { clean, open, inspect, fit: fitPicture }: Omit<Cleaner, 'close'> = here,
): Images {
  const seal = async (key: DataKey, owner: ImageOwner, bytes: Uint8Array): Promise<StoredImage> => {
    const id = newId()
    const sealed = sealer.sealBytes(key, contextOf(owner, id), bytes)
    await store.put(objectName(id), sealed)
    return { id, bytes: sealed.length }
  }
  async function load(owner: ImageOwner, id: string): Promise<Uint8Array> {
    const key = await openDataKey(sealer, owner)
    const sealed = await store.get(objectName(id))
    if (!sealed) throw new ImageLost('the object is not there')
    return sealer.unsealBytes(key, contextOf(owner, id), sealed)
  }
  return {
    clean: (owner, sent) => cleanAll(clean, owner, sent),
    open: ({ tenant }, file) => open(file, tenant),
    inspect: async ({ tenant }, file) => (await inspect(file, tenant)).fault,
    async put(owner, cleaned) {
      const key = await openDataKey(sealer, owner)
      return Promise.all(cleaned.map((bytes) => seal(key, owner, bytes)))
    },
    load,
    async loadSmall(owner, id, fit) {
      const small = await fitPicture(await load(owner, id), owner.tenant, fit)
      return small.length > 0 ? small : undefined
    },
  }
}

/** Imported only here, because the decoder is native code that a process with a cleaner does not need. */
const here: Omit<Cleaner, 'close'> = {
  async clean(bytes) {
    const { cleanImage } = await import('#src/biometrics/engines/open-image.ts')
    return cleanImage(bytes)
  },
  async open(bytes) {
    const { openFile } = await import('./open-file.ts')
    return openFile(bytes)
  },
  async inspect(bytes) {
    const { inspectFile } = await import('./open-file.ts')
    return inspectFile(bytes)
  },
  async fit(bytes, _tenant, fit) {
    const { fitImage } = await import('./fit-image.ts')
    return (await fitImage(bytes, fit)) ?? new Uint8Array()
  },
}

const contextOf = ({ id: transaction, tenant }: ImageOwner, id: string): SealContext => ({
  tenant,
  transaction,
  table: 'image',
  column: 'object',
  rowId: id,
})

/**
 * Cleans one picture after the other, so that one request takes one place; rejects with the `ImageUnreadable` of the
 * first bad one.
 */
async function cleanAll(
  clean: Clean,
  { tenant }: Pick<ImageOwner, 'tenant'>,
  sent: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const cleaned: Uint8Array[] = []
  for (const [index, bytes] of sent.entries()) {
    try {
      cleaned.push(await clean(bytes, tenant))
    } catch (error) {
      throw error instanceof ImageUnreadable ? new ImageUnreadable(error.reason, index) : error
    }
  }
  return cleaned
}

// Names objects by the day of their id and the id, so that the sweep lists single days instead of everything.

const dayMs = 24 * 60 * 60_000

/** The moment in an id of version 7, in epoch milliseconds. */
export const madeAt = (id: string): number =>
  Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

export const objectName = (id: string): string => `${dayOf(madeAt(id))}/${id}`

/** The id in an object's name. */
export const idIn = (name: string): string => name.slice(name.indexOf('/') + 1)

/** The folders of the days from `from` to `until` (epoch milliseconds), both included. */
export function foldersBetween(from: number, until: number): string[] {
  const folders: string[] = []
  for (let at = from; at < until + dayMs; at += dayMs)
    folders.push(`${dayOf(Math.min(at, until))}/`)
  return [...new Set(folders)]
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
