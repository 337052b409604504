// The values that all pages of one request share.
import type { Write } from '../texts/texts.ts'
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import type { Assets } from '../assets.ts'
import type { VerificationLinkSettings } from '#src/links/lvs/settings.ts'
import type { HtmlEscapedString } from 'hono/utils/html'
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** The values that all pages of one request share. */
export type PageContext = {
  readonly language: PageLanguage
  readonly settings: VerificationLinkSettings
  readonly assets: Assets
  /** The URL path of the link. */
  readonly base: string
  /** Proves that a form was sent from our page; undefined before a device is known. */
  readonly formKey?: string
  readonly write: Write
  /** The purpose that the person confirms, in the client’s words. */
  readonly purpose?: string | undefined
  /** The masked name of the person. */
  readonly whom?: string | undefined
  /** Whether the page is framed, where browsers allow no automatic focus. */
  readonly framed?: boolean
  /** Whether the page’s URL is secure, which browsers require for cameras. */
  readonly isSecure: boolean
  /** The browser belongs to an app, and may have no camera. */
  readonly isInApp: boolean
  /** The browser is on neither a phone nor a tablet, whose cameras take better pictures. */
  readonly isComputer: boolean
  /** In the sandbox, nobody is contacted and nothing leaves the service. */
  readonly isSandbox: boolean
}
