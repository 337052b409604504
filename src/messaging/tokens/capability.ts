import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { emailTokenModule } from './module.ts'
import { type TokenPageDeps, tokenPageRoutes } from './page/routes.ts'
import { tokenRoutes } from './routes.ts'

/** Tokens by e-mail and by SMS: a code and a link, either of which validates it. */
export const tokens: Capability<MessagingDeps> = {
  name: 'tokens',
  routes: tokenRoutes,
  module: emailTokenModule,
}

/** The page that the links of tokens open. */
export const tokenPages: Capability<TokenPageDeps> = {
  name: 'token-pages',
  routes: tokenPageRoutes,
}
