// Chooses the recipient of a record: the hottest number of the transaction, or its mailbox.
import { hashMailbox } from '#src/messaging/phones/hash.ts'
import { askInOrder } from '#src/platform/db/prepared.ts'
import { hashDocument, hashPrefix, lockHashes, recordUse } from '#src/messaging/phones/store.ts'
import { isSuppressed } from '#src/messaging/phones/suppressions.ts'
import { rankPhones, readPhoneSends, reachOf } from './choice/rank.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import { readAddressSends } from '#src/messaging/challenges/past.ts'
import type { NewChallenge } from '#src/messaging/challenges/store.ts'

export type Recipient = Pick<
  NewChallenge,
  'contact' | 'contactHash' | 'prefixHash' | 'documentHash' | 'heat'
> & {
  /** Wall times (epoch ms) of messages to this contact in the last 24 hours, over all transactions. */
  readonly sends: readonly number[]
  /** Called when a message will be sent there. */
  recordUse(): Promise<void>
}

type Deps = { readonly sealer: Sealer; readonly messaging: Messaging }

/** Chooses the recipient and locks every candidate for this commit; undefined when there is none. */
export function chooseRecipient(
  ctx: InCommit<Deps>,
  fields: StoredFields,
  channel: Channel,
): Promise<Recipient | undefined> {
  return channel === 'email' ? findMailbox(ctx, fields) : chooseNumber(ctx, fields, channel)
}

async function chooseNumber(
  { tx, locked, sealer, messaging }: InCommit<Deps>,
  fields: StoredFields,
  channel: Channel,
): Promise<Recipient | undefined> {
  const { ranked } = await rankPhones(
    { tx, sealer, locked },
    fields,
    channel,
    reachOf(messaging, locked.tenant),
  )
  const [chosen] = ranked
  if (!chosen) return undefined
  const { e164 } = chosen.candidate
  const document = hashDocument(sealer, locked, fields)
  return {
    contact: e164,
    contactHash: chosen.hash.current,
    prefixHash: hashPrefix(sealer, locked, e164).current,
    documentHash: document.current,
    heat: chosen.heat,
    // Only the hottest number counts: if it is over its limit, no other one is tried.
    sends: await readPhoneSends(tx, chosen.hash, locked.wallNow),
    recordUse: () =>
      recordUse(
        tx,
        locked,
        ranked.map(({ hash }) => hash),
        document,
      ),
  }
}

async function findMailbox(
  { tx, locked, sealer }: InCommit<Deps>,
  fields: StoredFields,
): Promise<Recipient | undefined> {
  const email = fields.email?.trim()
  if (!email) return undefined
  const hash = hashMailbox(sealer, locked, email)
  // The statements are sent at once on one connection, and those after the lock see what was committed before it.
  const [, sends, isDead] = await askInOrder(
    () => lockHashes(tx, [hash]),
    () => readAddressSends(tx, hash.all, locked.wallNow),
    () => isSuppressed(tx, locked, 'email', hash),
  )
  if (isDead) return undefined
  const none = { prefixHash: null, documentHash: null, heat: null }
  return { contact: email, contactHash: hash.current, ...none, sends, recordUse: async () => {} }
}
