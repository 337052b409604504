// Compares what the simulated phone received, and what the service was told, with the service’s records.
import type { Report } from '#src/vendors/sandbox/dialect.ts'
import type { FailureClass } from '#src/messaging/challenges/vendor-events.ts'
import { failureCodeOf } from '#src/messaging/challenges/plan.ts'
import { acknowledgeAttempt, isHelp } from '#src/messaging/challenges/attempts.ts'
import { skewMs } from '#src/messaging/conversations/replies.ts'
import type { Failure, Taken } from './network.ts'
import type { PersonReply } from './people.ts'

type Asked = {
  readonly createdAt: string
  readonly expiresAt: number
  recordId: string | undefined
  readonly messages: Taken[]
  readonly reports: Set<Report>
  replied: number | undefined
}

/** The fields that the records of both channels share. */
type Shown = {
  readonly status: string
  readonly createdAt: string
  readonly expirationTime: string
  readonly expired?: true
  readonly failure?: { readonly code: string }
  readonly text: string
  readonly reply?: { readonly option: number }
}

export class Ledger {
  readonly faults: string[] = []
  messages = 0
  replies = 0
  /** Counts of textual answers, of those read with the opposite meaning, and of those not understood. */
  readonly words = { said: 0, misread: 0, missed: 0 }
  /** The count of each failure code. */
  readonly failures: Record<string, number> = {}
  readonly #classes = new Set<FailureClass>()
  readonly #channel: 'sms' | 'whatsapp'
  /** Oldest first. */
  readonly #records: Asked[] = []
  readonly #failed = new Set<string>()
  readonly #heard = new Set<string>()
  readonly #helped = new Set<string>()
  readonly #acknowledged = new Set<string>()
  #puzzling = false
  #denying = false
  #optedOut = false

  constructor(channel: 'sms' | 'whatsapp') {
    this.#channel = channel
  }

  fault(text: string): void {
    this.faults.push(text)
  }

  /** Records the answer to a request for a question. */
  asked({ createdAt, expirationTime }: Shown, _now: number): void {
    if (this.#records.at(-1)?.createdAt === createdAt) return
    this.#records.push({
      createdAt,
      expiresAt: Date.parse(expirationTime),
      recordId: this.#early,
      messages: [...this.#unknown],
      reports: new Set(),
      replied: undefined,
    })
    this.#early = undefined
    this.#unknown.length = 0
  }

  /** A message may be accepted before the answer to its request is read. */
  readonly #unknown: Taken[] = []
  #early: string | undefined

