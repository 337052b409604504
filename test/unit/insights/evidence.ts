// Facts of other capabilities for each insight that needs them: a hit that makes it alone, and a miss.
import type { KnownFacts } from '#src/facts/vocabulary/vocabulary.ts'

type Case = readonly [string, KnownFacts, KnownFacts]

const velocity = (
  code: string,
  fact: keyof NonNullable<KnownFacts['velocity']>,
  least: number,
): Case => [code, { velocity: { [fact]: least } }, { velocity: { [fact]: least - 1 } }]

export const evidence: readonly Case[] = [
  ['EM006', { email: { takesMail: false } }, { email: { takesMail: true } }],
  ['EM010', { email: { takesMail: true } }, { email: { takesMail: false } }],
  ['AD004', { address: { zipFound: false } }, { address: { zipFound: true } }],
  ['AD005', { address: { cityOfZip: false } }, { address: { zipFound: true } }],
  ['AD007', { address: { cityOfZip: true } }, { address: { cityOfZip: false } }],
  ['CD006', { card: { issuedAbroad: true } }, { card: { issuedAbroad: false } }],
  ['CD007', { card: { prepaid: true } }, { card: { prepaid: false } }],
  ['CD011', { card: { funding: 'debit' } }, { card: { funding: 'credit' } }],
  ['CD012', { card: { issuedAbroad: false } }, { card: { issuedAbroad: true } }],
  [
    'CO001',
    { registry: { known: true, active: true } },
    { registry: { known: true, active: false } },
  ],
  [
    'CO002',
    { registry: { known: true, status: 'closed' } },
    { registry: { known: true, status: 'unknown' } },
  ],
  [
    'CO003',
    { registry: { found: true, ageMonths: 5 } },
    { registry: { found: true, ageMonths: 6 } },
  ],
  [
    'CO004',
    { registry: { nameKnown: true, nameMatches: false } },
    { registry: { nameKnown: false, nameMatches: false } },
  ],
  [
    'CO005',
    { registry: { cnaesKnown: true, cnaesMatch: false } },
    { registry: { cnaesKnown: false, cnaesMatch: false } },
  ],
  [
    'CO006',
    { registry: { partnersKnown: true, partnerMatches: true } },
    { registry: { partnersKnown: true, partnerMatches: false } },
  ],
  [
    'CO007',
    { registry: { known: true, found: false } },
    { registry: { known: false, found: false } },
  ],
  [
    'CO012',
    { registry: { found: true, ageMonths: 60 } },
    { registry: { found: true, ageMonths: 59 } },
  ],
  [
    'CO013',
    { registry: { partnersKnown: true, partnerMatches: false } },
    { registry: { partnersKnown: false, partnerMatches: false } },
  ],
  velocity('VL001', 'documentTransactionsPerDay', 3),
  velocity('VL002', 'documentsPerEmail', 2),
  velocity('VL003', 'documentsPerPhone', 3),
  velocity('VL004', 'documentsPerCard', 2),
  velocity('VL005', 'documentsPerDevice', 3),
  velocity('VL006', 'namesPerDocument', 2),
  velocity('VL007', 'documentTransactionsPerHour', 5),
  velocity('VL008', 'emailTransactionsPerHour', 5),
  velocity('VL009', 'phoneTransactionsPerHour', 5),
  velocity('VL010', 'cardTransactionsPerHour', 5),
  velocity('VL011', 'deviceAttemptsPerHour', 5),
  velocity('VL012', 'emailsPerDocument', 3),
  velocity('VL013', 'phonesPerDocument', 4),
  velocity('VL014', 'cardsPerDocument', 4),
  velocity('VL015', 'devicesPerDocument', 3),
  ['BM001', { liveness: { status: 'live' } }, { liveness: { status: 'no-face' } }],
  ['BM002', { liveness: { status: 'spoof' } }, { liveness: { status: 'live' } }],
  ['BM003', { liveness: { status: 'inconclusive' } }, { liveness: { status: 'live' } }],
  ['BM004', { faces: { suggestion: 'approve' } }, { faces: { suggestion: 'review' } }],
  ['BM005', { faces: { suggestion: 'reject' } }, { faces: { similarity: 0 } }],
  ['BM006', { recognition: { nameMatches: false } }, { recognition: { nameMatches: true } }],
  [
    'BM007',
    { recognition: { birthdateMatches: false } },
    { recognition: { birthdateMatches: true } },
  ],
  [
    'BM008',
    { recognition: { documentMatches: false } },
    { recognition: { documentMatches: true } },
  ],
  ['BM009', { recognition: { result: 'approved' } }, { recognition: { result: 'inconclusive' } }],
  ['BM010', { recognition: { result: 'rejected' } }, { recognition: { result: 'inconclusive' } }],
  ['DV001', { device: { risk: 'high' } }, { device: { risk: 'medium' } }],
  ['DV002', { device: { risk: 'low' } }, { device: { risk: 'medium' } }],
  ['DV003', { device: { automated: true } }, { device: { automated: false } }],
  ['PC001', { sanctions: { checked: true, matched: true } }, { sanctions: { matched: true } }],
  ['PC002', { pep: { checked: true, matched: true } }, { pep: { checked: true, matched: false } }],
  ['PC003', { records: { checked: true, found: true } }, { records: { found: true } }],
  [
    'PC004',
    { sanctions: { checked: true, matched: false } },
    { sanctions: { checked: false, matched: false } },
  ],
  [
    'PC005',
    { records: { checked: true, found: false } },
    { records: { checked: false, found: false } },
  ],
]
