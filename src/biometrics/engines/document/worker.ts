// A thread that reads documents; its functions are called by name.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { answer, type ThreadAnswer } from '../answer.ts'
import { openImage } from '../open-image.ts'
import type { Rotation } from '../port.ts'
import { readCode } from './codes.ts'
import { preparePage } from './prepare.ts'
import { type Read, readPage } from './read.ts'
import { loadRecogniser, type Recogniser } from './recognise.ts'

/** The data that `createEngines` gives to the thread: the model's file, by default that of the package. */
export type DocumentWorkerData = { readonly letters?: string | undefined }

let loading: Promise<Recogniser> | undefined
/** Forgotten after a failure, so that a file that is back is found the next time. */
const recogniser = () =>
  (loading ??= loadRecogniser(given().letters).catch((error: unknown) => {
    loading = undefined
    throw error
  }))

/** Piscina passes the data of a thread on inside a list of its own. */
function given(): DocumentWorkerData {
  // Safe because only `createEngines` starts this file.
  return (Array.isArray(workerData) ? workerData[1] : workerData) as DocumentWorkerData
}

/** Rejects unless a sample word and a sample code, which belong to nobody, are read. */
export const warm = (): Promise<ThreadAnswer<void>> =>
  answer(async () => {
    const picture = await openImage(await readFile(join(import.meta.dirname, 'sample.png')))
    const recognise = await recogniser()
    const { page } = await preparePage(picture, 0)
    const words = await recognise(await page('hard'))
    const code = await readCode(picture)
    const silent = [
      ...(words.some(({ text }) => text === 'CARTEIRA') ? [] : ['letters']),
      ...(code?.name === 'MARIA EXEMPLO' ? [] : ['codes']),
    ]
    if (silent.length > 0) throw new Error(`a model does not answer: ${silent.join(', ')}`)
  })

export const read = ({
  image,
  turn,
}: {
  image: Uint8Array
  turn: Rotation
}): Promise<ThreadAnswer<Read>> =>
  answer(async () => readPage(await recogniser(), await openImage(image), turn))
