import { backgroundCheck } from '#src/screening/background-check/rules.ts'
import { facialBiometrics as faces } from '#src/biometrics/liveness/rules.ts'
import { aiDocs as documents } from '#src/biometrics/redoc/rules.ts'
import { score } from '#src/risk/score/rules.ts'
import { phoneConfirmation } from '#src/messaging/two-factor/rules.ts'
import { definePack, module, parallel, sequence, stop, when } from '#src/packs/document/define.ts'

/** A person from the selfie to the verdict; what only a technical failure keeps away is looked at by somebody. */
export const onboarding = definePack(
  'onboarding',
  1,
  sequence(
    module(faces, { deadlineSeconds: 604_800 }),
    when(
      [faces],
      'facialBiometrics.results.size() > 0 && facialBiometrics.results[0].livenessStatus == 2',
      stop('rejected', 'spoof-suspected'),
    ),
    parallel(
      module(documents, { deadlineSeconds: 604_800 }),
      module(phoneConfirmation, { deadlineSeconds: 604_800, optional: true }),
      module(backgroundCheck, { deadlineSeconds: 3_600, retry: { times: 2, delaySeconds: 300 } }),
    ),
    module(score, { deadlineSeconds: 30 }),
    when(
      [faces, documents, backgroundCheck, score],
      [
        'facialBiometrics.moduleStatus != "completed"',
        'aiDocs.moduleStatus != "completed"',
        'backgroundCheck.moduleStatus != "completed"',
        'score.moduleStatus != "completed"',
      ].join(' || '),
      stop('review', 'incomplete'),
    ),
    when(
      [score],
      'score.results[0].value < 40',
      stop('review', 'score-low'),
      stop('approved', 'score-plausible'),
    ),
  ),
)
