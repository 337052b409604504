// What levelling the face is worth: `tilts.ts FOLDER`. Each picture of `people/<person>` is tilted
// and taken worse, and compared with that person's other pictures as they are, and with everybody else's: by its crop
// as it lies, and by the level one with its mirror image. `documents/<person>/<picture>` are portraits of those people.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openImage } from '../../src/biometrics/engines/open-image.ts'
import { analyseFaces, findFaces } from '../../src/biometrics/engines/face/analyse.ts'
import { embedCrop } from '../../src/biometrics/engines/face/embed.ts'
import { type FaceModels, loadFaceModels } from '../../src/biometrics/engines/face/models.ts'
import { cropAround, toPixels } from '../../src/biometrics/engines/face/pixels.ts'
import { findPortrait } from '../../src/biometrics/engines/face/portrait.ts'
import { distort, type Distortion, distortions, tilted } from './distort.ts'
import { readLabelled } from './folder.ts'
import { describePairs, type Pair } from './pairs.ts'

const tilts = [0, 8, -8, 16, -16, 24, -24, 32, -32, 40, -40, 90, 180, 270]
const portraitTilts = [0, 8, -8]

type Embedding = Float32Array | undefined
type Source = { readonly person: string; readonly file: string; readonly bytes: Uint8Array }
/** As it lies, and as it is compared. */
type Both = { readonly before: Embedding; readonly after: Embedding }

/** `log` gets a line for each distortion that is done. */
export async function compareTilts(
  models: FaceModels,
  folder: string,
  log: (line: string) => void = () => undefined,
): Promise<string> {
  const sources = readLabelled(folder).people.flatMap(({ name, files }) =>
    files.map((file) => ({ person: name, file, bytes: readFileSync(file) })),
  )
  const plain: { source: Source; both: Both }[] = []
  for (const source of sources) plain.push({ source, both: await embedBoth(models, source.bytes) })
  const pairs: Pair[] = []
  const others = [...tilts.map(tilted), ...distortions]
  for (const distortion of others) {
    for (const source of sources) {
      const both = await embedBoth(models, await distort(source.bytes, distortion))
      pairs.push(...pairUp(distortion.name, { source, both }, plain))
    }
    log(distortion.name)
  }
  for (const distortion of [...portraitTilts.map(tilted), ...distortions])
    for (const source of documentsIn(folder)) {
      const after = await embedPortrait(models, source.bytes, distortion)
      const both = { before: undefined, after }
      pairs.push(...pairUp(`portrait: ${distortion.name}`, { source, both }, plain))
    }
  return describePairs(pairs)
}

/** Each with every other picture as it is; never with itself. */
function pairUp(
  group: string,
  one: { readonly source: Source; readonly both: Both },
  plain: readonly { readonly source: Source; readonly both: Both }[],
): Pair[] {
  return plain
    .filter(({ source }) => source.file !== one.source.file)
    .map(({ source, both }) => ({
      group,
      isGenuine: source.person === one.source.person,
      before: distanceOf(one.both.before, both.before),
      after: distanceOf(one.both.after, both.after),
    }))
}

const distanceOf = (one: Embedding, other: Embedding): number | undefined =>
  one && other && Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))

async function embedBoth(models: FaceModels, bytes: Uint8Array): Promise<Both> {
  const picture = await openImage(bytes)
  const pixels = await toPixels(picture, 640)
  const [found] = await findFaces(models, pixels)
  const before = found && (await embedCrop(models, cropAround(pixels, found.box, 2)))
  const [face] = await analyseFaces(models, picture)
  return { before, after: face?.embedding }
}

async function embedPortrait(
  models: FaceModels,
  bytes: Uint8Array,
  distortion: Distortion,
): Promise<Embedding> {
  const found = await findPortrait(models, await openImage(await distort(bytes, distortion)), {
    turn: 0,
  })
  return found?.embedding
}

function documentsIn(folder: string): Source[] {
  const documents = join(folder, 'documents')
  return readdirSync(documents).flatMap((person) =>
    readdirSync(join(documents, person)).map((name) => {
      const file = join(documents, person, name)
      return { person, file, bytes: readFileSync(file) }
    }),
  )
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Name the folder of labelled pictures.')
  const models = await loadFaceModels({ livenessModel: false })
  const text = await compareTilts(models, folder, (line) => process.stderr.write(`${line}\n`))
  process.stdout.write(`${text}\n`)
}
