// What the packs of the service decide.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { capabilities } from '#src/capabilities.ts'
import { runCase } from '#src/packs/cases/run.ts'
import type { PackCase } from '#src/packs/cases/schema.ts'
import { findUnofferedFaults } from '#src/packs/conditions.ts'
import { defineModule, type Module, waitsFor } from '#src/packs/module.ts'
import { company } from '#workflows/packs/company.ts'
import type { Pack } from '#workflows/packs/define.ts'
import { onboarding } from '#workflows/packs/onboarding.ts'
import { packs } from '#workflows/packs/packs.ts'
import { stepUp } from '#workflows/packs/step-up.ts'

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

const scored = (value: number) => ({ score: [{ value }] })
const confirmed = { phoneConfirmation: [{ status: 'Replied', option: 1 }] }
const live = { facialBiometrics: [{ livenessStatus: 1 }] }
const checked = { backgroundCheck: [{ status: 'completed', type: 'person' }] }
const documents = { aiDocs: [{ statusCode: 1 }] }

type Told = [Pack, string, PackCase['results'], PackCase['expect']]

test.for(packs)('$name holds over the modules there are', (pack) => {
  expect(findUnofferedFaults(pack, offered)).toEqual([])
})

describe('a ready pack', () => {
  test.for<Told>([
    [
      stepUp,
      'a high score',
      scored(90),
      { outcome: 'approved', reason: 'score-high', ran: ['score'] },
    ],
    [
      stepUp,
      'a middling score and a phone that says yes',
      { ...scored(60), ...confirmed },
      { outcome: 'approved', reason: 'phone-confirmed', ran: ['score', 'phoneConfirmation'] },
    ],
    [
      stepUp,
      'a phone that says no',
      { ...scored(60), phoneConfirmation: [{ status: 'Replied', option: 2 }] },
      { outcome: 'review', reason: 'phone-unconfirmed' },
    ],
    [
      stepUp,
      'a phone that says nothing',
      { ...scored(60), phoneConfirmation: 'skipped' },
      { outcome: 'review', reason: 'phone-unconfirmed', status: 'completed' },
    ],
    [
      stepUp,
      'a low score and a live person',
      { ...scored(30), ...confirmed, ...live },
      { outcome: 'approved', reason: 'person-live' },
    ],
    [
      stepUp,
      'a low score and nobody to see',
      { ...scored(30), ...confirmed, facialBiometrics: 'skipped' },
      { outcome: 'review', reason: 'person-unseen' },
    ],
    [
      onboarding,
      'a suspected spoof',
      { facialBiometrics: [{ livenessStatus: 2 }] },
      { outcome: 'rejected', reason: 'spoof-suspected', ran: ['facialBiometrics'] },
    ],
    [
      onboarding,
      'all that is asked',
      { ...live, ...documents, ...confirmed, ...checked, ...scored(80) },
      { outcome: 'approved', reason: 'score-plausible', status: 'completed' },
    ],
    [
      onboarding,
      'registers that are away, which is no verdict',
      { ...live, ...documents, ...confirmed, backgroundCheck: 'failed', ...scored(80) },
      { outcome: 'review', reason: 'incomplete', status: 'partial' },
    ],
    [
      onboarding,
      'a selfie that never came, which is no rejection',
      { facialBiometrics: 'failed', ...documents, ...confirmed, ...checked, ...scored(80) },
      { outcome: 'review', reason: 'incomplete', status: 'partial' },
    ],
    [
      company,
      'registers and a good score',
      { ...checked, ...scored(70) },
      { outcome: 'approved', reason: 'score-plausible' },
    ],
    [
      company,
      'registers that are away',
      { backgroundCheck: 'failed', ...scored(70) },
      { outcome: 'review', reason: 'registers-unknown', status: 'partial' },
    ],
    [
      company,
      'a low score',
      { ...checked, ...scored(20) },
      { outcome: 'review', reason: 'score-low' },
    ],
  ])('$0.name with %s', ([pack, name, results, expected]) => {
    expect(runCase(pack, { name, results, expect: expected }, offered)).toEqual([])
  })
})

describe('a case that does not hold', () => {
  test('says what differs, and what it has forgotten', () => {
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
