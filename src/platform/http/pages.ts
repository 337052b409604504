// The two kinds of page of the API reference; the pages of capabilities are their own.
import { type ErrorCode, errors } from '#src/platform/errors.ts'

const style = `
  body { font: 16px/1.6 system-ui, sans-serif; margin: 12vh auto; max-width: 38rem; padding: 0 1.5rem; color: #1c2330; }
  code { font: 0.95em ui-monospace, monospace; background: #eef1f6; border-radius: 4px; padding: 0.1em 0.35em; }
  p.status { color: #5b6577; } a { color: #2b59c3; }
  @media (prefers-color-scheme: dark) { body { background: #12161d; color: #e4e8ef; } code { background: #222936; } a { color: #8fb0ff; } }`

/** Prose about one code; made of our own words alone. */
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

const scalarConfiguration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  defaultOpenAllTags: true,
  telemetry: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}

/** The reference: everything it loads comes from this service. */
export function docsPage(scriptUrl: string): string {
  const configuration = escape(JSON.stringify(scalarConfiguration))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atesta</title>
<link rel="icon" href="data:,">
<body>
<script id="api-reference" data-configuration="${configuration}"></script>
<script src="${escape(scriptUrl)}"></script>
</body>
</html>
`
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
