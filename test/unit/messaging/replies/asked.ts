// Questions as they are asked, answers as people type them, and the short way to read one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** `means`: one meaning, or two that are as good, `yes or unclear`. */
export type Answer = { readonly text: string; readonly means: string }

/** A file of `test/data/replies`: one answer a line. */
export const readAnswers = <Row = Answer>(name: string): readonly Row[] =>
  readFileSync(join(import.meta.dirname, '../../../data/replies', `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
