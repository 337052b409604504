// Maps Twilio's error codes to our failure classes.
import { byCode } from '#src/vendors/parts/failure-classes.ts'

export const twilioClasses = byCode({
  // 1013 and 1026 are older WhatsApp codes of 63003 and 63024; 470 and 429 of 63016 and 63018.
  recipient: [21211, 21214, 21217, 21265, 21614, 21635, 63003, 63024, 63031, 1013, 1026],
  // After a number was ported, one aggregator's routes may be outdated while another's are right.
  unrouted: [30005, 30006],
  // The failure concerns this sender with this number, or the person's device or limits, and may pass.
  'recipient-later': [21612, 30004, 63014, 63032, 63049],
  optout: [21610, 63033],
  'recipient-transient': [30003, 30008, 30009, 30017, 30020, 30036, 30410, 63029],
  rate: [20429, 30001, 21611, 30023, 30027, 14107, 63017, 63018, 429],
  transient: [20500, 20503, 30012, 63008, 63009, 63010, 63012, 63023],
  fraud: [30450, 30453, 60410, 60605],
  content: [
    21602, 21605, 21617, 21619, 30007, 30019, 30038, 30039, 63005, 63006, 63011, 63013, 63021,
    63028, 63030,
  ],
  window: [63016, 470],
  account: [
    // Faults of credentials, the account and its permissions.
    20003, 20005, 20006, 20403, 20404, 21408, 21608, 30002, 30010, 30037, 63001, 63015, 63038,
    63051, 63112,
    // Faults of the sender: its number, its service, its registration.
    21603, 21606, 21607, 21659, 21660, 21661, 21701, 21702, 21703, 21704, 21705, 30018, 30021,
    30022, 30024, 30032, 30033, 30034, 30035, 30040, 63002, 63007, 63020, 63022, 63026,
    // Faults of the template at Twilio or Meta.
    21655, 21656, 63027, 63040, 63041, 63042,
  ],
})
