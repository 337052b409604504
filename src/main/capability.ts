// The type of a capability. Only `capabilities.ts` lists its values.
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Mounted } from '#src/platform/http/route.ts'
import type { EventTypes } from '#src/journey/events/catalogue.ts'
import type { WebhookSettings } from '#src/journey/webhooks/address.ts'
import type { Kind } from '#src/journey/journal/kind.ts'
import type { Waiter } from '#src/journey/journal/wait.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Module } from '#src/journey/modules/module.ts'
import type { Packs } from '#src/packs/packs.ts'
import type { LiftDenials, ReviewSource, ReviewSources } from '#src/packs/reviews/source.ts'
import type { FactSource } from '#src/journey/facts/facts.ts'
import type { LookUps } from '#src/risk/insights/look-ups/port.ts'
import type { EventHandler } from '#src/journey/inbox/callback.ts'
import type { Calls } from '#src/journey/calls/calls.ts'
import type { Checking } from '#src/screening/orders/port.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { VerificationLinks } from '#src/links/lvs/settings.ts'
import type { SandboxPhone } from '#src/sandbox/phone.ts'
import type { BiometricsSettings } from '#src/biometrics/examinations/deps.ts'
import type { Images } from '#src/biometrics/images/images.ts'
import type { Engines } from '#src/biometrics/engines/port.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Backtests } from '#src/journey/temporal/backtests.ts'
import type { Erasing, OnErased, OnRestricted } from '#src/journey/lifecycle/erase.ts'
import type { ForgetAnswers } from '#src/journey/erasure/retention.ts'
import type { Remains } from '#src/journey/capabilities/remains.ts'
import type { OnCreated, RunCreated } from '#src/journey/capabilities/created.ts'
import type { ReadDetails } from '#src/journey/capabilities/details.ts'
import type { Registry } from '#src/platform/tenants/registry/follow.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'

/** What every capability may use; made once by the process. */
export type ServiceDeps = CommitDeps & {
  /** For statements outside commits: no lock that a commit waits for holds them up. */
  readonly reads: Db
  /** For what counts or lists much. */
  readonly reports: Db
  /** Calls the functions by which rows of journals and of the audit go. */
  readonly retention: Db
  readonly sealer: Sealer
  readonly log: Log
  readonly waiter: Waiter
  /** Packs over the modules and facts of all capabilities. */
  readonly packs: Packs
  /** What the decision of a review does, by what came to it. */
  readonly reviewSources: ReviewSources
  /** A review alone lifts a denial. */
  readonly liftDenials: LiftDenials
  /** What capabilities add to the creation of a transaction. */
  readonly created: RunCreated
  /** Erases and restricts transactions, with all that capabilities have of them. */
  readonly erasing: Erasing
  /** What capabilities have of a transaction outside of the database. */
  readonly remains: readonly Remains[]
  /** How capabilities forget what vendors have answered. */
  readonly forgetsAnswers: readonly ForgetAnswers[]
  /** What capabilities add to the entries of a timeline. */
  readonly details: ReadDetails
  /** Launches calls to vendors, and knows how their accounts do. */
  readonly calls: Calls
  /** Whom look-ups ask. */
  readonly lookUps: LookUps
  readonly messaging: Messaging
  /** Who takes what vendors report. */
  readonly eventHandlers: readonly EventHandler[]
  readonly metrics: Metrics
  /** Who is asked about persons, companies and cards, and what a tenant may spend on it. */
  readonly checking: Checking
  /** Absent where they are switched off. Only tasks of the lane `engine` call them: models are loaded then. */
  readonly engines?: Engines
  readonly phone: SandboxPhone
  readonly backtests: Backtests
  /** Which hosts webhooks may reach, and for how long. */
  readonly webhooks: WebhookSettings
  /** What clients are told, by all capabilities. */
  readonly eventTypes: EventTypes
  /** Sealed, in the object store; nothing of them stands in the database but their names. */
  readonly images: Images
  readonly biometrics: BiometricsSettings
  /** What each tenant has of its own: its name, its limits. */
  readonly tenants: Tenants
  /** Where tenants are registered in the database. */
  readonly registry?: Registry
  /** What tenants say of verification links and of the page behind them. */
  readonly links: VerificationLinks
  readonly publicBaseUrl: string
  /** The list of workflows in the Temporal UI, where somebody has said where that is. */
  readonly workflowsUrl?: string
  /** How long a move of the sandbox clock waits for the workflow. */
  readonly clockWaitMs: number
}

export type Capability = {
  readonly name: string
  /** Its kinds of journal entries. */
  readonly kinds?: readonly Kind[]
  readonly tasks?: (deps: ServiceDeps) => readonly TaskDefinition[]
  readonly routes?: (deps: ServiceDeps) => readonly Mounted[]
  /** What it knows of a transaction, for scorecards, insights and conditions. */
  readonly facts?: FactSource
  /** What it adds to the commit that creates a transaction. */
  readonly created?: OnCreated
  /** What it deletes when a transaction is erased. */
  readonly erased?: OnErased
  /** What goes of it when a transaction is restricted. */
  readonly restricted?: OnRestricted
  /** What it has of a transaction outside of the database. */
  readonly remains?: Remains
  /** Forgets what vendors have answered, once a tenant keeps it no longer. */
  readonly forgetsAnswers?: ForgetAnswers
  /** What it adds to its entries of a timeline. */
  readonly details?: ReadDetails
  /** What the decisions of its reviews do. */
  readonly reviews?: ReviewSource
  /** What it takes back of a denial that a review was approved against. */
  readonly liftDenials?: LiftDenials
  /** How a pack holds it. */
  readonly module?: Module
}
