// What is presented: people who do as asked, and what attackers make of films and stills of them.
import { mirror } from '../../src/biometrics/engines/face/pixels.ts'
import { type Action, challengesMax, chooseActions } from '../../src/biometrics/movement/rules.ts'
import { capture, loop, randomFrom, shuffle, type Trial } from './films.ts'
import {
  approach,
  depthOf,
  type Shot,
  type Still,
  warp,
  type Warp,
} from '../../test/support/biometrics/heads.ts'
import { movePrint, stretchHalves } from './prints.ts'

type Scenes = { readonly film: readonly Shot[]; readonly stills: readonly Still[] }
/** `nth`: of the films of one trial. */
type Make = (trial: number, nth: number) => Trial | Promise<Trial>
export type Species = {
  readonly name: string
  readonly kind: 'genuine' | 'attack'
  readonly make: Make
  /** Films of one trial: 1 unless it says so. Those of the same pictures cost little. */
  readonly films?: number
  /** The very frames, where they come again: nobody filmed them anew. */
  readonly isCopied?: true
}

export function listSpecies({ film, stills }: Scenes): Species[] {
  const other = stills[1]
  const mirrored = mirrorLeft(film)
  const asked = (trial: number) => chooseActions('turn', trial % challengesMax)
  const filmed = (actions: readonly Action[], trial: number, of: readonly Shot[] = film) =>
    capture(of, actions, randomFrom(trial)).map(({ pixels }) => pixels)
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
      isCopied: true,
      make: (trial) => loop(asked(trial), filmed(['front', 'left', 'front', 'right'], trial)),
    },
    {
      name: 'film, frames out of order',
      kind: 'attack',
      films: 4,
      make: (trial, nth) => ({
        actions: asked(trial),
        frames: shuffle(filmed(asked(trial), trial), randomFrom(trial * 100 + nth)),
      }),
    },
    {
      name: 'film, another person in the middle',
      kind: 'attack',
      make: (trial) => ({
        actions: asked(trial),
        frames: filmed(asked(trial), trial).map((frame, at, all) =>
          other && at > all.length / 3 && at <= all.length / 2 ? other.pixels : frame,
        ),
      }),
    },
    {
      name: 'film, one side mirrored',
      kind: 'attack',
      make: (trial) => ({ actions: asked(trial), frames: filmed(asked(trial), trial, mirrored) }),
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

/** Turned to the left by pictures of the other side. */
function mirrorLeft(film: readonly Shot[]): Shot[] {
  const [front] = film
  const towards = (sign: number) => film.filter(({ yaw }) => (yaw - (front?.yaw ?? 0)) * sign > 4)
  const others = towards(1).map((shot) => ({
    ...shot,
    pixels: mirror(shot.pixels),
    yaw: -shot.yaw,
  }))
  const left = towards(-1)
  return film.map((shot) => others[left.indexOf(shot)] ?? shot)
}
