import { describe, expect, test } from 'vitest'
import { heedAttack, judgeLiveness, judgeSecurity } from '#src/biometrics/examinations/rules.ts'
import { ownThresholds } from '#src/biometrics/engines/rules.ts'
import { makeFace } from '#test/support/biometrics/engines.ts'

const asked = { areForeign: false }
const actions = ['front', 'left', 'front', 'right'] as const
const posed = [0, -12, 1, 12].map((yaw) => [makeFace(yaw)])
const statusOf = (
  images: Parameters<typeof judgeLiveness>[0],
  changed: Partial<Parameters<typeof judgeLiveness>[1]> = {},
) => judgeLiveness(images, { ...asked, ...changed }, ownThresholds).status

describe('the status of a liveness', () => {
  test('is live only as asked, by one person, whom nothing speaks against', () => {
    expect(statusOf(posed, { actions })).toBe(1)
    expect(statusOf(posed, { actions: ['front', 'right', 'front', 'left'] })).toBe(0)
    expect(statusOf(posed.slice(0, 3), { actions })).toBe(0)
    const doubtful = posed.map(([face]) => [makeFace(face?.yaw ?? 0, 0, { live: 0.2 })])
    expect(statusOf(doubtful, { actions })).toBe(0)
    const small = posed.map(([face]) => [makeFace(face?.yaw ?? 0, 0, { pixels: 60 })])
    expect(statusOf(small, { actions })).toBe(0)
  })

  test.each([
    [1, 'presentation', 2],
    [0, 'injection', 2],
    [3, 'presentation', 2],
    [1, 'undecided', 0],
    [2, 'undecided', 2],
    [2, 'none', 2],
    [0, 'none', 0],
    [1, 'none', 1],
    [1, undefined, 1],
  ] as const)('of %d is, where an engine says of an attack %s, %d', (status, attack, expected) => {
    expect(heedAttack({ status, reasons: [] }, attack).status).toBe(expected)
  })

  test('without a challenge is inconclusive at best', () => {
    expect(statusOf(posed)).toBe(0)
  })

  test('is spoof suspected for two persons, and for images that are not the signed ones', () => {
    expect(statusOf([[makeFace(0)], [makeFace(0, 1)]])).toBe(2)
    expect(statusOf(posed, { actions, areForeign: true })).toBe(2)
  })

  test('is inconclusive for a turn that was not reached, and says so', () => {
    const finding = judgeLiveness(
      [[makeFace(0)], [makeFace(1)]],
      { ...asked, actions },
      ownThresholds,
    )
    expect(finding).toMatchObject({ status: 0, reasons: ['turn-not-reached'] })
  })

  test('of a face in the dark says that it is, and of any other unclear one that it cannot be read', () => {
    const reasonsOf = (light: number) =>
      judgeLiveness([[makeFace(0, 0, { faceScore: 0.5, light })]], asked, ownThresholds).reasons
    expect([reasonsOf(20), reasonsOf(120)]).toEqual([['too-dark'], ['unreadable']])
  })

  test.for([
    [{ unexplained: 0.05 }, 2],
    [{ unexplained: 0.11 }, 0],
    [{ unexplained: 0.2 }, 1],
    [{ change: 0.3 }, 2],
    [{ change: 1 }, 1],
  ] as const)('of a frame with %j is %d', ([changed, status]) => {
    const film = posed.map((faces, at) => (at === 1 ? [makeFace(-12, 0, changed)] : faces))
    expect(statusOf(film, { actions })).toBe(status)
  })

  test('says that there is no face or several, whatever else', () => {
    expect(statusOf([[], [makeFace(0)]], { areForeign: true })).toBe(3)
    expect(statusOf([[makeFace(0), makeFace(0, 1)]])).toBe(4)
  })
})

describe('the security check', () => {
  const good = { isReadable: true, isHard: false, class: 1 }
  test.each([
    [{ ...good, isReadable: false }, 1, 0],
    [good, 1, 1],
    [good, 0, 1],
    [good, 2, 2],
    [{ ...good, class: 2 }, 1, 2],
    [{ ...good, class: 3, isHard: true }, 1, 3],
  ] as const)('%j with status %d is %d', (device, status, check) => {
    expect(judgeSecurity(device, status)).toBe(check)
  })
})
