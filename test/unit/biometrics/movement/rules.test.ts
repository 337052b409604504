import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Face } from '#src/biometrics/engines/port.ts'
import {
  type Action,
  challengesMax,
  chooseActions,
  judgeMovement,
} from '#src/biometrics/movement/rules.ts'
import { makeFace } from '#test/support/biometrics/engines.ts'

const asked: readonly Action[] = ['front', 'left', 'front', 'right']
/** Of a head: 0.02 for each degree. */
const film = (yaws: readonly number[], relief = 0.02, changed: Partial<Face> = {}) =>
  yaws.map((yaw, at) =>
    makeFace(2 + yaw, 0, {
      ...(at > 0 && { unexplained: relief * Math.abs(yaw), change: 4, step: 5 }),
      ...changed,
    }),
  )
const turned = [0, -5, -9, -13, -1, 5, 9, 12]
const judge = (faces: readonly Face[], actions = asked) => judgeMovement(faces, actions)

describe('challenges', () => {
  test('begin at the front, ask for both sides, and for none twice running', () => {
    for (let number = 0; number < challengesMax; number++) {
      const actions = chooseActions('turn', number)
      expect(actions[0]).toBe('front')
      expect(actions).toEqual(expect.arrayContaining(['left', 'right']))
      expect(actions.some((one, at) => one === actions[at + 1])).toBe(false)
      expect([4, 5]).toContain(actions.length)
    }
  })
})

describe('frames of a challenge', () => {
  test('are done as asked by a head that turned there, and solid by its relief', () => {
    expect(judge(film(turned))).toEqual({ isStaged: false, isDone: true, isSolid: true })
  })

  test('are not done in another order, without the way there, or by a turn that was not reached', () => {
    expect(judge(film(turned), ['front', 'right', 'front', 'left']).isDone).toBe(false)
    expect(judge(film(turned), ['front', 'left', 'front', 'left', 'right']).isDone).toBe(false)
    expect(judge(film([0, -13, 0, 13, 0])).isDone).toBe(false)
    expect(judge(film([0, -4, -5, -6, 0, 4, 5, 6])).isDone).toBe(false)
  })

  test.for<[string, readonly number[], readonly Action[]]>([
    ['of the way lie beyond the pose', [0, -9, -13, -8, -1, 5, 9, 12], asked],
    ['of the way are gone back over', [0, -13, -5, -14, 0, 5, 9, 12], asked],
    ['at the front come at the end', [0, -5, -9, -13, 5, 9, 12, 0], asked],
    ['to one side lie among those to the other', [0, -5, -9, 6, -13, 0, 9, 12], asked],
    ['to the other side lie before the front', [0, -5, -9, -13, 6, 0, 9, 12], asked],
    ['leave out the front between two visits of a side', [0, -5, -13, -12, 9, 12], ['front', 'left', 'front', 'left', 'right']], // prettier-ignore
  ])('are not done where those that %s', ([, yaws, actions]) => {
    expect(judge(film(yaws), actions).isDone).toBe(false)
  })

  test('are done in spite of the noise of the mesh, and of a head that had hardly left the front', () => {
    expect(judge(film([0, -7.2, -5.1, -8.5, 2.5, 11.7, 10.4])).isDone).toBe(true)
    expect(judge(film([0, 11, 9.5, 0.6, -5.1, -3.9, -8.6]), ['front', 'right', 'front', 'left']).isDone).toBe(true) // prettier-ignore
    expect(judge(film([0, -5, -13, 6, 12, -6, -12]), ['front', 'left', 'right', 'left']).isDone).toBe(true) // prettier-ignore
  })

  test('of a head that never turned are not done, whatever is asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -6.9, max: 6.9, noNaN: true }), { minLength: 6, maxLength: 40 }),
        fc.nat(challengesMax - 1),
        (yaws, number) => {
          const faces = film([0, ...yaws])
          expect(judge(faces, chooseActions('turn', number)).isDone).toBe(false)
        },
      ),
    )
  })

  test.for<[string, readonly Face[]]>([
    [
      'flat on one side',
      film(turned).map((face, at) => (at < 4 ? { ...face, unexplained: 0.02 } : face)),
    ],
    ['a picture that comes again', film(turned, 0.02, { change: 0.4 })],
    ['a photograph', film([0, 0, 0, 0, 0]).map((face) => ({ ...face, step: 0.3 }))],
    [
      'a photograph, for one picture each',
      film([0, 0, 0, 0]).map((face) => ({ ...face, step: 0.3 })),
    ],
    ['a cut', film(turned).map((face, at) => (at === 4 ? { ...face, step: 40 } : face))],
    [
      'one side that is the other one, mirrored',
      film(turned).map((face) => ({ ...face, mirrored: face.yaw < -3 ? 0.3 : 3 })),
    ],
    ['to and fro, as out of order', film([0, -13, 12, -9, 9, -12, 0, 13, -5, 5])],
  ])('are staged when they are %s', ([, faces]) => {
    expect(judge(faces).isStaged).toBe(true)
  })

  test('that are neither flat nor surely solid are held against nobody', () => {
    expect(judge(film(turned, 0.0082))).toMatchObject({ isStaged: false, isSolid: false })
  })
})

describe('an approach', () => {
  const actions = chooseActions('approach', 0)
  const come = (sizes: readonly number[], unexplained: number) =>
    sizes.map((size, at) =>
      makeFace(0, 0, {
        box: [0.3, 0.2, size, size],
        ...(at > 0 && { unexplained, change: 4, step: 5 }),
      }),
    )
  const sizes = [0.4, 0.33, 0.25, 0.33, 0.41]

  test('is near, far and near again, by a face that does not grow evenly', () => {
    expect(judge(come(sizes, 0.2), actions)).toEqual({
      isStaged: false,
      isDone: true,
      isSolid: true,
    })
    expect(judge(come(sizes.toReversed(), 0.2), actions).isDone).toBe(true)
    expect(judge(come([0.4, 0.37, 0.35, 0.4], 0.2), actions).isDone).toBe(false)
    expect(judge(come([0.25, 0.33, 0.4], 0.2), actions).isDone).toBe(false)
  })

  test('of what is flat is staged', () => {
    expect(judge(come(sizes, 0.02), actions).isStaged).toBe(true)
  })
})
