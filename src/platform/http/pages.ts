// Renders the pages of the API reference; capabilities render their own pages.
import { Marked } from 'marked'
import { type ErrorCode, errors } from '#src/platform/errors.ts'
import type { GuidePage } from './openapi/document.ts'
import { pageHead, pageTokens, waysOf } from './page-head.ts'

const style = `${pageTokens}
  main { max-width: 40rem; margin: 6vh auto; padding: 0 16px; } p.status { color: var(--ink-soft); }
  ul.ways { display: grid; gap: 8px; padding: 0; list-style: none; } ul.ways a { display: block; padding: 12px 16px; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; text-decoration: none; }
  ul.ways a:hover { border-color: var(--accent); } ul.ways strong { display: block; } ul.ways span { color: var(--ink-soft); }`

const nothing: ReadonlySet<string> = new Set()

/** A whole document; it holds only our own text. */
const pageOf = (title: string, head: string, main: string, more = '') => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}${more}</style>
${head}
<main>
${main}
</main>
</html>
`

/** `served` holds the paths that this installation serves. */
export function homePage(served: ReadonlySet<string>): string {
  const items = waysOf(served).map(
    ([path, name, about]) =>
      `<li><a href="${path}"><strong>${name}</strong><span>${about}</span></a></li>`,
  )
  const main = `<h1>Atesta</h1>\n<ul class="ways">\n${items.join('\n')}\n</ul>`
  return pageOf('Atesta', pageHead(nothing), main)
}

/** The page about one problem code; it holds only our own text. */
export function problemPage(code: ErrorCode): string {
  const { status, title, prose } = errors[code]
  const text = prose.replaceAll(
    /`([^`]+)`/g,
    (_, quoted: string) => `<code>${escape(quoted)}</code>`,
  )
  const main = `<h1>${title}</h1>
<p class="status">Status ${status}, code <code>${code}</code></p>
<p>${text}</p>
<p><a href="/docs">All operations</a></p>`
  return pageOf(title, pageHead(nothing), main)
}

const guideStyle = `
  main { max-width: 60rem; margin: 24px auto; overflow-wrap: anywhere; } main > nav { display: flex; flex-wrap: wrap; gap: 4px 20px; } .wide { overflow-x: auto; }
  table { border-collapse: collapse; font-size: 0.92em; } th, td { border-bottom: 1px solid #8884; padding: 0.35em 0.8em 0.35em 0; text-align: left; vertical-align: top; overflow-wrap: break-word; }
  @media (width < 600px) { thead { display: none; } tr { display: block; padding: 0.4em 0; border-bottom: 1px solid #8884; } td { display: inline; border: 0; padding: 0; overflow-wrap: anywhere; } td + td::before { content: ' · '; } }`

const marked = new Marked({
  renderer: {
    // The id lets links lead to a section by its name.
    heading(token) {
      const id = token.text
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-')
      return `<h${token.depth} id="${id}">${this.parser.parseInline(token.tokens)}</h${token.depth}>\n`
    },
    // Documents of the repository are not served, so links to them become text.
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return /^[\w./-]+\.md\b/.test(href) ? text : `<a href="${escape(href)}">${text}</a>`
    },
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
  const main = `<nav aria-label="Guide"><a href="/docs">All operations</a>${others.join('')}</nav>
<h1>${escape(title)}</h1>
${marked.parse(text, { async: false })}`
  return pageOf(`${escape(title)} · Atesta`, pageHead(nothing), main, guideStyle)
}

/**
 * Raises the contrast and size of parts of the reference that some readers cannot see or hit (WCAG 2.2, 1.4.3 and
 * 2.5.8).
 */
const scalarStyle = `
  body > main { padding: 0 16px; } body:has(.scalar-app) > main { display: none; }
  body.light-mode, body .light-mode { --scalar-color-2: #4a5160; --scalar-color-3: #5b6472; --scalar-sidebar-color-2: #4a5160; --scalar-sidebar-search-color: #5b6472; --scalar-color-green: #0a6b3d; --scalar-color-blue: #1f56b8; --scalar-color-orange: #8a4600; --scalar-color-red: #b3201f; --scalar-color-purple: #5f3dc4; --scalar-color-yellow: #7d5a00; }
  body.dark-mode, body .dark-mode { --scalar-color-2: #c0c6d0; --scalar-color-3: #a9b2bf; --scalar-sidebar-color-2: #c0c6d0; --scalar-sidebar-search-color: #a9b2bf; }
  .light-mode .sidebar-search-placeholder { color: #4a5160 !important; } .dark-mode .sidebar-search-placeholder { color: #c0c6d0 !important; }
  .scalar-app button[aria-expanded] { min-width: 24px; min-height: 24px; }`

/**
 * A script that names the reference's buttons which only have an icon, for screen readers (WCAG 2.2, 4.1.2), and lets
 * the keyboard scroll its lists (2.1.1).
 */
export const namingScript = `const nameAll = () => {
  for (const button of document.querySelectorAll('button:not([aria-label])'))
    if (button.className.includes('copy-button') || button.textContent === '')
      button.setAttribute('aria-label', 'Copy')
  for (const list of document.querySelectorAll('ul.endpoints:not([tabindex])')) list.tabIndex = 0
}
new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true })
`

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

/**
 * The API reference, which loads everything from this service. The list of operations is in the page before the script
 * loads.
 */
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
<link rel="preload" href="/openapi.json" as="fetch" crossorigin>
<style>${pageTokens}${scalarStyle}</style>
<body>
${pageHead(served, '/docs')}
<main><h1>Atesta</h1><p>All operations; the whole reference is being loaded.</p><ul>
${items.join('\n')}
</ul></main>
<script id="api-reference" data-configuration="${configuration}"></script>
<script type="module" src="${escape(scriptUrl)}"></script>
<script src="/docs/names.js"></script>
</body>
</html>
`
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
