import type { HtmlEscapedString } from 'hono/utils/html'

/** A finished document as text; nothing in our templates waits for a promise. */
export function renderDocument(markup: HtmlEscapedString | Promise<HtmlEscapedString>): string {
  if (markup instanceof Promise) throw new Error('the template renders to a promise')
  return `${markup.trim()}\n`
}
