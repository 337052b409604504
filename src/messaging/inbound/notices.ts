// Handles what a vendor reports of its templates and of an account: it concerns no message, so it is stored and logged
// by itself.
import type { Notice } from '#src/messaging/challenges/vendor-events.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import { isInUse, takeTemplateReport } from '#src/messaging/sending/templates/watch.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { claimEvent } from '#src/journey/inbox/dedupe.ts'
import type { MessageCallback } from './locate.ts'

type Deps = {
  readonly db: Db
  readonly sealer: Sealer
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly messaging: Pick<Messaging, 'accounts'>
}

type Noticed = MessageCallback & { readonly event: Notice }

export const isNotice = (callback: MessageCallback): callback is Noticed =>
  callback.event.kind === 'template' || callback.event.kind === 'account'

/** True: whatever it says, nothing is left to do with it. */
export async function takeNotice(deps: Deps, { accounts, event, receivedAt }: Noticed) {
  const { db, sealer, log, messaging } = deps
  for (const account of accounts) {
    if (event.kind === 'template') {
      // A business account holds other templates too. Repeated it changes nothing.
      if (isInUse(messaging.accounts, account, event))
        await takeTemplateReport(deps, account, event, new Date(event.at ?? receivedAt))
    } else if (await claimEvent(db, sealer, account, event.dedupeKey)) {
      const { topic, codes } = event
      log.warn({ account, topic, codes }, 'a vendor says something of an account')
    }
  }
  return true
}
