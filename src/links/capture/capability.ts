import type { Capability } from '#src/main/capability.ts'
import { assetRoutes } from './asset-routes.ts'
import { pictureRoutes } from './picture-routes.ts'
import { captureRoutes } from './routes.ts'

/** The page that a person walks behind a verification link. */
export const capture: Capability = {
  name: 'capture',
  routes: (deps) => [...pictureRoutes(deps), ...captureRoutes(deps), ...assetRoutes()],
}
