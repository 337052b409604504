// Films and people before the page and the rule of the server, on a clock of their own: both are asked for turns as they
// are, and the server says what counts. Chance is by a seed, so that a run is like every other.
import { describe, expect, test } from 'vitest'
import {
  type PromptedPose,
  chooseNext,
  choosePause,
  isPaced,
  pausesOfPoses,
  placePoses,
  posesWanted,
} from '#src/biometrics/movement/pacing-rules.ts'
import type { MovementKind } from '#src/biometrics/movement/rules.ts'
import { approaching, type Side, turning } from '#src/links/capture/browser/face/course.ts'
import { takePaced, TooManyMissed } from '#src/links/capture/browser/face/paced.ts'

type Draw = (below: number) => number
/** Where it is at a time, as its course has it; what is said is heard, or not. */
type Head = {
  readonly kind?: MovementKind
  readonly placeAt: (ms: number) => number
  readonly hear: (side: Side | undefined, ms: number) => void
}

function drawBy(seed: number): Draw {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const signOf = (side: Side | undefined) => (side === undefined ? 0 : side === 'left' ? -1 : 1)
const courses = { turn: turning, approach: approaching }
const patienceMs = { turn: 60_000, approach: 270_000 }
const frameMs = 80

/** Whether the server counts what the page has sent, if it has sent any. */
async function isLetThrough(head: Head, draw: Draw): Promise<boolean> {
  const { kind = 'turn' } = head
  let now = 0
  let asked: readonly PromptedPose[] = []
  const due: { at: number; say: () => void }[] = []
  const iso = (ms: number) => new Date(ms).toISOString()
  const taken = await takePaced<string>(
    {
      async look(guidance) {
        head.hear(guidance === 'hold' || guidance === 'too-soon' || guidance === 'front' ? undefined : guidance, now) // prettier-ignore
        now += frameMs
        for (const { at, say } of due) if (at <= now) say()
        if (now > patienceMs[kind]) throw new TooManyMissed()
        return { place: head.placeAt(now), at: now, picture: String(now) }
      },
      ask(before, missed) {
        asked = asked.map((one, at, { length }) =>
          at < length - 1 ? one : { ...one, overAt: iso(now), ...(missed && { missed: true }) },
        )
        const next = chooseNext(kind, asked, draw)
        if (!next) return Promise.resolve(undefined)
        const at = now + choosePause(pausesOfPoses, next, draw)
        asked = [...asked, { ...next, before, saidAt: iso(at) }]
        const said = { pose: asked.length - 1, side: next.side }
        return new Promise((resolve) => due.push({ at, say: () => resolve(said) }))
      },
    },
    { course: courses[kind], wanted: posesWanted },
  ).catch((error: unknown) => {
    if (error instanceof TooManyMissed) return undefined
    throw error
  })
  if (!taken) return false
  const sent = { imageHashes: taken.pictures, arrivedAt: now }
  return isPaced(kind, placePoses(asked, taken.paced, sent), taken.places)
}

/** Waits, begins when it was asked, turns there, and comes back. */
function person(draw: Draw, reactMs: number): Head {
  let side: Side | undefined
  let heardAt = 0
  const wobble = draw(100) / 100
  return {
    hear(heard, ms) {
      if (heard === side) return
      side = heard
      heardAt = ms
    },
    placeAt(ms) {
      const since = ms - heardAt - reactMs
      const still = Math.sin(ms / 700 + wobble)
      if (side !== undefined)
        return still + signOf(side) * 14 * Math.min(1, Math.max(0, since / 600))
      return still
    },
  }
}

/** Both sides in turn, so long still between; or what a person did who was asked before, by another chance. */
function film(
  turns: readonly { readonly stillMs: number; readonly side: Side }[],
  phase: number,
): Head {
  const turnMs = 1_600
  const whole = turns.reduce((sum, { stillMs }) => sum + stillMs + turnMs, 0)
  return {
    hear: () => undefined,
    placeAt(ms) {
      let at = (ms + phase * whole) % whole
      for (const { stillMs, side } of turns) {
        if (at < stillMs) return 0
        if (at < stillMs + turnMs)
          return signOf(side) * 14 * Math.sin((Math.PI * (at - stillMs)) / turnMs)
        at -= stillMs + turnMs
      }
      return 0
    },
  }
}

const phases = 40

async function countPassed(make: (draw: Draw, phase: number) => Head, seed = 1): Promise<number> {
  let passed = 0
  for (let at = 0; at < phases; at += 1) {
    const draw = drawBy(seed * 1_000 + at)
    passed += (await isLetThrough(make(draw, at / phases), draw)) ? 1 : 0
  }
  return passed
}

describe('turns that are asked for one by one', () => {
  test.each([300, 500, 800, 1_300])('are done by who begins %i ms after', async (reactMs) => {
    expect(await countPassed((draw) => person(draw, reactMs))).toBe(phases)
  })

  test.each([0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000])(
    'are not done by a film of both sides that stands still for %i ms between, at whatever phase it begins',
    async (stillMs) => {
      const turns = (['left', 'right'] as const).map((side) => ({ side, stillMs }))
      for (const seed of [1, 2, 3]) expect(await countPassed((_, phase) => film(turns, phase), seed)).toBe(0) // prettier-ignore
    },
  )

  test('are hardly ever done by a film of somebody who was asked before', async () => {
    let passed = 0
    for (let seed = 1; seed <= 25; seed += 1) {
      const before = drawBy(seed + 77)
      const asked: PromptedPose[] = []
      for (
        let next = chooseNext('turn', asked, before);
        next;
        next = chooseNext('turn', asked, before)
      )
        asked.push({ ...next, before: '', saidAt: '' })
      const turns = asked.map((one) => ({
        side: one.side,
        stillMs: 250 + choosePause(pausesOfPoses, one, before) + 500,
      }))
      passed += await countPassed((_, phase) => film(turns, phase), seed)
    }
    expect(passed).toBeLessThan(25 * phases * 0.02)
  })

  test('are not done by who turns to the other side, or all the time', async () => {
    expect(await countPassed((draw) => turned(person(draw, 400)))).toBe(0)
    expect(await countPassed((_, phase) => ({ hear: () => undefined, placeAt: (ms) => 14 * Math.sin(ms / 640 + phase * 7) }))).toBe(0) // prettier-ignore
  })
})

/** Of a face that is near and far: where it is, so long after it began to move. */
const [nearPlace, farPlace, moveMs] = [-100, -150, 2_000]
const between = (from: number, to: number, ms: number) =>
  from + (to - from) * Math.min(1, Math.max(0, ms / moveMs))

/** Comes near first, waits, and goes where it is told. */
function comingPerson(draw: Draw, reactMs: number): Head {
  let [from, to, heardAt] = [nearPlace, nearPlace, 0]
  const wobble = draw(100)
  const placeAt = (ms: number) => between(from, to, ms - heardAt - reactMs)
  return {
    kind: 'approach',
    hear(heard, ms) {
      const place = heard === undefined ? to : heard === 'far' ? farPlace : nearPlace
      if (place !== to) [from, to, heardAt] = [placeAt(ms), place, ms]
    },
    placeAt: (ms) => placeAt(ms) + 2 * Math.sin(ms / 900 + wobble),
  }
}

/** Comes and goes by itself, so long still at either end. */
function comingFilm([nearMs, farMs]: readonly [number, number], phase: number): Head {
  const whole = nearMs + farMs + 2 * moveMs
  return {
    kind: 'approach',
    hear: () => undefined,
    placeAt(ms) {
      const at = (ms + phase * whole) % whole
      return at < nearMs + moveMs
        ? between(nearPlace, farPlace, at - nearMs)
        : between(farPlace, nearPlace, at - nearMs - moveMs - farMs)
    },
  }
}

describe('an approach whose moments are not known', () => {
  test.each([300, 800, 1_500, 2_200])('is done by who begins %i ms after', async (reactMs) => {
    expect(await countPassed((draw) => comingPerson(draw, reactMs))).toBe(phases)
  })

  test('is hardly ever done by a film of somebody who comes and goes, however long they stay', async () => {
    const stays = [0, 500, 1_000, 2_000, 3_000, 5_000, 7_000, 9_000, 12_000, 15_000]
    let passed = 0
    for (const [at, stay] of stays.entries())
      passed += await countPassed((_, phase) => comingFilm([stay, stay], phase), at + 1)
    expect(passed).toBeLessThan(stays.length * phases * 0.02)
  })
})

const turned = ({ hear, placeAt }: Head): Head => ({ hear, placeAt: (ms) => -placeAt(ms) })
