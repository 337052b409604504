// What becomes of drawn documents that are none, or somebody else's, and of genuine ones of the same people, read by the
// engines and judged as a recognition is: `documents.ts false`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createEngines, type OwnEngines } from '../../src/biometrics/engines/engines.ts'
import { isInCard } from '../../src/biometrics/engines/rules.ts'
import {
  type ClaimedPerson,
  judgeDocument,
  ownPolicy,
} from '../../src/biometrics/verdicts/documents.ts'
import { joinSides } from '../../src/biometrics/verdicts/sides.ts'
import { codeOf, drawCinBack, type Layout, layouts, renderCard } from './cards/draw.ts'
import { type Specimen, specimenOf, zoneOf } from './cards/people.ts'
import { photograph, type Scene } from './cards/scene.ts'

const [person, other] = [specimenOf(1), specimenOf(2)]
const claimed: ClaimedPerson = {
  name: person.name,
  cpf: person.cpf.replaceAll(/\D/g, ''),
  birthdate: person.born.split('/').toReversed().join('-'),
  mother: person.parents[1],
}
const scene: Scene = { table: 'wood', width: 1_280, height: 960, share: 0.5 }

type Side = () => Promise<Buffer>
type Case = { readonly name: string; readonly isGenuine: boolean; readonly sides: readonly Side[] }

const layoutOf = (name: string): Layout => {
  const found = layouts.find((layout) => layout.name === name)
  if (!found) throw new Error(`no layout ${name}`)
  return found
}
const holder = () =>
  sharp(readFileSync(join(import.meta.dirname, '../../test/data/faces/person-a-front.jpg')))
    .extract({ left: 90, top: 0, width: 300, height: 400 })
    .toBuffer()

const card = async (layout: string, of: Specimen, isBlank = false): Promise<Buffer> =>
  renderCard(layoutOf(layout), of, isBlank ? undefined : await holder())
const taken = async (drawn: Promise<Buffer>, how: Partial<Scene> = {}): Promise<Buffer> =>
  photograph(await drawn, { ...scene, ...how }, 5)

const back = (of: Specimen, code = codeOf(of), lines = zoneOf(of)): Promise<Buffer> =>
  renderCard({ ...layoutOf('CIN back'), draw: () => drawCinBack(of, code, lines) }, of, undefined)

/** Two cards on one table. */
async function twoCards(): Promise<Buffer> {
  const [one, two] = await Promise.all([card('CNH', person), card('RG', other)])
  const beside = (input: Buffer, left: number) =>
    sharp(input)
      .resize(620)
      .toBuffer()
      .then((small) => ({ input: small, left, top: 240 }))
  const table = { width: 1_320, height: 900, channels: 3, background: '#4a3a2c' } as const
  return sharp({ create: table })
    .composite([await beside(one, 20), await beside(two, 680)])
    .jpeg()
    .toBuffer()
}

/** The words of a CNH on white paper. */
async function typedPage(): Promise<Buffer> {
  const drawn = layoutOf('CNH').draw(person)
  const plain = drawn.replace(/<g fill="none"[\s\S]*?<\/g>/, '').replace('url(#g)', '#fbfbf8')
  const input = await sharp(await holder())
    .resize(238, 309)
    .toBuffer()
  return sharp(Buffer.from(plain))
    .flatten({ background: '#fbfbf8' })
    .composite([{ input, left: 75, top: 145 }])
    .jpeg()
    .toBuffer()
}

