// The messages of a step: their channels, which answers count for the step, and the purpose of the next message.
import { readPurpose } from '#src/links/lvs/store.ts'
import type { StepState } from '#src/links/lvs/walk.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { purposeOf } from '#src/messaging/challenges/content.ts'
import { countsFor } from '#src/messaging/challenges/past.ts'
import { isReplaceable } from '#src/messaging/challenges/status.ts'
import { findLatest } from '#src/messaging/challenges/store.ts'
import { requestChallenge } from '#src/messaging/requests/request.ts'
import { messageLanguage } from '#src/messaging/messages/text/page-language.ts'
import type { Db } from '#src/platform/db/client.ts'
import { type Acting, atStep, type PageFault } from './actions.ts'
import type { PhoneChannel } from './page/phone.ts'

type Message = 'email-token' | 'sms-2fa' | 'whatsapp-2fa'

const kindOf = { whatsapp: 'whatsapp-2fa', sms: 'sms-2fa' } as const

/** Answers by another channel would not end the step, so no other is offered. */
export function channelsOf({ counted }: Pick<StepState, 'counted'>): readonly PhoneChannel[] {
  const channels = counted.options?.['channels']
  const all = ['whatsapp', 'sms'] as const
  return Array.isArray(channels) ? all.filter((one) => channels.includes(one)) : all
}

/** The newest question whose answer would end the step; an earlier one is no question of this step. */
export async function findAsked(
  db: Db,
  transactionId: string,
  step: StepState,
): Promise<Challenge | undefined> {
  const kinds: readonly Message[] =
    step.key === 'emailToken' ? ['email-token'] : channelsOf(step).map((one) => kindOf[one])
  const latest = await Promise.all(kinds.map((kind) => findLatest(db, transactionId, kind)))
  const asked = latest.filter((one) => one !== undefined).filter(countsFor(step.counted))
  return asked.toSorted((a, b) => b.createdAt - a.createdAt)[0]
}

/** `spend` uses a token of the tenant’s message rate, which was taken before the commit. */
export const sendMessage = (
  acting: Acting,
  challengeKind: Message,
  spend?: () => number,
): Promise<PageFault> =>
  atStep(acting, challengeKind === 'email-token' ? 'emailToken' : 'phoneConfirmation', (step) =>
    sendFor(acting, step, { challengeKind, ...(spend && { spend }) }),
  )

async function sendFor(
  acting: Acting,
  step: StepState,
  sending: { readonly challengeKind: Message; readonly spend?: () => number },
): Promise<PageFault> {
  const { tx, deps, locked, language } = acting
  const isOffered =
    sending.challengeKind === 'email-token' ||
    channelsOf(step).some((one) => kindOf[one] === sending.challengeKind)
  if (!isOffered) return undefined
  const wanted = await readWanted(acting, step)
  if (!wanted) return 'sendLimit'
  const asked = { ...sending, ...wanted, language: messageLanguage(language) }
  const requested = await requestChallenge({ ...deps, tx, locked }, asked)
  switch (requested.kind) {
    case 'record':
      // A message from before the step may be too recent for another one.
      return countsFor(step.counted)(requested.challenge) ? undefined : 'sendLimit'
    case 'limit-reached':
      return 'sendLimit'
    case 'no-recipient':
      return 'sendNobody'
  }
}

type Wanted = { readonly purpose: string | undefined; readonly sentFor?: string }

/**
 * The purpose of the next message: a repeated one keeps its purpose, and the first one of a step that requires a
 * purpose takes the link's. Undefined while the run itself must still send what the step waits for.
 */
async function readWanted(
  { tx, deps, locked, link }: Acting,
  step: StepState,
): Promise<Wanted | undefined> {
  const { sentFor, options } = step.counted
  const asked = await findAsked(tx, locked.id, step)
  if (sentFor !== undefined && !asked) return undefined
  const isSame = asked && (sentFor !== undefined || isReplaceable(asked, locked.now.getTime()))
  if (isSame) {
    const { purpose } = await purposeOf(deps.sealer, locked, asked)
    return { purpose, ...(sentFor !== undefined && { sentFor }) }
  }
  const isDemanded = options?.['purpose'] === 'required'
  return { purpose: isDemanded ? await readPurpose(deps.sealer, locked, link) : undefined }
}
