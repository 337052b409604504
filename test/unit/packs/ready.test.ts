// What the packs of the service decide.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { capabilities } from '#src/main/capabilities.ts'
import { runCase } from '#src/packs/cases/run.ts'
import { findUnofferedFaults } from '#src/packs/conditions/conditions.ts'
import { defineModule, type Module, waitsFor } from '#src/journey/modules/module.ts'
import { readyCases } from '#workflows/packs/cases.ts'
import { company } from '#workflows/packs/company.ts'
import type { Step } from '#src/packs/document/define.ts'
import { onboarding } from '#workflows/packs/onboarding.ts'
import { packs } from '#workflows/packs/packs.ts'
import { stepUp } from '#workflows/packs/step-up.ts'
import { innerSteps } from '#src/packs/document/walk.ts'

/** A module that this process may lack. */
const standIn = (key: string, field: string): Module =>
  defineModule(
    { key },
    z.object({ [field]: z.number() }),
    async () => ({ moduleStatus: 'pending', results: [] }),
    { runs: waitsFor(async () => false), seen: { [field]: 'double' } },
  )

const known = capabilities.flatMap(({ module }) => module ?? [])
const standIns = [standIn('facialBiometrics', 'livenessStatus'), standIn('aiDocs', 'statusCode')]
const offered = [...known, ...standIns.filter(({ key }) => !known.some((one) => one.key === key))]

test.for(packs)('$name holds over the modules there are', (pack) => {
  expect(findUnofferedFaults(pack, offered)).toEqual([])
})

describe('a ready pack', () => {
  const all = packs.flatMap((pack) =>
    (readyCases[`${pack.name}@${pack.version}`] ?? []).map((one) => [pack, one] as const),
  )

  test.for(all)('$0.name with $1.name', ([pack, one]) => {
    expect(runCase(pack, one, offered)).toEqual([])
  })

  test('of every verdict there is a case', () => {
    const verdicts = (step: Step): string[] => [
      ...(step.kind === 'stop' ? [`${step.outcome}, ${step.reason}`] : []),
      ...innerSteps(step).flatMap(([, inner]) => verdicts(inner)),
    ]
    const told = all.map(
      ([
        { name },
        {
          expect: { outcome, reason },
        },
      ]) => `${name}: ${outcome}, ${reason}`,
    )
    const wanted = [onboarding, company, stepUp].flatMap(({ name, root }) =>
      verdicts(root).map((one) => `${name}: ${one}`),
    )
    expect(wanted.filter((one) => !told.includes(one))).toEqual([])
  })
})

describe('a case that does not hold', () => {
  test('says what differs, and what it has forgotten', () => {
    const scored = (value: number) => ({ score: [{ value }] })
    const wrong = { name: 'wrong', results: scored(90), expect: { outcome: 'rejected', ran: [] } }
    expect(runCase(stepUp, wrong, offered)).toEqual([
      'outcome is "approved", and not "rejected"',
      'ran is ["score"], and not []',
    ])
    expect(runCase(stepUp, { name: 'short', results: scored(10), expect: {} }, offered)).toEqual([
      'it says nothing of phoneConfirmation, which the pack comes to',
    ])
  })
})
