import { defineKind } from '#src/journey/journal/kind.ts'

/** `reason` is the scorecard and its version; the outcome how many of its rules have applied. */
export const scoreComputed = defineKind(
  'score-computed',
  'A score was computed: the outcome is how many rules of the scorecard have applied.',
)
