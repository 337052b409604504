// Every scenario by the name of its history; one of several runs has a file for each.
import type { Scenario } from '../scene.ts'
import { backtestScenarios } from './backtest.ts'
import { challengeScenarios } from './challenge.ts'
import { lifeScenarios } from './life.ts'
import { taskScenarios } from './tasks.ts'

export const scenarios: Readonly<Record<string, Scenario>> = {
  ...challengeScenarios,
  ...taskScenarios,
  ...lifeScenarios,
  ...backtestScenarios,
}
