import type { Capability } from '#src/main/capability.ts'
import { examinationTasks } from '#src/biometrics/examinations/tasks.ts'
import { biometricsScoreModule } from './module.ts'
import { biometricsScoreRoutes } from './routes.ts'

export const biometricsScore: Capability = {
  name: 'biometrics-score',
  tasks: (deps) => examinationTasks(deps, 'biometrics-score'),
  routes: biometricsScoreRoutes,
  module: biometricsScoreModule,
}
