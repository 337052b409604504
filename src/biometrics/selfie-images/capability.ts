import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import { countImages, dropAllImages } from '#src/biometrics/images/store.ts'
import { removeOf } from '#src/biometrics/images/sweep.ts'
import { selfieImageRoutes } from './routes.ts'

export const selfieImages: Capability<BiometricsDeps> = {
  name: 'selfie-images',
  routes: selfieImageRoutes,
  erased: async (tx, id) => ({ pictures: await countImages(tx, id) }),
  async restricted(tx, { id, wallNow }, { covers }) {
    if (covers.includes('pictures')) return {}
    return { pictures: await dropAllImages(tx, id, wallNow) }
  },
  remains: () => ({
    removeObjects: (db, store, id, others) => removeOf({ db, store }, id, others),
  }),
}
