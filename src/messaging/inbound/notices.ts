// Handles vendors’ notices about templates and accounts: they concern no message, so they are stored and logged
// separately.
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

/** Applies a notice about a template or an account; resolves to true, because nothing remains to be done. */
export async function takeNotice(deps: Deps, { accounts, event, receivedAt }: Noticed) {
  const { db, sealer, log, messaging } = deps
  for (const account of accounts) {
    if (event.kind === 'template') {
      // Templates that we do not use are ignored. A repeated report changes nothing.
      if (isInUse(messaging.accounts, account, event))
        await takeTemplateReport(deps, account, event, new Date(event.at ?? receivedAt))
    } else if (await claimEvent(db, sealer, account, event.dedupeKey)) {
      const { topic, codes } = event
      log.warn({ account, topic, codes }, 'a vendor says something of an account')
    }
  }
  return true
}
