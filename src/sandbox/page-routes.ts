// Serves the page that shows the sandbox as a mailbox and a phone.
import { join } from 'node:path'
import type { Mounted } from '#src/platform/http/route.ts'
import { serveFiles } from '#src/platform/pages/files.ts'

const styles = ['list', 'messages', 'phone', 'transaction', 'layout']
const scripts = [
  'sandbox',
  'session',
  'bubble',
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
]

const pictures = ['images/pictures.css', 'images/pictures.js', 'images/findings.js']

/** `/sandbox` and the files it loads, all without a credential. */
export function sandboxPageRoutes(): Mounted[] {
  return serveFiles({
    path: '/sandbox',
    folder: join(import.meta.dirname, 'page'),
    page: 'sandbox.html',
    files: [
      ...styles.map((name) => `${name}.css`),
      ...pictures,
      ...scripts.map((name) => `${name}.js`),
    ],
    tag: 'Sandbox',
  })
}
