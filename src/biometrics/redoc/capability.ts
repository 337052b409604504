import type { Capability, OnCorrected } from '#src/journey/capabilities/capability.ts'
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import { examinationTasks } from '#src/biometrics/examinations/tasks.ts'
import { forgetMarksOf } from '#src/biometrics/pictures/store.ts'
import { redocModule } from './module.ts'
import { redocRoutes } from './routes.ts'

const compared = ['name', 'socialName', 'birthdate', 'mothersName', 'fatherName']

/** A correction of the names withdraws the verdict, because the document was judged against the old data. */
const takeBackVerdict: OnCorrected = async ({ names }) => ({
  anew: names.some((name) => compared.includes(name)) ? ['aiDocs'] : [],
})

export const redoc: Capability<BiometricsDeps> = {
  name: 'redoc',
  tasks: (deps) => examinationTasks(deps, 'redoc'),
  routes: redocRoutes,
  module: redocModule,
  corrected: () => takeBackVerdict,
  erased: forgetMarksOf,
  async restricted(tx, { id }, { covers }) {
    if (!covers.includes('pictures')) await forgetMarksOf(tx, id)
  },
}
