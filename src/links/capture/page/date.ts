import { pageTags } from '#src/messaging/messages/text/page-language.ts'
import type { PageContext } from './layout.ts'

/** A moment as people in Brasília read it. */
export const writeDate = ({ language }: PageContext, moment: Date): string =>
  new Intl.DateTimeFormat(pageTags[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(moment)
