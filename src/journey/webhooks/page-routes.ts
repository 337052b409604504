// Serves the page on which staff manage webhook endpoints and see their deliveries.
import { join } from 'node:path'
import type { Mounted } from '#src/platform/http/route.ts'
import { serveFiles } from '#src/platform/pages/files.ts'
import type { ShellPage } from '#src/platform/pages/shell-page.ts'

const page: ShellPage = {
  name: 'Webhooks',
  styles: ['/pages/choices.css', '/webhooks/webhooks.css'],
  script: '/webhooks/webhooks.js',
  welcome: {
    title: 'Where events are sent',
    lead: 'The endpoints of a tenant: made, tested, changed and ended here, each with the log of what was sent to it.',
    label: 'Token of a tenant',
    hint: 'It needs the scope <code>webhooks:write</code>, stays in this tab and goes only to this service.',
    button: 'Show the endpoints',
  },
}

const scripts = ['delivery', 'endpoint-view', 'fields', 'list-view', 'log', 'secret', 'webhooks']

/** `/webhooks` and the files that it loads, all without a credential. */
export function webhookPageRoutes(): Mounted[] {
  return serveFiles({
    path: '/webhooks',
    folder: join(import.meta.dirname, 'page'),
    page,
    files: ['webhooks.css', ...scripts.map((name) => `${name}.js`)],
    tag: 'Webhooks',
  })
}
