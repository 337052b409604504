// The dependencies of verification links and of the page behind them, whose steps are those of other areas.
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { ReviewDeps } from '#src/packs/reviews/source.ts'
import type { VerificationLinks } from './settings.ts'

export type LinkDeps = MessagingDeps &
  BiometricsDeps &
  ReviewDeps & {
    /** What tenants say of verification links and of the page behind them. */
    readonly links: VerificationLinks
  }
