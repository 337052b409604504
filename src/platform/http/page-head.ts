// The head of pages without script, with their colours, which are those of the console
// (`src/console/app/styles/tokens.css`).

/** The tokens have the same names as in the console. */
export const pageTokens = `
  :root { color-scheme: light dark; --ground: light-dark(#f7f8fa, #0f1319); --raised: light-dark(#ffffff, #161b23); --sunken: light-dark(#eef0f4, #1d242e);
    --line: light-dark(#d9dee6, #2b3441); --ink: light-dark(#17202c, #e6eaf0); --ink-soft: light-dark(#566274, #9aa6b6); --accent: light-dark(#1f56b8, #8db4ff);
    --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.55 var(--sans); } a { color: var(--accent); }
  code { font: 0.95em ui-monospace, monospace; background: var(--sunken); border-radius: 4px; padding: 0.1em 0.35em; }
  .top { display: flex; align-items: center; gap: 4px 16px; min-height: 44px; padding: 0 16px; background: var(--raised); border-bottom: 1px solid var(--line); font: 13px/1.4 var(--sans); }
  .top-name { font-size: 15px; font-weight: 700; letter-spacing: -0.01em; color: var(--ink); text-decoration: none; }
  .top-ways { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-left: auto; } .top-ways a { color: var(--ink-soft); text-decoration: none; padding: 4px 0; }
  .top a:hover { text-decoration: underline; } .top-ways a[aria-current] { color: var(--ink); font-weight: 600; }`

/** The service’s pages for people: path, name, purpose. */
const ways = [
  ['/console', 'Console', 'Transactions, reviews, packs, and what waits for somebody'],
  ['/docs', 'Docs', 'Every operation of the API, with examples'],
  ['/console/sandbox', 'Test phone', 'What the sandbox would have sent, and replies to it'],
] as const

/** `served` holds the paths that this installation serves. */
export const waysOf = (served: ReadonlySet<string>) => ways.filter(([path]) => served.has(path))

/** Contains only our own text. It has no banner landmark, because the API reference has its own. */
export function pageHead(served: ReadonlySet<string>, current?: string): string {
  const links = waysOf(served).map(
    ([path, name]) =>
      `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return `<nav class="top" aria-label="Pages"><a class="top-name" href="/">Atesta</a><span class="top-ways">${links.join('')}</span></nav>`
}
