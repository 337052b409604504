// Texts for codes. A code without a text is shown as it is.

/** @type {Readonly<Record<string, string>>} */
const signs = {
  spoof: 'The liveness check saw what no genuine person does.',
  'document-refused': 'The document was refused.',
  'faces-differ': 'The selfie and the portrait are not one face.',
  sanctioned: 'There may be a match in a list of sanctions.',
  'criminal-warrant': 'There may be an arrest warrant for a crime.',
  'denied-entry': 'Two people have set a deny entry to reject.',
  denied: 'The person said no to a question.',
  'evidence-missing': 'What the run saw is not kept: nobody can rule the other signs out.',
}

/** @param {string} code */
export const writeSign = (code) => signs[code] ?? code

/** @type {Readonly<Record<string, string>>} */
const reasons = {
  appeal: 'Somebody appeals against the decision that was made.',
  unanswered: 'A condition of the pack could not be answered: its data are absent.',
  'module-failed': 'A module failed for a technical reason.',
  'review-open': 'A review of an earlier run is open, against a sign that it saw.',
  'asked-for': 'The person asked for another way.',
  inconclusive: 'The engines did not decide after the last try.',
}

/** @param {string} code */
export const writeReason = (code) => reasons[code] ?? code.replaceAll('-', ' ')

/** The meaning of facts that are numeric codes. */
/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const figures = {
  'liveness.status': {
    0: 'inconclusive',
    1: 'live',
    2: 'spoof suspected',
    3: 'no face',
    4: 'several faces',
  },
  'liveness.securityCheck': { 0: 'not made', 1: 'passed', 2: 'suspicious', 3: 'failed' },
  'device.status': { 0: 'not analysed', 1: 'ok', 2: 'attention', 3: 'deny' },
  'device.scoreClassification': { 1: 'low risk', 2: 'medium risk', 3: 'high risk' },
}

/**
 * @param {string} fact
 * @param {unknown} value
 */
export function writeValue(fact, value) {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  const meaning = figures[fact]?.[String(value)]
  return meaning === undefined ? String(value) : `${String(value)}, ${meaning}`
}

/** Each outcome with its label and its shortcut. */
export const outcomes = /** @type {const} */ ([
  ['approved', 'Approve', 'a'],
  ['rejected', 'Reject', 'r'],
  ['again', 'Ask again', 'g'],
])