  take(message: Taken): void {
    this.messages++
    if (message.attempt === acknowledgeAttempt) return this.#acknowledge(message)
    if (isHelp(message)) return this.#help(message)
    const known = this.#records.find(({ recordId }) => recordId === message.recordId)
    const unnamed = this.#records.findLast(({ recordId }) => recordId === undefined)
    const record = known ?? unnamed
    if (!record) {
      this.#early = message.recordId
      this.#unknown.push(message)
      return
    }
    record.recordId = message.recordId
    const standing = record.messages.filter(({ attemptId }) => !this.#failed.has(attemptId))
    if (standing.length > 0) this.fault('the phone got a second message of one record')
    record.messages.push(message)
  }

  /** Help is sent once for each record, and only after an answer that was not understood. */
  #help({ recordId }: Taken): void {
    if (this.#helped.has(recordId)) this.fault('the phone was helped twice')
    if (!this.#puzzling) this.fault('the phone was helped without need')
    this.#helped.add(recordId)
  }

  /** An acknowledgement is sent once for each record, and only after a no. */
  #acknowledge({ recordId }: Taken): void {
    if (this.#acknowledged.has(recordId)) this.fault('a no was acknowledged twice')
    if (!this.#denying) this.fault('a no was acknowledged that nobody said')
    this.#acknowledged.add(recordId)
  }

  report(message: Taken, report: Report): void {
    if (isHelp(message)) return
    const { recordId } = message
    this.#records.find((one) => one.recordId === recordId)?.reports.add(report)
  }

  /** Records a failure that was reported for an accepted message; the same report may come twice. */
  fail(message: Taken, failure: Failure): void {
    if (this.#failed.has(message.attemptId)) return
    this.#failed.add(message.attemptId)
    this.refuse(message, failure)
  }

  refuse(message: Pick<Taken, 'attempt'>, { code, class: failureClass }: Failure): void {
    const name = `${code} (${failureClass})`
    this.failures[name] = (this.failures[name] ?? 0) + 1
    // The failure of a help message concerns only its number, not its record.
    if (!isHelp(message) || failureClass === 'optout') this.#classes.add(failureClass)
  }

  /** A tap and a quoted answer identify their message; an SMS belongs to the newest question of its sender. */
  answer(
    message: Taken,
    name: string,
    { option, stops, text, reading }: PersonReply,
    now: number,
  ): void {
    if (this.#heard.has(name)) return
    this.#heard.add(name)
    if (text !== '') this.words.said++
    if (reading) this.words[reading]++
    if (reading === 'misread') this.fault(`${text} is read against its meaning`)
    this.#denying ||= option === 2
    const ofSender = this.#records.filter(({ messages }) =>
      messages.some(({ account }) => account === message.account),
    )
    const named = this.#records.find(({ recordId }) => recordId === message.recordId)
    const record = this.#channel === 'sms' ? ofSender.at(-1) : named
    if (!record || !this.#isOpen(record, now)) {
      this.#optedOut ||= stops === true
      return
    }
    this.#puzzling ||= option === undefined
    if (option === undefined) return
    record.replied = option
    this.replies++
  }

  #isOpen(record: Asked, now: number): boolean {
    return record === this.#records.at(-1) && record.replied === undefined && now < record.expiresAt
  }

  /** Whether the number may be sent another question: not if it is invalid or has opted out. */
  isAskable(): boolean {
    const isRefused = shunning.some((one) => this.#classes.has(one))
    return !this.#optedOut && !isRefused && this.#records.at(-1)?.replied === undefined
  }

  /** Near the expiry, within the possible difference of clocks, either result would be right, so answers avoid it. */
  awayFromExpiry(at: number): number {
    const expiresAt = this.#records.at(-1)?.expiresAt ?? 0
    const over = expiresAt + skewMs + 2_000
    return at > expiresAt - 2_000 && at < over ? over : at
  }

  compare(listed: readonly Shown[]): void {
    const newestFirst = this.#records.toReversed()
    if (listed.length !== newestFirst.length)
      return this.fault(`${listed.length} records for ${newestFirst.length} questions`)
    for (const [index, shown] of listed.entries()) {
      const record = newestFirst[index]
      if (record) this.#compareOne(record, shown, index === 0)
    }
  }

  #compareOne(record: Asked, shown: Shown, isNewest: boolean): void {
    const expected = this.#statusOf(record)
    if (shown.status !== expected) this.fault(`${shown.status} where ${expected} was reported`)
    if (this.#channel === 'whatsapp' && shown.reply?.option !== record.replied)
      this.fault(`reply ${shown.reply?.option} where ${record.replied} was answered`)
    const label = record.replied === 1 ? 'Sim' : 'Nao'
    if (this.#channel === 'sms' && record.replied !== undefined && fold(shown.text) !== label)
      this.fault(`text ${shown.text} where ${label} was answered`)
    const arrived = ['Delivered', 'Read', 'Replied'].includes(expected)
    if (arrived && shown.failure) this.fault(`${shown.failure.code} where it arrived`)
    if (shown.failure && !this.#explains(shown.failure.code))
      this.fault(`${shown.failure.code} after ${[...this.#classes].join() || 'nothing'}`)
    if (isNewest && (shown.expired === true) === (record.replied !== undefined))
      this.fault(`expired ${shown.expired} with reply ${record.replied}`)
    if (record.messages.length === 0 && expected !== 'Waiting') this.fault('nothing was sent')
  }

  /** An outage and an uncertain message are possible without any vendor’s code. */
  #explains(code: string): boolean {
    const known = [...this.#classes].map((one) => failureCodeOf(one))
    return ['send-uncertain', 'provider-failed', ...known].some((one) => one === code)
  }

  #statusOf({ reports, replied }: Asked): string {
    if (replied !== undefined) return 'Replied'
    const isRead = reports.has('read')
    if (this.#channel === 'whatsapp' && isRead) return 'Read'
    const isDelivered = reports.has('delivered') || isRead
    if (this.#channel === 'sms' && isDelivered) return 'Delivered'
    return isDelivered || reports.has('sent') ? 'Sent' : 'Waiting'
  }
}

const shunning = ['recipient', 'recipient-later', 'unrouted', 'optout'] as const

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
