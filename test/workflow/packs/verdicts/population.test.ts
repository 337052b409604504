// A drawn population over HTTP in the sandbox, at one client: nobody with something wrong is approved, and whoever is
// genuine is not held up for living as people do.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { withService } from '../../fixture.ts'
import { startPlay } from './play.ts'
import { type Drawn, drawPeople } from './population.ts'
import { type Last, playSteps } from './steps.ts'

const images = mkdtempSync(join(tmpdir(), 'atesta-population-'))
const test = withService({ IMAGES_FOLDER: images, ENGINE_ROOM_TENANT: '40' })
afterAll(() => rmSync(images, { recursive: true }))

const seed = 7
const heldMax = 0.03
/** CI draws three hundred, which takes two minutes. */
// oxlint-disable-next-line node/no-process-env -- how many are drawn is said by the command
const people = Number(process.env['POPULATION'] ?? 100)

test(`of ${people} people of seed ${seed} no attacker is approved, and few who are genuine are held`, async ({
  service,
}) => {
  const ended: (Drawn & { readonly last: Last })[] = []
  const left = drawPeople(people, seed).values()
  // A household's device is one.
  const keys = new Map()
  const lane = async () => {
    for (const drawn of left) {
      const play = { ...startPlay(service, 'bank', 'sandbox'), keys }
      ended.push({ ...drawn, last: await playSteps(play, drawn.steps) })
    }
  }
  await Promise.all(Array.from({ length: 12 }, lane))
  const genuine = ended.filter(({ wrong }) => wrong === undefined)
  const held = genuine.filter(({ last }) => last.outcome !== 'approved')
  expect(held.length / genuine.length, describe(held)).toBeLessThanOrEqual(heldMax)
  const passed = ended.flatMap(({ wrong, last }) => (last.outcome === 'approved' ? (wrong ?? []) : [])) // prettier-ignore
  expect([...new Set(passed)].toSorted()).toEqual([])
  expect(ended.filter(({ last }) => last.outcome === 'fault')).toEqual([])
})

const describe = (held: readonly (Drawn & { readonly last: Last })[]): string =>
  held.map(({ pack, habits, last }) => `${pack} ${last.reason}: ${habits.join(', ')}`).join('\n')
