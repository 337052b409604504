// The dependencies of all areas, and a capability that takes them. Only `capabilities.ts` lists the values.
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { ActRouteDeps } from '#src/journey/acts/routes.ts'
import type { EndpointDeps } from '#src/journey/endpoints/routes.ts'
import type { ErasureDeps } from '#src/journey/erasure/deps.ts'
import type { EventDeps } from '#src/journey/events/routes.ts'
import type { InboxDeps } from '#src/journey/inbox/callback.ts'
import type { CorrectionDeps } from '#src/journey/corrections/routes.ts'
import type { AgendaDeps } from '#src/journey/lifecycle/agenda-routes.ts'
import type { TransactionDeps } from '#src/journey/lifecycle/routes.ts'
import type { WebhookDeps } from '#src/journey/webhooks/routes.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { OutboundDeps } from '#src/packs/outbound/deps.ts'
import type { BacktestDeps } from '#src/packs/backtest/routes.ts'
import type { Packs } from '#src/packs/packs.ts'
import type { ReviewCapability, ReviewDeps } from '#src/packs/reviews/source.ts'
import type { Registry } from '#src/platform/tenants/registry/follow.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import type { SandboxDeps } from '#src/sandbox/routes.ts'
import type { SessionDeps } from '#src/platform/sessions/find.ts'
import type { SignInIssuers } from '#src/platform/sign-in/issuers.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'

/** Created once by the process. */
export type AllDeps = JourneyDeps &
  TransactionDeps &
  CorrectionDeps &
  AgendaDeps &
  ActRouteDeps &
  EventDeps &
  InboxDeps &
  ErasureDeps &
  WebhookDeps &
  EndpointDeps &
  Omit<OutboundDeps, 'packs'> &
  MessagingDeps &
  BiometricsDeps &
  ScreeningDeps &
  RiskDeps &
  ReviewDeps &
  BacktestDeps &
  LinkDeps &
  SandboxDeps &
  SessionDeps & {
    /** The issuers at which people sign in to the console. */
    readonly sessionIssuers: SignInIssuers
    /** The packs, including those of the service. */
    readonly packs: Packs
    /** Set where tenants are registered in the database. */
    readonly registry?: Registry
  }

export type Capability = ReviewCapability<AllDeps>
