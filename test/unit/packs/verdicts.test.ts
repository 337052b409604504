// The table of verdicts: nothing ends approved that lacks one thing, whatever is wrong or unknown.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { readOwnPacks } from '#src/main/own-packs.ts'
import { runCase } from '#src/packs/cases/run.ts'
import { caseList, type PackCase } from '#src/packs/cases/schema.ts'
import { coverageOf } from '#src/packs/cases/coverage.ts'
import type { OwnPack } from '#src/packs/files/own.ts'
import { vocabulary } from '#test/support/packs/own-pack.ts'

const packs = await readOwnPacks(capabilities)
const newest = new Map(packs.map((pack) => [pack.name, pack])).values()
const decided = [...newest].filter(({ name }) =>
  ['onboarding', 'company', 'step-up', 'link'].includes(name),
)

const casesOf = ({ publication }: OwnPack) => caseList.parse(publication.cases)
const perfectOf = (pack: OwnPack): PackCase => {
  const [first] = casesOf(pack)
  if (!first) throw new Error('the first case is the perfect one')
  return first
}

async function outcomeOf(pack: OwnPack, one: PackCase): Promise<string | undefined> {
  const expected = { ...one, expect: { outcome: 'none' } }
  const { differences } = await runCase(pack, expected, vocabulary)
  return /outcome is "?([a-z]+)/.exec(differences[0] ?? '')?.[1]
}

type Leaf = { readonly group: string; readonly name: string }
const leavesOf = ({ facts = {} }: PackCase): Leaf[] =>
  Object.entries(facts).flatMap(([group, values]) =>
    Object.keys(values).map((name) => ({ group, name })),
  )
const without = (one: PackCase, gone: readonly Leaf[]): PackCase => ({
  ...one,
  facts: Object.fromEntries(
    Object.entries(one.facts ?? {}).map(([group, values]) => [
      group,
      Object.fromEntries(
        Object.entries(values).filter(
          ([name]) => !gone.some((leaf) => leaf.group === group && leaf.name === name),
        ),
      ),
    ]),
  ),
})

/** Said beside the table: what is absent of these never stands in the way. */
const notNeeded = (pack: OwnPack, { group, name }: Leaf): boolean =>
  (group === 'settings' && pack.name !== 'onboarding') ||
  (pack.name === 'company' && ['closed', 'dead'].includes(name)) ||
  // By the phone it comes to no face.
  (pack.name === 'step-up' && ['documents', 'faces', 'device'].includes(group)) ||
  (pack.name === 'step-up' && group === 'liveness' && name === 'status') ||
  // What a person has said of the request bounds the score.
  (pack.name === 'link' && name === 'denied') ||
  // Of a company there is no age.
  (pack.name === 'link' && group === 'age') ||
  // A proven document and a phone that said yes need no leave.
  group === 'settings'

describe.for(decided)('$name@$version', (pack) => {
  test('approves the perfect one', async () => {
    expect(await outcomeOf(pack, perfectOf(pack))).toBe('approved')
  })

  test('approves nothing of which one fact is unknown', async () => {
    const perfect = perfectOf(pack)
    const needed = leavesOf(perfect).filter((leaf) => !notNeeded(pack, leaf))
    expect(needed.length).toBeGreaterThan(0)
    for (const leaf of needed)
      expect([leaf, await outcomeOf(pack, without(perfect, [leaf]))]).toEqual([leaf, 'review'])
  })

  test('approves nothing of which any facts are unknown, a needed one among them', async () => {
    const perfect = perfectOf(pack)
    const leaves = leavesOf(perfect)
    const needed = leaves.filter((leaf) => !notNeeded(pack, leaf))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...needed), fc.subarray(leaves), async (one, more) => {
        expect(await outcomeOf(pack, without(perfect, [one, ...more]))).not.toBe('approved')
      }),
      { numRuns: 60 },
    )
  })

  test('has a case for every step, every answer and every row, but for a spoof that comes while it runs', async () => {
    const reached = await Promise.all(
      casesOf(pack).map(async (one) => (await runCase(pack, one, vocabulary)).reached),
    )
    const { missing } = coverageOf(pack.root, reached)
    // Facts do not change within a case, so a spoof that comes later is one that was there before.
    const isLater = (part: string) => /^(verdict|face)\.spoof-suspected ends/.test(part)
    expect(missing.filter((part) => !isLater(part))).toEqual([])
  })
})
