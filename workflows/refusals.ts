// The refusals of an operator's update: a sentence for the operator, with its code as the failure's type.
import { ApplicationFailure } from '@temporalio/workflow'
import type { ActRefusal } from '#src/journey/transaction/act.ts'

const refusals: Readonly<Record<ActRefusal | 'not-found' | 'fault', string>> = {
  paused: 'It is paused: resume it first.',
  'not-paused': 'It is not paused.',
  'nothing-deferred': 'Nothing was put off.',
  'nothing-open': 'Nothing is open that could be ended.',
  'not-found': 'The transaction is erased, or its run has ended.',
  fault: 'It could not be done, by a fault of the service.',
}

export const refused = (code: keyof typeof refusals): ApplicationFailure =>
  ApplicationFailure.nonRetryable(refusals[code], code)
