// How often films of attacks pass for a person who does as asked, and how often a person does not: `npm run calibrate`.
// Films are made of `test/data`: of a filmed head, what a camera and a hand make of it; of stills, what is done to them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFaces } from '#src/biometrics/engines/face/analyse.ts'
import { openFilm } from '#src/biometrics/engines/face/film.ts'
import {
  type FaceModels,
  loadFaceModels,
  type Pixels,
} from '#src/biometrics/engines/face/models.ts'
import { toPixels } from '#src/biometrics/engines/face/pixels.ts'
import { openImage } from '#src/biometrics/engines/open-image.ts'
import type { Face } from '#src/biometrics/engines/port.ts'
import { ownThresholds } from '#src/biometrics/engines/rules.ts'
import { judgeLiveness } from '#src/biometrics/examinations/rules.ts'
import { type Action, challengesMax, chooseActions } from '#src/biometrics/movement/rules.ts'
import { cameraOf, capture, loop, randomFrom, shoot, type Shot, shuffle, type Trial } from './films.ts' // prettier-ignore
import { approach, depthOf, movePrint, stretchHalves, warp, type Warp } from './scenes.ts'
import { rateOf } from './statistics.ts'

type Still = Shot & { readonly mesh: readonly (readonly number[])[] }
type Make = (trial: number) => Trial | Promise<Trial>
export type Species = {
  readonly name: string
  readonly kind: 'genuine' | 'attack'
  readonly make: Make
}

export async function loadScenes(models: FaceModels, folder: string) {
  const still = async (name: string): Promise<Still> => {
    const bytes = readFileSync(join(folder, 'faces', `${name}.jpg`))
    return lookAt(models, await toPixels(await openImage(bytes), 512))
  }
  const film: Shot[] = []
  // The film's first half; its second is the same, moved.
  for (const frame of splitFilm(readFileSync(join(folder, 'capture/person-a.mjpeg'))).slice(0, 48))
    film.push(await lookAt(models, await toPixels(await openImage(frame), 640)))
  const stills = [await still('person-a-front'), await still('person-b-drawn')]
  return { film, stills }
}

async function lookAt(models: FaceModels, pixels: Pixels): Promise<Still> {
  // Safe because the landmarks are always there where the mesh is switched on.
  const [face] = (await findFaces(models, pixels)) as (
    | (Awaited<ReturnType<typeof findFaces>>[number] & { readonly mesh: number[][] })
    | undefined
  )[]
  if (!face) throw new Error('no face in a picture of the test data')
  const [x, y, width, height] = face.box
  const yaw = ((face.rotation?.angle.yaw ?? 0) * 180) / Math.PI
  return {
    pixels,
    yaw,
    mesh: face.mesh,
    stage: { middle: { x: x + width / 2, y: y + height / 2 }, width },
  }
}

function splitFilm(bytes: Buffer): Buffer[] {
  const end = Buffer.from([0xff, 0xd9])
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const until = bytes.indexOf(end, at)
    if (until < 0) break
    frames.push(bytes.subarray(at, until + 2))
    at = until + 2
  }
  return frames
}

type Scenes = Awaited<ReturnType<typeof loadScenes>>

