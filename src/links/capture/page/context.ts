// What every page of one request is made from.
import type { Write } from '../texts/texts.ts'
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import type { Assets } from '../assets.ts'
import type { VerificationLinkSettings } from '#src/links/lvs/settings.ts'
import type { HtmlEscapedString } from 'hono/utils/html'
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** What every page of one request has in common. */
export type PageContext = {
  readonly language: PageLanguage
  readonly settings: VerificationLinkSettings
  readonly assets: Assets
  /** The address of the link, with nothing behind it. */
  readonly base: string
  /** Proves that a form came from our page; undefined before a device is known. */
  readonly formKey?: string
  readonly write: Write
  /** What the person is to confirm, in the words of whoever asks. */
  readonly purpose?: string | undefined
  /** Whom it is about, masked. */
  readonly whom?: string | undefined
  /** In another page's frame, where browsers let nothing take the focus by itself. */
  readonly framed?: boolean
  /** At once, where pages are reached without one: cameras are for secure addresses. */
  readonly isSecure: boolean
  /** The browser belongs to an app, and may have no camera. */
  readonly isInApp: boolean
  /** Whoever comes by it is no person, and nothing leaves the service. */
  readonly isSandbox: boolean
}
