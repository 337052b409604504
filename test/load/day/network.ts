// The vendors of the bank’s tenants and the phones behind them: each tenant has an SMS account at Twilio, one at
// Twilio, Infobip or Zenvia, and two WhatsApp accounts at Meta. Their secrets are rotated during the day.
import { randomBytes, randomUUID } from 'node:crypto'
import { markOf } from '#src/journey/calls/attempt-id.ts'
import type {
  MessagingAccount,
  OutboundMessage,
  SendContext,
} from '#src/messaging/challenges/port.ts'
import type { SignedCallback } from '#src/vendors/sandbox/courier.ts'
import type { FailureClass } from '#src/messaging/challenges/vendor-events.ts'
import { toRefusal } from '#src/vendors/parts/failure-classes.ts'
import { toCode } from '#src/vendors/parts/outcome.ts'
import type { PhoneAnswer, Letter, Report } from '#src/vendors/sandbox/dialect.ts'
import { infobip, meta, type Speak, type Speech, twilio, zenvia } from './vendors.ts'

export type Fate =
  | 'taken'
  | 'busy'
  | 'lost answer'
  | 'lost request'
  /** Refused with a code of the vendor’s table. */
  | { readonly code: string }

/** A code such as `twilio-30005`, and its class. */
export type Failure = { readonly code: string; readonly class: FailureClass }

/** A message that a vendor has accepted. */
export type Taken = {
  readonly account: string
  readonly letter: Letter
  readonly recordId: string
  readonly attempt: number
  readonly attemptId: string
  readonly options: NonNullable<OutboundMessage['options']>
  report(report: Report): SignedCallback
  /** The codes that its vendor reports later. */
  readonly failures: Speech['failures']
  fail(code: string): SignedCallback
  failureOf(code: string): Failure
  answer(id: string, answer: PhoneAnswer): SignedCallback
  /** A report to this account about a message that was not sent here. */
  stray(): SignedCallback
}

/** Decides the fate of each message, and is notified of accepted ones. */
export type Scene = {
  fateOf(refusals: Speech['refusals']): Fate
  taken(message: Taken): void
  refused(of: Pick<Taken, 'recordId' | 'attempt'>, failure: Failure): void
}

export type Network = {
  accountsOf(tenant: string): readonly MessagingAccount[]
  readonly all: readonly MessagingAccount[]
  /** Sets the scene that receives the messages of a transaction. */
  watch(transactionId: string, scene: Scene): void
  forget(transactionId: string): void
  /** The next step of the rotation of all secrets: first both are accepted, then the vendor signs with the new one. */
  rotate(): void
}

/** The template of the WhatsApp accounts, which the vendor may pause. */
export const pausable = { name: 'confirmation', language: 'pt_BR' } as const

/** The tenants that share one sender. */
export const sharing = ['shop-a', 'shop-b'] as const

const isSharing = (tenant: string): boolean => sharing.some((one) => one === tenant)

type Line = { readonly id: string; readonly speak: Speak; ours: Speech; theirs: Speech }

export function createNetwork(tenants: readonly string[], publicBaseUrl: string): Network {
  const scenes = new Map<string, Scene>()
  const sms = twilio(publicBaseUrl)
  const seconds = [sms, infobip, zenvia] as const
  const lines = new Map(
    tenants.map((tenant, at) => [
      tenant,
      [
        open(`${tenant}-sms-a`, sms),
        open(`${tenant}-sms-b`, seconds[at % seconds.length] ?? sms),
        open(`${tenant}-whatsapp-a`, meta),
        open(`${tenant}-whatsapp-b`, meta),
      ],
    ]),
  )
  const accounts = new Map(
    [...lines].map(([tenant, own]) => [tenant, own.map((line) => toAccount(line, tenant, scenes))]),
  )
  // Two further tenants share one sender.
  const sharedLine = open('shared-sms', sms)
  const shared = { ...toAccount(sharedLine, 'shared', scenes), shared: true }
  let turns = 0
  return {
    accountsOf: (tenant) => (isSharing(tenant) ? [shared] : (accounts.get(tenant) ?? [])),
    all: [shared, ...accounts.values()].flat(),
    watch: (id, scene) => void scenes.set(id, scene),
    forget: (id) => void scenes.delete(id),
    rotate() {
      turns++
      for (const line of [sharedLine, ...lines.values()].flat()) rotate(line, turns)
    },
  }
}

