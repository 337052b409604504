// Tests an image or a new machine: `node src/main/commands/try-engines.ts` loads the models of faces and documents as
// the engines do, without a database or configuration. The exit code is 1 where one is missing.
import { createEngines } from '#src/biometrics/engines/engines.ts'

const engines = createEngines({
  faceThreads: 1,
  documentThreads: 1,
  waitingMax: 1,
  livenessModel: false,
})
// Keeps the process alive, because the loading threads do not.
const awake = setInterval(() => undefined, 1_000)
const began = performance.now()
try {
  await engines.warm()
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(`The models of faces and documents are loaded, in ${seconds} s.\n`)
} finally {
  clearInterval(awake)
  await engines.close()
}
