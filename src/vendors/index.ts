// Lists every vendor, one per line.
import { infobip } from '#src/vendors/infobip/vendor.ts'
import { meta } from '#src/vendors/meta/vendor.ts'
import { smtp } from '#src/vendors/smtp/vendor.ts'
import { twilio } from '#src/vendors/twilio/vendor.ts'
import { zenvia } from '#src/vendors/zenvia/vendor.ts'

export const vendors = [smtp, twilio, meta, zenvia, infobip] as const
