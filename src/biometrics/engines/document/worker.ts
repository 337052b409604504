// A thread that reads documents; its functions are called by name.
import { answer, type ThreadAnswer } from '../answer.ts'
import { openImage } from '../open-image.ts'
import type { Rotation } from '../port.ts'
import { type Read, readPage } from './read.ts'
import { loadRecogniser, type Recogniser } from './recognise.ts'

let loading: Promise<Recogniser> | undefined
/** What has failed is tried again the next time: a file may be back. */
const recogniser = () =>
  (loading ??= loadRecogniser().catch((error: unknown) => {
    loading = undefined
    throw error
  }))

export const warm = (): Promise<ThreadAnswer<void>> => answer(async () => void (await recogniser()))

export const read = ({
  image,
  turn,
}: {
  image: Uint8Array
  turn: Rotation
}): Promise<ThreadAnswer<Read>> =>
  answer(async () => readPage(await recogniser(), await openImage(image), turn))
