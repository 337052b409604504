// Serves the page on which staff find and view transactions.
import { join } from 'node:path'
import type { Mounted } from '#src/platform/http/route.ts'
import { serveFiles } from '#src/platform/pages/files.ts'
import type { ShellPage } from '#src/platform/pages/shell-page.ts'

const page: ShellPage = {
  name: 'Transactions',
  styles: ['/transactions/transactions.css'],
  script: '/transactions/transactions.js',
  welcome: {
    title: 'Who was verified, and what became of it',
    lead: 'Transactions by time and state, or those of a document, phone or e-mail address. Of each: what is to be done, its packs, its messages, what happened, and the way to its workflow.',
    label: 'Token of a tenant',
    button: 'Show the transactions',
  },
}

const scripts = [
  'agenda',
  'filter',
  'found',
  'list-view',
  'messages',
  'one-view',
  'record',
  'runs',
  'search',
  'transactions',
]

/** The route `/transactions` and those of its files, all without a credential. */
export function transactionPageRoutes(): Mounted[] {
  return serveFiles({
    path: '/transactions',
    folder: join(import.meta.dirname, 'page'),
    page,
    files: ['transactions.css', ...scripts.map((name) => `${name}.js`)],
    tag: 'Transaction',
    hasPictures: true,
  })
}
