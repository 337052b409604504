// Facts from other sources than the person or company itself: checks, official bases, the tenant's own lists.
import { broughtBy, number, word, words, yesNo } from './fact.ts'
import { entryKinds, listKinds, nameVerdicts, officialFaces } from './words.ts'

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

/** The facts of the newest credit score. */
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
