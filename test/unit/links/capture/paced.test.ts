// Films and people before the page and the rule of the server, on a clock of their own: both are asked for turns as they
// are, and the server says what counts. Chance is by a seed, so that a run is like every other.
import { describe, expect, test } from 'vitest'
import {
  type AskedPose,
  chooseNext,
  choosePause,
  isPaced,
  pausesOfPoses,
  placePoses,
  posesWanted,
} from '#src/biometrics/movement/pacing-rules.ts'
import { type Side, takePaced, TooManyMissed } from '#src/links/capture/browser/face/paced.ts'

type Draw = (below: number) => number
/** Degrees at a time; what is said is heard, or not. */
type Head = {
  readonly yawAt: (ms: number) => number
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
const patienceMs = 60_000
const frameMs = 80

/** Whether the server counts what the page has sent, if it has sent any. */
async function isLetThrough(head: Head, draw: Draw): Promise<boolean> {
  let now = 0
  let asked: readonly AskedPose[] = []
  const due: { at: number; say: () => void }[] = []
  const iso = (ms: number) => new Date(ms).toISOString()
  const taken = await takePaced<string>(
    {
      async look(guidance) {
        head.hear(guidance === 'left' || guidance === 'right' ? guidance : undefined, now)
        now += frameMs
        for (const { at, say } of due) if (at <= now) say()
        if (now > patienceMs) throw new TooManyMissed()
        return { yaw: head.yawAt(now), at: now, picture: String(now) }
      },
      ask(before, missed) {
        asked = asked.map((one, at, { length }) =>
          at < length - 1 ? one : { ...one, overAt: iso(now), ...(missed && { missed: true }) },
        )
        const next = chooseNext(asked, draw)
        if (!next) return Promise.resolve(undefined)
        const at = now + choosePause(pausesOfPoses, next.isLong, draw)
        asked = [...asked, { ...next, before, saidAt: iso(at) }]
        const said = { pose: asked.length - 1, side: next.side }
        return new Promise((resolve) => due.push({ at, say: () => resolve(said) }))
      },
    },
    posesWanted,
  ).catch((error: unknown) => {
    if (error instanceof TooManyMissed) return undefined
    throw error
  })
  if (!taken) return false
  const sent = { imageHashes: taken.pictures, arrivedAt: now }
  return isPaced(placePoses(asked, taken.paced, sent), taken.poses)
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
    yawAt(ms) {
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
    yawAt(ms) {
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
      const asked: AskedPose[] = []
      for (let next = chooseNext(asked, before); next; next = chooseNext(asked, before))
        asked.push({ ...next, before: '', saidAt: '' })
      const turns = asked.map(({ side, isLong }) => ({
        side,
        stillMs: 250 + choosePause(pausesOfPoses, isLong, before) + 500,
      }))
      passed += await countPassed((_, phase) => film(turns, phase), seed)
    }
    expect(passed).toBeLessThan(25 * phases * 0.02)
  })

  test('are not done by who turns to the other side, or all the time', async () => {
    expect(await countPassed((draw) => turned(person(draw, 400)))).toBe(0)
    expect(await countPassed((_, phase) => ({ hear: () => undefined, yawAt: (ms) => 14 * Math.sin(ms / 640 + phase * 7) }))).toBe(0) // prettier-ignore
  })
})

const turned = ({ hear, yawAt }: Head): Head => ({ hear, yawAt: (ms) => -yawAt(ms) })
