import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choose, effective, rollOut, type Share } from '#src/journey/registry/shares.ts'

const share = (version: number, percent: number): Share => ({ owner: 'acme', version, percent })
const ids = Array.from({ length: 2_000 }, (_, n) => `0199-${n}`)
const versions = (shares: readonly Share[]) =>
  ids.map((id) => choose(shares, 'onboarding', id)?.version)

describe('a rollout', () => {
  test('for all leaves nothing of what was live before', () => {
    expect(rollOut([share(2, 20), share(1, 100)], share(3, 100))).toEqual([share(3, 100)])
  })

  test('of a percentage leaves the rest to what was live before', () => {
    const shares = rollOut(rollOut([share(1, 100)], share(2, 50)), share(3, 10))
    expect(shares).toEqual([share(3, 10), share(2, 50), share(1, 100)])
    expect(effective(shares)).toEqual([
      { version: 3, percent: 10 },
      { version: 2, percent: 45 },
      { version: 1, percent: 45 },
    ])
  })

  test('gives about as many as it says', () => {
    const got = versions([share(2, 20), share(1, 100)]).filter((one) => one === 2).length
    expect(got / ids.length).toBeGreaterThan(0.16)
    expect(got / ids.length).toBeLessThan(0.24)
  })

  test('that grows takes from the rest, and from nobody what it gave', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 100 }),
        (one, other) => {
          const [less, more] = [Math.min(one, other), Math.max(one, other)]
          const before = versions(rollOut([share(1, 100)], share(2, less)))
          const after = versions(rollOut(rollOut([share(1, 100)], share(2, less)), share(2, more)))
          expect(before.every((version, n) => version !== 2 || after[n] === 2)).toBe(true)
        },
      ),
      { numRuns: 20 },
    )
  })

  test('always has somebody for everybody, however often it is changed', () => {
    const change = fc.record({
      version: fc.integer({ min: 1, max: 30 }),
      percent: fc.integer({ min: 1, max: 99 }),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        let shares = [share(99, 100)]
        for (const { version, percent } of changes)
          shares = rollOut(shares, share(version, percent))
        expect(shares.length).toBeLessThanOrEqual(11)
        expect(shares.at(-1)).toEqual(share(99, 100))
        const all = effective(shares).reduce((sum, { percent }) => sum + percent, 0)
        expect(all).toBeCloseTo(100, 0)
      }),
      { numRuns: 50 },
    )
  })
})
