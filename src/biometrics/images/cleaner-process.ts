// The process of a cleaner: it takes one message for each picture or file and answers with one.
import { answer } from '#src/biometrics/engines/answer.ts'
import { cleanImage } from '#src/biometrics/engines/open-image.ts'
import { standBack } from '#src/platform/priority.ts'
import { inspectFile, openFile } from './open-file.ts'
import { fitImage } from './fit-image.ts'
import type { Cleaned, CleanTask, Inspected, OpenedFile } from './cleaner.ts'

/** A nice value: lower priority than the processes that answer requests, higher than the engines. */
const niceness = 5

standBack(niceness)
process.once('disconnect', () => process.exit())
process.on('message', (task) => {
  // Safe because only a cleaner starts this file.
  void clean(task as CleanTask)
})

async function clean({ id, bytes, does }: CleanTask): Promise<void> {
  const take = async (): Promise<Uint8Array | OpenedFile | Inspected> => {
    if (does === 'open') return openFile(bytes)
    if (does === 'inspect') return inspectFile(bytes)
    return does === 'clean'
      ? cleanImage(bytes)
      : fitImage(bytes, does).then((fit) => fit ?? new Uint8Array())
  }
  const cleaned = await answer(take).catch(() => undefined)
  process.send?.({ id, answer: cleaned } satisfies Cleaned)
}
