import type { HtmlEscapedString } from 'hono/utils/html'

/** Converts finished markup to text; our templates contain no promises. */
export function renderDocument(markup: HtmlEscapedString | Promise<HtmlEscapedString>): string {
  if (markup instanceof Promise) throw new Error('the template renders to a promise')
  return `${markup.trim()}\n`
}
