// Renders the token page. Opening it changes nothing (mail scanners open links); only its button’s POST validates. It
// needs no script and loads nothing.
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { accentOf } from '#src/messaging/messages/text/contrast.ts'
import { type Drawing, draw } from '#src/messaging/messages/text/drawings.ts'
import { type PageLanguage, pageTags } from '#src/messaging/messages/text/page-language.ts'
import { renderDocument } from '#src/messaging/messages/text/markup.ts'
import { type Subject, wordsOf } from './texts.ts'

const style = `
  :root { color-scheme: light dark; --page: #f3f5f9; --card: #fff; --line: #e2e6ee; --ink: #1c2330; --soft: #525c6e;
    --accent: #2450b0; --button: #2450b0; --on-button: #fff; --good: #1a7f4b; --good-back: #e3f5ea; --idle-back: #eef1f6; }
  @media (prefers-color-scheme: dark) { :root { --page: #12161d; --card: #1b212b; --line: #2c3544; --ink: #e8ecf2;
    --soft: #b4bdcc; --accent: #9cbcff; --button: #9cbcff; --on-button: #0c1a33; --good: #6fd8a1; --good-back: #173527; --idle-back: #262e3b; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr; justify-items: center; align-items: center;
    background: var(--page); color: var(--ink); font: 17px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
  header { width: 100%; padding: 12px 20px; background: var(--button); color: var(--on-button); font-weight: 600; text-align: center; overflow-wrap: anywhere; }
  header:has(img) { background: #fff; border-bottom: 4px solid var(--button); }
  header img { display: block; max-width: 100%; margin: 0 auto; }
  main { width: calc(100% - 32px); max-width: 440px; margin: 24px 16px; padding: 32px 32px 28px; background: var(--card); border: 1px solid var(--line);
    border-radius: 20px; text-align: center; overflow-wrap: anywhere; }
  .sign { display: grid; place-items: center; width: 72px; height: 72px; margin: 0 auto 16px; border-radius: 50%;
    background: var(--idle-back); color: var(--accent); }
  .sign.good { background: var(--good-back); color: var(--good); }
  .sign.over { color: var(--soft); }
  svg { width: 36px; height: 36px; fill: none; stroke: currentcolor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
  h1 { margin: 0 0 12px; font-size: 25px; line-height: 1.25; text-wrap: balance; outline: none; }
  p { margin: 0 0 16px; text-wrap: pretty; }
  button { width: 100%; min-height: 52px; margin: 12px 0 20px; padding: 12px 24px; border: 0; border-radius: 12px;
    background: var(--button); color: var(--on-button); font: inherit; font-weight: 600; cursor: pointer; }
  button:hover { filter: brightness(1.08); }
  button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
  .purpose { margin: 0; padding: 14px 16px; background: var(--idle-back); border-radius: 12px; font-size: 15px; color: var(--soft); }
  .purpose strong { display: block; font-size: 18px; color: var(--ink); }
  .small { margin: 0; font-size: 15px; color: var(--soft); }
  @media (max-width: 400px) { main { padding: 28px 20px 24px; } }
  @media (forced-colors: active) { button { border: 2px solid; } }`

const styleHash = createHash('sha256').update(style).digest('base64')

// Written as one string, because the hash in the policy covers every blank in it.
const styleElement = raw(`<style>${style}</style>`)

/** The tenant’s own look, the same as on its hosted pages. */
export type Look = { readonly colour?: string; readonly logo?: string }

/**
 * The headers of every answer of the page: no script runs, nothing is cached, and the link is sent to no other site.
 */
export function pageHeaders(look: Look = {}): Readonly<Record<string, string>> {
  const accent = accentOf(look.colour)
  const own =
    accent === '' ? '' : ` 'sha256-${createHash('sha256').update(accent).digest('base64')}'`
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'${own}`,
    ...(look.logo === undefined ? [] : ['img-src data:']),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return { ...fixedHeaders, 'Content-Security-Policy': policy.join('; ') }
}

const fixedHeaders = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
}

export type PageOptions = {
  readonly language: PageLanguage
  readonly brand: string
  readonly look?: Look
  /** The subject that the link’s form names, whether or not the token exists. */
  readonly subject: Subject
  /** The purpose, if there is one. */
  readonly purpose?: string
}

/** The page with the button. `nonce` returns as the form field of that name. */
export function confirmPage({ nonce, ...options }: PageOptions & { nonce: string }): string {
  const { purpose } = options
  const { purposeLead, ...words } = wordsOf(options, 'confirm')
  const shown =
    purpose === undefined
      ? ''
      : html`<p class="purpose">${purposeLead}<strong>${purpose}</strong></p>`
  const form = html`${shown}
    <form method="post">
      <input type="hidden" name="nonce" value="${nonce}" /><button type="submit">
        ${words.button}
      </button>
    </form>`
  return writePage(options, { ...words, drawing: drawingOf[options.subject], form })
}

export function donePage(options: PageOptions): string {
  return writePage(options, { ...wordsOf(options, 'done'), drawing: 'tick' })
}

/** The same page for a link that is unknown, wrong, used up, replaced or expired. */
export function gonePage(options: PageOptions): string {
  return writePage(options, { ...wordsOf(options, 'gone'), drawing: 'clock' })
}

/** The page for a temporary failure: nothing was changed, and the same button can be tried again. */
export function laterPage(options: PageOptions): string {
  return writePage(options, { ...wordsOf(options, 'later'), drawing: 'clock' })
}

/** The page for an address or a link that was used too often in a minute; nothing was changed. */
export function manyPage(options: PageOptions): string {
  return writePage(options, { ...wordsOf(options, 'many'), drawing: 'clock' })
}

const drawingOf: Readonly<Record<Subject, Drawing>> = { email: 'envelope', phone: 'phone' }

type Content = {
  readonly title: string
  readonly lead: string
  readonly small: string
  readonly drawing: Drawing
  readonly form?: HtmlEscapedString | Promise<HtmlEscapedString>
}

function writePage({ language, brand, look = {} }: PageOptions, content: Content): string {
  const { title, lead, small, drawing, form } = content
  const accent = accentOf(look.colour)
  const own = accent === '' ? '' : raw(`<style>${accent}</style>`)
  // After the button was pressed the heading of the new page takes the focus, so that a screen reader starts there.
  const focus = form ? '' : raw(' tabindex="-1" autofocus')
  return renderDocument(
    html`<!doctype html>
<html lang="${pageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${brand}</title>
${styleElement}${own}
</head>
<body>
<header>${look.logo === undefined ? brand : html`<img src="${look.logo}" alt="${brand}" height="32" />`}</header>
<main>
${draw(drawing)}
<h1${focus}>${title}</h1>
<p>${lead}</p>
${form ?? ''}
<p class="small">${small}</p>
</main>
</body>
</html>`,
  )
}
