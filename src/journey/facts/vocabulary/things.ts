// Facts of cards, vehicles and companies.
import { broughtBy, number, word, yesNo } from './fact.ts'
import { cardSchemes, nameVerdicts } from './words.ts'

export const card = {
  present: yesNo('There is a card.'),
  wellFormed: yesNo('Its BIN has 6 or 8 digits, and its last digits are four.'),
  schemeKnown: yesNo('Its BIN is one of a known scheme.'),
  scheme: word('`visa`, `mastercard`, `elo`, …', ...cardSchemes),
  ownerIsHolder: yesNo("The owner's document is the transaction's."),
  ownerName: word(
    "The owner's name against the holder's: `same`, `doubtful` or `other`.",
    ...nameVerdicts,
  ),
  issuedAbroad: yesNo('Its issuer is not in Brazil, as a BIN register says.'),
  prepaid: yesNo('It is prepaid, as a BIN register says.'),
  funding: word('`credit` or `debit`, as a BIN register says.', 'credit', 'debit'),
} as const

export const vehicle = {
  present: yesNo('There is a vehicle.'),
  plateFormat: word(
    '`old`, `mercosul` or `none` of a plate that was given.',
    'old',
    'mercosul',
    'none',
  ),
  plateInState: yesNo('The state of its plate is that of its registration.'),
  storeInState: yesNo('The state of the store is that of its registration.'),
  financedShare: number('Financed amount by market value.'),
  years: number('Years from its manufacture to the proposal; negative for one to come.'),
} as const

export const company = {
  cnaes: number('How many activities are given.'),
  malformedCnaes: number('Of them, those that have not seven digits.'),
  partners: number('How many partners are given.'),
  wrongPartners: number('Of them, those whose document has wrong check digits.'),
  representatives: number('How many legal representatives are given.'),
  wrongRepresentatives: number('Of them, those whose document has wrong check digits.'),
  ...broughtBy(
    ['backgroundCheck'],
    {
      inRegistry: yesNo('A register has the CNPJ; only a definite answer counts.'),
      active: yesNo('The register says that it is active.'),
      closed: yesNo('The authoritative register says that it is closed or void.'),
      statusDoubtful: word(
        '`closed` or `null`, as a register says that is not authoritative.',
        'closed',
        'null',
      ),
      months: number('Full months since it was opened, as the register says.'),
      branch: yesNo('The register says that it is a branch.'),
      nameMatches: yesNo('The name is that of the register; a doubtful one says nothing.'),
      nameVerdict: word(
        "The name against the register's, its trade name too: `same`, `doubtful` or `other`.",
        ...nameVerdicts,
      ),
      tradeNameVerdict: word(
        "The trade name against the register's names: `same`, `doubtful` or `other`.",
        ...nameVerdicts,
      ),
      cnaesListed: yesNo('The register has every activity that is given.'),
      partnersListed: yesNo(
        'The register has every partner that is given, by number or by name; a doubtful name says nothing.',
      ),
      representativeListed: yesNo(
        'The register has a legal representative that is given, by number and name.',
      ),
    },
    'closed',
    'statusDoubtful',
  ),
} as const
