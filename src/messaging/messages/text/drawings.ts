// The line drawings of the pages that people open, one for each step and ending, on a grid of 24 units.
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

const paths = {
  shield: '<path d="M12 2.5 4.5 5.5v6c0 4.6 3.1 8.3 7.5 10 4.4-1.7 7.5-5.4 7.5-10v-6z"/><path d="m8.5 12 2.5 2.5 4.5-5"/>',
  list: '<rect x="4.5" y="3.5" width="15" height="18" rx="2.5"/><path d="M9 2.5h6v3H9zM8 10.5h8M8 14h8M8 17.5h5"/>',
  envelope: '<rect x="3" y="5" width="18" height="14" rx="3"/><path d="m4 8 8 6 8-6"/>',
  phone: '<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18.5h2"/>',
  question: '<rect x="2.5" y="2.5" width="9.5" height="19" rx="2.5"/><path d="M6 18.5h2.5M14.5 6h7v6.5H18l-2.5 2.5v-2.5h-1z"/>',
  card: '<rect x="2" y="4.5" width="20" height="15" rx="2.5"/><circle cx="7.5" cy="10.5" r="2"/><path d="M4.5 16c.6-1.8 5.4-1.8 6 0M14 9.5h5M14 13h5M14 16h3"/>',
  cardBack: '<rect x="2" y="4.5" width="20" height="15" rx="2.5"/><path d="M2 8.5h20M5 12.5h6M5 16h4M15 12.5h4v4h-4z"/>',
  face: '<path d="M3 8V5.5a2.5 2.5 0 0 1 2.5-2.5H8M16 3h2.5A2.5 2.5 0 0 1 21 5.5V8M21 16v2.5a2.5 2.5 0 0 1-2.5 2.5H16M8 21H5.5A2.5 2.5 0 0 1 3 18.5V16"/><path d="M9 10v.5M15 10v.5M9 15c1.6 1.4 4.4 1.4 6 0"/>',
  devices: '<path d="M13 17.5H3.5a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1h15a1 1 0 0 1 1 1V7M7 21h6"/><rect x="15.5" y="9.5" width="6.5" height="12" rx="1.5"/>',
  tick: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  stop: '<circle cx="12" cy="12" r="9"/><path d="M8 12h8"/>',
} as const satisfies Readonly<Record<string, string>> // prettier-ignore

export type Drawing = keyof typeof paths

const toneOf: Readonly<Partial<Record<Drawing, string>>> = {
  tick: 'sign good',
  clock: 'sign over',
  stop: 'sign over',
}

/** Hidden from screen readers, because the heading below it says the same. */
export const draw = (name: Drawing): HtmlEscapedString | Promise<HtmlEscapedString> =>
  html`<div class="${toneOf[name] ?? 'sign'}" aria-hidden="true">
    <svg viewBox="0 0 24 24">${raw(paths[name])}</svg>
  </div>`
