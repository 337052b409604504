// Serves the page that shows the sandbox as a mailbox and a phone.
import { join } from 'node:path'
import type { Mounted } from '#src/platform/http/route.ts'
import { serveFiles } from '#src/platform/pages/files.ts'
import type { ShellPage } from '#src/platform/pages/shell-page.ts'

const styles = ['list', 'messages', 'phone', 'transaction', 'layout']
const scripts = [
  'sandbox',
  'session',
  'bubble',
  'calls',
  'chat',
  'clock',
  'conversations',
  'example',
  'filter',
  'links',
  'mail',
  'message-list',
  'notice',
  'opened',
  'phone-number',
  'polling',
  'timeline',
  'transaction-panel',
  'webhooks',
]

const pictures = ['images/pictures.css', 'images/pictures.js', 'images/findings.js']

const page: ShellPage = {
  name: 'Sandbox',
  styles: [
    '/sandbox/list.css',
    '/sandbox/messages.css',
    '/sandbox/phone.css',
    '/sandbox/transaction.css',
    '/sandbox/images/pictures.css',
    '/sandbox/layout.css',
  ],
  script: '/sandbox/sandbox.js',
  welcome: {
    title: 'What would have been sent',
    lead: 'In the sandbox no message leaves the service. This page shows each one as its recipient would see it, and lets you move the time of a transaction.',
    label: 'Token of a sandbox tenant',
    button: 'Show the messages',
  },
  view: 'sandbox.html',
  who: `<div class="who" id="who" hidden>
    <span class="pulse" id="pulse" data-pulse="live">Live</span>
    <span class="tenant" id="tenant"></span>
    <button type="button" class="button quiet" id="leave">Change token</button>
  </div>`,
}

/** The route `/sandbox` and those of its files, all without a credential. */
export function sandboxPageRoutes(): Mounted[] {
  return serveFiles({
    path: '/sandbox',
    folder: join(import.meta.dirname, 'page'),
    page,
    files: [
      ...styles.map((name) => `${name}.css`),
      ...pictures,
      ...scripts.map((name) => `${name}.js`),
    ],
    tag: 'Sandbox',
  })
}
