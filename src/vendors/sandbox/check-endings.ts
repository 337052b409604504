// The magic documents of checks in the sandbox: the four digits before the check digits of a CPF (its sixth to ninth),
// the order number of a CNPJ, the last four of a passport or RNM. Pure.

/** The table of magic documents, as the API's documentation shows it. */
export const documentEndings = {
  '0001': 'known, and nothing against it; a company is active',
  '0002': 'on a list of sanctions',
  '0003': 'politically exposed',
  '0004':
    'the source knows nothing: no data, no credit score, a company that is not in the registry; lists and records are empty',
  '0005': 'the answer comes two seconds later, by a signed callback',
  '0006': 'the callback comes before the answer to the request',
  '0007': 'the callback comes twice',
  '0008': 'the answer comes three seconds later, and must be asked for',
  '0009': 'too many requests (429) at the first attempt, an answer at the second',
  '0010':
    'the source hangs until its time is up, yet has taken the request: the look-up finds its answer',
  '0011': 'the source refuses our access: `provider-failed`',
  '0012': 'nobody finds out whether it was bought: `check-uncertain`',
  '0013':
    'the source answers about another document, then cannot say what it did: `check-uncertain`',
  '0014':
    'nothing at first, and an entry on a list of sanctions when it is asked again (`services.everyDays`)',
  '0015': 'a warrant of arrest, a criminal record, a lawsuit',
  '0016': 'a person who has died; a company opened a month ago',
  '0017': 'a company that is closed',
  '0018': 'the source answers without saying what was asked: `check-uncertain`',
  '0019': 'a number that is pending; a company that is suspended',
  '0020': 'a number that is cancelled; a company that is void',
  '0021': 'a report in the media',
  '0022': 'another name, birth date and mother than any that was sent; another name of a company',
  '0023': 'a warrant of civil arrest',
  '0024': 'on a list of who may not contract with the state',
  '0025': 'on a list of sanctions, by a name alone',
  '0026': 'lists that were brought up to date ten days ago: `check-uncertain`',
  '0028': 'an official base has the person, the face and all fields: the document is `official`',
  '0029': 'an official base has the person, and the face is doubtful',
  '0030': 'an official base has another face',
  '0031': 'an official base has the face, and another name',
  '0032': 'an official base has the person and no portrait',
  '0033': 'the official base is down: `provider-failed`',
  '0027':
    'as `0001`, and velocity counts other transactions with its document, phone, e-mail address, device and card as in live; of any other document of the sandbox it counts none',
} as const

/** The source's answer about a BIN with these last two digits; any other is a Brazilian credit card. */
export const binEndings = {
  '98': 'was issued in the United States',
  '97': 'is a prepaid card of Brazil',
  '96': 'is a debit card of Brazil',
  '95': 'the look-up fails: nothing follows',
  '94': 'is in no register',
} as const

export type DocumentEnding = keyof typeof documentEndings

/**
 * Undefined for a document without a magic ending, which is treated as `0001`. `foreign` is the number of a passport or
 * RNM.
 */
export function readDocumentEnding(
  document: string | undefined,
  foreign?: string,
): DocumentEnding | undefined {
  const digits = magicDigits(document, foreign)
  // Safe because the name was checked to be an own key of the object.
  return Object.hasOwn(documentEndings, digits) ? (digits as DocumentEnding) : undefined
}

/** The magic digits of a document. */
export function magicDigits(document: string | undefined, foreign?: string): string {
  if (document?.length === 11) return document.slice(5, 9)
  return document?.length === 14 ? document.slice(8, 12) : (foreign?.slice(-4) ?? '')
}
