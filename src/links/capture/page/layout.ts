// The layout of every hosted page: the tenant, the progress, one heading, and at the end the ways to leave.
import type { Markup, PageContext } from './context.ts'
import { randomBytes } from 'node:crypto'
import { html, raw } from 'hono/html'
import { renderDocument } from '#src/messaging/messages/text/markup.ts'
import type { Assets } from '../assets.ts'
import { type PageNeeds, pageHeaders } from '../headers.ts'
import { pageLanguages, pageTags } from '#src/messaging/messages/text/page-language.ts'
import { type TextKey, textsOf } from '../texts/texts.ts'
import { banner } from './sandbox.ts'
import { textOn } from '#src/messaging/messages/text/contrast.ts'

type Given = Omit<PageContext, 'write' | 'isInApp' | 'isSandbox'> &
  Partial<Pick<PageContext, 'isInApp' | 'isSandbox'>>

export const makeContext = (given: Given): PageContext => ({
  isInApp: false,
  isSandbox: false,
  ...given,
  write: textsOf(given.language, given.settings.name),
})

export type Page = {
  readonly title: string
  readonly body: Markup
  readonly needs?: PageNeeds
  readonly error?: TextKey | undefined
  readonly progress?: { readonly step: number; readonly steps: number } | undefined
  /** The name of an island of the build, with its data. */
  readonly script?: { readonly name: string; readonly data: object } | undefined
  /** Seconds after which a page without script reloads. */
  readonly refresh?: number
  readonly formTargets?: readonly string[]
  /** The person has consented, and may withdraw the consent. */
  readonly isBegun?: boolean
  /** A step with face models comes later. */
  readonly isFaceToCome?: boolean
  /** The first page that a person sees: its style sheet is embedded, so that it arrives in one response. */
  readonly isFirst?: boolean
  /** The page has a countdown, or an address to copy. */
  readonly hasAids?: boolean
  /** Without the ways to leave, where nothing has begun. */
  readonly bare?: boolean
}

export type Rendered = { readonly text: string; readonly headers: Record<string, string> }

export function renderPage(context: PageContext, page: Page): Rendered {
  const nonce = randomBytes(16).toString('base64')
  const { language, settings, assets, write } = context
  const { title, error, needs = 'form', formTargets = [] } = page
  const takesFocus = error === undefined && context.framed !== true
  const full = error === undefined ? title : `${write('errorPrefix')}: ${title}`
  const text = renderDocument(
    html`<!doctype html>
      <html lang="${pageTags[language]}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${full} · ${settings.name}</title>
          <link rel="icon" href="data:," />
          ${page.isFirst === true ? '' : styleSheet(assets.style)}
          ${needs === 'form' ? '' : styleSheet(assets.stageStyle)}
          <style nonce="${nonce}">
            ${page.isFirst === true ? raw(assets.styleText) : ''}
            ${raw(accentOf(settings.colour))}
          </style>
          ${page.refresh === undefined ? '' : html`<noscript><meta http-equiv="refresh" content="${page.refresh}" /></noscript>`}
        </head>
        <body>
          <main>
            ${banner(context)} ${head(context)} ${aboutOf(context)} ${progressOf(context, page)}
            <h1 tabindex="-1" ${raw(takesFocus ? ' autofocus' : '')}>${title}</h1>
            ${error === undefined ? '' : html`<p class="error" id="error" role="alert">${write(error)}</p>`}
            ${page.body} ${page.bare === true ? '' : waysOut(context, page)}
          </main>
          ${footer(context)} ${scriptOf(assets, page.script)}
          ${page.hasAids === true ? aids(assets) : ''}
          ${page.isFaceToCome === true ? preload(assets) : ''}
        </body>
      </html>`,
  )
  const local = settings.takesLoopback === true ? loopbackSources : []
  const framedBy = [...(settings.frameOrigins ?? []), ...local]
  return { text, headers: pageHeaders(needs, { nonce, language, formTargets, framedBy }) }
}

/** Any port: as the sources of a Content-Security-Policy name them, which has no form for IPv6. */
const loopbackSources = ['http://localhost:*', 'http://127.0.0.1:*']

