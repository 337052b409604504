// Maps Meta's error codes to our failure classes; resellers of WhatsApp use the same codes.
import { byCode } from '#src/vendors/parts/failure-classes.ts'

/** A template or request that is set up wrongly, which an operator must mend. */
const metaTemplates = [
  132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 131008, 131009, 131051, 33,
  131062, 131063,
]
/** Faults of credentials, permissions, locks and bills. */
const metaAccount = [
  0, 190, 3, 10, '200-299', 131005, 368, 131031, 130497, 131042, 131045, 131037, 130403,
] // prettier-ignore
/** Faults of our number: with subcode 33 the token may not use it, otherwise it is not registered or not usable now. */
const metaSender = ['100_33', 133004, 133010, 135000]

export const metaClasses = byCode({
  recipient: [131026, 131021, 137000],
  // Refusals by Meta's experiments, marketing limits and test lists. Code 100 also means a number that WhatsApp does
  // not know, and nothing distinguishes the two.
  'recipient-later': [130472, 131049, 131050, 131030, 100],
  // The session window is closed, so only a template can be sent.
  window: [131047],
  account: [...metaTemplates, ...metaAccount, ...metaSender],
  rate: [4, 80007, 130429, 131056, 131048, 133016],
  transient: [1, 2, 131000, 131016, 131057, 131053],
})
