// The pages of the console: each is loaded once somebody goes there.
import { lazy, Route, Router } from 'preact-iso'
import { Empty, Page } from '../parts/page.tsx'
import { useShellWords } from './words.ts'

type Loaded = { readonly Page: (props: never) => preact.JSX.Element }

/** By their addresses, whose `:id` and `:name` are the props of a page. */
const pages: Readonly<Record<string, () => Promise<Loaded>>> = {
  '/console': () => import('../pages/work/index.tsx'),
  '/console/transactions': () => import('../pages/transactions/index.tsx'),
  '/console/transactions/:id': () => import('../pages/transaction/index.tsx'),
  '/console/reviews': () => import('../pages/reviews/index.tsx'),
  '/console/reviews/:id': () => import('../pages/review/index.tsx'),
  '/console/packs': () => import('../pages/packs/index.tsx'),
  '/console/packs/:name': () => import('../pages/pack/index.tsx'),
  '/console/packs/:name/edit': () => import('../pages/pack-editor/index.tsx'),
  '/console/packs/:name/runs/:transactionId': () => import('../pages/pack-run/index.tsx'),
  '/console/lists': () => import('../pages/lists/index.tsx'),
  '/console/messages': () => import('../pages/messages/index.tsx'),
  '/console/webhooks': () => import('../pages/webhooks/index.tsx'),
  '/console/endpoints': () => import('../pages/endpoints/index.tsx'),
  '/console/settings': () => import('../pages/settings/index.tsx'),
  '/console/keys': () => import('../pages/keys/index.tsx'),
  '/console/audit': () => import('../pages/audit/index.tsx'),
  '/console/sandbox': () => import('../pages/sandbox/index.tsx'),
}

const routes = Object.entries(pages).map(([path, load]) => {
  // oxlint-disable-next-line typescript/no-explicit-any -- the router gives props by the names of the path
  const component = lazy<any>(() => load().then(({ Page: shown }) => ({ default: shown })))
  return <Route key={path} path={path} component={component} />
})

function Lost() {
  const words = useShellWords()
  return (
    <Page title={words.lost}>
      <Empty title={words.lost}>{words.lostLead}</Empty>
    </Page>
  )
}

export function Routes({ onChange }: { onChange: () => void }) {
  return (
    <Router onRouteChange={onChange}>
      {routes}
      <Route default component={Lost} />
    </Router>
  )
}
