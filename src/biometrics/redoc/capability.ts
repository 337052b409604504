import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import { examinationTasks } from '#src/biometrics/examinations/tasks.ts'
import { forgetMarksOf } from '#src/biometrics/pictures/store.ts'
import { redocModule } from './module.ts'
import { redocRoutes } from './routes.ts'

export const redoc: Capability<BiometricsDeps> = {
  name: 'redoc',
  tasks: (deps) => examinationTasks(deps, 'redoc'),
  routes: redocRoutes,
  module: redocModule,
  erased: forgetMarksOf,
  async restricted(tx, { id }, { covers }) {
    if (!covers.includes('pictures')) await forgetMarksOf(tx, id)
  },
}
