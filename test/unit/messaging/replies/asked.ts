// Questions as they are asked, and the short way to answer one.
import { type Question, type Reading, readReply } from '#src/messaging/replies/read-reply.ts'

export const yesOrNo: Question = {
  options: [
    { option: 1, label: 'Sim' },
    { option: 2, label: 'Não' },
  ],
  language: 'pt',
  isStrict: false,
  isOpen: true,
}

export const read = (text: string, question: Partial<Question> = {}): Reading =>
  readReply({ kind: 'text', text }, { ...yesOrNo, ...question })

export const meaningOf = (text: string, question: Partial<Question> = {}): Reading['meaning'] =>
  read(text, question).meaning
