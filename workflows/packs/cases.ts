// What the packs of the service decide: their test cases, published with them.
import type { PackCase } from '#src/packs/cases/schema.ts'

const scored = (value: number) => ({ score: [{ value }] })
const confirmed = { phoneConfirmation: [{ status: 'Replied', option: 1 }] }
const live = { facialBiometrics: [{ livenessStatus: 1 }] }
const checked = { backgroundCheck: [{ status: 'completed', type: 'person' }] }
const documents = { aiDocs: [{ statusCode: 1 }] }

/** By the version that they are of. */
export const readyCases: Readonly<Record<string, PackCase[]>> = {
  'basic@1': [
    {
      name: 'whatever the score',
      results: scored(10),
      expect: { status: 'completed', ran: ['score'] },
    },
    {
      name: 'a score that cannot be computed, which is no verdict',
      results: { score: 'failed' },
      expect: { status: 'partial' },
    },
  ],
  'step-up@1': [
    {
      name: 'a high score',
      results: scored(90),
      expect: { outcome: 'approved', reason: 'score-high', ran: ['score'] },
    },
    {
      name: 'a middling score and a phone that says yes',
      results: { ...scored(60), ...confirmed },
      expect: {
        outcome: 'approved',
        reason: 'phone-confirmed',
        ran: ['score', 'phoneConfirmation'],
      },
    },
    {
      name: 'a phone that says no',
      results: { ...scored(60), phoneConfirmation: [{ status: 'Replied', option: 2 }] },
      expect: { outcome: 'review', reason: 'phone-unconfirmed' },
    },
    {
      name: 'a phone that says nothing',
      results: { ...scored(60), phoneConfirmation: 'skipped' },
      expect: { outcome: 'review', reason: 'phone-unconfirmed', status: 'completed' },
    },
    {
      name: 'a low score and a live person',
      results: { ...scored(30), ...confirmed, ...live },
      expect: { outcome: 'approved', reason: 'person-live' },
    },
    {
      name: 'a low score and nobody to see',
      results: { ...scored(30), ...confirmed, facialBiometrics: 'skipped' },
      expect: { outcome: 'review', reason: 'person-unseen' },
    },
  ],
  'onboarding@1': [
    {
      name: 'a suspected spoof',
      results: { facialBiometrics: [{ livenessStatus: 2 }] },
      expect: { outcome: 'rejected', reason: 'spoof-suspected', ran: ['facialBiometrics'] },
    },
    {
      name: 'all that is asked',
      results: { ...live, ...documents, ...confirmed, ...checked, ...scored(80) },
      expect: { outcome: 'approved', reason: 'score-plausible', status: 'completed' },
    },
    {
      name: 'a low score',
      results: { ...live, ...documents, ...confirmed, ...checked, ...scored(20) },
      expect: { outcome: 'review', reason: 'score-low', status: 'completed' },
    },
    {
      name: 'registers that are away, which is no verdict',
      results: { ...live, ...documents, ...confirmed, backgroundCheck: 'failed', ...scored(80) },
      expect: { outcome: 'review', reason: 'incomplete', status: 'partial' },
    },
    {
      name: 'a selfie that never came, which is no rejection',
      results: {
        facialBiometrics: 'failed',
        ...documents,
        ...confirmed,
        ...checked,
        ...scored(80),
      },
      expect: { outcome: 'review', reason: 'incomplete', status: 'partial' },
    },
  ],
  'company@1': [
    {
      name: 'registers and a good score',
      results: { ...checked, ...scored(70) },
      expect: { outcome: 'approved', reason: 'score-plausible' },
    },
    {
      name: 'registers that are away',
      results: { backgroundCheck: 'failed', ...scored(70) },
      expect: { outcome: 'review', reason: 'registers-unknown', status: 'partial' },
    },
    {
      name: 'a low score',
      results: { ...checked, ...scored(20) },
      expect: { outcome: 'review', reason: 'score-low' },
    },
  ],
}
