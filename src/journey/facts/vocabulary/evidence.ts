// Facts from what a person has shown: faces, documents, devices.
import { broughtBy, number, numbers, word, words, yesNo } from './fact.ts'
import {
  assurances,
  documentAlerts,
  documentAttacks,
  documentVerdicts,
  faceVerdicts,
  livenessAttacks,
} from './words.ts'

/** The facts of the newest liveness check. */
export const liveness = broughtBy(
  ['facialBiometrics'],
  {
    done: yesNo('There was one.'),
    status: number(
      '0 inconclusive, 1 live, 2 spoof suspected, 3 no face, 4 several faces.',
      0,
      1,
      2,
      3,
      4,
    ),
    securityCheck: number('0 not made, 1 passed, 2 suspicious, 3 failed.', 0, 1, 2, 3),
    attempts: number('How many there were.'),
    spoofs: number('How many of them were suspected of a spoof.'),
    engine: word('The engine that has looked, `name/version`; absent where it does not say.'),
    attack: word(
      '`none`, `presentation`, `injection` or `undecided`, as an engine says that looks for attacks.',
      ...livenessAttacks,
    ),
    samePictures: number(
      'Other transactions to which its pictures were sent for another document.',
    ),
  },
  'attempts',
  'spoofs',
  'samePictures',
)

/** The device of the newest liveness check. */
export const device = broughtBy(['facialBiometrics'], {
  known: yesNo('Its event could be read.'),
  status: number(
    '0 not analysed (no event, or an empty one), 1 ok, 2 attention, 3 deny (one that cannot be read, too).',
    0,
    1,
    2,
    3,
  ),
  score: number('0 to 1000.'),
  scoreClassification: number('1 low risk, 2 medium, 3 high.', 1, 2, 3),
  fired: numbers('The codes of its rules that have fired.'),
  rules: numbers('The same, by the name that conditions use.'),
})

/** The document with the newest verdict, over both its sides. */
export const documents = broughtBy(
  ['aiDocs'],
  {
    verdict: word('`Aprovado`, `Inconclusivo` or `Reprovado`.', ...documentVerdicts),
    assurance: word('What it rests on: `picture-only`, `signed` or `official`.', ...assurances),
    engine: word('The engine that has read it, `name/version`; absent where it does not say.'),
    attack: word(
      '`none`, `presentation`, `alteration` or `undecided`, as an engine says that looks for forgeries.',
      ...documentAttacks,
    ),
    provenBy: words(
      'What that rests on: of a signed file its signer, the time and the certificates up to the root; of an official base the accounts, the band of the face and the time.',
    ),
    contradicted: yesNo('An official base surely has another face than one of the selfies.'),
    samePictures: number('Other transactions to which its picture was sent for another document.'),
    refused: number(
      'How many of all that were sent were `Reprovado`; what nobody could read or settle is none of them.',
    ),
  },
  'samePictures',
  'refused',
  'contradicted',
)

/** The comparison of the newest live selfie with the document that has the newest verdict. */
export const faces = broughtBy(
  ['facialBiometrics', 'aiDocs'],
  {
    verdict: word(
      '`match`, `review` or `no-match`: the worst of several comparisons.',
      ...faceVerdicts,
    ),
    mismatches: number('How many of all comparisons of the transaction were `no-match`.'),
  },
  'mismatches',
)

/** The newest recognition of a document’s images. */
export const documentReading = broughtBy(['aiDocs'], {
  done: yesNo('There was one.'),
  type: word(
    '`RG`, `CNH`, `CIN`, `PASSPORT`, `CRNM` or `UNKNOWN`.',
    'RG',
    'CNH',
    'CIN',
    'PASSPORT',
    'CRNM',
    'UNKNOWN',
  ),
  result: word('`Aprovado`, `Inconclusivo` or `Reprovado`.', ...documentVerdicts),
  rank: number('0 to 100.'),
  alerts: words('`CPF_MISMATCH` and the like.', ...documentAlerts),
  cpfRead: yesNo('A CPF was read on it.'),
})

/**
 * The worst comparison of the newest live selfie with a portrait; without a live selfie, the newest comparison of any.
 */
export const faceMatch = broughtBy(['facialBiometrics', 'aiDocs'], {
  done: yesNo('There was one.'),
  score: number('0 to 100.'),
  verdict: word('`match`, `review` or `no-match`, by the thresholds.', ...faceVerdicts),
})
