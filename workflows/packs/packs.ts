import { basic } from './basic.ts'
import { company } from './company.ts'
import { link } from './link.ts'
import { onboarding } from './onboarding.ts'
import { stepUp } from './step-up.ts'

/** The packs that come with the service; a new version is a new entry beside the old one. */
export const packs = [basic, link, onboarding, company, stepUp] as const
