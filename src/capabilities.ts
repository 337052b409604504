// All that the service can do, one line each, in the order of its documents.
import { callbacks } from './callbacks/capability.ts'
import type { Capability } from './capability.ts'
import { capture } from './capture/capability.ts'
import { challenges } from './challenges/capability.ts'
import { checks } from './checks/capability.ts'
import { backgroundCheck } from './modules/background-check/capability.ts'
import { creditScore } from './modules/credit-score/capability.ts'
import { emailToken } from './modules/email-token/capability.ts'
import { lvs } from './modules/lvs/capability.ts'
import { cardCheck } from './modules/card-check/capability.ts'
import { insights } from './modules/insights/capability.ts'
import { rating } from './modules/rating/capability.ts'
import { biometricsScore } from './modules/biometrics-score/capability.ts'
import { liveness } from './modules/liveness/capability.ts'
import { redoc } from './modules/redoc/capability.ts'
import { selfieImages } from './modules/selfie-images/capability.ts'
import { score } from './modules/score/capability.ts'
import { smsToken } from './modules/sms-token/capability.ts'
import { phoneConfirmation } from './modules/two-factor/capability.ts'
import { sms2fa } from './modules/two-factor/sms/capability.ts'
import { whatsapp2fa } from './modules/two-factor/whatsapp/capability.ts'
import { lookUps } from './insights/look-ups/capability.ts'
import { velocity } from './insights/capability.ts'
import { scorecards } from './scorecards/capability.ts'
import { packs } from './packs/capability.ts'
import { phones } from './phones/capability.ts'
import { pages } from './pages/capability.ts'
import { sandbox } from './sandbox/capability.ts'
import { transaction } from './transaction/capability.ts'

export const capabilities: readonly Capability[] = [
  transaction,
  emailToken,
  smsToken,
  sms2fa,
  whatsapp2fa,
  backgroundCheck,
  creditScore,
  phoneConfirmation,
  liveness,
  redoc,
  biometricsScore,
  selfieImages,
  insights,
  cardCheck,
  score,
  rating,
  scorecards,
  velocity,
  lookUps,
  lvs,
  capture,
  packs,
  phones,
  pages,
  sandbox,
  challenges,
  checks,
  callbacks,
]