const newSecret = () => randomBytes(16).toString('hex')

function open(id: string, speak: Speak): Line {
  const dialect = speak([newSecret()])
  return { id, speak, ours: dialect, theirs: dialect }
}

const replacing = new WeakMap<Line, Speech>()

/** The service accepts the new secret first, and then the vendor signs with it. */
function rotate(line: Line, turn: number): void {
  if (turn % 2 === 1) {
    const next = line.speak([newSecret()])
    const before = line.ours
    replacing.set(line, next)
    line.ours = {
      ...before,
      verifyWebhook: (request) => before.verifyWebhook(request) || next.verifyWebhook(request),
    }
  } else line.theirs = replacing.get(line) ?? line.theirs
}

function toAccount(
  line: Line,
  tenant: string,
  scenes: ReadonlyMap<string, Scene>,
): MessagingAccount {
  const { id } = line
  const { channel, vendor, canLookUp } = line.ours
  const sender = line.ours.senderOf(id)
  const arrived = new Set<string>()

  async function send(message: OutboundMessage, ctx: SendContext) {
    const scene = scenes.get(ctx.transactionId)
    if (!scene) throw new Error(`a message of no journey of ${tenant}`)
    const dialect = line.theirs
    const messageId = dialect.toMessageId(ctx.attemptId)
    const letter = { phone: message.to, sender, messageId }
    const failureOf = (code: string) => ({
      code: toCode(vendor, code),
      class: dialect.classOf(code),
    })
    const fate = scene.fateOf(dialect.refusals)
    if (fate === 'busy') return dialect.tooMany
    if (typeof fate === 'object') {
      const failure = failureOf(fate.code)
      scene.refused(ctx, failure)
      return toRefusal(failure.class, failure.code)
    }
    if (fate !== 'lost request') {
      arrived.add(ctx.attemptId)
      scene.taken({
        account: id,
        letter,
        ...ctx,
        options: message.options ?? [],
        // Signed when it is written, with the vendor’s secret at that time.
        report: (report) => line.theirs.writeReport(markOf(ctx), letter, report),
        failures: dialect.failures,
        fail: (code) => line.theirs.writeFailure(markOf(ctx), letter, code),
        failureOf,
        answer: (name, answer) => line.theirs.writeAnswer(letter, name, answer),
        stray: () =>
          line.theirs.writeReport(
            markOf({ recordId: randomUUID(), attempt: 1 }),
            { ...letter, messageId: line.theirs.toMessageId(randomUUID()) },
            'delivered',
          ),
      })
    }
    return fate === 'taken'
      ? dialect.accept(letter)
      : ({ kind: 'uncertain', cause: 'reset' } as const)
  }

  return {
    id,
    vendor,
    channels: [channel],
    senders: { [channel]: sender },
    shared: false,
    repeat: canLookUp ? 'lookup' : 'never',
    ...(channel === 'whatsapp' && { ownTemplates: () => [pausable] }),
    send,
    ...(canLookUp && {
      lookUp: async (_message: OutboundMessage, { attemptId }: SendContext) =>
        arrived.has(attemptId)
          ? { providerMsgId: line.theirs.toMessageId(attemptId) }
          : ('absent' as const),
    }),
    verifyWebhook: (request) => line.ours.verifyWebhook(request),
    parseWebhook: (request) => line.ours.parseWebhook(request),
  }
}
