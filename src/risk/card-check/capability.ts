import type { Capability } from '#src/main/capability.ts'
import { cardCheckModule } from './module.ts'
import { cardCheckRoutes } from './routes.ts'

export const cardCheck: Capability = {
  name: 'card-check',
  routes: cardCheckRoutes,
  module: cardCheckModule,
}
