// Facts from other capabilities: faces, documents, devices, checks, list entries.
import { broughtBy, number, numbers, word, words, yesNo } from './fact.ts'
import {
  assurances,
  documentAlerts,
  documentAttacks,
  documentVerdicts,
  entryKinds,
  faceVerdicts,
  listKinds,
  livenessAttacks,
  nameVerdicts,
  officialFaces,
} from './words.ts'

/** The last liveness. */
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

/** The device of the last liveness. */
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

/** The comparison of the newest live selfie with that document. */
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

/** The last recognition of a document’s images. */
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

/** The worst comparison of the newest live selfie with a portrait; without a live selfie the last comparison of all. */
export const faceMatch = broughtBy(['facialBiometrics', 'aiDocs'], {
  done: yesNo('There was one.'),
  score: number('0 to 100.'),
  verdict: word('`match`, `review` or `no-match`, by the thresholds.', ...faceVerdicts),
})

/** Completed checks of the transaction’s own person or company; a failed service contributes nothing. */
export const checks = broughtBy(
  ['backgroundCheck'],
  {
    listsAsked: yesNo(
      'The lists of sanctions have answered, and of a person those of exposed persons too; asked by name, where there is one.',
    ),
    listsAskedInPart: yesNo(
      'The lists have answered about a name of which its letters give a part alone (consonants, one of several readings): nobody is clean by it, and `listsAsked` is false.',
    ),
    warrantsAsked: yesNo(
      'The register of arrest warrants has answered; asked by name, where there is one.',
    ),
    sanctioned: yesNo('There may be a match in a list of sanctions.'),
    sanctionedDoubtful: yesNo(
      'Every match in a list of sanctions is doubtful: by a name alone, or by a doubtful one; absent without a match.',
    ),
    exposed: yesNo('The person may be politically exposed.'),
    debarred: yesNo('There may be a match in a list of who may not contract with the state.'),
    wanted: yesNo('There may be an arrest warrant, criminal or civil.'),
    criminalWarrant: yesNo(
      'There may be an arrest warrant for a crime; whoever is in a list of the wanted is so for one.',
    ),
    civilWarrant: yesNo('There may be an arrest warrant for a debt, as of alimony.'),
    hit: yesNo(
      'There may be a match in any list, or an arrest warrant; false only once the lists of sanctions have answered, and of a person those of exposed persons too.',
    ),
    personFound: yesNo('A source of people has the document.'),
    personRegular: yesNo(
      'That source says that the document is in order; false too where it writes beside the name that somebody else acts for the person (interdicted, a minor).',
    ),
    personNameMatches: yesNo('The name is that of the source; a doubtful one says nothing.'),
    nameVerdict: word(
      "The name against the source's: `same`, `doubtful` or `other`.",
      ...nameVerdicts,
    ),
    sanctionedBy: words(
      'Account, list and version of each match in a list of sanctions; `-` is not known.',
    ),
    listsNotSearched: words(
      'Kinds of lists that an account would have searched which could not be asked, and that of the one that has answered nothing says: `sanction`, `exposed`, `debarment`, `wanted`, `media`.',
      ...listKinds,
    ),
    exposedBy: words(
      'Account, list and version of each match of an exposed person; `-` is not known.',
    ),
    personDead: yesNo(
      'The authoritative source says that the person has died, by its status or beside the name.',
    ),
    personPending: yesNo('The source says that the document is pending or suspended.'),
    personCancelled: yesNo('The authoritative source says that the document is cancelled or void.'),
    personStatusDoubtful: word(
      '`deceased`, `cancelled` or `null`, as a source says that is not authoritative.',
      'deceased',
      'cancelled',
      'null',
    ),
    birthdateMatches: yesNo('The birth date is that of the source.'),
    mothersNameMatches: yesNo(
      "The mother's name is that of the source; a doubtful one says nothing.",
    ),
    criminalRecord: yesNo('There may be a criminal record.'),
    lawSuits: yesNo('There may be a law suit.'),
    adverseMedia: yesNo('There may be a report in the media.'),
  },
  'sanctioned',
  'sanctionedDoubtful',
  'exposed',
  'debarred',
  'wanted',
  'criminalWarrant',
  'civilWarrant',
  'hit',
  'sanctionedBy',
  'listsNotSearched',
  'exposedBy',
  'personDead',
  'personPending',
  'personCancelled',
  'personStatusDoubtful',
  'criminalRecord',
  'lawSuits',
  'adverseMedia',
)

