// Finds the newest selfie and the newest document that count.
import type { Db } from '#src/platform/db/client.ts'
import { listImages } from '#src/biometrics/images/store.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { inconclusive, live } from './rules.ts'
import { type Examination, listExaminations, type Owned } from './store.ts'

/** An image, and the submission that brought it. */
export type Picture = { readonly submissionId: string; readonly imageId: string }

type Deps = { readonly db: Db; readonly sealer: Sealer }

/**
 * `live`: the selfie of the newest live submission. `usable`: that one, or else of the newest submission with one
 * person's face.
 */
export async function findSelfie(
  { db, sealer }: Deps,
  owner: Owned,
  wanted: 'live' | 'usable' | 'any',
): Promise<Picture | undefined> {
  const all = await listExaminations({ db, sealer }, owner, ['liveness'])
  const done = all.filter(({ result }) => result !== undefined)
  const of = (status: number) => done.find(({ result }) => result?.livenessStatus === status)
  const chosen = {
    live: () => of(live),
    usable: () => of(live) ?? of(inconclusive),
    any: () => of(live) ?? all[0],
  }[wanted]()
  return chosen && imageAt(db, chosen)
}

/** The newest document that has a front, or whose side is unknown. */
export async function findDocument(
  { db, sealer }: Deps,
  owner: Owned,
  side: 'front' | 'back' = 'front',
): Promise<(Picture & { readonly examination: Examination<'redoc'> }) | undefined> {
  const all = await listExaminations({ db, sealer }, owner, ['redoc'])
  const found = all.find(
    ({ result }) => result && (result.reading.side === 'back') === (side === 'back'),
  )
  const picture = found && (await imageAt(db, found, found.result?.pictureAt))
  return picture && { ...picture, examination: found }
}

async function imageAt(
  db: Db,
  { id: submissionId }: Pick<Examination, 'id'>,
  position = 0,
): Promise<Picture | undefined> {
  const image = (await listImages(db, submissionId)).at(position)
  return image && { submissionId, imageId: image.id }
}
