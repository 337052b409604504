import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { assetRoutes } from './asset-routes.ts'
import { formRoutes } from './forms/routes.ts'
import { entryRoutes } from './entry-routes.ts'
import { followRoutes } from './follow-routes.ts'
import { createPages } from './pages.ts'
import { pictureRoutes } from './picture-routes.ts'
import { captureRoutes } from './routes.ts'

/** The hosted page behind a verification link. */
export const capture: Capability<LinkDeps> = {
  name: 'capture',
  routes: (deps) => {
    const pages = createPages(deps)
    return [
      ...pictureRoutes(deps),
      ...captureRoutes(deps, pages),
      ...entryRoutes(deps, pages),
      ...formRoutes(deps, pages),
      ...followRoutes(deps, pages),
      ...assetRoutes(),
    ]
  },
}