/** Completed checks of others: partners, relatives, and anyone else named in the parameters. */
export const others = broughtBy(
  ['backgroundCheck'],
  {
    listsAsked: yesNo(
      'The lists were asked about every partner and legal representative that the transaction or the register names, by number and name as far as they are known; who is foreign or has no number as a person and as a company.',
    ),
    listsAskedInPart: yesNo(
      'The lists were asked about all of them, about one or more by a name that could be compared in part alone; `listsAsked` is false.',
    ),
    hit: yesNo(
      'One of them may be in a list, or there may be an arrest warrant; false, like each of the next five, only once all who are known were asked about.',
    ),
    sanctioned: yesNo('One of them may be in a list of sanctions.'),
    exposed: yesNo('One of them may be politically exposed.'),
    debarred: yesNo('One of them may be in a list of who may not contract with the state.'),
    wanted: yesNo('There may be an arrest warrant against one of them.'),
    criminalWarrant: yesNo('There may be one for a crime.'),
    dead: yesNo(
      'A source says that one of them has died; false once each legal representative was asked about.',
    ),
    denied: yesNo(
      'A deny entry names the document of a partner or legal representative that the transaction or the register names.',
    ),
    denyAction: word(
      '`reject` or `review`, the stricter one; absent where nobody is denied.',
      'reject',
      'review',
    ),
    victim: yesNo('A deny entry names one of them as a victim.'),
    confirmedFraud: yesNo(
      'An earlier transaction with the document of one of them was told to be a fraud, and not as of its victim.',
    ),
  },
  'hit',
  'sanctioned',
  'exposed',
  'debarred',
  'wanted',
  'criminalWarrant',
  'dead',
  'denied',
  'denyAction',
  'victim',
  'confirmedFraud',
)

/** The answers of official bases about the newest selfie and document that were checked against them. */
export const official = broughtBy(['officialMatch'], {
  inBase: yesNo('One of them has the person.'),
  face: word(
    "The selfie against the base's portrait: `match` (from 93 % on, or what the account says), `no-match` (below 32 %), else `doubtful`; the worst of several.",
    ...officialFaces,
  ),
  fields: word(
    '`agree`: name and birth date, and no other that was compared differs; `differ`: one does.',
    'agree',
    'differ',
  ),
})

/** The last credit score. */
export const credit = broughtBy(['creditScore'], {
  known: yesNo('There was a score.'),
  score: number('As the source counts.'),
})

/** The tenant’s own deny and allow entries, and its reports about earlier transactions. */
export const lists = {
  denied: yesNo(
    'A deny entry names something of it; a victim’s does not count. A document is the transaction’s own alone, and the entry of a CNPJ holds for that number and for no branch of it.',
  ),
  denyAction: word(
    '`reject` or `review`, the stricter one; absent where nothing is denied.',
    'reject',
    'review',
  ),
  deniedBy: words(
    'What the entries name: `document`, `phone`, `address`, `device`, `card`.',
    ...entryKinds,
  ),
  victim: yesNo('A deny entry names something of it as a victim’s: more is to be asked.'),
  victimBy: words('What the entries of victims name.', ...entryKinds),
  allowedBy: words('What allow entries name: its velocity does not count.', ...entryKinds),
  confirmedFraud: yesNo(
    'An earlier transaction with its document, phone or device was told to be a fraud.',
  ),
  confirmedFraudBy: words(
    'What they share: `document`, `phone`, `device`.',
    'document',
    'phone',
    'device',
  ),
  confirmedVictim: yesNo(
    'Somebody else has used its document in an earlier transaction that was told to be a fraud.',
  ),
  confirmedGood: yesNo('An earlier transaction with its document was told to be good.'),
} as const
