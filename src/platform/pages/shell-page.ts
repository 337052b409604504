// The document of a page that reads the API with a token: its head, links to the other pages, and the form for the
// token. All other content is made by its scripts.

export type ShellPage = {
  /** The page’s name in the navigation of the other pages. */
  readonly name: 'Console' | 'Packs' | 'Reviews' | 'Messages' | 'Webhooks' | 'Sandbox'
  readonly styles: readonly string[]
  readonly script: string
  readonly welcome: {
    readonly title: string
    readonly lead: string
    /** The label of the token field. */
    readonly label: string
    /** Markup; the default explains where to get a token. */
    readonly hint?: string
    readonly button: string
  }
  /** A file of markup that replaces the empty view. */
  readonly view?: string
  /** Markup that replaces the button to leave, in the navigation. */
  readonly who?: string
}

const addresses = {
  Console: '/console',
  Packs: '/packs',
  Reviews: '/reviews',
  Messages: '/messages',
  Webhooks: '/webhooks',
  Sandbox: '/sandbox',
} as const satisfies Record<ShellPage['name'], string>

const leave = '<button type="button" class="button quiet" id="leave" hidden>Change token</button>'
const banner =
  '<section class="banner" id="banner" aria-label="Whose data these are" hidden></section>'
const tokenHint =
  'On a local start <code>npm run -s token</code> prints one. It stays in this tab and goes only to this service.'

/** It holds only our own text. `view` is the markup of the file that the page names. */
export function writeShellPage(page: ShellPage, view?: string): string {
  const { name, styles, script, welcome, who } = page
  const shared = ['frame', 'controls', ...(who === undefined ? ['cards'] : [])].map((one) => `/pages/${one}.css`) // prettier-ignore
  const ways = [...Object.entries(addresses), ['Docs', '/docs'] as const]
    .filter(([other]) => other !== name)
    .map(([other, address]) => `<a href="${address}">${other}</a>`)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${name} · Atesta</title>
    <link rel="icon" href="data:," />
    ${[...shared, ...styles].map((style) => `<link rel="stylesheet" href="${style}" />`).join('\n    ')}
    <script type="module" src="${script}"></script>
  </head>
  <body>
    <header class="top">
      <h1>Atesta <span>${name}</span></h1>
      <nav class="who" aria-label="Pages">${[...ways, ...(who === undefined ? [leave] : [])].join('\n')}</nav>
      ${who ?? ''}
    </header>
    ${who === undefined ? banner : ''}
    <p class="notice" id="notice" role="status"></p>
    <p class="hidden" id="announcement" role="status"></p>
    <noscript><p class="notice">This page needs JavaScript.</p></noscript>
    <main class="welcome" id="welcome" hidden>
      <h2>${welcome.title}</h2>
      <p>${welcome.lead}</p>
      <form id="token-form">
        <label for="token">${welcome.label}</label>
        <textarea
          id="token"
          rows="4"
          spellcheck="false"
          autocomplete="off"
          autocapitalize="none"
          aria-describedby="token-hint token-fault"
        ></textarea>
        <p class="fault" id="token-fault" role="alert"></p>
        <p class="hint" id="token-hint">${welcome.hint ?? tokenHint}</p>
        <button class="button main">${welcome.button}</button>
      </form>
    </main>
    ${view ?? '<main class="view" id="view" aria-busy="false" hidden></main>'}
  </body>
</html>
`
}
