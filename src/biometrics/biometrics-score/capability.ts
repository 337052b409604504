import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import { examinationTasks } from '#src/biometrics/examinations/tasks.ts'
import { biometricsScoreModule } from './module.ts'
import { biometricsScoreRoutes } from './routes.ts'

export const biometricsScore: Capability<BiometricsDeps> = {
  name: 'biometrics-score',
  tasks: (deps) => examinationTasks(deps, 'biometrics-score'),
  routes: biometricsScoreRoutes,
  module: biometricsScoreModule,
}
