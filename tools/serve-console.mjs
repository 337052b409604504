// The console while it is being changed: CONSOLE_API=http://127.0.0.1:3000 CONSOLE_TOKEN=… node tools/serve-console.mjs [port]
// Modules come as they are, and requests go on to the API with the token, which says what a session would.
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'vite'
import { jsx, source } from './build-console.mjs'

/* oxlint-disable node/no-process-env -- what starts it says where the API is */
const target = process.env.CONSOLE_API ?? 'http://127.0.0.1:3000'
const token = process.env.CONSOLE_TOKEN?.trim()
/* oxlint-enable node/no-process-env */
const port = Number(process.argv[2] ?? 5173)
const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }

const page = `<!doctype html>
<html lang="pt">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Atesta</title>
<link rel="icon" href="data:,">
<div id="app"></div>
<script type="module" src="/main.tsx"></script>
</html>`

const http = createHttpServer()
const vite = await createServer({
  root: source,
  configFile: false,
  publicDir: false,
  appType: 'custom',
  oxc: { jsx },
  server: {
    middlewareMode: true,
    hmr: { server: http },
    proxy: Object.fromEntries(
      ['/v1', '/console/sign', '/docs', '/schemas', '/images', '/openapi.json', '/sandbox'].map(
        (path) => [path, { target, headers }],
      ),
    ),
  },
})
http.on('request', (request, response) => {
  const path = request.url?.split('?')[0] ?? '/'
  // The sign-in is the API's.
  if (path === '/' || /^\/console(?:\/(?!sign).*)?$/.test(path)) {
    return void vite.transformIndexHtml(path, page).then((html) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    })
  }
  vite.middlewares(request, response)
})
http.listen(port, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${port}/console\n`))
