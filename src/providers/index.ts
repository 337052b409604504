// Every vendor, one line each.
import { infobip } from './infobip/vendor.ts'
import { meta } from './meta/vendor.ts'
import { smtp } from './smtp/vendor.ts'
import { twilio } from './twilio/vendor.ts'
import { zenvia } from './zenvia/vendor.ts'

export const vendors = [smtp, twilio, meta, zenvia, infobip] as const
