// The pages of the console, each loaded when it is first opened.
import { lazy, Route, Router } from 'preact-iso'
import { Needs, Page } from '../parts/page.tsx'
import { can } from './session.ts'
import { type Language, language } from '../words/words.ts'
import { type PageName, words } from './words.ts'

type Loaded = { readonly Page: (props: never) => preact.JSX.Element }

type Place = readonly [path: string, load: () => Promise<Loaded>, scope?: string]

/** The pages by address, whose `:id` and `:name` become props, each with the scope without which it shows nothing. */
const places: readonly Place[] = [
  ['/console', () => import('../pages/work/index.tsx')],
  ['/console/transactions', () => import('../pages/transactions/index.tsx'), 'reports:read'],
  ['/console/transactions/:id', () => import('../pages/transaction/index.tsx')],
  ['/console/reviews', () => import('../pages/reviews/index.tsx'), 'reviews:write'],
  ['/console/reviews/:id', () => import('../pages/review/index.tsx'), 'reviews:write'],
  ['/console/packs', () => import('../pages/packs/index.tsx')],
  ['/console/packs/:name', () => import('../pages/pack/index.tsx')],
  ['/console/packs/:name/edit', () => import('../pages/pack-editor/index.tsx'), 'packs:write'],
  ['/console/packs/:name/runs/:transactionId', () => import('../pages/pack-run/index.tsx')],
  ['/console/lists', () => import('../pages/lists/index.tsx'), 'lists:write'],
  ['/console/messages', () => import('../pages/messages/index.tsx'), 'messages:write'],
  ['/console/webhooks', () => import('../pages/webhooks/index.tsx'), 'webhooks:write'],
  ['/console/endpoints', () => import('../pages/endpoints/index.tsx'), 'endpoints:write'],
  ['/console/settings', () => import('../pages/settings/index.tsx'), 'reports:read'],
  ['/console/keys', () => import('../pages/keys/index.tsx')],
  ['/console/audit', () => import('../pages/audit/index.tsx'), 'audit:read'],
  ['/console/sandbox', () => import('../pages/sandbox/index.tsx')],
]

/** The router renders its page again only if a prop of it changes. */
type Drawn = { readonly language: Language }

const pages = places.map(([path, load, scope]) => {
  // Safe because pages with a scope are below the pages of the navigation.
  const name = path.split('/')[2] as PageName
  // oxlint-disable-next-line typescript/no-explicit-any -- the router gives props by the names of the path
  const Loads = lazy<any>(() => load().then(({ Page: shown }) => ({ default: shown })))
  const component = (props: Drawn) =>
    scope === undefined || can(scope) ? (
      <Loads {...props} />
    ) : (
      <Page name={name}>
        <Needs scope={scope}>{null}</Needs>
      </Page>
    )
  return { path, component }
})

const Lost = () => (
  <Page title={words.lost}>
    <p class="empty">{words.lostLead}</p>
  </Page>
)

export const Routes = ({ onChange }: { onChange: () => void }) => (
  <Router onRouteChange={onChange}>
    {pages.map((page) => (
      <Route<Drawn> key={page.path} {...page} language={language()} />
    ))}
    <Route<Drawn> default component={Lost} language={language()} />
  </Router>
)
