// Every scenario by the name of its history; one of several runs has a file for each.
import type { Scenario } from '../scene.ts'
import { challengeScenarios } from './challenge.ts'
import { emailTokenScenarios } from './email-token.ts'
import { lifeScenarios } from './life.ts'
import { packScenarios } from './packs.ts'

export const scenarios: Readonly<Record<string, Scenario>> = {
  ...emailTokenScenarios,
  ...challengeScenarios,
  ...packScenarios,
  ...lifeScenarios,
}
