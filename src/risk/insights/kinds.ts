import { defineKind } from '#src/journey/journal/kind.ts'

/** `code` is how many there are, and of them alerts: `12/3`; `reason` the versions that they came from. */
export const insightsDerived = defineKind(
  'insights-derived',
  'Insights were derived from what is known: how many, and how many of them alert.',
)
