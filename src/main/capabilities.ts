// The list of capabilities, one line each, in the order of the API's document.
import { acts } from '#src/journey/acts/routes.ts'
import { apiKeys } from '#src/platform/api-keys/routes.ts'
import { tenantRegistry } from '#src/platform/tenants/registry/routes.ts'
import { audit } from '#src/platform/audit/routes.ts'
import { callbacks } from './callbacks.ts'
import type { Capability } from './capability.ts'
import { capture } from '#src/links/capture/capability.ts'
import { challenges } from '#src/messaging/sending/capability.ts'
import { erasure } from '#src/journey/erasure/routes.ts'
import { corrections } from '#src/journey/corrections/routes.ts'
import { checks } from '#src/screening/checks/capability.ts'
import { backgroundCheck, backgroundCheckWith } from '#src/screening/background-check/capability.ts'
import type { OwnServices } from '#src/screening/wire/own-schema.ts'
import { officialMatch } from '#src/screening/official-match/capability.ts'
import { creditScore } from '#src/screening/credit-score/capability.ts'
import { wordings } from '#src/messaging/wordings/routes.ts'
import { funnel } from '#src/links/funnel/routes.ts'
import { children } from '#src/links/children/capability.ts'
import { lvs } from '#src/links/lvs/capability.ts'
import { cardCheck } from '#src/risk/card-check/routes.ts'
import { deriveInsights } from '#src/risk/insights/catalogue/catalogue.ts'
import { insights } from '#src/risk/insights-module/routes.ts'
import { ratingCapability } from '#src/risk/score/module.ts'
import { biometricsScore } from '#src/biometrics/biometrics-score/routes.ts'
import { liveness } from '#src/biometrics/liveness/routes.ts'
import { redoc } from '#src/biometrics/redoc/capability.ts'
import { findShownPerson } from '#src/biometrics/examinations/official.ts'
import { selfieImages } from '#src/biometrics/selfie-images/routes.ts'
import { scoreCapability } from '#src/risk/score/module.ts'
import { tokenPages, tokens } from '#src/messaging/tokens/routes.ts'
import { questions } from '#src/messaging/questions/routes.ts'
import { entries } from '#src/risk/entries/capability.ts'
import { outcomes } from '#src/risk/outcome/capability.ts'
import { lookUps } from '#src/risk/insights/look-ups/tasks.ts'
import { velocity } from '#src/risk/insights/capability.ts'
import { sessions } from '#src/platform/sessions/routes.ts'
import { scorecards } from '#src/risk/scorecards/capability.ts'
import { sends } from '#src/packs/outbound/send-message.ts'
import { outbound } from '#src/packs/outbound/capability.ts'
import { packs } from '#src/packs/capability.ts'
import { alarms } from '#src/packs/alarms/routes.ts'
import { transactionSearch } from '#src/packs/transactions/routes.ts'
import { reviews } from '#src/packs/reviews/capability.ts'
import { phones } from '#src/messaging/phones/routes.ts'
import { sandbox } from '#src/sandbox/capability.ts'
import { consoleApp } from '#src/console/routes.ts'
import { transaction } from '#src/journey/lifecycle/routes.ts'
import { events } from '#src/journey/events/routes.ts'
import { endpoints } from '#src/journey/endpoints/routes.ts'
import { webhooks } from '#src/journey/webhooks/routes.ts'

export const capabilities: readonly Capability[] = [
  transaction,
  corrections,
  transactionSearch,
  alarms,
  erasure,
  tokens,
  questions,
  backgroundCheck,
  creditScore,
  liveness(deriveInsights),
  redoc,
  biometricsScore,
  officialMatch(findShownPerson),
  selfieImages,
  insights,
  cardCheck,
  scoreCapability,
  ratingCapability,
  scorecards,
  velocity,
  lookUps,
  lvs,
  capture,
  funnel,
  packs,
  children,
  reviews,
  entries,
  outcomes,
  events,
  webhooks,
  endpoints,
  wordings,
  phones,
  apiKeys,
  sessions,
  tenantRegistry,
  audit,
  sandbox,
  consoleApp,
  outbound,
  sends,
  tokenPages,
  challenges,
  checks,
  callbacks,
  acts,
]

/** Adds the services of own vendors that a process has loaded. */
export const withOwnServices = (
  all: readonly Capability[],
  own: OwnServices,
): readonly Capability[] =>
  own.size === 0
    ? all
    : all.map((one) => (one === backgroundCheck ? backgroundCheckWith(own) : one))
