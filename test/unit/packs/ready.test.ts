// What the packs of the service decide.
import { describe, expect, test } from 'vitest'
import { digestOf } from '#src/journey/registry/digest.ts'
import { createFacts } from '#src/journey/facts/facts.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { readOwnPacks } from '#src/main/own-packs.ts'
import { runCases } from '#src/packs/cases/report.ts'
import { caseList, type PackCase } from '#src/packs/cases/schema.ts'
import { runCase } from '#src/packs/cases/run.ts'
import { findUnofferedFaults } from '#src/packs/conditions/conditions.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { innerSteps } from '#src/packs/document/walk.ts'
import { writePin } from '#src/packs/runs/rules.ts'

const offered = capabilities.flatMap(({ module }) => module ?? [])
const facts = createFacts(capabilities.flatMap((one) => one.facts ?? []))
const vocabulary = { offered, facts }
// Their cases are run here, and by no process at its start.
const packs = await readOwnPacks(capabilities, runCases)

test.for(packs)('$name@$version holds over the modules there are', (pack) => {
  expect(findUnofferedFaults(pack, vocabulary)).toEqual([])
})

test('what was published under a version has not changed since', () => {
  const digests = packs.map(({ name, version, publication }) => [
    writePin(name, version),
    digestOf(publication.document).toString('hex'),
  ])
  expect(Object.fromEntries(digests)).toMatchObject({
    'basic@1': '6f41707f1b7377766542fc7fc3338646b6048aecb0fa2be86da868e3c269579c',
    'link@1': 'bd88cecaa98b1058d70a268f1e58200ecdbbb65b323488b0c379e931c8ccd7ae',
    'onboarding@1': '87e7dea1a0c83b8f7a6b21dfb8ca737e7f2e8a9a5da1f6ecc20f5b5f0e18f1ce',
    'company@1': 'a7fda7a69282b01bdf014cff0f5bbadec6dfdea2db48d4b27c15eaa8e4aada4a',
    'step-up@1': 'cd9139249c268350d1f28cea9623d19de76c37b49fc87fada4d570d8dff78f72',
    'onboarding@2': '38179ea771608639938f4118459203b760a2424acd32f3363d056f5d1811a9a1',
    'company@2': '2a6f19286378d6f46c2b5848267b7d03287e5493f867971186347473c30213f4',
    'step-up@2': 'eb66e09c8082197fdc1ed7c87aa48fd52b3b1d1e4de207e0b705045ac10bf226',
    'step-up@3': '654b45282fc41fd209fb771bec9de3260fc8b8d05f04b3a0ca280906ae280176',
    'link@2': 'e806cfd8aafed3257b421ae862d2d6e6ca6278fe5df640ca00f2cd528fde5f0d',
  })
})

test('basic is offered, and its score has half a minute', () => {
  expect(packs).toContainEqual(
    expect.objectContaining({
      name: 'basic',
      version: 1,
      root: {
        kind: 'sequence',
        steps: [{ kind: 'module', module: 'score', deadlineSeconds: 30 }],
      },
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
    const stepUp = packs.find(({ name, version }) => name === 'step-up' && version === 1)
    if (!stepUp) throw new Error('there is no pack step-up')
    const scored = (value: number) => ({ score: [{ value }] })
    const differencesOf = async (value: number, expected: PackCase['expect']) => {
      const one = { name: 'wrong', results: scored(value), expect: expected }
      return (await runCase(stepUp, one, vocabulary)).differences
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
