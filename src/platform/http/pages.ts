// Renders the pages of the API reference; capabilities render their own pages.
import { Marked } from 'marked'
import { type ErrorCode, errors } from '#src/platform/errors.ts'
import type { GuidePage } from './openapi/document.ts'

const style = `
  body { font: 16px/1.6 system-ui, sans-serif; margin: 12vh auto; max-width: 38rem; padding: 0 1.5rem; color: #1c2330; }
  code { font: 0.95em ui-monospace, monospace; background: #eef1f6; border-radius: 4px; padding: 0.1em 0.35em; }
  p.status { color: #5b6577; } a { color: #2b59c3; }
  @media (prefers-color-scheme: dark) { body { background: #12161d; color: #e4e8ef; } code { background: #222936; } a { color: #8fb0ff; } }`

/** The service’s pages for people: path, name, purpose. */
const known = [
  ['/docs', 'Docs', 'every operation, with examples'],
  ['/sandbox', 'Sandbox', 'what would have been sent, links to walk, a clock to move'],
  ['/console', 'Console', 'transactions, and what waits for somebody'],
  ['/packs', 'Packs', 'versions, drawings, statistics and drop-off'],
  ['/reviews', 'Reviews', 'what waits for a person to decide'],
  ['/messages', 'Messages', 'the words of a tenant’s messages'],
  ['/webhooks', 'Webhooks', 'where events are sent, and what came of each'],
] as const

/** `served` holds the paths that this installation serves. */
export function homePage(served: ReadonlySet<string>): string {
  const items = known
    .filter(([path]) => served.has(path))
    .map(([path, name, about]) => `<li><a href="${path}">${name}</a>: ${about}</li>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atesta</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<main>
<h1>Atesta</h1>
<ul>
${items.join('\n')}
</ul>
</main>
</html>
`
}

const links = (served: ReadonlySet<string>): string =>
  known
    .filter(([path]) => served.has(path) && path !== '/docs')
    .map(([path, name]) => `<a href="${path}">${name}</a>`)
    .join(' ')

/** The page about one problem code; it holds only our own text. */
export function problemPage(code: ErrorCode): string {
  const { status, title, prose } = errors[code]
  const text = prose.replaceAll(
    /`([^`]+)`/g,
    (_, quoted: string) => `<code>${escape(quoted)}</code>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<h1>${title}</h1>
<p class="status">Status ${status}, code <code>${code}</code></p>
<p>${text}</p>
<p><a href="/docs">All operations</a></p>
</html>
`
}

const guideStyle = `
  main { overflow-wrap: anywhere; } nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
  body { margin: 4vh auto; max-width: 60rem; } .wide { overflow-x: auto; }
  table { border-collapse: collapse; font-size: 0.92em; } th, td { border-bottom: 1px solid #8884; padding: 0.35em 0.8em 0.35em 0; text-align: left; vertical-align: top; }`

const marked = new Marked({
  renderer: {
    // A wide table scrolls by itself, so that the page does not.
    table(token) {
      const cells = (tag: string, row: typeof token.header) =>
        row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
      const rows = token.rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')
      return `<div class="wide" tabindex="0"><table><thead><tr>${cells('th', token.header)}</tr></thead><tbody>${rows}</tbody></table></div>\n`
    },
  },
})

/** One page of the guide with links to the others; it holds only our own text. */
export function guidePage({ name, title, text }: GuidePage, guide: readonly GuidePage[]): string {
  const others = guide
    .filter((one) => one.name !== name)
    .map((one) => `<a href="/docs/guide/${one.name}">${escape(one.title)}</a>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Atesta</title>
<link rel="icon" href="data:,">
<style>${style}${guideStyle}</style>
<nav><a href="/docs">All operations</a>${others.join('')}</nav>
<main>
<h1>${escape(title)}</h1>
${marked.parse(text, { async: false })}</main>
</html>
`
}

const scalarConfiguration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  defaultOpenAllTags: false,
  telemetry: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}

type Listed = { readonly method: string; readonly path: string; readonly summary: string }

/** The API reference; it loads everything from this service. What there is stands on the page before the script comes. */
export function docsPage(
  scriptUrl: string,
  served: ReadonlySet<string> = new Set(),
  operations: readonly Listed[] = [],
): string {
  const items = operations.map(
    ({ method, path, summary }) =>
      `<li><code>${method} ${escape(path)}</code> ${escape(summary)}</li>`,
  )
  const configuration = escape(JSON.stringify(scalarConfiguration))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atesta</title>
<link rel="icon" href="data:,">
<style>main { font: 15px/1.5 system-ui, sans-serif; padding: 0 16px } body:has(.scalar-app) > main { display: none }</style>
<body>
<nav aria-label="Pages" style="padding: 8px 16px; font: 14px system-ui, sans-serif">${links(served)}</nav>
<main><h1>Atesta</h1><p>All operations; the whole reference is being loaded.</p><ul>
${items.join('\n')}
</ul></main>
<script id="api-reference" data-configuration="${configuration}"></script>
<script src="${escape(scriptUrl)}"></script>
</body>
</html>
`
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
