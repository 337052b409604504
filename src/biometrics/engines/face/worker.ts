// A thread of the face engine; its functions are called by name.
import { workerData } from 'node:worker_threads'
import { answer, type ThreadAnswer } from '../answer.ts'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import { openImage } from '../open-image.ts'
import type { Face, Portrait, PortraitCall, Rotation } from '../port.ts'
import { openFilm } from './film.ts'
import { type FaceModels, loadFaceModels } from './models.ts'
import { findPortrait, findUprightRotation } from './portrait.ts'

/** What `createEngines` gives to the thread. */
export type FaceWorkerData = { readonly livenessModel: boolean }

let loading: Promise<FaceModels> | undefined

/** Piscina hands the data of a thread on in a list of its own. */
function models(): Promise<FaceModels> {
  // Safe because this file is started by `createEngines` alone.
  const given = (Array.isArray(workerData) ? workerData[1] : workerData) as FaceWorkerData
  return (loading ??= loadFaceModels(given).catch((error: unknown) => {
    // A file that is back is found the next time.
    loading = undefined
    throw error
  }))
}

export const warm = (): Promise<ThreadAnswer<void>> => answer(async () => void (await models()))

export const analyse = ({
  images,
}: {
  images: readonly Uint8Array[]
}): Promise<ThreadAnswer<Face[][]>> =>
  answer(async () => {
    const loaded = await models()
    const film = openFilm(loaded)
    const faces: Face[][] = []
    for (const [index, image] of images.entries())
      faces.push(await at(index, async () => film.add(await openImage(image))))
    return faces
  })

export const portrait = ({
  image,
  ...call
}: PortraitCall & { image: Uint8Array }): Promise<ThreadAnswer<Portrait | undefined>> =>
  answer(async () => findPortrait(await models(), await openImage(image), call))

export const uprightTurn = ({
  image,
}: {
  image: Uint8Array
}): Promise<ThreadAnswer<Rotation | undefined>> =>
  answer(async () => findUprightRotation(await models(), await openImage(image)))

/** Says which of the images it was. */
async function at<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ImageUnreadable ? new ImageUnreadable(error.reason, index) : error
  }
}
