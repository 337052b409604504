// Files of weights that are taken away and put back, under the engines as the service starts them.
import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { modelFile } from '#src/biometrics/engines/document/recognise.ts'
import { createEngines } from '#src/biometrics/engines/engines.ts'
import { packagedWeights } from '#src/biometrics/engines/face/models.ts'

const home = mkdtempSync(join(tmpdir(), 'atesta-weights-'))
afterAll(() => rmSync(home, { recursive: true }))

/** A folder with links to the files of another, so that one can be taken away. */
function link(from: string, files = readdirSync(from)): string {
  const folder = mkdtempSync(join(home, 'of-'))
  for (const file of files) symlinkSync(join(from, file), join(folder, file))
  return folder
}

const packaged = packagedWeights()
const faces = { human: link(packaged.human), faceApi: link(packaged.faceApi) }
const letters = join(link(join(modelFile(), '..'), [basename(modelFile())]), basename(modelFile()))

test('engines are ready only when every model answers, and are so again when a file is back', async () => {
  const engines = createEngines({
    faceThreads: 1,
    documentThreads: 1,
    waitingMax: 5,
    livenessModel: false,
    weights: { faces, letters },
  })
  const without = async (kind: 'faces' | 'documents', file: string, says = basename(file)) => {
    renameSync(file, `${file}.away`)
    const other = kind === 'faces' ? 'documents' : 'faces'
    await expect(engines.warm({ [other]: false })).rejects.toThrow(says)
    renameSync(`${file}.away`, file)
  }
  const withoutFaces = async () => {
    // Its library leaves it out in silence.
    await without('faces', join(faces.human, 'facemesh.bin'), 'the mesh')
    await without('faces', join(faces.faceApi, 'face_recognition_model.bin'))
  }
  try {
    await Promise.all([withoutFaces(), without('documents', letters)])
    await engines.warm()
  } finally {
    await engines.close()
  }
})