export function listSpecies({ film, stills }: Scenes): Species[] {
  const other = stills[1]
  const asked = (trial: number) => chooseActions('turn', trial % challengesMax)
  const filmed = (actions: readonly Action[], trial: number) =>
    capture(film, actions, randomFrom(trial)).map(({ pixels }) => pixels)
  /** One still, moved as each pose asks and half as far before it. */
  const moved =
    (move: (still: Still, turned: number, random: () => number) => Warp): Make =>
    (trial) => {
      const actions = asked(trial)
      const still = stills[trial % stills.length]
      if (!still) throw new Error('no still')
      const signs = actions.map((action) => ({ left: 1, right: -1 })[String(action)] ?? 0)
      const steps = signs.flatMap((sign) => (sign === 0 ? [0] : [sign / 2, sign]))
      const frames = steps.map((turned, at) =>
        warp(still.pixels, move(still, turned, randomFrom(trial * 100 + at))),
      )
      return { actions, frames }
    }
  const near =
    (make: (still: Still, times: number) => Warp): Make =>
    (trial) => {
      const still = stills[0]
      if (!still) throw new Error('no still')
      const most = 1.5 + 0.2 * randomFrom(trial)()
      const frames = [most, 1.25, 1, 1.25, most].map((times) =>
        warp(still.pixels, make(still, times)),
      )
      return { actions: chooseActions('approach', 0), frames }
    }
  return [
    {
      name: 'a filmed head',
      kind: 'genuine',
      make: (trial) => ({ actions: asked(trial), frames: filmed(asked(trial), trial) }),
    },
    {
      name: 'a head that comes nearer (rendered)',
      kind: 'genuine',
      make: near((still, times) => approach(still.stage, depthOf(still.stage, still.mesh), times)),
    },
    {
      name: 'still, held and moved',
      kind: 'attack',
      make: moved(({ stage }, turned, random) =>
        movePrint(stage, {
          yaw: 0,
          roll: 6 * (random() - 0.5),
          aside: 0.1 * turned,
          near: 1 + 0.1 * random(),
        }),
      ),
    },
    {
      name: 'print, turned in space',
      kind: 'attack',
      make: moved(({ stage }, turned, random) =>
        movePrint(stage, { yaw: turned * (25 + 25 * random()), pitch: 20 * (random() - 0.5) }),
      ),
    },
    {
      name: 'print, bent and turned',
      kind: 'attack',
      make: moved(({ stage }, turned, random) =>
        movePrint(stage, {
          yaw: turned * (15 + 25 * random()),
          bend: 0.8 + 0.8 * random(),
          axis: 40 * (random() - 0.5),
        }),
      ),
    },
    {
      name: 'still, halves stretched',
      kind: 'attack',
      make: moved(({ stage }, turned, random) =>
        stretchHalves(stage, 1 + turned * (0.3 + 0.15 * random()), false),
      ),
    },
    {
      name: 'still, stretched smoothly',
      kind: 'attack',
      make: moved(({ stage }, turned, random) =>
        stretchHalves(stage, 1 + turned * (0.4 + 0.3 * random()), true),
      ),
    },
    {
      name: 'film of other turns',
      kind: 'attack',
      make: (trial) => ({
        actions: asked(trial),
        frames: filmed(asked(trial + 1 + (trial % (challengesMax - 1))), trial),
      }),
    },
    {
      name: 'film, looped',
      kind: 'attack',
      make: (trial) => loop(asked(trial), filmed(['front', 'left', 'front', 'right'], trial)),
    },
    {
      name: 'frames out of order',
      kind: 'attack',
      make: (trial) => ({
        actions: asked(trial),
        frames: shuffle(filmed(asked(trial), trial), randomFrom(trial)),
      }),
    },
    {
      name: 'another person in the middle',
      kind: 'attack',
      make: (trial) => ({
        actions: asked(trial),
        frames: filmed(asked(trial), trial).map((frame, at, all) =>
          other && at > all.length / 3 && at <= all.length / 2 ? other.pixels : frame,
        ),
      }),
    },
    {
      name: 'print, moved nearer',
      kind: 'attack',
      make: near(({ stage }, times) => movePrint(stage, { yaw: 0, near: times })),
    },
    {
      name: 'print, bent and moved nearer',
      kind: 'attack',
      make: near(({ stage }, times) =>
        movePrint(stage, { yaw: 4, near: times, bend: 0.8 * (times - 0.9) }),
      ),
    },
  ]
}

/** What the engines see of one trial. */
export async function film(models: FaceModels, species: Species, trial: number) {
  const { actions, frames } = await species.make(trial)
  const random = randomFrom(trial + 7_919)
  const camera = cameraOf(random)
  const open = openFilm(models)
  const faces: Face[][] = []
  // A loop shows the very frames; what a camera films anew is taken from another place each time.
  const isCopied = species.name === 'film, looped'
  const shots = new Map<Pixels, Buffer>()
  for (const frame of frames) {
    const shot = (isCopied && shots.get(frame)) || (await camera(await shoot(frame, random)))
    shots.set(frame, shot)
    faces.push(await open.add(await openImage(shot)))
  }
  return { actions, faces }
}

/** The status of each trial. */
async function present(models: FaceModels, species: Species, trials: number): Promise<number[]> {
  const statuses: number[] = []
  for (let trial = 0; trial < trials; trial++) {
    const { actions, faces } = await film(models, species, trial)
    statuses.push(judgeLiveness(faces, { actions, areForeign: false }, ownThresholds).status)
  }
  return statuses
}

function describe({ name, kind }: Species, statuses: readonly number[]): string {
  const passed = statuses.filter((status) => status === 1).length
  const wrong = kind === 'attack' ? passed : statuses.length - passed
  const { share, low, high } = rateOf(wrong, statuses.length)
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  const suspected = statuses.filter((status) => status === 2).length
  const rate = `${percent(share)} (${percent(low)} to ${percent(high)})`
  return `| ${name} | ${statuses.length} | ${kind === 'attack' ? 'APCER' : 'BPCER'} ${rate} | ${suspected} |`
}

/** One film of each kind as the engines see it, for tests that have none. */
async function record(models: FaceModels, species: readonly Species[], file: string) {
  const films: object[] = []
  for (const one of species) {
    const { actions, faces } = await film(models, one, recordedTrial)
    films.push({ name: one.name, kind: one.kind, actions, frames: faces })
  }
  const short = (_: string, value: unknown) => {
    if (value instanceof Float32Array) return [...value].map((one) => Math.round(one * 1e3) / 1e3)
    return typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value
  }
  const lines = films.map((one) => JSON.stringify(one, short))
  writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`)
}

const recordedTrial = 1

async function main([count = '40', only = '']: readonly string[]): Promise<void> {
  const models = await loadFaceModels({ livenessModel: false })
  const scenes = await loadScenes(models, join(import.meta.dirname, '../../test/data'))
  if (count === 'record') return record(models, listSpecies(scenes), only)
  process.stdout.write('| presentation | n | error | status 2 |\n|---|---|---|---|\n')
  for (const species of listSpecies(scenes)) {
    if (!species.name.includes(only)) continue
    const statuses = await present(models, species, Number(count))
    process.stdout.write(`${describe(species, statuses)}\n`)
  }
}

if (import.meta.main) await main(process.argv.slice(2))
