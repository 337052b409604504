// Hints after a try that did not suffice: only advice about the picture is shown; for all other reasons the person sees
// one neutral sentence.
import type { StepReason } from '#src/links/lvs/rules.ts'
import type { StepState } from '#src/links/lvs/walk.ts'
import type { TextKey } from './texts.ts'

const both: Partial<Record<StepReason, TextKey>> = {
  'too-dark': 'hintDark',
  blurred: 'hintBlurred',
}
const ofDocument: Partial<Record<StepReason, TextKey>> = {
  ...both,
  'not-a-document': 'hintNotDocument',
  'wrong-side': 'hintSide',
  unreadable: 'hintUnreadable',
  expired: 'hintExpired',
  'file-altered': 'hintFileAltered',
  'file-unproven': 'hintFileUnproven',
}
const ofFace: Partial<Record<StepReason, TextKey>> = {
  ...both,
  'too-far': 'hintFar',
  tilted: 'hintTilted',
  'several-faces': 'hintSeveral',
  glasses: 'hintGlasses',
  'turn-not-reached': 'hintTurn',
  'not-moving': 'hintTurn',
}

/** Undefined before the first try. */
export function hintOf({ key, tries, hints }: StepState): TextKey | undefined {
  if (tries === 0) return undefined
  const known = key === 'aiDocs' ? ofDocument : ofFace
  const [said] = hints.flatMap((reason) => known[reason] ?? [])
  return said ?? (key === 'aiDocs' ? 'documentRetry' : 'faceRetry')
}
