// How a question gets its code and an answer its question: as it is built, or with a rule taken back.
import { pickRecords } from '#src/messaging/inbound/match.ts'
import { toQuestion } from '#src/messaging/inbound/reply.ts'
import { decideCode, untilOf } from '#src/messaging/conversations/reply-code.ts'
import { decideAnswer } from '#src/messaging/conversations/replies.ts'

export type Way = {
  readonly decideCode: typeof decideCode
  readonly untilOf: typeof untilOf
  readonly pickRecords: typeof pickRecords
  readonly toQuestion: typeof toQuestion
  readonly decideAnswer: typeof decideAnswer
  /** What another tenant's questions learn of a no. */
  readonly notesDoubts: boolean
}

export const asBuilt: Way = {
  decideCode,
  untilOf,
  pickRecords,
  toQuestion,
  decideAnswer,
  notesDoubts: true,
}
