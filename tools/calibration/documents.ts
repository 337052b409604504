// How much of drawn cards is read, laid on tables and photographed well and badly: `documents.ts 5`.
// Layouts on which the reader was never tuned are counted apart.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Read, readPage } from '../../src/biometrics/engines/document/read.ts'
import { loadRecogniser, type Recogniser } from '../../src/biometrics/engines/document/recognise.ts'
import { openImage } from '../../src/biometrics/engines/open-image.ts'
import { type Layout, layouts, renderCard } from './cards/draw.ts'
import { specimenOf } from './cards/people.ts'
import { photograph, type Scene, tables } from './cards/scene.ts'
import { judgeCases } from './false-documents.ts'
import { rateOf } from './statistics.ts'

type Condition = { readonly name: string; readonly scene: Partial<Scene> }

const conditions: readonly Condition[] = [
  { name: 'near (60 % of the picture)', scene: { share: 0.6 } },
  { name: 'far (30 %)', scene: { share: 0.3 } },
  { name: 'far and tilted by 20°', scene: { share: 0.3, tilt: 20 } },
  { name: 'tilted by −20°', scene: { tilt: -20 } },
  { name: 'slanted by 30° and 15°', scene: { slant: [30, 15] } },
  { name: 'slanted by −20° and 30°, tilted', scene: { slant: [-20, 30], tilt: 8 } },
  { name: '480 px', scene: { share: 0.9, width: 480, height: 316 } },
  { name: 'lightly blurred', scene: { blur: 0.9 } },
  { name: 'glare', scene: { glare: true } },
  { name: 'dark and grainy', scene: { brightness: 0.35, noise: 6 } },
]

type Count = { exact: number; fields: number; whole: number; cards: number; slowestMs: number }
type Log = (line: string) => void

/** `only`: of layouts whose names hold it. */
async function readCards(trials: number, only: string, log: Log): Promise<string> {
  const recognise = await loadRecogniser()
  const lines = [
    '| photographed | tuned: fields read | whole cards | held out: fields read | whole cards |',
    '|---|---|---|---|---|',
  ]
  for (const condition of conditions) {
    const cells: string[] = []
    for (const isHeldOut of [false, true]) {
      const own = layouts.filter(
        (layout) => layout.isHeldOut === isHeldOut && layout.name.includes(only),
      )
      const count = await readLayouts({ recognise, trials, log }, own, condition)
      cells.push(`${share(count.exact, count.fields)} | ${share(count.whole, count.cards)}`)
      log(`${condition.name}: ${cells.at(-1)}, ${Math.round(count.slowestMs)} ms at most`)
    }
    lines.push(`| ${condition.name} | ${cells.join(' | ')} |`)
  }
  return lines.join('\n')
}

type Run = { readonly recognise: Recogniser; readonly trials: number; readonly log: Log }

async function readLayouts(
  { recognise, trials, log }: Run,
  own: readonly Layout[],
  { name, scene }: Condition,
): Promise<Count> {
  const holder = await holderOf()
  const count: Count = { exact: 0, fields: 0, whole: 0, cards: 0, slowestMs: 0 }
  for (let trial = 0; trial < trials; trial++)
    for (const [at, layout] of own.entries()) {
      const seed = trial * 31 + at * 7
      const person = specimenOf(seed)
      const table = tables[(trial + at) % tables.length] ?? 'wood'
      const whole: Scene = { table, width: 1_280, height: 960, share: 0.5, ...scene }
      const picture = await photograph(await renderCard(layout, person, holder), whole, seed)
      const begun = performance.now()
      const read = await readPage(recognise, await openImage(picture), 0)
      count.slowestMs = Math.max(count.slowestMs, performance.now() - begun)
      const wrong = compare(count, read, layout, layout.fields(person))
      if (wrong.length > 0) log(`  ${layout.name}, ${name}, ${table}: ${wrong.join('; ')}`)
    }
  return count
}

/** Of person A, as a portrait shows her. */
const holderOf = () =>
  sharp(readFileSync(join(import.meta.dirname, '../../test/data/faces/person-a-front.jpg')))
    .extract({ left: 90, top: 0, width: 300, height: 400 })
    .toBuffer()

/** What is wrong of it. */
function compare(
  count: Count,
  { fields, documentType, card, isZoneUnread }: Read,
  { type }: Layout,
  truth: Readonly<Record<string, string>>,
): string[] {
  const read: Readonly<Record<string, string>> = { ...fields, type: documentType }
  const asked = Object.entries(truth)
  const wrong = [...asked, ['type', type] as const].filter(
    ([name, text]) => plain(read[name]) !== plain(text),
  )
  count.fields += asked.length
  count.exact += asked.filter(([name, text]) => plain(read[name]) === plain(text)).length
  count.cards += 1
  if (wrong.length === 0) count.whole += 1
  return [
    ...wrong.map(([name, text]) => `${name} ${read[name]} for ${text}${card ? '' : ', not cut'}`),
    ...(isZoneUnread ? ['its zone does not hold'] : []),
  ]
}

/** Accents are not counted: names are compared without them. */
const plain = (text = '') => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

function share(count: number, of: number): string {
  const rate = rateOf(count, of)
  const percent = (value: number) => (100 * value).toFixed(0)
  return `${percent(rate.share)} % (${percent(rate.low)} to ${percent(rate.high)}) of ${of}`
}

if (import.meta.main) {
  const [trials = '5', only = ''] = process.argv.slice(2)
  const log: Log = (line) => process.stderr.write(`${line}\n`)
  const text = await (trials === 'false' ? judgeCases(log) : readCards(Number(trials), only, log))
  process.stdout.write(`${text}\n`)
  process.exit(0)
}
