// Analyses pictures for a while in one process, by the bare engine in a loop or by the service’s threads: `node
// engines.ts bare|threads faces|documents COUNT WORKERS CALLERS`. Prints one line of JSON.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPage } from '#src/biometrics/engines/document/read.ts'
import { loadRecogniser } from '#src/biometrics/engines/document/recognise.ts'
import { createEngines } from '#src/biometrics/engines/engines.ts'
import { analyseFaces } from '#src/biometrics/engines/face/analyse.ts'
import { loadFaceModels } from '#src/biometrics/engines/face/models.ts'
import { openImage } from '#src/biometrics/engines/open-image.ts'

const [by = '', what = '', count = '1', workers = '1', callers = '1'] = process.argv.slice(2)
const data = join(import.meta.dirname, '../../../data')
const four = ['front', 'left-18', 'front', 'right-18'].map((name) =>
  readFileSync(join(data, 'faces', `person-a-${name}.jpg`)),
)
const page = readFileSync(join(data, 'documents/cnh-1.jpg'))

type Work = () => Promise<unknown>

async function bare(): Promise<Work> {
  if (what === 'documents') {
    const recognise = await loadRecogniser()
    return async () => readPage(recognise, await openImage(page), 0)
  }
  const models = await loadFaceModels({ livenessModel: false })
  return async () => {
    for (const image of four) await analyseFaces(models, await openImage(image))
  }
}

async function threads(): Promise<Work> {
  const each = { faceThreads: Number(workers), documentThreads: Number(workers) }
  const engines = createEngines({ ...each, waitingMax: 100, livenessModel: false })
  const documents = what === 'documents'
  await engines.warm({ faces: !documents, documents })
  return documents ? async () => engines.ocr.read(page) : async () => engines.face.analyse(four)
}

// The child process that decodes pictures does not keep this process running, as a server would.
setInterval(() => undefined, 60_000)
const began = performance.now()
const work = await (by === 'bare' ? bare() : threads())
const startMs = performance.now() - began
// A thread’s first work is slow, so it is not measured.
await Promise.all(Array.from({ length: Number(workers) * 2 }, work))

const times: number[] = []
let left = Number(count)
const start = performance.now()
async function call(): Promise<void> {
  while (left-- > 0) {
    const at = performance.now()
    await work()
    times.push(performance.now() - at)
  }
}
await Promise.all(Array.from({ length: Number(callers) }, call))
const perSecond = times.length / ((performance.now() - start) / 1_000)
const rssMb = process.memoryUsage.rss() / 1e6
process.stdout.write(`${JSON.stringify({ perSecond, times, rssMb, startMs })}\n`)
process.exit()
