// What the packs of the service decide.
import { describe, expect, test } from 'vitest'
import { createFacts } from '#src/journey/facts/facts.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { readOwnPacks } from '#src/main/own-packs.ts'
import { runCases } from '#src/packs/cases/report.ts'
import { caseList, type PackCase } from '#src/packs/cases/schema.ts'
import { runCase } from '#src/packs/cases/run.ts'
import { findUnofferedFaults } from '#src/packs/conditions/unoffered.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { innerSteps } from '#src/packs/document/walk.ts'
import { definePack, module, sequence, stop, when } from '#test/support/packs/build.ts'

const offered = capabilities.flatMap(({ module }) => module ?? [])
const facts = createFacts(capabilities.flatMap((one) => one.facts ?? []))
const vocabulary = { offered, facts }
// Their cases are run here, and by no process at its start.
const packs = await readOwnPacks(capabilities, runCases)

test.for(packs)('$name@$version holds over the modules there are', (pack) => {
  expect(findUnofferedFaults(pack, vocabulary)).toEqual([])
})

test('basic is offered, and its score has half a minute', () => {
  expect(packs).toContainEqual(
    expect.objectContaining({
      name: 'basic',
      version: 1,
      root: { kind: 'sequence', steps: [{ kind: 'module', module: 'score', deadlineSeconds: 30 }] },
    }),
  )
})

describe('a ready pack', () => {
  const all = packs.flatMap(
    (pack) =>
      caseList
        .optional()
        .parse(pack.publication.cases)
        ?.map((one) => [pack, one] as const) ?? [],
  )

  test.for(all)('$0.name with $1.name', async ([pack, one]) => {
    expect((await runCase(pack, one, vocabulary)).differences).toEqual([])
  })

  test('of every verdict there is a case', () => {
    const verdicts = (step: Step): string[] => [
      ...(step.kind === 'stop' ? [`${step.outcome}, ${step.reason}`] : []),
      ...(step.kind === 'decide' ? step.rows : []).map((row) => `${row.outcome}, ${row.reason}`),
      ...innerSteps(step).flatMap(([, inner]) => verdicts(inner)),
    ]
    const told = all.map(
      ([pack, { expect: verdict }]) => `${pack.name}: ${verdict.outcome}, ${verdict.reason}`,
    )
    const wanted = packs.flatMap(({ name, root }) => verdicts(root).map((one) => `${name}: ${one}`))
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.filter((one) => !told.includes(one))).toEqual([])
  })
})

describe('a case that does not hold', () => {
  test('says what differs, and what it has forgotten', async () => {
    const score = { key: 'score' }
    const high = when([score], 'score.results[0].value >= 80', stop('approved', 'score-high'))
    const asked = module({ key: 'phoneConfirmation' })
    const pack = definePack('own', 1, sequence(module(score), high, asked))
    const scored = (value: number) => ({ score: [{ value }] })
    const differencesOf = async (value: number, expected: PackCase['expect']) => {
      const one = { name: 'wrong', results: scored(value), expect: expected }
      return (await runCase(pack, one, vocabulary)).differences
    }
    expect(await differencesOf(90, { outcome: 'rejected', ran: [] })).toEqual([
      'outcome is "approved", and not "rejected"',
      'ran is ["score"], and not []',
    ])
    expect(await differencesOf(10, { outcome: 'approved' })).toEqual([
      'it says nothing of phoneConfirmation, which the pack comes to',
    ])
  })
})
