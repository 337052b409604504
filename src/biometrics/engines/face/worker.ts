// A thread of the face engine; its functions are called by name.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { answer, type ThreadAnswer } from '../answer.ts'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import { openImage } from '../open-image.ts'
import type { Face, Portrait, PortraitCall, Rotation } from '../port.ts'
import { openFilm } from './film.ts'
import { type FaceModels, type FaceSettings, loadFaceModels } from './models.ts'
import { analyseFaces, findFaces, lookAt } from './analyse.ts'
import { toPixels } from './pixels.ts'
import { findPortrait, findUprightRotation } from './portrait.ts'

/** The data that `createEngines` gives to the thread. */
export type FaceWorkerData = FaceSettings

let loading: Promise<FaceModels> | undefined

/** Piscina passes the data of a thread on inside a list of its own. */
function given(): FaceWorkerData {
  // Safe because only `createEngines` starts this file.
  return (Array.isArray(workerData) ? workerData[1] : workerData) as FaceWorkerData
}

function models(): Promise<FaceModels> {
  return (loading ??= loadFaceModels(given()).catch((error: unknown) => {
    // Forgotten after a failure, so that a file that is back is found the next time.
    loading = undefined
    throw error
  }))
}

/** Rejects unless every model answers, because the library silently leaves out a model that was not loaded. */
export const warm = (): Promise<ThreadAnswer<void>> =>
  answer(async () => {
    try {
      await lookAtSample(await models())
    } catch (error) {
      loading = undefined
      throw error
    }
  })

/** Analyses a drawn face, which belongs to nobody. */
async function lookAtSample(loaded: FaceModels): Promise<void> {
  const picture = await openImage(await readFile(join(import.meta.dirname, 'sample.jpg')))
  const [found] = await findFaces(loaded, await toPixels(picture, 256))
  const [face] = await analyseFaces(loaded, picture)
  const silent = [
    ...(found ? [] : ['the detector']),
    ...(found?.rotation ? [] : ['the mesh']),
    ...(face?.embedding ? [] : ['what faces are compared by']),
    ...(given().livenessModel && face?.live === undefined ? ['liveness'] : []),
  ]
  if (silent.length > 0) throw new Error(`a model does not answer: ${silent.join(', ')}`)
}

export const analyse = ({
  images,
}: {
  images: readonly Uint8Array[]
}): Promise<ThreadAnswer<Face[][]>> =>
  answer(async () => {
    const loaded = await models()
    const film = openFilm()
    const faces: Face[][] = []
    for (const [index, image] of images.entries())
      faces.push(
        await at(index, async () => film.add(await lookAt(loaded, await openImage(image)))),
      )
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

/** Adds the index of the image to an error. */
async function at<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ImageUnreadable ? new ImageUnreadable(error.reason, index) : error
  }
}
