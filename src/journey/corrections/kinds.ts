import { defineEvent, defineKind, unchanged } from '#src/journey/journal/kind.ts'

/** `code` has the names of the fields. */
export const corrected = defineKind(
  'corrected',
  'Fields of the transaction were corrected; the code names them. What was asked and shown about their old values counts no more.',
  unchanged,
  defineEvent('transaction.corrected', 'Fields of a transaction were corrected.', {
    fields: { from: 'code', meaning: 'Their names, with spaces between them.' },
  }),
)
