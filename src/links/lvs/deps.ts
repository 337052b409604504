// The dependencies of verification links and of their page, whose steps belong to other areas.
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { ReviewDeps } from '#src/packs/reviews/source.ts'
import type { VerificationLinks } from './settings.ts'

export type LinkDeps = MessagingDeps &
  BiometricsDeps &
  ReviewDeps & {
    /** The tenants’ settings of verification links and of their page. */
    readonly links: VerificationLinks
  }
