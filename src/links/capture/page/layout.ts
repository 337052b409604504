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
import { accentOf } from '#src/messaging/messages/text/contrast.ts'
import { type Drawing, draw } from '#src/messaging/messages/text/drawings.ts'

type Given = Omit<PageContext, 'write' | 'isInApp' | 'isComputer' | 'isSandbox'> &
  Partial<Pick<PageContext, 'isInApp' | 'isComputer' | 'isSandbox'>>

export const makeContext = (given: Given): PageContext => ({
  isInApp: false,
  isComputer: false,
  isSandbox: false,
  ...given,
  write: textsOf(given.language, given.settings.name),
})

export type Page = {
  readonly title: string
  readonly drawing: Drawing
  readonly body: Markup
  /** Rarely needed alternatives, behind “more options”; the ways to leave follow them. */
  readonly more?: Markup | ''
  /** Opens the alternatives, because one of them mends the present error. */
  readonly isMoreOpen?: boolean
  /** The focus is on a field of the body, not on the heading. */
  readonly hasFocus?: boolean
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
  /** Leaves out the ways to leave, because nothing has begun that a person could leave. */
  readonly bare?: boolean
}

export type Rendered = { readonly text: string; readonly headers: Record<string, string> }

export function renderPage(context: PageContext, page: Page): Rendered {
  const nonce = randomBytes(16).toString('base64')
  const { language, settings, assets, write } = context
  const { title, error, needs = 'form', formTargets = [] } = page
  const takesFocus = error === undefined && page.hasFocus !== true && context.framed !== true
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
          <header>
            ${banner(context)}
            <div class="brand">${brandOf(context)}</div>
          </header>
          <main>
            ${progressOf(context, page)} ${draw(page.drawing)}
            <h1 tabindex="-1" ${raw(takesFocus ? ' autofocus' : '')}>${title}</h1>
            ${aboutOf(context)}
            ${error === undefined ? '' : html`<p class="error" id="error" role="alert">${write(error)}</p>`}
            ${page.body} ${page.bare === true ? '' : moreOf(context, page)}
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

/** Sources for any port in the notation of a Content-Security-Policy, which has none for IPv6. */
const loopbackSources = ['http://localhost:*', 'http://127.0.0.1:*']

const styleSheet = (href: string | undefined): Markup | '' =>
  href === undefined ? '' : html`<link rel="stylesheet" href="${href}" />`

const brandOf = ({ settings }: PageContext): Markup =>
  settings.logo === undefined
    ? html`${settings.name}`
    : html`<img src="${settings.logo}" alt="${settings.name}" height="32" />`

/** Writes in one line what the person confirms and who is verified. */
function aboutOf({ write, purpose, whom }: PageContext): Markup | '' {
  if (purpose === undefined)
    return whom === undefined ? '' : html`<p class="why">${write('whom', { whom })}</p>`
  return html`<p class="why">
    <strong>${purpose}</strong
    >${whom === undefined ? '' : html` <span class="whole">· ${whom}</span>`}
  </p>`
}

function progressOf({ write }: PageContext, { progress }: Page): Markup | '' {
  if (!progress) return ''
  const { step, steps } = progress
  return html`<p class="progress">
    <span>${write('stepOf', { step, steps })}</span
    ><progress value="${step}" max="${steps}" aria-hidden="true"></progress>
  </p>`
}

function moreOf(context: PageContext, { isBegun = false, more = '', isMoreOpen }: Page): Markup {
  const disown = asks(context, 'disown', 'notMe')
  if (!isBegun && more === '') return disown
  const { base, write } = context
  return html`<details class="more" id="more" ${raw(isMoreOpen === true ? 'open' : '')}>
    <summary>${write('more')}</summary>
    ${more}
    ${isBegun ? html`<p><a class="quiet" href="${base}?sure=later">${write('later')}</a></p>` : ''}
    ${disown} ${isBegun ? asks(context, 'withdraw', 'withdraw') : ''}
  </details>`
}

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