/** A document on a screen, with its frame and its stripes. */
async function screenOf(of: Specimen): Promise<Buffer> {
  const stripes = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="631">${Array.from({ length: 210 }, (_, at) => `<rect y="${at * 3}" width="1000" height="1" fill="#000" opacity="0.25"/>`).join('')}</svg>`
  const shown = sharp(await card('CNH', of)).flatten({ background: '#000' })
  return taken(
    shown
      .composite([{ input: Buffer.from(stripes) }])
      .png()
      .toBuffer(),
    { table: 'keys' },
  )
}

const edited = { ...person, licence: `${person.licence.slice(0, 4)}${(Number(person.licence[4]) + 1) % 10}${person.licence.slice(5)}` } // prettier-ignore
const expired = { ...person, expires: '10/05/2020' }

const cases: readonly Case[] = [
  { name: 'genuine CNH', isGenuine: true, sides: [() => taken(card('CNH', person))] },
  { name: 'genuine CNH of 2022, far and tilted', isGenuine: true, sides: [() => taken(card('CNH of 2022', person), { share: 0.3, tilt: 20 })] },
  { name: 'genuine RG, 480 px', isGenuine: true, sides: [() => taken(card('RG', person), { share: 0.9, width: 480, height: 340 })] },
  { name: 'genuine RG, slanted', isGenuine: true, sides: [() => taken(card('RG', person), { slant: [30, 15] })] },
  { name: 'genuine CIN, both sides', isGenuine: true, sides: [() => taken(card('CIN', person)), () => taken(back(person))] },
  { name: 'expired CNH, which identifies', isGenuine: true, sides: [() => taken(card('CNH', expired))] },
  { name: 'typed page', isGenuine: false, sides: [typedPage] },
  { name: "screen with another's document", isGenuine: false, sides: [() => screenOf(other)] },
  { name: 'front without portrait', isGenuine: false, sides: [() => taken(card('CNH', person, true))] },
  { name: 'two cards', isGenuine: false, sides: [twoCards] },
  { name: 'zone of another, front genuine', isGenuine: false, sides: [() => taken(card('CIN', person)), () => taken(back(person, codeOf(person), zoneOf(other)))] },
  { name: 'code of another', isGenuine: false, sides: [() => taken(card('CIN', person)), () => taken(back(person, codeOf(other)))] },
  { name: 'expired CIN', isGenuine: false, sides: [() => taken(card('CIN', expired)), () => taken(back(expired))] },
  { name: "another's name", isGenuine: false, sides: [() => taken(card('CNH', { ...person, name: other.name }))] },
  { name: 'edited digit of the licence', isGenuine: false, sides: [() => taken(card('CNH', edited))] },
  { name: 'edited digit of the CPF', isGenuine: false, sides: [() => taken(card('CNH', { ...person, cpf: person.cpf.replace(/^(\d)(\d)/, '$2$1') }))] },
  { name: 'back of another person', isGenuine: false, sides: [() => taken(card('CIN', person)), () => taken(back(other))] },
  { name: 'photocopy', isGenuine: false, sides: [async () => taken(sharp(await card('CNH', person)).greyscale().toColourspace('srgb').png().toBuffer())] },
  { name: 'front of a CIN alone', isGenuine: false, sides: [() => taken(card('CIN', person))] },
] // prettier-ignore

async function look(engines: OwnEngines, sides: readonly Side[]) {
  const pictures = await Promise.all(sides.map((side) => side()))
  const read = []
  for (const [at, picture] of pictures.entries())
    read.push({
      id: String(at),
      takenAt: new Date(0),
      hash: String(at),
      reading: await engines.ocr.read(picture),
      picture,
    })
  const [first, ...earlier] = read.toReversed()
  if (!first) throw new Error('no picture')
  const { front, back: behind, differ, reading } = joinSides(first, earlier)
  const shown = front && read.find(({ id }) => id === front.id)
  const { area, turn, card: corners } = shown?.reading ?? {}
  const call = { ...(turn !== undefined && { turn }), area, card: corners }
  const found = shown && (await engines.face.portrait(shown.picture, call))
  const portrait = found && area && !isInCard(found.box, area) ? undefined : found
  return judgeDocument({
    reading,
    claimed,
    hasPortrait: portrait !== undefined,
    isConfirmed: portrait?.confirmed ?? false,
    others: portrait?.others ?? 0,
    sides: { hasFront: front !== undefined, hasBack: behind !== undefined, differ },
    today: '2026-11-22',
    policy: ownPolicy,
  })
}

/** `isRight`: no false one was approved, and every genuine one was. */
export async function judgeCases(log: (line: string) => void): Promise<string> {
  const engines = createEngines({
    faceThreads: 1,
    documentThreads: 1,
    waitingMax: 10,
    livenessModel: false,
    readLimits: { processorMs: 60_000, clockMs: 600_000 },
  })
  const lines = ['| document | result | alerts |', '|---|---|---|']
  for (const { name, isGenuine, sides } of cases) {
    const { result, alerts, rank } = await look(engines, sides)
    const isRight = (result === 'Aprovado') === isGenuine
    lines.push(`| ${name} | ${result}${isRight ? '' : ' (wrong)'} | ${alerts.join(', ')} |`)
    log(`${lines.at(-1)} ${rank}`)
  }
  await engines.close()
  return lines.join('\n')
}
