// Facts about a person’s own data.
import { broughtBy, number, word, yesNo } from './fact.ts'

export const document = {
  type: word('`cpf`, `cnpj`, `passport` or `rnm`.', 'cpf', 'cnpj', 'passport', 'rnm'),
  checkDigitsHold: yesNo('The check digits of a CPF or CNPJ are right.'),
  repeated: yesNo('All its characters are the same.'),
  alphanumeric: yesNo('A CNPJ with letters.'),
  otherOrder: yesNo('The order number of a CNPJ is not 0001.'),
  regionHasState: yesNo("The address's state lies in the fiscal region of the CPF's ninth digit."),
  secondHolds: yesNo('The second document, a CPF or CNPJ, has its form and its check digits.'),
  titleHolds: yesNo('The second document, a voter title, has its form and its check digits.'),
  titleInState: yesNo("The voter title was issued in the address's state."),
  rgOfSaoPaulo: yesNo(
    'The second document, an RG with an address in São Paulo, has the usual check digit.',
  ),
  pisHolds: yesNo('The second document, a PIS, PASEP, NIT or NIS, has its check digit.'),
  cnsHolds: yesNo('The second document, a health card (CNS), has its form and its check digits.'),
  cnhHolds: yesNo('The second document, a driving licence (CNH), has its check digits.'),
  renavamHolds: yesNo('The second document, a RENAVAM of a vehicle, has its check digit.'),
  secondSame: yesNo('The second document is the first.'),
  issuedInFuture: yesNo('A document was issued after today.'),
  issuedBeforeBirth: yesNo('A document was issued before the birth.'),
} as const

export const name = {
  terms: number('How many words it has, particles left out.'),
  strangeSigns: yesNo('It has digits, or signs that names do not have.'),
  looksRandom: yesNo('It looks like a test or like random typing.'),
  sharesMothersSurname: yesNo("It has a surname of the mother's; absence proves nothing."),
  sharesFathersSurname: yesNo("It has a surname of the father's; absence proves nothing."),
  isMothers: yesNo("It is the mother's name."),
} as const

export const age = {
  known: yesNo('A person with a birth date that somebody can have.'),
  impossible: yesNo('The birth date is to come, or more than 120 years ago.'),
  years: number('Full years, by the day of Brasília; absent for a birth date that nobody has.'),
} as const

export const email = {
  present: yesNo('There is an address.'),
  declaredVerified: yesNo('The client says that it is verified.'),
  ...broughtBy(['emailToken'], {
    verifiedByToken: yesNo('A code or a link that was sent to it came back.'),
  }),
  wellFormed: yesNo('It can be an address.'),
  disposable: yesNo('Its domain gives addresses to be thrown away.'),
  free: yesNo('Its domain gives addresses to everybody.'),
  role: yesNo('It is that of a function, not of a person.'),
  mistyped: yesNo('Its domain is one sign away from one that many use.'),
  tagged: yesNo('It has a tag after a plus sign.'),
  likeName: yesNo("Its local part has a part of the holder's name."),
  takesMail: yesNo('Its domain takes mail, as the DNS says.'),
} as const

export const phones = {
  count: number('Different numbers.'),
  plausible: number('Of them, numbers that can be.'),
  plausibleMobile: number('Of them, mobile numbers that can be.'),
  declaredVerified: number('Of them, those that the client says are verified.'),
  brazilianMobile: number('Mobile numbers of Brazil that can be.'),
  brazilianFixed: number('Fixed numbers of Brazil that can be.'),
  foreign: number('Numbers of other countries.'),
  malformed: number('Numbers that cannot be.'),
  unknownAreaCode: number('Numbers of Brazil with an area code that no state has.'),
  repetitive: number('Numbers of one repeated digit, or of digits in sequence.'),
  inState: number("Numbers with an area code of the address's state."),
  outOfState: number("Numbers with an area code of another state than the address's."),
  verifiedByToken: yesNo('A code that was sent to one came back.'),
  ...broughtBy(
    ['phoneConfirmation'],
    {
      verifiedByReply: yesNo(
        'A question that was sent to one was answered with yes, and none with no.',
      ),
      asked: yesNo('A question has left for one, or may have.'),
      newestAnswer: word('`yes` or `no`, what was said last to a question.', 'yes', 'no'),
      denied: yesNo(
        'Somebody said no to a question of the transaction, whenever it was, and no review has overruled it.',
      ),
      deniedByKnown: yesNo(
        'Who said no had said yes for the document before, from the same number.',
      ),
      doubted: yesNo(
        'A no came without its reply code, while questions of several tenants were open at the number.',
      ),
      simChangedAt: number(
        'Epoch seconds: an operator said then that a SIM was changed shortly before.',
      ),
    },
    'denied',
    'deniedByKnown',
    'doubted',
    'simChangedAt',
  ),
} as const

export const address = {
  present: yesNo('There is an address with something in it.'),
  abroad: yesNo('Its country is another one than Brazil.'),
  zipPresent: yesNo('It has a postal code.'),
  zipWellFormed: yesNo('Its postal code has eight digits.'),
  zipAssigned: yesNo('Some state has that postal code.'),
  zipInState: yesNo("The postal code is one of the address's state."),
  zipGeneral: yesNo('The postal code is that of a whole town.'),
  complete: yesNo('It has street, number, city and state.'),
  zipFound: yesNo('A register has the postal code; only a definite answer counts.'),
  cityOfZip: yesNo('The city is that of the postal code, as a register says.'),
} as const
