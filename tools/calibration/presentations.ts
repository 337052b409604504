// How often films of attacks pass for a person who does as asked, and how often a person does not: `presentations.ts 75`.
// Films are made of `test/data`: of a filmed head, what a camera and a hand make of it; of stills, what is done to them.
import { writeFileSync } from 'node:fs'
import { type Looked, lookAt as lookAtFaces } from '../../src/biometrics/engines/face/analyse.ts'
import { openFilm } from '../../src/biometrics/engines/face/film.ts'
import {
  type FaceModels,
  loadFaceModels,
  type Pixels,
} from '../../src/biometrics/engines/face/models.ts'
import { openImage } from '../../src/biometrics/engines/open-image.ts'
import type { Face } from '../../src/biometrics/engines/port.ts'
import { ownThresholds } from '../../src/biometrics/engines/rules.ts'
import { judgeLiveness } from '../../src/biometrics/examinations/rules.ts'
import type { Action } from '../../src/biometrics/movement/rules.ts'
import { facePicture, filmFrames } from '../../test/engines/biometrics/engines/pictures.ts'
import { lookAt, type Shot } from '../../test/support/biometrics/heads.ts'
import { cameraOf, randomFrom, shoot } from './films.ts'
import { listSpecies, type Species } from './species.ts'
import { rateOf } from './statistics.ts'

/** Of person A's head; the second half of the film is the same as the first, moved. */
async function loadFilm(models: FaceModels): Promise<Shot[]> {
  const film: Shot[] = []
  for (const frame of filmFrames(...Array.from({ length: 48 }, (_, at) => at)))
    film.push(await lookAt(models, frame, 640))
  return film
}

/** The engines look at each shot of a trial once: many species are made of the same. */
function openTrial(models: FaceModels, trial: number) {
  const random = randomFrom(trial + 7_919)
  const camera = cameraOf(random)
  const seen = new Map<Pixels, Looked[]>()
  const look = async (frame: Pixels, nth: number): Promise<Looked> => {
    const known = seen.get(frame) ?? []
    seen.set(frame, known)
    const shot = async () => camera(await shoot(frame, random))
    return (known[nth] ??= await lookAtFaces(models, await openImage(await shot())))
  }
  /** What the engines see of one film. */
  return async ({ make, isCopied }: Species, nth = 0) => {
    const { actions, frames } = await make(trial, nth)
    const open = openFilm()
    const faces: Face[][] = []
    const times = new Map<Pixels, number>()
    for (const frame of frames) {
      // What a camera films anew is taken from another place each time.
      const taken = isCopied ? 0 : (times.get(frame) ?? 0)
      times.set(frame, taken + 1)
      faces.push(open.add(await look(frame, taken)))
    }
    return { actions, faces }
  }
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
  const show = openTrial(models, recordedTrial)
  for (const one of species) {
    const { actions, faces } = await show(one)
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
/** It takes long, and may be ended. */
const printEvery = 25
const head = '| presentation | n | error | status 2 |\n|---|---|---|---|\n'

async function main([count = '40', only = '', named = '']: readonly string[]): Promise<void> {
  const models = await loadFaceModels({ livenessModel: false })
  const stills = [
    await lookAt(models, facePicture('front'), 512),
    await lookAt(models, facePicture('person-b-drawn'), 512),
  ]
  const listed = listSpecies({ film: await loadFilm(models), stills })
  const isNamed = ({ name }: Species) => name.includes(named)
  if (count === 'record') return record(models, listed.filter(isNamed), only)
  const shown = listed.filter(({ name }) => name.includes(only))
  const statuses = shown.map((): number[] => [])
  for (let trial = 0; trial < Number(count); trial++) {
    const show = openTrial(models, trial)
    for (const [at, species] of shown.entries())
      for (let nth = 0; nth < (species.films ?? 1); nth++) {
        const { actions, faces } = await show(species, nth)
        const { status } = judgeLiveness(faces, { actions, areForeign: false }, ownThresholds)
        statuses[at]?.push(status)
        // Whoever looks for what passed finds it by its number.
        if ((status === 1) !== (species.kind === 'genuine'))
          process.stderr.write(
            `${species.name}, ${trial}: ${status}, ${describeTurns(actions, faces)}\n`,
          )
      }
    if ((trial + 1) % printEvery === 0 || trial + 1 === Number(count)) {
      const rows = shown.map((species, at) => `${describe(species, statuses[at] ?? [])}\n`)
      process.stdout.write(`${head}${rows.join('')}\n`)
    }
  }
}

const describeTurns = (actions: readonly Action[], faces: readonly (readonly Face[])[]) =>
  `${actions.join(' ')}: ${faces.map(([face]) => face?.yaw.toFixed(1)).join(' ')}`

if (import.meta.main) await main(process.argv.slice(2))
