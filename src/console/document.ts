// The only document of the console; its scripts make all content, with the reader's session.
import type { ConsoleFiles } from './files.ts'

/**
 * Allows only our own files and this service. Style sheets that libraries create carry the nonce; no text is
 * interpreted as markup.
 */
export const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** `nonce` is new in each answer. Without a build the document explains how to make one. */
export function writeDocument(files: ConsoleFiles | undefined, nonce: string): string {
  const loaded = files
    ? [
        ...files.styles.map((one) => `<link rel="stylesheet" href="${one}">`),
        ...files.preloads.map((one) => `<link rel="modulepreload" href="${one}">`),
        `<script type="module" src="${files.script}"></script>`,
      ]
    : []
  const missing = files
    ? '<noscript><p>O console precisa de JavaScript. The console needs JavaScript.</p></noscript>'
    : '<p>The console is not built: <code>node tools/build-console.mjs</code></p>'
  return `<!doctype html>
<html lang="pt">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="csp-nonce" nonce="${nonce}">
<title>Atesta</title>
<link rel="icon" href="data:,">
${loaded.join('\n')}
</head>
<body>
<div id="app"></div>
${missing}
</body>
</html>
`
}
