// Builds the React example of the README with Next, from the package as it would be published, and runs it in a browser
// against a stand-in of the service. It asks the registry for Next; `npm run sdk -- --bundlers` builds the package before.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { always, findBrowser } from '../../test/support/browser/chromium.ts'

const versions = { next: '16.4.6', react: '19.2.0', 'react-dom': '19.2.0' }
const folder = import.meta.dirname
const app = mkdtempSync(join(tmpdir(), 'atesta-next-'))
const run = (command, ...args) => execFileSync(command, args, { cwd: app, stdio: ['ignore', 'pipe', 'inherit'] }).toString() // prettier-ignore
const say = (text) => process.stdout.write(`${text}\n`)

const packed = run('npm', 'pack', '--silent', '--pack-destination', app, folder).trim()
const link = 'http://127.0.0.1:PORT/c/token-of-a-link-that-is-long'
const [, component = ''] = /```jsx\n(.+?)```/s.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? [] // prettier-ignore
const page = `\nexport default function Page() { return <Verify link=${JSON.stringify(link)} /> }\n`
const files = {
  'package.json': JSON.stringify({
    private: true,
    type: 'module',
    dependencies: { ...versions, 'atesta-capture': `file:${packed}` },
  }),
  'next.config.mjs': "export default { output: 'export' }\n",
  'app/layout.jsx':
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }\n',
  'app/page.jsx': `'use client'\n${component}${page}`,
}
mkdirSync(join(app, 'app'))
for (const [name, text] of Object.entries(files)) writeFileSync(join(app, name), text)
run('npm', 'install', '--no-audit', '--no-fund', '--silent')
run(process.execPath, 'node_modules/next/dist/bin/next', 'build')

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** The service, which says that the person is done, and the client's page, on two ports. */
const service = await listen((req, res) => {
  const origin = req.headers.origin ?? ''
  const isAsked = req.url === '/c/step/follow'
  res.writeHead(200, {
    'content-type': isAsked ? 'application/json' : 'text/html',
    'access-control-allow-origin': origin,
  })
  res.end(isAsked ? '{"status":"COMPLETED","devices":1}' : '<!doctype html><title>c</title>')
})
const client = await listen((req, res) => {
  const name = req.url === '/' ? '/index.html' : new URL(req.url, 'http://x').pathname
  try {
    const bytes = readFileSync(join(app, 'out', name))
    res.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' })
    // The build is made once; which port the service has is known only now.
    const text = bytes.toString('utf8').replaceAll(':PORT/', `:${service.port}/`)
    res.end(types[extname(name)] ? text : bytes)
  } catch {
    res.writeHead(404).end()
  }
})

const browser = await chromium.launch({ executablePath: findBrowser(), args: [...always] })
try {
  const shown = await browser.newPage()
  await shown.goto(`http://localhost:${client.port}/`)
  await shown.getByRole('button', { name: 'Verify' }).click()
  await shown.getByRole('status').getByText('COMPLETED').waitFor()
  say(`next ${versions.next}: built from the packed package, opened a window, COMPLETED`)
} finally {
  await browser.close()
  client.server.close()
  service.server.close()
  rmSync(app, { recursive: true, force: true })
}

async function listen(answer) {
  const server = createServer(answer)
  await new Promise((done) => server.listen(0, done))
  return { server, port: server.address().port }
}
