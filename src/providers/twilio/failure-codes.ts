// What Twilio's error codes mean for us.
import { byCode } from '#src/outbound/failure-classes.ts'

export const twilioClasses = byCode({
  // 1013 and 1026 are WhatsApp's older names of 63003 and 63024, 470 and 429 of 63016 and 63018.
  recipient: [21211, 21614, 21635, 30005, 30006, 63003, 63024, 63032, 1013, 1026],
  optout: [21610, 30004, 63033],
  'recipient-transient': [30003, 30008, 30017, 30410],
  rate: [20429, 30001, 21611, 30022, 14107, 63018, 429],
  fraud: [30450, 30453, 60410, 60605],
  content: [30007, 63013, 63016, 63028, 21617, 470],
  account: [20003, 21408, 21606, 21608, 21612, 30002, 63001, 63015, 63038],
})
