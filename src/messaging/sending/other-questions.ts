// Lists the open questions of all tenants at one number and account, for a person whose reply was not understood. The
// person has received all their texts already, so nothing but the hash of the reply route is shared between tenants.
import { findById } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { OpenQuestion } from '#src/messaging/messages/help.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import {
  isOpenAt,
  listInPlay,
  type SentRecord,
} from '#src/messaging/conversations/open-questions.ts'
import { hashReplyRoute } from '#src/messaging/conversations/reply-route.ts'
import { listSent } from '#src/messaging/conversations/sent-records.ts'
import { readContent } from '#src/messaging/challenges/content.ts'
import { findChallenge } from '#src/messaging/challenges/store.ts'

type Deps = {
  readonly tx: Db
  readonly sealer: Sealer
  readonly messaging: Pick<Messaging, 'tenants'>
}

type There = {
  readonly account: string
  readonly sender: string
  readonly e164: string
  readonly wallNow: Date
}

/** Undefined when fewer than two are open. Questions without a purpose or a code are left out. */
export async function listOpenThere(
  deps: Deps,
  { account, sender, e164, wallNow }: There,
): Promise<OpenQuestion[] | undefined> {
  const { all } = hashReplyRoute(deps.sealer, account, e164)
  const wallAt = wallNow.getTime()
  const asking = (await listSent(deps.tx, all)).filter(
    (one) => one.sender === sender && one.challengeKind !== 'sms-token' && one.mayHaveLeft,
  )
  const inPlay = listInPlay(asking, wallAt)
  if (inPlay.length < 2) return undefined
  const open = inPlay.filter((one) => isOpenAt(one, wallAt) && one.repliedAt === null)
  const questions = await Promise.all(open.map((one) => readQuestion(deps, one)))
  return questions.flatMap((one) => one ?? [])
}

async function readQuestion(
  { tx, sealer, messaging }: Deps,
  { recordId, transactionId, tenant, replyCode, erased }: SentRecord,
): Promise<OpenQuestion | undefined> {
  if (erased || replyCode === null) return undefined
  const [found, challenge] = await Promise.all([
    findById(tx, transactionId),
    findChallenge(tx, recordId),
  ])
  if (!found || !challenge?.rules.hasPurpose) return undefined
  const { purpose, options } = await readContent(sealer, found, challenge)
  if (purpose === undefined) return undefined
  return { brand: messaging.tenants.of(tenant).brand, replyCode, purpose, options }
}
