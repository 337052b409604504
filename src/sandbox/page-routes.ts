// The page that shows the sandbox as a mailbox and a phone would. It is static and holds nothing of
// anybody: what it shows its script asks from the API, with the credential that its reader brings.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { z } from 'zod'
import { reply } from '#src/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/http/route.ts'

const page = 'sandbox.html'
const styles = ['sandbox', 'controls', 'list', 'messages', 'phone', 'transaction', 'layout']
const scripts = [
  'sandbox',
  'session',
  'api',
  'bubble',
  'chat',
  'clock',
  'conversations',
  'element',
  'example',
  'filter',
  'mail',
  'message-list',
  'notice',
  'opened',
  'phone-number',
  'polling',
  'time',
  'timeline',
  'token',
  'transaction-panel',
]
const files = [page, ...styles.map((name) => `${name}.css`), ...scripts.map((name) => `${name}.js`)]

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** `/sandbox` and the files it loads, all without a credential. */
export function sandboxPageRoutes(): Mounted[] {
  return files.map((file) => {
    const mediaType = mediaTypes[extname(file)] ?? ''
    const route = defineRoute({
      method: 'get',
      paths: [file === page ? '/sandbox' : `/sandbox/${file}`],
      operationId: `readSandboxPage-${file}`,
      summary: 'The page of the sandbox, or a file that it loads',
      tag: 'Sandbox',
      auth: 'none',
      hidden: true,
      request: {},
      responses: { 200: { description: 'The file', body: z.string(), mediaType } },
      problems: [],
    })
    return mount(route, async () => reply(200, await readFile(join(folder, file), 'utf8'), headers))
  })
}

const folder = join(import.meta.dirname, 'page')

/** Only our own files run, and they talk to this service alone; none may write markup from a string. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
}
