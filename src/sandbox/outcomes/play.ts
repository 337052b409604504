// Does what a person would do at a step of a link, to reach the chosen outcome.
import { createForms } from '#src/links/capture/forms.ts'
import type { PageFault } from '#src/links/capture/actions.ts'
import { channelsOf } from '#src/links/capture/messages.ts'
import type { Sending } from '#src/links/capture/send-off.ts'
import type { Visit } from '#src/links/capture/visit.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { StepState } from '#src/links/lvs/walk.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { deriveSecrets, findLatest } from '#src/messaging/challenges/store.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { readScene } from '#src/links/capture/scene.ts'
import { answerSoundly } from './answers.ts'
import { sendOutcomeDocument, sendOutcomeFace } from './pictures.ts'

/** Answers the newest question of a transaction as its phone would; the question may still be on its way. */
export type AnswerPhone = (transaction: Visit['transaction'], option: 1 | 2) => Promise<void>

/** `outcome`: one of `sandboxOutcomes`. Resolves to the fault that the next page would show; undefined without one. */
export type Play = (at: Omit<Sending, 'deps'>, outcome: string) => Promise<PageFault>

export function createPlay(deps: LinkDeps, answerPhone: AnswerPhone): Play {
  const sendForm = createForms(deps)
  return async ({ visit, language }, outcome) => {
    const sending = { deps, visit, language }
    const [step, what = ''] = outcome.split(/-(.*)/)
    if (step === 'document') return sendOutcomeDocument(sending, what)
    if (step === 'face') return sendOutcomeFace(sending, what)
    if (step === 'form') {
      const scene = await readScene(deps, visit.link.id, visit.secret)
      const isTaken = scene.kind === 'step' && (await answerSoundly(sending, scene.step))
      return isTaken ? undefined : 'serviceBusy'
    }
    const sent = { visit, language, userIp: undefined, userAgent: undefined }
    const form = new URLSearchParams()
    /** Asks by the first channel of the step, unless the step's run sends the question itself. */
    const askPhone = async (asked: StepState): Promise<PageFault> => {
      if (asked.counted.sentFor !== undefined) return undefined
      const [channel = 'whatsapp'] = channelsOf(asked)
      return (await sendForm(`phone-${channel}`, { ...sent, form })).said
    }
    if (step === 'phone') {
      const scene = await readScene(deps, visit.link.id, visit.secret)
      const said = scene.kind === 'step' ? await askPhone(scene.step) : undefined
      if (said === undefined) await answerPhone(visit.transaction, what === 'yes' ? 1 : 2)
      return said
    }
    const { said } = await sendForm('email-send', { ...sent, form })
    if (said !== undefined) return said
    form.set('code', await readEmailCode(deps, visit.transaction))
    return (await sendForm('email-code', { ...sent, form })).said
  }
}

/** The code in the latest e-mail; '' without one. */
async function readEmailCode(
  { db, sealer }: Pick<MessagingDeps, 'db' | 'sealer'>,
  transaction: StoredTransaction,
): Promise<string> {
  const token = await findLatest(db, transaction.id, 'email-token')
  return token ? deriveSecrets(sealer, await openDataKey(sealer, transaction), token).code : ''
}
