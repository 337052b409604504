// The pages of the console: each is loaded once somebody goes there.
import { lazy, Route, Router } from 'preact-iso'
import { Empty, Page } from '../parts/page.tsx'
import { useWords } from '../words/words.ts'
import { shellWords } from './words.ts'

type Loaded = { readonly Page: (props: never) => preact.JSX.Element }

/** A page takes what its address names: `:id`, `:name`. */
const page = (load: () => Promise<Loaded>) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- the router gives props by the names of the path
  lazy<any>(() => load().then(({ Page: component }) => ({ default: component })))

const Work = page(() => import('../pages/work/index.tsx'))
const Transactions = page(() => import('../pages/transactions/index.tsx'))
const Transaction = page(() => import('../pages/transaction/index.tsx'))
const Reviews = page(() => import('../pages/reviews/index.tsx'))
const Review = page(() => import('../pages/review/index.tsx'))
const Packs = page(() => import('../pages/packs/index.tsx'))
const Pack = page(() => import('../pages/pack/index.tsx'))
const PackEditor = page(() => import('../pages/pack-editor/index.tsx'))
const PackRun = page(() => import('../pages/pack-run/index.tsx'))
const Lists = page(() => import('../pages/lists/index.tsx'))
const Messages = page(() => import('../pages/messages/index.tsx'))
const Webhooks = page(() => import('../pages/webhooks/index.tsx'))
const Endpoints = page(() => import('../pages/endpoints/index.tsx'))
const Settings = page(() => import('../pages/settings/index.tsx'))
const Keys = page(() => import('../pages/keys/index.tsx'))
const Audit = page(() => import('../pages/audit/index.tsx'))
const Sandbox = page(() => import('../pages/sandbox/index.tsx'))

function Lost() {
  const words = useWords(shellWords)
  return (
    <Page title={words.lost}>
      <Empty title={words.lost}>{words.lostLead}</Empty>
    </Page>
  )
}

export function Routes({ onChange }: { onChange: () => void }) {
  return (
    <Router onRouteChange={onChange}>
      <Route path="/console" component={Work} />
      <Route path="/console/transactions" component={Transactions} />
      <Route path="/console/transactions/:id" component={Transaction} />
      <Route path="/console/reviews" component={Reviews} />
      <Route path="/console/reviews/:id" component={Review} />
      <Route path="/console/packs" component={Packs} />
      <Route path="/console/packs/:name" component={Pack} />
      <Route path="/console/packs/:name/edit" component={PackEditor} />
      <Route path="/console/packs/:name/runs/:transactionId" component={PackRun} />
      <Route path="/console/lists" component={Lists} />
      <Route path="/console/messages" component={Messages} />
      <Route path="/console/webhooks" component={Webhooks} />
      <Route path="/console/endpoints" component={Endpoints} />
      <Route path="/console/settings" component={Settings} />
      <Route path="/console/keys" component={Keys} />
      <Route path="/console/audit" component={Audit} />
      <Route path="/console/sandbox" component={Sandbox} />
      <Route default component={Lost} />
    </Router>
  )
}
