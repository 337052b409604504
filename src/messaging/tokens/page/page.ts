// Renders the token page. Opening it changes nothing (mail scanners open links); only its button’s POST validates. It
// needs no script and loads nothing.
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { textOn } from '#src/messaging/messages/text/contrast.ts'
import { type PageLanguage, pageTags } from '#src/messaging/messages/text/page-language.ts'
import { renderDocument } from '#src/messaging/messages/text/markup.ts'
import { pageTexts, type Subject } from './texts.ts'

const style = `
  :root { color-scheme: light dark; --page: #f3f5f9; --card: #fff; --line: #e2e6ee; --ink: #1c2330; --soft: #5b6577;
    --accent: #2b59c3; --on-accent: #fff; --good: #1a7f4b; --good-back: #e3f5ea; --idle-back: #eef1f6; }
  @media (prefers-color-scheme: dark) { :root { --page: #12161d; --card: #1b212b; --line: #2c3544; --ink: #e4e8ef;
    --soft: #a9b3c4; --accent: #8fb0ff; --on-accent: #10203f; --good: #6fd8a1; --good-back: #173527; --idle-back: #262e3b; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px;
    background: var(--page); color: var(--ink); font: 17px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
  main { width: 100%; max-width: 440px; padding: 40px 36px 32px; background: var(--card); border: 1px solid var(--line);
    border-radius: 20px; box-shadow: 0 12px 40px rgb(15 25 50 / 8%); text-align: center; overflow-wrap: anywhere; }
  .brand img { display: block; max-width: 100%; margin: 0 auto; }
  .brand { margin: 0 0 28px; font-size: 15px; font-weight: 600; color: var(--soft); }
  .sign { display: grid; place-items: center; width: 72px; height: 72px; margin: 0 auto 20px; border-radius: 50%;
    background: var(--idle-back); color: var(--accent); }
  .sign.good { background: var(--good-back); color: var(--good); }
  .sign.over { color: var(--soft); }
  svg { width: 36px; height: 36px; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  h1 { margin: 0 0 12px; font-size: 26px; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; outline: none; }
  p { margin: 0 0 16px; text-wrap: pretty; }
  button { width: 100%; min-height: 56px; margin: 12px 0 20px; padding: 12px 24px; border: 0; border-radius: 14px;
    background: var(--button, var(--accent)); color: var(--on-button, var(--on-accent)); font: inherit; font-size: 18px; font-weight: 600; cursor: pointer; }
  button:hover { filter: brightness(1.08); }
  button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
  .purpose { margin: 0; padding: 14px 16px; background: var(--idle-back); border-radius: 12px; font-size: 15px; color: var(--soft); }
  .purpose strong { display: block; font-size: 18px; color: var(--ink); }
  .small { margin: 0; font-size: 14px; color: var(--soft); }
  @media (max-width: 400px) { main { padding: 32px 20px 24px; } }
  @media (forced-colors: active) { button { border: 2px solid; } }`

const styleHash = createHash('sha256').update(style).digest('base64')

// Written as one string, because the hash in the policy covers every blank in it.
const styleElement = raw(`<style>${style}</style>`)

/** The tenant’s own look, the same as on its hosted pages. */
export type Look = { readonly colour?: string; readonly logo?: string }

/** The CSS of the button’s colour, in both colour schemes; '' where there is no usable colour. */
function accentOf({ colour }: Look = {}): string {
  const text = textOn(colour)
  return text === undefined ? '' : `:root { --button: ${colour}; --on-button: ${text}; }`
}

/**
 * The headers of every answer of the page: no script runs, nothing is cached, and the link is sent to no other site.
 */
export function pageHeaders(look: Look = {}): Readonly<Record<string, string>> {
  const accent = accentOf(look)
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
  /** What the link’s form says that it confirms, whether or not the token exists. */
  readonly subject: Subject
  /** The purpose, if there is one. */
  readonly purpose?: string
}

/** The page with the button. `nonce` returns as the form field of that name. */
export function confirmPage({ nonce, ...options }: PageOptions & { nonce: string }): string {
  const { subject, language, purpose } = options
  const { purposeLead, ...words } = pageTexts[subject][language].confirm(options.brand)
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
  return writePage(options, { ...words, sign: signOf[options.subject], form })
}

export function donePage(options: PageOptions): string {
  return writePage(options, {
    ...pageTexts[options.subject][options.language].done(options.brand),
    sign: tick,
  })
}

/** The same page for a link that is unknown, wrong, used up, replaced or expired. */
export function gonePage(options: PageOptions): string {
  return writePage(options, {
    ...pageTexts[options.subject][options.language].gone(options.brand),
    sign: clock,
  })
}

/** The page for a temporary failure: nothing was changed, and the same button can be tried again. */
export function laterPage(options: PageOptions): string {
  return writePage(options, {
    ...pageTexts[options.subject][options.language].later(options.brand),
    sign: clock,
  })
}

/** The page for an address or a link that was used too often in a minute; nothing was changed. */
export function manyPage(options: PageOptions): string {
  return writePage(options, {
    ...pageTexts[options.subject][options.language].many(options.brand),
    sign: clock,
  })
}

type Sign = { readonly tone: string; readonly paths: string }

const envelope: Sign = {
  tone: 'sign',
  paths: '<rect x="3" y="5" width="18" height="14" rx="3"/><path d="m4 8 8 6 8-6"/>',
}
const phone: Sign = {
  tone: 'sign',
  paths: '<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18.5h2"/>',
}
const signOf: Readonly<Record<Subject, Sign>> = { email: envelope, phone }
const tick: Sign = { tone: 'sign good', paths: '<path d="m5 12.5 4.5 4.5L19 7.5"/>' }
const clock: Sign = {
  tone: 'sign over',
  paths: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
}

type Content = {
  readonly title: string
  readonly lead: string
  readonly small: string
  readonly sign: Sign
  readonly form?: HtmlEscapedString | Promise<HtmlEscapedString>
}

function writePage({ language, brand, look = {} }: PageOptions, content: Content): string {
  const { title, lead, small, sign, form } = content
  const accent = accentOf(look)
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
<main>
<p class="brand">${look.logo === undefined ? brand : html`<img src="${look.logo}" alt="${brand}" height="40" />`}</p>
<div class="${sign.tone}" aria-hidden="true"><svg viewBox="0 0 24 24">${raw(sign.paths)}</svg></div>
<h1${focus}>${title}</h1>
<p>${lead}</p>
${form ?? ''}
<p class="small">${small}</p>
</main>
</body>
</html>`,
  )
}