const styleSheet = (href: string | undefined): Markup | '' =>
  href === undefined ? '' : html`<link rel="stylesheet" href="${href}" />`

const head = ({ settings }: PageContext) =>
  settings.logo === undefined
    ? html`<p class="brand">${settings.name}</p>`
    : html`<p class="brand"><img src="${settings.logo}" alt="${settings.name}" height="40" /></p>`

const aboutOf = ({ write, purpose, whom }: PageContext): Markup =>
  html`${purpose === undefined ? '' : html`<p class="purpose">${write('purpose', { purpose })}</p>`}
  ${whom === undefined ? '' : html`<p class="whom">${write('whom', { whom })}</p>`}`

function progressOf({ write }: PageContext, { progress }: Page): Markup | '' {
  if (!progress) return ''
  const { step, steps } = progress
  return html`<p class="progress">
    <span>${write('stepOf', { step, steps })}</span
    ><progress value="${step}" max="${steps}" aria-hidden="true"></progress>
  </p>`
}

const waysOut = (context: PageContext, { isBegun = false }: Page) =>
  html`<hr />
    ${isBegun ? html`<p><a class="quiet" href="${context.base}?sure=later">${context.write('later')}</a></p>` : ''}
    ${asks(context, 'disown', 'notMe')} ${isBegun ? asks(context, 'withdraw', 'withdraw') : ''}`

const languageNames = { pt: 'Português', en: 'English', es: 'Español' } as const

const footer = ({ language, write }: PageContext) => {
  const others = pageLanguages.filter((one) => one !== language)
  return html`<footer>
    <nav aria-label="${write('language')}">
      ${others.map((one) => html`<a href="?lang=${one}" lang="${pageTags[one]}" hreflang="${pageTags[one]}">${languageNames[one]}</a> `)}
    </nav>
  </footer>`
}

/** A form of one step; `inner` holds its fields and button. */
export const form = ({ formKey = '', base }: PageContext, action: string, inner: Markup): Markup =>
  html`<form method="post" action="${base}/step/${action}">
    <input type="hidden" name="key" value="${formKey}" />${inner}
  </form>`

export const button = (context: PageContext, action: string, key: TextKey, kind = ''): Markup =>
  form(context, action, html`<button class="${kind}">${context.write(key)}</button>`)

/** A link to a page that asks for confirmation; it changes nothing by itself. */
export const asks = ({ write, base }: PageContext, action: string, key: TextKey): Markup =>
  html`<p><a class="quiet" href="${base}?sure=${action}">${write(key)}</a></p>`

/** Data for a script, escaped so that no text can end the element. */
const asJson = (value: object) => raw(JSON.stringify(value).replaceAll('<', '\\u003c'))

const aids = ({ scripts }: Assets): Markup | '' =>
  scripts['aids'] === undefined
    ? ''
    : html`<script type="module" src="${scripts['aids']}"></script>`

const preload = ({ scripts, faceFiles }: Assets): Markup | '' =>
  scripts['preload'] === undefined
    ? ''
    : html`<script type="application/json" id="preload">
          ${asJson(faceFiles)}
        </script>
        <script type="module" src="${scripts['preload']}"></script>`

function scriptOf(assets: Assets, script: Page['script']): Markup | '' {
  const source = script && assets.scripts[script.name]
  if (!script || source === undefined) return ''
  return html`<script type="application/json" id="data">
      ${asJson(script.data)}
    </script>
    <script type="module" src="${source}"></script>`
}

/** The purpose of a message, where it differs from that of the whole link, which is shown above. */
export const purposeLine = (
  { write, purpose: above }: PageContext,
  purpose: string | undefined,
): Markup | '' =>
  purpose === undefined || purpose === above ? '' : html`<p>${write('confirms', { purpose })}</p>`

/** The alternative to this page, in the tenant’s words. */
export const otherWayLine = ({ write, settings: { otherWay } }: PageContext): Markup =>
  html`<p>${otherWay ?? write('consentOtherWay')}</p>`

/** CSS custom properties for both colour schemes; empty where there is no usable colour. */
export function accentOf(colour: string | undefined): string {
  const text = textOn(colour)
  return text === undefined ? '' : `:root{--button:${colour};--on-button:${text}}`
}
