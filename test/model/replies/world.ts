// Two transactions that ask one person at one number and sender, and what the person answers: what is open, what is under
// way, and what was made of it.
import type { SentRecord } from '#src/messaging/conversations/open-questions.ts'

export type Transaction = 'T1' | 'T2'

export type Question = Pick<SentRecord, 'replyCode' | 'claimedAt' | 'expiresAt' | 'repliedAt'> & {
  readonly id: number
  readonly of: Transaction
  readonly purpose: string | undefined
  readonly needsCode: boolean
  supersededAt: number | null
  repliedAt: number | null
}

export type Form = 'bare' | 'code' | 'button'
export type Answer = {
  readonly question: number
  readonly says: 'yes' | 'no'
  readonly form: Form
}

export type World = {
  now: number
  readonly questions: Question[]
  /** Typed, and not here yet. */
  underWay: Answer | null
  answersLeft: number
  /** Of transactions. */
  readonly denied: Transaction[]
  readonly doubted: Transaction[]
  /** Yes that counted: of which question, and which one it was meant for. */
  readonly counted: { readonly question: number; readonly meant: number }[]
  /** What is wrong with the last answer. */
  lost: string | null
}

/** Who asks for each transaction, whether others send from there, and what they ask. */
export type Script = {
  readonly tenants: Readonly<Record<Transaction, string>>
  readonly isShared: boolean
  readonly purposes: readonly (string | undefined)[]
  /** Questions of each transaction. */
  readonly asksMax: Readonly<Record<Transaction, number>>
  readonly answersMax: number
}
