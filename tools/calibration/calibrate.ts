// What the engine's distances mean for the faces of a folder: `calibrate.ts FOLDER [--out FOLDER]`.
// Error rates with their intervals, a plot, and thresholds as variables of the environment.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readLabelled } from './folder.ts'
import { plotMatches } from './plot.ts'
import {
  type Described,
  describeReport,
  describeThresholds,
  reportAttacks,
  reportMatches,
  type ScoredPresentation,
} from './report.ts'
import { createEngines } from '../../src/biometrics/engines/engines.ts'
import type { Face, FaceEngine } from '../../src/biometrics/engines/port.ts'
import { isGoodFace } from '../../src/biometrics/engines/rules.ts'

export type Calibration = { readonly text: string; readonly skipped: readonly string[] }

/** Writes `report.json`, `plot.svg` and `thresholds.env` to `out`; pictures that cannot be compared are named. */
export async function calibrate(
  face: FaceEngine,
  folder: string,
  out: string,
): Promise<Calibration> {
  const { people, presentations } = readLabelled(folder)
  if (people.length < 2)
    throw new Error(`${folder} needs people/<person>/<picture> of two people at least.`)
  const skipped: string[] = []

  async function look(file: string): Promise<Face | undefined> {
    const { images } = await face.analyse([readFileSync(file)]).catch(() => ({ images: [] }))
    const [faces = []] = images
    const [only] = faces
    if (only && faces.length === 1 && isGoodFace(only)) return only
    skipped.push(file)
    return undefined
  }

  const described: Described[] = []
  for (const { name, files } of people) {
    const embeddings: Float32Array[] = []
    for (const file of files) {
      const found = await look(file)
      if (found?.embedding) embeddings.push(found.embedding)
    }
    described.push({ person: name, embeddings })
  }
  const shown: ScoredPresentation[] = []
  for (const { species, file } of presentations) {
    const found = await look(file)
    // What is not taken for a face is refused, as an attack is.
    shown.push({ species, live: found?.live ?? 0 })
  }
  const matches = reportMatches(described)
  const attacks = shown.length > 0 ? reportAttacks(shown) : undefined
  mkdirSync(out, { recursive: true })
  const report = { model: face.modelId, matches, attacks, skipped }
  writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(out, 'plot.svg'), plotMatches(matches))
  writeFileSync(join(out, 'thresholds.env'), describeThresholds(matches))
  return { text: describeReport(matches, attacks), skipped }
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: 'calibration' } },
  })
  const [folder] = positionals
  if (folder === undefined) throw new Error('Name the folder of labelled pictures.')
  // Attacks are measured by `live`, whose model no service loads by itself.
  const livenessModel = readLabelled(folder).presentations.length > 0
  const engines = createEngines({
    faceThreads: 1,
    documentThreads: 1,
    waitingMax: 1,
    livenessModel,
  })
  try {
    const { text, skipped } = await calibrate(engines.face, folder, values.out)
    process.stdout.write(`${text}\n`)
    for (const file of skipped) process.stdout.write(`skipped: ${file}\n`)
    process.stdout.write(`Written to ${values.out}: report.json, plot.svg, thresholds.env\n`)
  } finally {
    await engines.close()
  }
}

if (import.meta.main) {
  await run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
