import { facialBiometrics as faces } from '#src/biometrics/liveness/rules.ts'
import { score } from '#src/risk/score/rules.ts'
import { phoneConfirmation } from '#src/messaging/two-factor/rules.ts'
import { definePack, module, sequence, stop, when } from '#src/packs/document/define.ts'

const confirmed = 'phoneConfirmation.results.exists(one, has(one.option) && one.option == 1)'

/** The score decides what is asked of a person: nothing, an answer from the phone, or a selfie too. */
export const stepUp = definePack(
  'step-up',
  1,
  sequence(
    module(score, { deadlineSeconds: 30 }),
    when([score], 'score.results[0].value >= 80', stop('approved', 'score-high')),
    module(phoneConfirmation, { deadlineSeconds: 86_400, optional: true }),
    when([phoneConfirmation], `!(${confirmed})`, stop('review', 'phone-unconfirmed')),
    when([score], 'score.results[0].value >= 50', stop('approved', 'phone-confirmed')),
    module(faces, { deadlineSeconds: 86_400, optional: true }),
    when(
      [faces],
      'facialBiometrics.results.size() > 0 && facialBiometrics.results[0].livenessStatus == 1',
      stop('approved', 'person-live'),
      stop('review', 'person-unseen'),
    ),
  ),
)
