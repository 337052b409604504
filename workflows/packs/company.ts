import { backgroundCheck } from '#src/screening/background-check/rules.ts'
import { score } from '#src/risk/score/rules.ts'
import { definePack, module, parallel, sequence, stop, when } from '#src/packs/document/define.ts'

/** A company by its registers and its score; without an answer of the registers somebody looks at it. */
export const company = definePack(
  'company',
  1,
  sequence(
    parallel(
      module(backgroundCheck, { deadlineSeconds: 3_600, retry: { times: 2, delaySeconds: 300 } }),
      module(score, { deadlineSeconds: 30 }),
    ),
    when(
      [backgroundCheck],
      'backgroundCheck.moduleStatus != "completed"',
      stop('review', 'registers-unknown'),
    ),
    when(
      [score],
      'score.results[0].value < 40',
      stop('review', 'score-low'),
      stop('approved', 'score-plausible'),
    ),
  ),
)
