// The pages of the sign-in: markup and one style, no script.
import { createHash } from 'node:crypto'
import { type Language, type Refused, wordsOf } from './words.ts'

const style = `
  :root { color-scheme: light dark; --ink: #1c2330; --soft: #566173; --ground: #f6f7f9; --raised: #fff; --line: #d8dde5; --accent: #2450b8; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #a3adbd; --ground: #12161d; --raised: #1a202a; --line: #313a48; --accent: #8fb0ff; } }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
  main { box-sizing: border-box; max-width: 400px; margin: 14vh auto 0; padding: 24px; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
  h1 { margin: 0 0 4px; font-size: 18px; } p { margin: 8px 0; } .brand { color: var(--soft); font-size: 13px; margin: 0 0 16px; }
  a.way { display: block; margin: 8px 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; color: var(--accent); text-decoration: none; }
  a.way:hover, a.way:focus-visible { border-color: var(--accent); }
  code { display: block; margin: 8px 0; padding: 8px; background: var(--ground); border-radius: 4px; font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
  @media (max-width: 440px) { main { margin: 0; min-height: 100vh; border: 0; border-radius: 0; } }`

const hash = createHash('sha256').update(style).digest('base64')

export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'accept-language',
}

export type Way = { readonly href: string; readonly label: string }

export type SignInPage = {
  readonly language: Language
  /** The issuers to choose from. */
  readonly ways: readonly Way[]
  /** Whether one-time links of a local start are accepted. */
  readonly takesLinks: boolean
  readonly isOut?: boolean
  readonly refused?: Refused
}

const command = 'npm run -s token -- --console'

export function signInPage({ language, ways, takesLinks, isOut, refused }: SignInPage): string {
  const words = wordsOf(language)
  const lead = refused === undefined ? (isOut ? words.out : undefined) : words.refused[refused]
  const links = ways.map(
    ({ href, label }) => `<a class="way" href="${escape(href)}">${escape(words.enter(label))}</a>`,
  )
  const how = ways.length > 0 ? words.choose : takesLinks ? words.byLink : words.none
  const parts = [
    lead === undefined ? '' : `<p role="status">${lead}</p>`,
    refused === 'link' ? '' : `<p>${how}</p>`,
    takesLinks ? `<code>${command}</code>` : '',
    ...links,
  ].filter((part) => part !== '')
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title} · Atesta</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<main>
<p class="brand">Atesta</p>
<h1>${words.title}</h1>
${parts.join('\n')}
</main>
</html>
`
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
