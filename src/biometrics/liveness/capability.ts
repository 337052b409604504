import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import { biometricsFacts } from '#src/biometrics/examinations/facts.ts'
import { examinationKinds } from '#src/biometrics/examinations/kinds.ts'
import { examinationTasks, expiryTask } from '#src/biometrics/examinations/tasks.ts'
import { imageRoutes } from '#src/biometrics/images/routes.ts'
import { type DeriveInsights, livenessModule } from './module.ts'
import { livenessRoutes } from './routes.ts'

/** With what all examinations share: their kinds, their expiry, their facts, the links to their images. */
export const liveness = (derive: DeriveInsights): Capability<BiometricsDeps> => ({
  name: 'liveness',
  kinds: examinationKinds,
  tasks: (deps) => [...examinationTasks(deps, 'liveness'), expiryTask()],
  routes: (deps) => [...livenessRoutes(deps), ...imageRoutes(deps)],
  facts: biometricsFacts,
  module: livenessModule(derive),
})
