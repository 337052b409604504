import type { EventHandler } from '#src/journey/inbox/callback.ts'
import { messageEvents } from '#src/messaging/inbound/ingest.ts'
import { checkEvents } from '#src/screening/reports/check-reports.ts'

/** Who takes what vendors report. */
export const eventHandlers: readonly EventHandler[] = [messageEvents, checkEvents]
