import type { EventHandler } from '#src/journey/inbox/callback.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { messageEvents } from '#src/messaging/inbound/ingest.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { checkEvents } from '#src/screening/reports/check-reports.ts'

/** Who takes what vendors report. */
export const eventHandlers = (deps: MessagingDeps & ScreeningDeps): readonly EventHandler[] => [
  messageEvents(deps),
  checkEvents(deps),
]
